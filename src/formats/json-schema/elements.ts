import { get, itemsOf, type Tree } from "../../text/tree.ts";
import { subschemas } from "./documents.ts";
import { steps } from "./element.ts";
import type { Schema } from "./parse.ts";

/**
 * What a reader of an element reads. A property that is described only by its name's pattern, or by what holds of the others,
 * is told under these. Where a schema holds itself its changes are told once, wherever it is met: then every element is read.
 */
export function reach(schema: Schema, element: string): readonly string[] | undefined {
  if (element === "") return [""];
  const found = [...schema.roots.values()].flatMap((root) => follow(schema, [root], element, ""));
  if (found.length === 0) return undefined;
  return [...schema.roots.values()].some((root) => isRecursive(schema, root)) ? [""] : [...new Set(found)];
}

/** The paths under which the element is told; none where the schema describes no such element. */
function follow(schema: Schema, trees: readonly Tree[], rest: string, path: string): readonly string[] {
  if (rest === "") return [path];
  const here = inPlace(schema, trees);
  const found: string[] = [];
  const go = (next: readonly Tree[], taken: number, told: string) => {
    if (next.length > 0) found.push(...follow(schema, next, rest.slice(taken), told));
  };
  const index = /^\[(\d*)\]/.exec(rest);
  if (index !== null) {
    const position = index[1] === "" ? undefined : Number(index[1]);
    go(
      here.flatMap((tree) => held(tree, ["items", "additionalItems", "contains", "unevaluatedItems"])),
      index[0].length,
      steps.items(path),
    );
    const prefixes = here.flatMap((tree) => [...itemsOf(get(tree, "prefixItems")), ...itemsOf(get(tree, "items"))]);
    for (const [at, tree] of prefixes.entries())
      if (position === undefined || at === position) go([tree], index[0].length, steps.item(path, at));
    return found;
  }
  const bare = path === "" ? rest : rest.startsWith(".") ? rest.slice(1) : "";
  const taken = rest.length - bare.length;
  for (const name of namesIn(here))
    if (bare === name || (bare.startsWith(name) && ".[{".includes(bare[name.length] ?? "x")))
      go(
        here.flatMap((tree) => propertyOf(tree, name)),
        taken + name.length,
        steps.property(path, name),
      );
  if (found.length > 0) return found;
  const others = here.flatMap((tree) => held(tree, ["additionalProperties", "unevaluatedProperties"]));
  if (rest.startsWith("{}")) go(others, 2, steps.additional(path));
  const name = /^[^.[{]+/.exec(bare)?.[0] ?? "";
  if (name === "") return found;
  go(others, taken + name.length, steps.additional(path));
  for (const tree of here) {
    const patterns = get(tree, "patternProperties");
    if (patterns?.kind !== "object") continue;
    // whether the pattern fits the name is not asked: to read too much is the safe mistake
    for (const [source, { value }] of patterns.members) go([value], taken + name.length, steps.pattern(path, source));
  }
  return found;
}

const alternatives = ["allOf", "anyOf", "oneOf"] as const;
const conditions = ["if", "then", "else", "not"] as const;
const references = ["$ref", "$dynamicRef", "$recursiveRef"] as const;

/** The schemas that hold of the same value: what they refer to, and their alternatives. */
function inPlace({ documents }: Schema, trees: readonly Tree[]): readonly Tree[] {
  const seen = new Set(trees);
  for (const tree of seen) {
    for (const keyword of alternatives) for (const one of itemsOf(get(tree, keyword))) seen.add(one);
    for (const one of held(tree, conditions)) seen.add(one);
    for (const keyword of ["dependentSchemas", "dependencies"]) {
      const map = get(tree, keyword);
      if (map?.kind === "object") for (const { value } of map.members.values()) seen.add(value);
    }
    for (const keyword of references) {
      const reference = get(tree, keyword);
      const target = reference?.kind === "string" ? documents.resolve(tree, reference.value) : undefined;
      if (target !== undefined) seen.add(target);
    }
  }
  return [...seen];
}

function held(tree: Tree, keywords: readonly string[]): readonly Tree[] {
  return keywords.map((keyword) => get(tree, keyword)).filter((one) => one?.kind === "object");
}

function namesIn(trees: readonly Tree[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const tree of trees) {
    const properties = get(tree, "properties");
    if (properties?.kind === "object") for (const name of properties.members.keys()) names.add(name);
    // a name that is only demanded is described too: by being demanded
    for (const one of itemsOf(get(tree, "required"))) if (one.kind === "string") names.add(one.value);
  }
  return names;
}

function propertyOf(tree: Tree, name: string): readonly Tree[] {
  const described = get(get(tree, "properties"), name);
  if (described !== undefined) return [described];
  return itemsOf(get(tree, "required")).filter((one) => one.kind === "string" && one.value === name);
}

function isRecursive(schema: Schema, root: Tree): boolean {
  const done = new Set<Tree>();
  const open = new Set<Tree>();
  const visit = (tree: Tree): boolean => {
    if (open.has(tree)) return true;
    if (done.has(tree) || tree.kind !== "object") return false;
    open.add(tree);
    const next: Tree[] = [...subschemas(tree, schema.draft)];
    for (const keyword of references) {
      const reference = get(tree, keyword);
      const target = reference?.kind === "string" ? schema.documents.resolve(tree, reference.value) : undefined;
      if (target !== undefined) next.push(target);
    }
    const found = next.some(visit);
    open.delete(tree);
    done.add(tree);
    return found;
  };
  return visit(root);
}
