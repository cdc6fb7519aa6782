import { type Tree, textOf } from "../../text/tree.ts";
import type { Site } from "./compile.ts";
import { since } from "./dialect.ts";
import { type ArrayConstraint, type Formula, kinds } from "./formula.ts";
import { countOf } from "./keywords-scalar.ts";

/** The schemas of the first items, and the one for all others where there is one. */
export function itemSchemas(site: Site): { readonly prefix: readonly Tree[]; readonly rest: Tree | undefined } {
  const items = site.get("items");
  if (since(site.draft, "2020-12")) {
    const prefix = site.get("prefixItems");
    return { prefix: prefix?.kind === "array" ? prefix.items : [], rest: items };
  }
  if (items?.kind === "array") return { prefix: items.items, rest: site.get("additionalItems") };
  return { prefix: [], rest: items };
}

export function arrayKeywords(site: Site): Formula[] {
  const { formulas } = site;
  const leaf = (constraint: ArrayConstraint) => formulas.leaf(kinds.array, constraint);
  const all: Formula[] = [];
  const { prefix, rest } = itemSchemas(site);
  prefix.forEach((item, index) => {
    const holds = site.child(item);
    if (holds !== formulas.true) all.push(leaf({ is: "item", index, holds }));
  });
  const others = rest === undefined ? formulas.true : site.child(rest);
  if (others !== formulas.true) all.push(leaf({ is: "every-item", index: prefix.length, holds: others }));
  const least = countOf(site.get("minItems"));
  const most = countOf(site.get("maxItems"));
  if (least !== undefined && least > 0) all.push(leaf({ is: "items-least", count: least }));
  if (most !== undefined) all.push(leaf({ is: "items-most", count: most }));
  if (textOf(site.get("uniqueItems")) === "true") all.push(leaf({ is: "unique", not: false }));
  const contains = since(site.draft, "06") ? site.get("contains") : undefined;
  if (contains !== undefined) {
    const counted = since(site.draft, "2019-09");
    const holds = site.child(contains);
    const from = (counted ? countOf(site.get("minContains")) : undefined) ?? 1;
    const to = counted ? countOf(site.get("maxContains")) : undefined;
    if (from > 0) all.push(leaf({ is: "contains-least", count: from, holds }));
    if (to !== undefined) all.push(leaf({ is: "contains-most", count: to, holds }));
  }
  return all;
}
