import { type Formula, type Formulas, kinds } from "./formula.ts";
import { rational } from "./rational.ts";

/** The kinds that values of a formula may be of, as far as its outer form shows. */
export function kindsOf(formulas: Formulas, formula: Formula): number {
  let mask = 0;
  for (const kind of Object.values(kinds)) if (formulas.of(kind, formula) !== formulas.false) mask |= kind;
  return mask;
}

/** Whether numbers are restricted to whole ones, as far as the outer form shows. */
export function isWhole(formulas: Formulas, formula: Formula): boolean {
  const whole = wholeNumber(formulas);
  const restricted = formulas.of(kinds.number, formula);
  const node = formulas.node(restricted);
  return restricted === whole || (node.is === "and" && node.parts.includes(whole));
}

export const wholeNumber = (formulas: Formulas): Formula =>
  formulas.leaf(kinds.number, { is: "multiple", of: rational(1n), not: false });

/** The names of types, as a schema would list them; `any` where there is no restriction. */
export function typeNames(mask: number, whole: boolean): string | readonly string[] {
  if (mask === 127 && !whole) return "any";
  const names: string[] = [];
  if (mask & kinds.object) names.push("object");
  if (mask & kinds.array) names.push("array");
  if (mask & kinds.string) names.push("string");
  if (mask & kinds.number) names.push(whole ? "integer" : "number");
  if (mask & kinds.false && mask & kinds.true) names.push("boolean");
  else if (mask & kinds.false) names.push("false");
  else if (mask & kinds.true) names.push("true");
  if (mask & kinds.null) names.push("null");
  return names.length === 1 ? (names[0] as string) : names;
}

export const spoken = (names: string | readonly string[]): string =>
  typeof names === "string" ? names : names.length === 0 ? "nothing" : names.join(" or ");

/** A value as a reader would write it, shortened where it is long. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}
