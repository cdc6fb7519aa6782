import type { Direction, Location } from "../../model.ts";
import { get, type Tree } from "../../text/tree.ts";
import type { Compiler, Part, Spot } from "./compile.ts";
import { since } from "./dialect.ts";
import type { Formula, Formulas } from "./formula.ts";
import { kinds } from "./formula.ts";
import { counts } from "./policy.ts";
import type { RuleId } from "./rules.ts";
import { found, Undecided } from "./validate-assertions.ts";
import { jsonOf } from "./value.ts";

/** One element on one side: the schemas that hold of it. */
export interface Side {
  readonly compiler: Compiler;
  readonly spots: readonly Spot[];
  readonly parts: readonly Part[];
  readonly formula: Formula;
}

export function sideOf(compiler: Compiler, spots: readonly Spot[]): Side {
  return { compiler, spots, parts: compiler.parts(spots), formula: compiler.formulaOf(spots) };
}

/** From a formula about an element to the formula about the document that holds it. */
export type Lift = (formula: Formula) => Formula;

/** A difference that may explain a break, with what a document looks like that shows it. */
export interface Suspect {
  readonly rule: RuleId;
  readonly element: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly message: string;
  readonly location: Location | undefined;
  /** Per direction, what the document that shows the break satisfies. */
  readonly shows: Readonly<Record<Direction, Formula>>;
  /** Per direction, what the element's own value satisfies then. */
  readonly own: Readonly<Record<Direction, Formula>>;
  /** Per direction, what would show that the reader takes the element nevertheless, so that something else is to blame. */
  readonly taken: Readonly<Record<Direction, Formula>>;
}

/** The first of the schemas that has the keyword. */
export function keywordOf(
  side: Side,
  ...keywords: readonly string[]
): { part: Part; keyword: string; value: Tree } | undefined {
  for (const part of side.parts)
    for (const keyword of keywords) {
      const value = get(part.tree, keyword);
      if (value !== undefined) return { part, keyword, value };
    }
  return undefined;
}

/** The keyword as plain JSON; null where no schema has it. */
export function written(side: Side, keyword: string): unknown {
  const found = keywordOf(side, keyword);
  return found === undefined ? null : jsonOf(found.value);
}

/** Where a keyword stands, or else the element. */
export function placeOf(side: Side, ...keywords: readonly string[]): Location | undefined {
  const found = keywordOf(side, ...keywords);
  const tree = found?.part.tree ?? side.spots[0]?.tree;
  if (tree === undefined) return undefined;
  const { path } = side.compiler.documents.homeOf(tree);
  const at = found?.part.tree.members.get(found.keyword)?.at ?? tree;
  return { path, line: at.line, column: at.column };
}

/** The names that `properties` describe, with where. */
export function describedNames(side: Side): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { tree } of side.parts) {
    const properties = get(tree, "properties");
    if (properties?.kind === "object") for (const name of properties.members.keys()) names.add(name);
  }
  return names;
}

export function describedPatterns(side: Side): ReadonlySet<string> {
  const sources = new Set<string>();
  for (const { tree } of side.parts) {
    const patterns = get(tree, "patternProperties");
    if (patterns?.kind === "object") for (const source of patterns.members.keys()) sources.add(source);
  }
  return sources;
}

export function requiredNames(side: Side): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { tree } of side.parts) {
    const required = get(tree, "required");
    if (required?.kind === "array")
      for (const item of required.items)
        if (item.kind === "string" && counts(side.compiler.reading, tree, item.value)) names.add(item.value);
  }
  return names;
}

/** The schemas that hold of a property's value. */
export function propertySpots(side: Side, name: string): readonly Spot[] {
  const spots: Spot[] = [];
  let described = false;
  for (const { tree, scope } of side.parts) {
    let here = false;
    const add = (schema: Tree | undefined) => {
      if (schema === undefined) return;
      here = true;
      described = true;
      spots.push({ tree: schema, scope });
    };
    const properties = get(tree, "properties");
    if (properties?.kind === "object") add(properties.members.get(name)?.value);
    const patterns = get(tree, "patternProperties");
    if (patterns?.kind === "object")
      for (const [source, { value }] of patterns.members) if (matches(source, name)) add(value);
    const additional = get(tree, "additionalProperties");
    if (!here && additional !== undefined) add(additional);
  }
  if (!described)
    for (const { tree, scope, draft } of side.parts) {
      const rest = since(draft, "2019-09") ? get(tree, "unevaluatedProperties") : undefined;
      if (rest !== undefined) spots.push({ tree: rest, scope });
    }
  return spots;
}

function matches(source: string, name: string): boolean {
  try {
    return found(source, name);
  } catch (error) {
    if (error instanceof Undecided) return false;
    throw error;
  }
}

/** What holds of the whole object where it holds of the property of that name. */
export function atProperty(formulas: Formulas, name: Formula, holds: Formula): Formula {
  return formulas.and([
    formulas.kinds(kinds.object),
    formulas.leaf(kinds.object, { is: "some-property", name: formulas.of(kinds.string, name), holds }),
  ]);
}

/** The spellings of steps in an element's path. */
export const steps = {
  property: (path: string, name: string) => (path === "" ? name : `${path}.${name}`),
  items: (path: string) => `${path}[]`,
  item: (path: string, index: number) => `${path}[${index}]`,
  additional: (path: string) => `${path}{}`,
  pattern: (path: string, source: string) => `${path}{/${source}/}`,
};
