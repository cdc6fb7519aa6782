import avsc from "avsc";
import { plain } from "../../text/tree.ts";
import { type Datum, mapKey } from "./datum.ts";
import { defaultFault } from "./defaults.ts";
import { sourcesOf } from "./diff-record.ts";
import { branchFor, isNamed } from "./match.ts";
import { type AvroType, inside, type NamedType, reachable, usableDefault } from "./types.ts";

type Json = unknown;

/** How many different shapes of one type a datum may hold. */
const maxVariants = 8;

/**
 * avsc as the reader of one side's data. avsc judges two schemas, not a datum, so the writer's is first narrowed to what the
 * datum holds: of a union the branch, of an enum the symbol. Names are replaced by what the specification's rules for names
 * make of them, because avsc compares full names.
 */
export class AvscReader {
  private readonly reader: AvroType;
  private readonly codec: ReturnType<typeof forSchema>;
  private readonly writerNames = new Map<NamedType, string>();
  private readonly readerNames = new Map<NamedType, string>();

  /** Throws where avsc does not take the schema. */
  constructor(writer: AvroType, reader: AvroType) {
    this.reader = reader;
    const written = [...reachable(writer)].filter(isNamed);
    for (const named of written) this.writerNames.set(named, `Writer${this.writerNames.size}`);
    const bySimple = grouped(written, ({ name }) => name.simple);
    const byFull = grouped(written, ({ name }) => name.full);
    const emission = new Emission(this.readerName, (named) => {
      const matching = [
        ...(bySimple.get(named.name.simple) ?? []),
        ...named.aliases.flatMap((alias) => byFull.get(alias) ?? []),
      ];
      return [...new Set(matching)].flatMap((type) =>
        Array.from({ length: maxVariants }, (_, index) => `${this.writerNames.get(type)}v${index}`),
      );
    });
    this.codec = forSchema(emission.schema(reader));
  }

  /** Throws where avsc cannot tell. */
  reads(datum: Datum): boolean {
    const narrowing = new Narrowing(this.writerNames, this.readerName);
    const written = forSchema(narrowing.schema(datum, this.reader));
    const bytes = written.toBuffer(bare(datum));
    try {
      this.codec.fromBuffer(bytes, this.codec.createResolver(written));
      return true;
    } catch {
      return false;
    }
  }

  private readonly readerName = (named: NamedType): string => {
    const name = this.readerNames.get(named) ?? `Reader${this.readerNames.size}`;
    this.readerNames.set(named, name);
    return name;
  };
}

function forSchema(schema: Json) {
  return avsc.Type.forSchema(schema as Parameters<typeof avsc.Type.forSchema>[0], { wrapUnions: true });
}

function grouped(types: readonly NamedType[], key: (type: NamedType) => string): Map<string, NamedType[]> {
  const groups = new Map<string, NamedType[]>();
  for (const type of types) {
    const group = groups.get(key(type));
    if (group === undefined) groups.set(key(type), [type]);
    else group.push(type);
  }
  return groups;
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

/** The writer's schema, narrowed to one datum: a named type has a variant for each shape that its values have. */
class Narrowing {
  private readonly variants = new Map<NamedType, Map<string, string>>();
  private readonly names: ReadonlyMap<NamedType, string>;
  private readonly unread: Emission;

  constructor(names: ReadonlyMap<NamedType, string>, readerName: (named: NamedType) => string) {
    this.names = names;
    this.unread = new Emission(readerName);
  }

  schema(datum: Datum, reader: AvroType | undefined): Json {
    if ("branch" in datum) return this.schema(datum.inner, reader);
    const { type } = datum;
    const target = reader?.kind === "union" ? reader.branches[branchFor(type, reader)] : reader;
    if ("items" in datum) {
      const [inner] = target?.kind === type.kind ? inside(target) : [];
      const [item] = datum.items;
      // an empty list says nothing of its items: what the reader expects will do
      const items =
        item !== undefined ? this.schema(item, inner) : inner === undefined ? "null" : this.unread.schema(inner);
      return type.kind === "array" ? { type: "array", items } : { type: "map", values: items };
    }
    if ("fields" in datum) {
      const sources = target?.kind === "record" ? [...sourcesOf(target, datum.type)] : [];
      const readers = new Map(sources.map(([to, from]) => [from, to.type]));
      const fields = datum.type.fields.map((field, index) => ({
        name: field.name,
        type: this.schema(datum.fields[index] as Datum, readers.get(field)),
      }));
      return this.variant(datum.type, { type: "record", fields });
    }
    if (type.kind === "enum") return this.variant(type, { type: "enum", symbols: [datum.value] });
    if (type.kind === "fixed") return this.variant(type, { type: "fixed", size: type.size });
    return type.kind;
  }

  private variant(type: NamedType, definition: Readonly<Record<string, Json>>): Json {
    const made = this.variants.get(type) ?? new Map<string, string>();
    this.variants.set(type, made);
    const shape = JSON.stringify(definition, (_, value) => (isDefinition(value) ? value.name : value));
    const known = made.get(shape);
    if (known !== undefined) return known;
    if (made.size >= maxVariants) throw new RangeError("too many shapes of one type");
    const name = `${this.names.get(type)}v${made.size}`;
    made.set(shape, name);
    return { ...definition, name };
  }
}

function isDefinition(value: unknown): value is { name: string } {
  if (typeof value !== "object" || value === null || !("name" in value) || !("type" in value)) return false;
  return value.type === "record" || value.type === "enum" || value.type === "fixed";
}

/** A value as avsc wants it under a schema narrowed to it, which has no unions. */
function bare(datum: Datum): unknown {
  if ("branch" in datum) return bare(datum.inner);
  if ("fields" in datum)
    return Object.fromEntries(
      datum.type.fields.map((field, index) => [field.name, bare(datum.fields[index] as Datum)]),
    );
  if ("items" in datum) {
    const items = datum.items.map(bare);
    return datum.type.kind === "array" ? items : Object.fromEntries(items.map((item, index) => [mapKey(index), item]));
  }
  const { type, value } = datum;
  return type.kind === "bytes" || type.kind === "fixed" ? Buffer.from(String(value), "hex") : value;
}
