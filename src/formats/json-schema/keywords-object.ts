import { type Tree, textsOf } from "../../text/tree.ts";
import type { Site } from "./compile.ts";
import { since } from "./dialect.ts";
import { type Formula, type Formulas, kinds, type ObjectConstraint } from "./formula.ts";
import { countOf } from "./keywords-scalar.ts";
import { counts, passesOver } from "./policy.ts";

export const nameIn = (formulas: Formulas, names: Iterable<string>, not = false): Formula =>
  formulas.leaf(kinds.string, { is: "string-in", values: new Set(names), not });
export const nameLike = (formulas: Formulas, source: string): Formula =>
  formulas.leaf(kinds.string, { is: "pattern", source, not: false });

function members(tree: Tree | undefined): readonly (readonly [string, Tree])[] {
  return tree?.kind === "object" ? [...tree.members].map(([name, { value }]) => [name, value] as const) : [];
}

/** The names that `properties` and `patternProperties` speak of. */
export function declaredNames(site: Site): Formula[] {
  const { formulas } = site;
  const names = members(site.get("properties")).map(([name]) => name);
  const patterns = members(site.get("patternProperties")).map(([source]) => nameLike(formulas, source));
  return names.length === 0 ? patterns : [nameIn(formulas, names), ...patterns];
}

export function objectKeywords(site: Site): Formula[] {
  const { formulas } = site;
  const leaf = (constraint: ObjectConstraint) => formulas.leaf(kinds.object, constraint);
  const every = (name: Formula, holds: Formula) =>
    holds === formulas.true ? formulas.true : leaf({ is: "every-property", name, holds });
  const has = (name: string) => leaf({ is: "some-property", name: nameIn(formulas, [name]), holds: formulas.true });
  const all: Formula[] = [];
  for (const [name, schema] of members(site.get("properties")))
    all.push(every(nameIn(formulas, [name]), site.child(schema)));
  for (const [source, schema] of members(site.get("patternProperties")))
    all.push(every(nameLike(formulas, source), site.child(schema)));
  const additional = site.get("additionalProperties");
  if (additional !== undefined && !passesOver(site.reading, additional)) {
    const declared = declaredNames(site).map((name) => denied(formulas, name));
    all.push(every(formulas.and(declared), site.child(additional)));
  }
  const names = since(site.draft, "06") ? site.get("propertyNames") : undefined;
  if (names !== undefined) {
    // not resolved here: a schema may speak of its own names
    const forbidden = formulas.not(site.child(names));
    if (forbidden !== formulas.false) all.push(leaf({ is: "every-property", name: forbidden, holds: formulas.false }));
  }
  const required = site.get("required");
  if (required?.kind === "array")
    for (const name of textsOf(required)) if (counts(site.reading, site.tree, name)) all.push(has(name));
  const least = countOf(site.get("minProperties"));
  const most = countOf(site.get("maxProperties"));
  if (least !== undefined && least > 0) all.push(leaf({ is: "properties-least", count: least }));
  if (most !== undefined) all.push(leaf({ is: "properties-most", count: most }));
  return [...all, ...dependencies(site, has)];
}

/** The negation among names alone. */
const denied = (formulas: Formulas, name: Formula): Formula => formulas.of(kinds.string, formulas.not(name));

function dependencies(site: Site, has: (name: string) => Formula): Formula[] {
  const { formulas, draft } = site;
  const all: Formula[] = [];
  const unless = (name: string, then: readonly Formula[]) => {
    const absent = formulas.leaf(kinds.object, {
      is: "every-property",
      name: nameIn(formulas, [name]),
      holds: formulas.false,
    });
    all.push(formulas.or([formulas.kinds(127 & ~kinds.object), absent, formulas.and(then)]));
  };
  if (since("07", draft))
    for (const [name, value] of members(site.get("dependencies")))
      unless(name, value.kind === "array" || value.kind === "string" ? textsOf(value).map(has) : [site.inPlace(value)]);
  if (since(draft, "2019-09")) {
    for (const [name, value] of members(site.get("dependentRequired"))) unless(name, textsOf(value).map(has));
    for (const [name, value] of members(site.get("dependentSchemas"))) unless(name, [site.inPlace(value)]);
  }
  return all;
}
