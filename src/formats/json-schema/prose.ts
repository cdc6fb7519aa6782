import type { Wording } from "../../model.ts";
import { get, itemsOf, type Tree, textOf } from "../../text/tree.ts";
import { type Prose, wordingsOf } from "../prose.ts";
import { steps } from "./element.ts";
import type { Schema } from "./parse.ts";

/** Schemas used in many places would be told in each of them: beyond so many places, no more are looked at. */
const maxPlaces = 20_000;
const annotations = ["title", "description"] as const;
const alternatives = ["allOf", "anyOf", "oneOf"] as const;

/** Where titles and descriptions of the same element differ. */
export function wordings(base: Schema, head: Schema): readonly Wording[] {
  const [before, after] = [proseOf(base), proseOf(head)];
  return [...before].flatMap(([element, texts]) => {
    const now = after.get(element);
    const [first] = now ?? [];
    return now === undefined || first === undefined ? [] : wordingsOf(element, texts, now, first.at);
  });
}

/** The texts of every element, by its path. */
function proseOf(schema: Schema): ReadonlyMap<string, readonly Prose[]> {
  const found = new Map<string, Prose[]>();
  const open = new Set<Tree>();
  let places = 0;

  function visit(tree: Tree | undefined, path: string, where: string): void {
    if (tree?.kind !== "object" || open.has(tree) || ++places > maxPlaces) return;
    open.add(tree);
    for (const key of annotations) note(tree, key, path, where);
    for (const keyword of alternatives)
      for (const [index, one] of itemsOf(get(tree, keyword)).entries())
        visit(one, path, `${where}${keyword} ${index} `);
    const reference = get(tree, "$ref");
    if (reference?.kind === "string") visit(schema.documents.resolve(tree, reference.value), path, where);
    const properties = get(tree, "properties");
    if (properties?.kind === "object")
      for (const [name, { value }] of properties.members) visit(value, steps.property(path, name), where);
    const items = get(tree, "items");
    if (items?.kind === "array")
      for (const [index, one] of items.items.entries()) visit(one, steps.item(path, index), where);
    else visit(items, steps.items(path), where);
    for (const [index, one] of itemsOf(get(tree, "prefixItems")).entries()) visit(one, steps.item(path, index), where);
    visit(get(tree, "additionalProperties"), steps.additional(path), where);
    const patterns = get(tree, "patternProperties");
    if (patterns?.kind === "object")
      for (const [source, { value }] of patterns.members) visit(value, steps.pattern(path, source), where);
    open.delete(tree);
  }

  function note(tree: Extract<Tree, { kind: "object" }>, key: string, path: string, where: string): void {
    const member = tree.members.get(key);
    const text = textOf(member?.value);
    if (member === undefined || text === undefined) return;
    const at = { path: schema.documents.homeOf(tree).path, line: member.at.line, column: member.at.column };
    const known = found.get(path) ?? [];
    found.set(path, known);
    known.push({ kind: "text", name: `${where}${key}`, text, at });
  }

  for (const root of schema.roots.values()) visit(root, "", "");
  return found;
}
