import avsc from "avsc";
import { plain } from "../../text/tree.ts";
import { branchName, type Datum, mapKey } from "./datum.ts";
import { defaultFault } from "./defaults.ts";
import { sourcesOf } from "./diff-record.ts";
import { branchFor, nameMatch } from "./match.ts";
import { type AvroType, type NamedType, usableDefault } from "./types.ts";

type Json = unknown;
type Codec = ReturnType<typeof avsc.Type.forSchema>;

/** avsc's codec for a whole schema. Logical types are left out: they do not change the bytes. */
export function codecOf(type: AvroType): Codec {
  return forSchema(new Emission((named) => named.name.full).schema(type));
}

/** The bytes of a datum, in hexadecimal. */
export function encode(codec: Codec, datum: Datum): string {
  return codec.toBuffer(wrapped(datum)).toString("hex");
}

/**
 * Whether avsc reads the datum with another schema. avsc judges two schemas, not a datum, so the writer's is first narrowed
 * to what the datum holds: of a union the branch, of an enum the symbol. Names are replaced by what the specification's
 * rules for names make of them, because avsc compares full names.
 */
export function avscReads(datum: Datum, reader: AvroType): boolean {
  const narrowing = new Narrowing();
  const written = forSchema(narrowing.schema(datum, reader));
  const readerNames = new Map<NamedType, string>();
  const emission = new Emission(
    (named) => nameFor(readerNames, named, "Reader"),
    (named) => narrowing.variants(named),
  );
  const read = forSchema(emission.schema(reader));
  try {
    read.fromBuffer(written.toBuffer(bare(datum)), read.createResolver(written));
    return true;
  } catch {
    return false;
  }
}

function forSchema(schema: Json): Codec {
  return avsc.Type.forSchema(schema as Parameters<typeof avsc.Type.forSchema>[0], { wrapUnions: true });
}

function nameFor(names: Map<NamedType, string>, named: NamedType, prefix: string): string {
  const name = names.get(named) ?? `${prefix}${names.size}`;
  names.set(named, name);
  return name;
}

/** A resolved type back as JSON: each named type defined where it is first met. */
class Emission {
  private readonly defined = new Set<NamedType>();
  private readonly name: (named: NamedType) => string;
  private readonly aliases: (named: NamedType) => readonly string[];

  constructor(name: (named: NamedType) => string, aliases: (named: NamedType) => readonly string[] = () => []) {
    this.name = name;
    this.aliases = aliases;
  }

  schema(type: AvroType, first?: number): Json {
    switch (type.kind) {
      case "array":
        return { type: "array", items: this.schema(type.items) };
      case "map":
        return { type: "map", values: this.schema(type.values) };
      case "union": {
        // avsc takes a default for the first branch only
        const branches = type.branches
          .map((_, index) => index)
          .sort((a, b) => Number(b === first) - Number(a === first));
        return branches.map((index) => this.schema(type.branches[index] as AvroType));
      }
      case "record":
      case "enum":
      case "fixed":
        return this.named(type);
      default:
        return type.kind;
    }
  }

  private named(type: NamedType): Json {
    if (this.defined.has(type)) return this.name(type);
    this.defined.add(type);
    const common = { type: type.kind, name: this.name(type), aliases: this.aliases(type) };
    if (type.kind === "fixed") return { ...common, size: type.size };
    if (type.kind === "enum")
      return { ...common, symbols: type.symbols, ...(type.default === undefined ? {} : { default: type.default }) };
    const fields = type.fields.map((field) => {
      const fallback = usableDefault(field);
      const first =
        fallback !== undefined && field.type.kind === "union"
          ? field.type.branches.findIndex((branch) => defaultFault(branch, fallback) === undefined)
          : undefined;
      return {
        name: field.name,
        aliases: field.aliases,
        type: this.schema(field.type, first),
        ...(fallback === undefined ? {} : { default: plain(fallback) }),
      };
    });
    return { ...common, fields };
  }
}

/** The writer's schema, narrowed to one datum. Every value of a named type gets a type of its own. */
class Narrowing {
  private readonly made: { readonly type: NamedType; readonly name: string }[] = [];
  private readonly unread = new Map<NamedType, string>();

  schema(datum: Datum, reader: AvroType | undefined): Json {
    if ("branch" in datum) return this.schema(datum.inner, reader);
    const { type } = datum;
    const target = reader?.kind === "union" ? reader.branches[branchFor(type, reader)] : reader;
    if ("items" in datum) {
      const inner = target?.kind === "array" ? target.items : target?.kind === "map" ? target.values : undefined;
      const [item] = datum.items;
      // an empty list says nothing of its items: any type that the reader takes will do
      const items =
        item !== undefined
          ? this.schema(item, inner)
          : inner === undefined
            ? "null"
            : new Emission((named) => nameFor(this.unread, named, `Empty${this.made.length}x`)).schema(inner);
      return type.kind === "array" ? { type: "array", items } : { type: "map", values: items };
    }
    if ("fields" in datum) {
      const name = this.variant(datum.type);
      const sources = target?.kind === "record" ? [...sourcesOf(target, datum.type)] : [];
      const readers = new Map(sources.map(([to, from]) => [from, to.type]));
      const fields = datum.type.fields.map((field, index) => ({
        name: field.name,
        type: this.schema(datum.fields[index] as Datum, readers.get(field)),
      }));
      return { type: "record", name, fields };
    }
    if (type.kind === "enum") return { type: "enum", name: this.variant(type), symbols: [datum.value] };
    if (type.kind === "fixed") return { type: "fixed", name: this.variant(type), size: type.size };
    return type.kind;
  }

  /** The names that a reader's type has to take for its own. */
  variants(reader: NamedType): readonly string[] {
    return this.made.filter(({ type }) => nameMatch(type, reader) !== undefined).map(({ name }) => name);
  }

  private variant(type: NamedType): string {
    const name = `Writer${this.made.length}`;
    this.made.push({ type, name });
    return name;
  }
}

/** A value as avsc wants it, with the branches of unions named. */
function wrapped(datum: Datum): unknown {
  if ("branch" in datum) {
    const { inner } = datum;
    return inner.type.kind === "null" ? null : { [branchName(inner.type)]: wrapped(inner) };
  }
  return shaped(datum, wrapped);
}

function bare(datum: Datum): unknown {
  return "branch" in datum ? bare(datum.inner) : shaped(datum, bare);
}

function shaped(datum: Exclude<Datum, { branch: number }>, inner: (datum: Datum) => unknown): unknown {
  if ("fields" in datum)
    return Object.fromEntries(
      datum.type.fields.map((field, index) => [field.name, inner(datum.fields[index] as Datum)]),
    );
  if ("items" in datum) {
    const items = datum.items.map(inner);
    return datum.type.kind === "array" ? items : Object.fromEntries(items.map((item, index) => [mapKey(index), item]));
  }
  const { type, value } = datum;
  return type.kind === "bytes" || type.kind === "fixed" ? Buffer.from(String(value), "hex") : value;
}
