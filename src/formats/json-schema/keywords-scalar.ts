import { type Tree, textOf, textsOf } from "../../text/tree.ts";
import type { Site } from "./compile.ts";
import { since } from "./dialect.ts";
import { exactlyOneOf } from "./exactly.ts";
import { formatBounds } from "./formats.ts";
import { everyKind, type Formula, kinds } from "./formula.ts";
import { parseRational, type Rational, rational } from "./rational.ts";
import { treeValue } from "./value.ts";

const typeMasks: ReadonlyMap<string, number> = new Map([
  ["null", kinds.null],
  ["boolean", kinds.false | kinds.true],
  ["number", kinds.number],
  ["string", kinds.string],
  ["array", kinds.array],
  ["object", kinds.object],
]);

export const numberOf = (tree: Tree | undefined): Rational | undefined =>
  tree?.kind === "number" ? (parseRational(tree.raw) ?? parseRational(String(tree.value))) : undefined;

/** A count, such as `minLength` holds: `2.0` is one too. */
export function countOf(tree: Tree | undefined): number | undefined {
  const number = numberOf(tree);
  return number !== undefined && number.d === 1n && number.n >= 0n
    ? Number(number.n > 1_000_000_000_000n ? 1_000_000_000_000n : number.n)
    : undefined;
}

/** `type`, `enum`, `const`, and what is said of numbers and texts. */
export function scalarKeywords(site: Site): Formula[] {
  return [...typeKeywords(site), ...numberKeywords(site), ...stringKeywords(site)];
}

function typeKeywords(site: Site): Formula[] {
  const { formulas } = site;
  const all: Formula[] = [];
  const type = site.get("type");
  if (type !== undefined) {
    const names = textsOf(type);
    let mask = 0;
    for (const name of names) mask |= typeMasks.get(name) ?? 0;
    const whole = formulas.leaf(kinds.number, { is: "multiple", of: rational(1n), not: false });
    all.push(
      names.includes("integer") && !names.includes("number")
        ? formulas.and([formulas.kinds(mask | kinds.number), whole])
        : formulas.kinds(mask),
    );
  }
  const listed = site.get("enum");
  if (listed?.kind === "array") {
    const values = listed.items.map(treeValue).filter((value) => value !== undefined);
    all.push(
      values.length === listed.items.length
        ? exactlyOneOf(formulas, values)
        : site.opaque("an enum value that is out of range"),
    );
  }
  const only = since(site.draft, "06") ? site.get("const") : undefined;
  if (only !== undefined) {
    const value = treeValue(only);
    all.push(value === undefined ? site.opaque("a const that is out of range") : exactlyOneOf(formulas, [value]));
  }
  return all;
}

function numberKeywords(site: Site): Formula[] {
  const { formulas } = site;
  const all: Formula[] = [];
  const bound = (keyword: string, make: (bound: Rational) => Formula) => {
    const tree = site.get(keyword);
    if (tree?.kind !== "number") return;
    const number = numberOf(tree);
    all.push(number === undefined ? site.opaque(`a number in ${keyword} that is out of range`) : make(number));
  };
  const limit = (is: "at-least" | "at-most", value: Rational, open: boolean) =>
    formulas.leaf(kinds.number, { is, bound: value, open });
  const old = site.draft === "04";
  const opened = (keyword: string) => old && textOf(site.get(keyword)) === "true";
  bound("minimum", (value) => limit("at-least", value, opened("exclusiveMinimum")));
  bound("maximum", (value) => limit("at-most", value, opened("exclusiveMaximum")));
  if (!old) {
    bound("exclusiveMinimum", (value) => limit("at-least", value, true));
    bound("exclusiveMaximum", (value) => limit("at-most", value, true));
  }
  bound("multipleOf", (value) =>
    value.n === 0n ? formulas.true : formulas.leaf(kinds.number, { is: "multiple", of: value, not: false }),
  );
  return all;
}

function stringKeywords(site: Site): Formula[] {
  const { formulas } = site;
  const all: Formula[] = [];
  const least = countOf(site.get("minLength"));
  const most = countOf(site.get("maxLength"));
  if (least !== undefined && least > 0) all.push(formulas.leaf(kinds.string, { is: "longer", than: least }));
  if (most !== undefined) all.push(formulas.leaf(kinds.string, { is: "shorter", than: most }));
  const pattern = site.get("pattern");
  if (pattern?.kind === "string")
    all.push(formulas.leaf(kinds.string, { is: "pattern", source: pattern.value, not: false }));
  const format = site.get("format");
  if (site.assertFormats && format?.kind === "string") {
    const bounds = formatBounds(format.value);
    const like = (source: string) => formulas.leaf(kinds.string, { is: "pattern", source, not: false });
    if (bounds !== undefined)
      all.push(
        formulas.or([
          formulas.kinds(everyKind & ~kinds.string),
          like(bounds.surely),
          formulas.and([
            like(bounds.perhaps),
            formulas.opaque(`format:${format.value}`, `the format ${format.value} is not analysed in full`),
          ]),
        ]),
      );
  }
  return all;
}
