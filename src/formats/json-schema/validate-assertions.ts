import { type ObjectTree, type Tree, textOf, textsOf } from "../../text/tree.ts";
import { accepts } from "./automaton.ts";
import { type Draft, since } from "./dialect.ts";
import { formatBounds } from "./formats.ts";
import { languageOf } from "./language.ts";
import { compare, isMultiple, parseRational, type Rational } from "./rational.ts";
import { codePoints, isArray, isNumber, isObject, treeValue, type Value, valueKey } from "./value.ts";

/** Thrown where validity hangs on something that is not analysed. */
export class Undecided extends Error {}

/** Whether one of the keywords that assert something about the value alone is violated. */
export function violates(tree: ObjectTree, draft: Draft, value: Value, assertFormats: boolean): boolean {
  for (const [keyword, { value: schema }] of tree.members) {
    const assertion = assertions.get(keyword);
    if (assertion !== undefined && !assertion(schema, value, draft, tree)) return true;
  }
  const format = tree.members.get("format")?.value;
  return assertFormats && typeof value === "string" && format?.kind === "string" && !isOfFormat(format.value, value);
}

function isOfFormat(name: string, value: string): boolean {
  const bounds = formatBounds(name);
  if (bounds === undefined || found(bounds.surely, value)) return true;
  if (!found(bounds.perhaps, value)) return false;
  throw new Undecided();
}

/** Whether the expression is found in the text. */
export function found(source: string, text: string): boolean {
  const language = languageOf(source);
  if (typeof language === "string") throw new Undecided();
  return accepts(language, text);
}

type Assertion = (schema: Tree, value: Value, draft: Draft, around: ObjectTree) => boolean;

function isOfType(name: string | undefined, value: Value): boolean {
  switch (name) {
    case "null":
      return value === null;
    case "boolean":
      return typeof value === "boolean";
    case "string":
      return typeof value === "string";
    case "array":
      return isArray(value);
    case "object":
      return isObject(value);
    case "number":
      return isNumber(value);
    case "integer":
      return isNumber(value) && value.d === 1n;
    default:
      return false;
  }
}

const exact = (tree: Tree | undefined): Rational => {
  const number = tree?.kind === "number" ? parseRational(tree.raw) : undefined;
  if (number === undefined) throw new Undecided();
  return number;
};
const same = (tree: Tree, value: Value): boolean => {
  const listed = treeValue(tree);
  if (listed === undefined) throw new Undecided();
  return valueKey(listed) === valueKey(value);
};
const bound =
  (passes: (order: number, open: boolean) => boolean, companion: string): Assertion =>
  (schema, value, draft, around) => {
    if (!isNumber(value) || schema.kind !== "number") return true;
    const open = draft === "04" && textOf(around.members.get(companion)?.value) === "true";
    return passes(compare(value, exact(schema)), open);
  };
const size =
  (measure: (value: Value) => number | undefined, passes: (size: number, limit: Rational) => boolean): Assertion =>
  (schema, value) => {
    const measured = measure(value);
    return measured === undefined || schema.kind !== "number" || passes(measured, exact(schema));
  };
const whole = (count: number): Rational => ({ n: BigInt(count), d: 1n });
const least = (count: number, limit: Rational) => compare(whole(count), limit) >= 0;
const most = (count: number, limit: Rational) => compare(whole(count), limit) <= 0;
const lengthOf = (value: Value) => (typeof value === "string" ? codePoints(value) : undefined);
const itemsOf = (value: Value) => (isArray(value) ? value.length : undefined);
const propertiesOf = (value: Value) => (isObject(value) ? value.size : undefined);

const assertions: ReadonlyMap<string, Assertion> = new Map<string, Assertion>([
  ["type", (schema, value) => textsOf(schema).some((name) => isOfType(name, value))],
  ["enum", (schema, value) => schema.kind !== "array" || schema.items.some((item) => same(item, value))],
  ["const", (schema, value, draft) => !since(draft, "06") || same(schema, value)],
  ["minimum", bound((order, open) => (open ? order > 0 : order >= 0), "exclusiveMinimum")],
  ["maximum", bound((order, open) => (open ? order < 0 : order <= 0), "exclusiveMaximum")],
  [
    "exclusiveMinimum",
    (schema, value, draft, around) => draft === "04" || bound((order) => order > 0, "")(schema, value, draft, around),
  ],
  [
    "exclusiveMaximum",
    (schema, value, draft, around) => draft === "04" || bound((order) => order < 0, "")(schema, value, draft, around),
  ],
  ["multipleOf", (schema, value) => !isNumber(value) || isMultiple(value, exact(schema))],
  ["minLength", size(lengthOf, least)],
  ["maxLength", size(lengthOf, most)],
  ["minItems", size(itemsOf, least)],
  ["maxItems", size(itemsOf, most)],
  ["minProperties", size(propertiesOf, least)],
  ["maxProperties", size(propertiesOf, most)],
  [
    "uniqueItems",
    (schema, value) =>
      !isArray(value) || textOf(schema) !== "true" || new Set(value.map(valueKey)).size === value.length,
  ],
  [
    "required",
    (schema, value) => !isObject(value) || schema.kind !== "array" || textsOf(schema).every((name) => value.has(name)),
  ],
  [
    "pattern",
    (schema, value) => {
      return typeof value !== "string" || schema.kind !== "string" || found(schema.value, value);
    },
  ],
]);
