import { type ObjectTree, type Tree, Unreadable } from "../../text/tree.ts";
import { type Draft, since } from "./dialect.ts";
import type { Documents } from "./documents.ts";
import { subschemas } from "./documents.ts";
import { numberOf } from "./keywords-scalar.ts";

const typeNames = new Set(["null", "boolean", "integer", "number", "string", "array", "object"]);

/** What a keyword's value has to be, by the drafts' meta-schemas: undefined where it is right, else what it should be. */
type Shape = (value: Tree, draft: Draft) => string | undefined;

const isSchema: Shape = (value) =>
  value.kind === "object" || value.kind === "boolean" ? undefined : "a schema: an object, true or false";
const schemas: Shape = (value) =>
  value.kind === "array" && value.items.length > 0 && value.items.every((item) => isSchema(item, "07") === undefined)
    ? undefined
    : "a list of at least one schema";
const schemaMap: Shape = (value) =>
  value.kind === "object" && [...value.members.values()].every((member) => isSchema(member.value, "07") === undefined)
    ? undefined
    : "an object whose members are schemas";
const text: Shape = (value) => (value.kind === "string" ? undefined : "a text");
const flag: Shape = (value) => (value.kind === "boolean" ? undefined : "true or false");
const number: Shape = (value) => (value.kind === "number" ? undefined : "a number");
const count: Shape = (value) => {
  const exact = numberOf(value);
  return value.kind === "number" && (exact === undefined || (exact.d === 1n && exact.n >= 0n))
    ? undefined
    : "a whole number, zero or more";
};
const positive: Shape = (value) => {
  const exact = numberOf(value);
  return value.kind === "number" && (exact === undefined || exact.n > 0n) ? undefined : "a number above zero";
};
const names: Shape = (value) =>
  value.kind === "array" && value.items.every((item) => item.kind === "string") ? undefined : "a list of names";
const type: Shape = (value) => {
  const list = value.kind === "array" ? value.items : [value];
  return list.every((item) => item.kind === "string" && typeNames.has(item.value)) && list.length > 0
    ? undefined
    : "one of null, boolean, integer, number, string, array, object, or a list of them";
};
const namesOrSchema: Shape = (value, draft) =>
  value.kind === "object" &&
  [...value.members.values()].every(
    ({ value: member }) => names(member, draft) === undefined || isSchema(member, draft) === undefined,
  )
    ? undefined
    : "an object whose members are schemas or lists of names";
const namesMap: Shape = (value, draft) =>
  value.kind === "object" && [...value.members.values()].every((member) => names(member.value, draft) === undefined)
    ? undefined
    : "an object whose members are lists of names";
const items: Shape = (value, draft) => {
  if (value.kind !== "array") return isSchema(value, draft);
  if (draft === "2020-12") return "a schema (a list of them stands in prefixItems since 2020-12)";
  return value.items.every((item) => isSchema(item, draft) === undefined) ? undefined : "a schema or a list of schemas";
};
const exclusive: Shape = (value, draft) => (draft === "04" ? flag(value, draft) : number(value, draft));
const list: Shape = (value) => (value.kind === "array" ? undefined : "a list of values");

const shapes: ReadonlyMap<string, readonly [shape: Shape, from: Draft, to: Draft]> = new Map(
  (
    [
      [type, "04", "2020-12", "type"],
      [list, "04", "2020-12", "enum"],
      [positive, "04", "2020-12", "multipleOf"],
      [number, "04", "2020-12", "minimum maximum"],
      [exclusive, "04", "2020-12", "exclusiveMinimum exclusiveMaximum"],
      [count, "04", "2020-12", "minLength maxLength minItems maxItems minProperties maxProperties"],
      [count, "2019-09", "2020-12", "minContains maxContains"],
      [text, "04", "2020-12", "pattern $ref"],
      [text, "2019-09", "2020-12", "$anchor $dynamicRef $dynamicAnchor $recursiveRef"],
      [flag, "04", "2020-12", "uniqueItems"],
      [names, "04", "2020-12", "required"],
      [schemaMap, "04", "2020-12", "properties patternProperties definitions"],
      [schemaMap, "2019-09", "2020-12", "$defs dependentSchemas"],
      [namesOrSchema, "04", "07", "dependencies"],
      [namesMap, "2019-09", "2020-12", "dependentRequired"],
      [schemas, "04", "2020-12", "allOf anyOf oneOf"],
      [schemas, "2020-12", "2020-12", "prefixItems"],
      [items, "04", "2020-12", "items"],
      [isSchema, "04", "2020-12", "not additionalProperties"],
      [isSchema, "04", "2019-09", "additionalItems"],
      [isSchema, "06", "2020-12", "contains propertyNames"],
      [isSchema, "07", "2020-12", "if then else"],
      [isSchema, "2019-09", "2020-12", "unevaluatedItems unevaluatedProperties"],
    ] as const
  ).flatMap(([shape, from, to, keywords]) =>
    keywords.split(" ").map((keyword) => [keyword, [shape, from, to]] as const),
  ),
);

/**
 * Refuses a schema that its draft's meta-schema refuses.
 * @throws Unreadable with the keyword's place
 */
export function check(documents: Documents, root: Tree, path: string): void {
  const refuse = (at: Tree, message: string): never => {
    throw new Unreadable(`not a valid JSON Schema: ${message}`, { path, line: at.line, column: at.column });
  };
  if (isSchema(root, "07") !== undefined) refuse(root, "a schema is an object, true or false");
  const walk = (tree: Tree): void => {
    if (tree.kind !== "object") return;
    const { draft } = documents.homeOf(tree);
    for (const [keyword, member] of relevant(tree, draft)) {
      const [shape, from, to] = shapes.get(keyword) ?? [];
      if (shape === undefined || from === undefined || to === undefined) continue;
      if (!since(draft, from) || !since(to, draft)) continue;
      const expected = shape(member, draft);
      if (expected !== undefined) refuse(member, `${keyword} has to be ${expected}`);
    }
    for (const child of subschemas(tree, draft)) walk(child);
  };
  walk(root);
}

/** Beside `$ref` the older drafts look at nothing else. */
function* relevant(tree: ObjectTree, draft: Draft): Generator<readonly [string, Tree]> {
  for (const [keyword, { value }] of tree.members)
    if (since(draft, "2019-09") || keyword === "$ref" || !tree.members.has("$ref")) yield [keyword, value];
}
