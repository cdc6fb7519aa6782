import { type ObjectTree, type Tree, textOf, textsOf } from "../../text/tree.ts";
import { since } from "./dialect.ts";
import type { Documents, Resource } from "./documents.ts";
import { found, Undecided, violates } from "./validate-assertions.ts";
import { isArray, isObject, type Value } from "./value.ts";

/** What a schema makes of a value: whether it is valid, and which properties and items were evaluated. */
interface Outcome {
  readonly valid: boolean;
  readonly names: ReadonlySet<string>;
  readonly items: ReadonlySet<number>;
}

const invalid: Outcome = { valid: false, names: new Set(), items: new Set() };
const untouched: Outcome = { valid: true, names: new Set(), items: new Set() };

/**
 * A validator that reads the schema keyword by keyword, as the specification tells it, with exact numbers and with automata for
 * expressions. It knows nothing of formulas, and so confirms what they yield.
 */
export class Validator {
  private readonly documents: Documents;
  private readonly assertFormats: boolean;
  private depth = 0;
  /** Where the value being judged stands in the document. */
  private readonly path: string[] = [];
  private refused: readonly string[] | undefined;

  constructor(documents: Documents, assertFormats: boolean) {
    this.documents = documents;
    this.assertFormats = assertFormats;
  }

  /** Undefined where it hangs on something that is not analysed. */
  validates(root: Tree, value: Value): boolean | undefined {
    try {
      this.depth = 0;
      this.path.length = 0;
      this.refused = undefined;
      return this.apply(root, value, []).valid;
    } catch (error) {
      if (error instanceof Undecided) return undefined;
      throw error;
    }
  }

  /** Where the last value that was found invalid is; the innermost place that the whole hangs on. */
  get where(): readonly string[] {
    return this.refused ?? [];
  }

  private within(step: string, tree: Tree, value: Value, scope: readonly Resource[]): boolean {
    this.path.push(step);
    const { valid } = this.apply(tree, value, scope);
    if (!valid) this.refused ??= [...this.path];
    this.path.pop();
    return valid;
  }

  private apply(tree: Tree, value: Value, scope: readonly Resource[]): Outcome {
    if (tree.kind === "boolean") return tree.value ? untouched : invalid;
    if (tree.kind !== "object") return untouched;
    if (++this.depth > 900) throw new Undecided();
    const home = this.documents.homeOf(tree);
    const outcome = this.schema(tree, value, scope.at(-1) === home ? scope : [...scope, home], home);
    this.depth--;
    return outcome;
  }

  private schema(tree: ObjectTree, value: Value, scope: readonly Resource[], home: Resource): Outcome {
    const { draft } = home;
    if (!since(draft, "2019-09") && tree.members.has("$ref"))
      return this.apply(this.follow(tree, "$ref", scope), value, scope);
    if (violates(tree, draft, value, this.assertFormats)) return invalid;
    const names = new Set<string>();
    const items = new Set<number>();
    const absorb = (outcome: Outcome): boolean => {
      if (!outcome.valid) return false;
      for (const name of outcome.names) names.add(name);
      for (const item of outcome.items) items.add(item);
      return true;
    };
    const inner = (part: Tree) => this.apply(part, value, scope);
    if (!this.members(tree, value, scope, home, names)) return invalid;
    if (!this.elements(tree, value, scope, home, items)) return invalid;
    for (const part of this.references(tree, scope, home)) if (!absorb(inner(part))) return invalid;
    const before = this.refused;
    if (!this.combined(tree, home, inner, absorb)) {
      // which of several branches was meant nobody knows
      if (!tree.members.has("allOf")) this.refused = before ?? [...this.path];
      return invalid;
    }
    this.refused = before;
    if (!this.dependent(tree, value, home, inner, absorb)) return invalid;
    if (since(draft, "2019-09") && !this.unevaluated(tree, value, scope, names, items)) return invalid;
    return { valid: true, names, items };
  }

  private references(tree: ObjectTree, scope: readonly Resource[], { draft }: Resource): readonly Tree[] {
    return ["$ref", draft === "2020-12" ? "$dynamicRef" : "", draft === "2019-09" ? "$recursiveRef" : ""]
      .filter((keyword) => tree.members.has(keyword))
      .map((keyword) => this.follow(tree, keyword, scope));
  }

  private follow(tree: ObjectTree, keyword: string, scope: readonly Resource[]): Tree {
    const reference = textOf(tree.members.get(keyword)?.value) ?? "";
    const target = this.documents.resolve(tree, reference);
    if (target === undefined) throw new Undecided();
    const home = this.documents.homeOf(target);
    if (keyword === "$recursiveRef" && home.recursive)
      return scope.find((resource) => resource.recursive)?.root ?? target;
    const anchor = reference.split("#")[1] ?? "";
    if (keyword === "$dynamicRef" && home.dynamicAnchors.get(anchor) === target)
      for (const resource of scope) {
        const found = resource.dynamicAnchors.get(anchor);
        if (found !== undefined) return found;
      }
    return target;
  }

  private members(
    tree: ObjectTree,
    value: Value,
    scope: readonly Resource[],
    { draft }: Resource,
    evaluated: Set<string>,
  ): boolean {
    if (!isObject(value)) return true;
    const properties = tree.members.get("properties")?.value;
    const patterns = tree.members.get("patternProperties")?.value;
    const additional = tree.members.get("additionalProperties")?.value;
    const names = since(draft, "06") ? tree.members.get("propertyNames")?.value : undefined;
    for (const [name, member] of value) {
      let declared = false;
      const check = (schema: Tree): boolean => {
        declared = true;
        return this.within(name, schema, member, scope);
      };
      const own = properties?.kind === "object" ? properties.members.get(name)?.value : undefined;
      if (own !== undefined && !check(own)) return false;
      if (patterns?.kind === "object")
        for (const [source, { value: schema }] of patterns.members)
          if (found(source, name) && !check(schema)) return false;
      if (!declared && additional !== undefined && !check(additional)) return false;
      if (declared) evaluated.add(name);
      if (names !== undefined && !this.apply(names, name, scope).valid) return false;
    }
    return true;
  }

  private elements(
    tree: ObjectTree,
    value: Value,
    scope: readonly Resource[],
    { draft }: Resource,
    evaluated: Set<number>,
  ): boolean {
    if (!isArray(value)) return true;
    const get = (keyword: string) => tree.members.get(keyword)?.value;
    const modern = draft === "2020-12";
    const items = get("items");
    const list = modern ? get("prefixItems") : items?.kind === "array" ? items : undefined;
    const prefix = list?.kind === "array" ? list.items : [];
    const rest = modern || items?.kind !== "array" ? items : get("additionalItems");
    for (const [index, item] of value.entries()) {
      const schema = prefix[index] ?? rest;
      if (schema === undefined) continue;
      if (!this.within(String(index), schema, item, scope)) return false;
      evaluated.add(index);
    }
    const contains = since(draft, "06") ? get("contains") : undefined;
    if (contains === undefined) return true;
    const before = this.refused;
    let matches = 0;
    for (const [index, item] of value.entries())
      if (this.apply(contains, item, scope).valid) {
        matches++;
        if (modern) evaluated.add(index);
      }
    // an item that is not the one looked for is nothing wrong
    this.refused = before;
    const bound = (keyword: string, otherwise: number) => {
      const tree = since(draft, "2019-09") ? get(keyword) : undefined;
      return tree?.kind === "number" ? tree.value : otherwise;
    };
    return matches >= bound("minContains", 1) && matches <= bound("maxContains", Number.POSITIVE_INFINITY);
  }

  private combined(
    tree: ObjectTree,
    { draft }: Resource,
    inner: (part: Tree) => Outcome,
    absorb: (outcome: Outcome) => boolean,
  ): boolean {
    const get = (keyword: string) => tree.members.get(keyword)?.value;
    const list = (keyword: string) => {
      const value = get(keyword);
      return value?.kind === "array" ? value.items : undefined;
    };
    for (const part of list("allOf") ?? []) if (!absorb(inner(part))) return false;
    const any = list("anyOf");
    // every branch is looked at, because each that holds evaluates something
    const held = any?.map((part) => absorb(inner(part)));
    if (held !== undefined && !held.includes(true)) return false;
    const one = list("oneOf");
    if (one !== undefined) {
      const valid = one.map(inner).filter((outcome) => outcome.valid);
      if (valid.length !== 1) return false;
      for (const outcome of valid) absorb(outcome);
    }
    const not = get("not");
    if (not !== undefined && inner(not).valid) return false;
    const condition = since(draft, "07") ? get("if") : undefined;
    if (condition === undefined) return true;
    const then = get(absorb(inner(condition)) ? "then" : "else");
    return then === undefined || absorb(inner(then));
  }

  private dependent(
    tree: ObjectTree,
    value: Value,
    { draft }: Resource,
    inner: (part: Tree) => Outcome,
    absorb: (outcome: Outcome) => boolean,
  ): boolean {
    if (!isObject(value)) return true;
    const keywords = since(draft, "2019-09") ? ["dependentRequired", "dependentSchemas"] : ["dependencies"];
    for (const keyword of keywords) {
      const map = tree.members.get(keyword)?.value;
      if (map?.kind !== "object") continue;
      for (const [name, { value: needs }] of map.members) {
        if (!value.has(name)) continue;
        if (needs.kind === "array" || needs.kind === "string") {
          if (!textsOf(needs).every((other) => value.has(other))) return false;
        } else if (!absorb(inner(needs))) return false;
      }
    }
    return true;
  }

  private unevaluated(
    tree: ObjectTree,
    value: Value,
    scope: readonly Resource[],
    names: Set<string>,
    items: Set<number>,
  ): boolean {
    const properties = tree.members.get("unevaluatedProperties")?.value;
    if (properties !== undefined && isObject(value))
      for (const [name, member] of value) {
        if (names.has(name)) continue;
        if (!this.apply(properties, member, scope).valid) return false;
        names.add(name);
      }
    const rest = tree.members.get("unevaluatedItems")?.value;
    if (rest !== undefined && isArray(value))
      for (const [index, item] of value.entries()) {
        if (items.has(index)) continue;
        if (!this.apply(rest, item, scope).valid) return false;
        items.add(index);
      }
    return true;
  }
}
