import type { Location } from "../../model.ts";
import { get, textOf } from "../../text/tree.ts";
import { describedNames, keywordOf, placeOf, propertySpots, type Side, sideOf, steps } from "./element.ts";
import { jsonOf } from "./value.ts";
import { shown } from "./words.ts";

interface Notice {
  readonly rule: "map-beside-fields" | "enum-without-unknown" | "deprecated";
  readonly element: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly message: string;
  readonly location: Location;
}

const maxVisited = 3000;
const fallback =
  /^(?:unknown|other|unspecified|undefined|none|n\/?a|default)$|(?:^|[_-])(?:unknown|other|unspecified)$/i;

/** What head introduces that will hurt later: told, never a break. */
export function noticesIn(base: Side, head: Side): readonly Notice[] {
  const before = new Set(collect(base).map(({ rule, element }) => `${rule} ${element}`));
  return collect(head).filter(({ rule, element }) => !before.has(`${rule} ${element}`));
}

function collect(root: Side): readonly Notice[] {
  const found: Notice[] = [];
  const stack = new Set<number>();
  let visited = 0;
  const visit = (side: Side, element: string): void => {
    if (++visited > maxVisited || stack.has(side.formula) || stack.size > 30) return;
    stack.add(side.formula);
    const note = (rule: Notice["rule"], keyword: string, after: unknown, message: string) => {
      const location = placeOf(side, keyword);
      if (location !== undefined) found.push({ rule, element, before: null, after, message, location });
    };
    if (textOf(keywordOf(side, "deprecated")?.value) === "true")
      note("deprecated", "deprecated", true, "is now deprecated");
    const names = describedNames(side);
    const rest = keywordOf(side, "additionalProperties");
    const untyped = rest !== undefined && (textOf(rest.value) === "true" || shown(jsonOf(rest.value)) === "{}");
    if (names.size > 0 && untyped)
      note(
        "map-beside-fields",
        "additionalProperties",
        jsonOf(rest.value),
        "properties of any name and type stand beside described ones",
      );
    const values = keywordOf(side, "enum")?.value;
    if (values?.kind === "array" && values.items.length > 1 && values.items.every((item) => item.kind === "string")) {
      if (!values.items.some((item) => fallback.test(textOf(item) ?? "")))
        note("enum-without-unknown", "enum", jsonOf(values), "a closed list of values without one to fall back on");
    }
    for (const name of names) visit(sideOf(side.compiler, propertySpots(side, name)), steps.property(element, name));
    for (const { tree, scope } of side.parts) {
      const items = get(tree, "items");
      if (items?.kind === "object") visit(sideOf(side.compiler, [{ tree: items, scope }]), steps.items(element));
    }
    stack.delete(side.formula);
  };
  visit(root, "");
  return found;
}
