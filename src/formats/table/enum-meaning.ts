import type { Location } from "../../model.ts";
import { get, itemsOf, type ObjectTree, type Tree, textOf } from "../../text/tree.ts";
import type { Emit } from "../format.ts";
import { locationOf } from "./read.ts";
import type { TableRules } from "./rules.ts";
import { shortened, words } from "./written.ts";

/** What a value of a column stands for, as the contract says. */
interface Meaning {
  readonly text: string;
  readonly at: Location;
}

export type Meanings = ReadonlyMap<string, Meaning>;

/** Members and custom properties that explain values by a mapping, or by a list beside the values. */
const explaining =
  /^(?:x-)?(?:codes?|codelist|(?:code|enum|value|status)[ _-]?(?:map|mapping|list|labels?|names?|meanings?|descriptions?))$/i;

/**
 * What a column's values mean: labels and descriptions of the standard's preview (3.2, `enum[]`), and code maps that
 * contracts keep in custom properties or in members of their own.
 */
export function meaningsOf(path: string, item: ObjectTree): Meanings {
  const meanings = new Map<string, Meaning>();
  const add = (value: string | undefined, texts: readonly (string | undefined)[], at: Tree) => {
    const text = texts.filter((one) => one !== undefined && one !== "").join(": ");
    if (value !== undefined && text !== "") meanings.set(value, { text, at: locationOf(path, at) });
  };
  const values = itemsOf(get(item, "enum"));
  const mapping = (tree: Tree) => {
    if (tree.kind === "object")
      for (const [value, member] of tree.members) add(value, [textOf(member.value)], member.value);
    for (const [index, one] of itemsOf(tree).entries()) add(textOf(values[index]), [textOf(one)], one);
  };
  for (const [name, member] of item.members)
    if (name !== "enum" && explaining.test(name) && member.value.kind !== "string") mapping(member.value);
  for (const property of itemsOf(get(item, "customProperties"))) {
    const value = get(property, "value");
    if (value?.kind === "object" && explaining.test(textOf(get(property, "property")) ?? "")) mapping(value);
  }
  for (const one of values)
    add(textOf(get(one, "value")), [textOf(get(one, "label")), textOf(get(one, "description"))], one);
  return meanings;
}

/** Compares what the same values mean on both sides. Another wording of the same letters is silent. */
export function diffMeanings(
  base: Meanings = new Map(),
  head: Meanings = new Map(),
  { element, of, at, emit }: { element: string; of: string; at: Location; emit: Emit<TableRules> },
): void {
  for (const value of new Set([...base.keys(), ...head.keys()])) {
    const [before, after] = [base.get(value), head.get(value)];
    if (words(before?.text ?? "") === words(after?.text ?? "")) continue;
    const told = (meaning: Meaning | undefined) => (meaning === undefined ? null : { means: meaning.text, value });
    const said = ({ text }: Meaning) => JSON.stringify(shortened(text, 80));
    const what =
      before === undefined
        ? `is said to mean ${said(after as Meaning)}`
        : after === undefined
          ? `is no longer said to mean ${said(before)}`
          : `meant ${said(before)}, now ${said(after)}`;
    emit("enum-meaning-changed", {
      element,
      before: told(before),
      after: told(after),
      message: `value ${JSON.stringify(shortened(value, 60))} of ${of} ${what}`,
      location: after?.at ?? at,
      basis: "suspected",
      // a meaning that is said, or left out, need not be another one
      ...((before === undefined || after === undefined) && { breaks: [], basis: "rule" as const }),
    });
  }
}
