import type { Location } from "../../model.ts";
import { get, itemsOf, type ObjectTree, type Place, type Tree, textsOf, Unreadable } from "../../text/tree.ts";
import type { Prose } from "../prose.ts";
import { defaultFault } from "./defaults.ts";
import { type Document, schemasOf } from "./document.ts";
import { maxNesting } from "./limits.ts";
import { readLogical } from "./logical.ts";
import { isDotted, isPrimitive, isWord, type Name, resolveName } from "./names.ts";
import type { AvroType, Default, EnumType, Field, FixedType, NamedType, RecordType, UnionType } from "./types.ts";

const namedKinds = new Set(["record", "error", "enum", "fixed"]);

interface Declaration {
  readonly name: Name;
  readonly tree: ObjectTree;
}

/** The named types of one file. Types are built when first asked for, so a name may be used before it is defined. */
export class Scope {
  readonly document: Document;
  readonly declarations = new Map<string, Declaration>();
  private depth = 0;
  private readonly built = new Map<string, NamedType>();
  private readonly pending: { readonly type: AvroType; readonly default: Default }[] = [];
  /** Finds a full name in the other files. */
  private readonly elsewhere: (fullName: string) => NamedType | undefined;

  /** @throws Unreadable where two types have one name or a name is none. */
  constructor(document: Document, elsewhere: (fullName: string) => NamedType | undefined) {
    this.document = document;
    this.elsewhere = elsewhere;
    for (const tree of schemasOf(document)) this.collect(tree, document.namespace);
  }

  /** @throws Unreadable */
  declared(fullName: string): NamedType | undefined {
    const ready = this.built.get(fullName);
    if (ready !== undefined) return ready;
    const declaration = this.declarations.get(fullName);
    return declaration === undefined ? undefined : this.named(declaration);
  }

  /** @throws Unreadable */
  type(tree: Tree, namespace: string = this.document.namespace): AvroType {
    if (++this.depth > maxNesting) this.fail(`types nested deeper than ${maxNesting} levels`, tree);
    const type = this.read(tree, namespace);
    this.depth--;
    return type;
  }

  private read(tree: Tree, namespace: string): AvroType {
    switch (tree.kind) {
      case "string":
        return isPrimitive(tree.value)
          ? { kind: tree.value, logical: undefined, at: this.at(tree) }
          : this.reference(tree.value, namespace, tree);
      case "array":
        return this.union(tree.items, namespace, tree);
      case "object":
        return this.object(tree, namespace);
      default:
        return this.fail(`expected a schema: a name, an object or a list, not ${tree.kind}`, tree);
    }
  }

  /** Judges the defaults met so far; only possible when every type is complete. */
  settleDefaults(): void {
    for (const { type, default: given } of this.pending.splice(0)) given.fault = defaultFault(type, given.tree);
  }

  fields(trees: readonly Tree[], namespace: string): Field[] {
    const names = new Set<string>();
    return trees.map((tree) => {
      const name = this.text(tree, "name", "a field");
      if (!isWord(name)) this.fail(`not a valid field name: ${JSON.stringify(name)}`, get(tree, "name") ?? tree);
      if (names.has(name)) this.fail(`two fields are called ${name}`, get(tree, "name") ?? tree);
      names.add(name);
      const given = get(tree, "type");
      if (given === undefined) return this.fail(`the field ${name} has no type`, tree);
      const type = this.type(given, namespace);
      const value = get(tree, "default");
      const fallback: Default | undefined = value && { tree: value, fault: undefined };
      if (fallback !== undefined) this.pending.push({ type, default: fallback });
      const tags = textsOf(get(tree, "confluent:tags"));
      const at = this.at(get(tree, "name") ?? tree);
      return { name, aliases: this.aliases(tree), type, default: fallback, tags, at, ...this.doc(tree) };
    });
  }

  private collect(tree: Tree | undefined, namespace: string): void {
    if (tree?.kind === "array") for (const item of tree.items) this.collect(item, namespace);
    if (tree?.kind !== "object") return;
    const type = get(tree, "type");
    if (type?.kind !== "string") this.collect(type, namespace);
    else if (type.value === "array") this.collect(get(tree, "items"), namespace);
    else if (type.value === "map") this.collect(get(tree, "values"), namespace);
    else if (namedKinds.has(type.value)) this.declare(tree, namespace, type.value);
  }

  private declare(tree: ObjectTree, namespace: string, kind: string): void {
    const name = this.nameOf(tree, namespace, kind);
    const first = this.declarations.get(name.full);
    if (first !== undefined)
      this.fail(`${name.full} is defined twice, first on line ${first.tree.line}`, get(tree, "name") ?? tree);
    this.declarations.set(name.full, { name, tree });
    for (const field of itemsOf(get(tree, "fields"))) this.collect(get(field, "type"), name.namespace);
  }

  private nameOf(tree: ObjectTree, namespace: string, kind: string): Name {
    const written = this.text(tree, "name", kind === "enum" || kind === "error" ? `an ${kind}` : `a ${kind}`);
    const at = get(tree, "name") ?? tree;
    const space = get(tree, "namespace");
    if (space !== undefined && space.kind !== "string" && space.kind !== "null")
      this.fail("a namespace must be a string", space);
    const name = resolveName(written, space?.kind === "string" ? space.value : namespace);
    if (!isDotted(name.full)) this.fail(`not a valid name: ${JSON.stringify(name.full)}`, at);
    if (isPrimitive(name.full)) this.fail(`${name.full} is the name of a primitive type`, at);
    return name;
  }

  private reference(written: string, namespace: string, tree: Tree): NamedType {
    const { full } = resolveName(written, namespace);
    const found = this.declared(full) ?? this.elsewhere(full) ?? this.declared(written) ?? this.elsewhere(written);
    return found ?? this.fail(`unknown type ${full}: no primitive, and defined in none of the files given`, tree);
  }

  private union(items: readonly Tree[], namespace: string, tree: Tree): UnionType {
    const seen = new Set<string>();
    const branches = items.map((item) => {
      const type = this.type(item, namespace);
      if (type.kind === "union") return this.fail("a union may not stand directly in a union", item);
      const key = "name" in type ? type.name.full : type.kind;
      if (seen.has(key)) this.fail(`a union may hold ${key} only once`, item);
      seen.add(key);
      return type;
    });
    return { kind: "union", branches, at: this.at(tree) };
  }

  private object(tree: ObjectTree, namespace: string): AvroType {
    const type = get(tree, "type");
    if (type === undefined) return this.fail("a schema without a type", tree);
    if (type.kind !== "string") return this.type(type, namespace);
    const { value: kind } = type;
    if (isPrimitive(kind)) return { kind, logical: readLogical(tree, kind), at: this.at(tree) };
    if (kind === "array" || kind === "map") {
      const key = kind === "array" ? "items" : "values";
      const inner = get(tree, key);
      if (inner === undefined) return this.fail(`${kind === "array" ? "an array" : "a map"} without ${key}`, tree);
      const built = this.type(inner, namespace);
      return kind === "array"
        ? { kind, items: built, at: this.at(tree) }
        : { kind: "map", values: built, at: this.at(tree) };
    }
    if (!namedKinds.has(kind)) return this.reference(kind, namespace, type);
    const { full } = this.nameOf(tree, namespace, kind);
    return this.declared(full) as NamedType;
  }

  private named({ name, tree }: Declaration): NamedType {
    const aliases = this.aliases(tree).map((alias) => resolveName(alias, name.namespace).full);
    const common = { name, aliases, at: this.at(get(tree, "name") ?? tree), ...this.doc(tree) };
    const kind = (get(tree, "type") as { value: string }).value;
    if (kind === "fixed") return this.keep(this.fixed(common, tree));
    if (kind === "enum") return this.keep(this.enumeration(common, tree));
    const given = get(tree, "fields");
    if (given?.kind !== "array") return this.fail(`the record ${name.full} has no list of fields`, given ?? tree);
    const fields: Field[] = [];
    const record: RecordType = this.keep({ kind: "record", ...common, fields });
    fields.push(...this.fields(given.items, name.namespace));
    return record;
  }

  doc(tree: Tree): { readonly doc?: Prose } {
    const doc = get(tree, "doc");
    return doc?.kind === "string" ? { doc: { kind: "text", name: "doc", text: doc.value, at: this.at(doc) } } : {};
  }

  private keep<T extends NamedType>(type: T): T {
    this.built.set(type.name.full, type);
    return type;
  }

  private fixed(common: Pick<FixedType, "name" | "aliases" | "at" | "doc">, tree: ObjectTree): FixedType {
    const size = get(tree, "size");
    if (size?.kind !== "number" || !Number.isSafeInteger(size.value) || size.value < 0)
      return this.fail(`the size of ${common.name.full} must be a whole number of bytes`, size ?? tree);
    return { kind: "fixed", ...common, size: size.value, logical: readLogical(tree, "fixed", size.value) };
  }

  private enumeration(common: Pick<EnumType, "name" | "aliases" | "at" | "doc">, tree: ObjectTree): EnumType {
    const given = get(tree, "symbols");
    if (given?.kind !== "array") return this.fail(`the enum ${common.name.full} has no list of symbols`, given ?? tree);
    const symbols = new Set<string>();
    for (const item of given.items) {
      if (item.kind !== "string" || !isWord(item.value)) return this.fail("not a valid enum symbol", item);
      if (symbols.has(item.value)) this.fail(`the symbol ${item.value} stands twice`, item);
      symbols.add(item.value);
    }
    const fallback = get(tree, "default");
    if (fallback !== undefined && (fallback.kind !== "string" || !symbols.has(fallback.value)))
      this.fail(`the default of ${common.name.full} is none of its symbols`, fallback);
    const named = fallback?.kind === "string" ? fallback.value : undefined;
    return { kind: "enum", ...common, symbols: [...symbols], default: named };
  }

  private aliases(tree: Tree): readonly string[] {
    const given = get(tree, "aliases");
    if (given === undefined) return [];
    if (given.kind !== "array") return this.fail("aliases must be a list of names", given);
    return given.items.map((item) =>
      item.kind === "string" && isDotted(item.value) ? item.value : this.fail("not a valid alias", item),
    );
  }

  private text(tree: Tree, key: string, what: string): string {
    const value = get(tree, key);
    if (value?.kind === "string") return value.value;
    return this.fail(
      value === undefined ? `${what} without a ${key}` : `the ${key} of ${what} must be a string`,
      value ?? tree,
    );
  }

  private at({ line, column }: Place): Location {
    return { path: this.document.path, line, column };
  }

  fail(message: string, at: Place): never {
    throw new Unreadable(message, this.at(at));
  }
}
