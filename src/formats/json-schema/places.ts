import { get, itemsOf, type ObjectTree, type Tree } from "../../text/tree.ts";
import { steps } from "./element.ts";
import type { Schema } from "./parse.ts";

/** Schemas used in many places would be visited in each of them: beyond so many places, no more are looked at. */
const maxPlaces = 20_000;
const alternatives = ["allOf", "anyOf", "oneOf"] as const;
const single = ["then", "else"] as const;

/**
 * Visits every schema of every element, by the element's path; `where` tells apart several that hold of one element.
 * Whether all were visited.
 */
export function eachPlace(schema: Schema, visitor: (tree: ObjectTree, path: string, where: string) => void): boolean {
  const open = new Set<Tree>();
  let places = 0;

  function visit(tree: Tree | undefined, path: string, where: string): void {
    if (tree?.kind !== "object" || open.has(tree) || ++places > maxPlaces) return;
    open.add(tree);
    visitor(tree, path, where);
    for (const keyword of alternatives)
      for (const [index, one] of itemsOf(get(tree, keyword)).entries())
        visit(one, path, `${where}${keyword} ${index} `);
    for (const keyword of single) visit(get(tree, keyword), path, `${where}${keyword} `);
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

  for (const root of schema.roots.values()) visit(root, "", "");
  return places <= maxPlaces;
}
