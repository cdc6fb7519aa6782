import type { Location } from "../../model.ts";
import type { Tree } from "../../text/tree.ts";
import type { Prose } from "../prose.ts";
import type { Logical } from "./logical.ts";
import type { Name } from "./names.ts";

export type PrimitiveKind = "null" | "boolean" | "int" | "long" | "float" | "double" | "bytes" | "string";

/** A schema with every name resolved: a recursive type holds itself, so it is walked with a memory. */
export type AvroType = PrimitiveType | ArrayType | MapType | UnionType | NamedType;
export type NamedType = RecordType | EnumType | FixedType;

export interface PrimitiveType {
  readonly kind: PrimitiveKind;
  readonly logical: Logical | undefined;
  readonly at: Location;
}
interface ArrayType {
  readonly kind: "array";
  readonly items: AvroType;
  readonly at: Location;
}
interface MapType {
  readonly kind: "map";
  readonly values: AvroType;
  readonly at: Location;
}
export interface UnionType {
  readonly kind: "union";
  readonly branches: readonly Exclude<AvroType, UnionType>[];
  readonly at: Location;
}

interface Named {
  readonly name: Name;
  /** Full names: an alias without a dot stands in the namespace of the type itself. */
  readonly aliases: readonly string[];
  readonly doc?: Prose;
  readonly at: Location;
}
/** A record, or an error of a protocol: both are resolved alike. */
export interface RecordType extends Named {
  readonly kind: "record";
  readonly fields: readonly Field[];
}
export interface EnumType extends Named {
  readonly kind: "enum";
  readonly symbols: readonly string[];
  readonly default: string | undefined;
}
export interface FixedType extends Named {
  readonly kind: "fixed";
  /** Bytes. */
  readonly size: number;
  readonly logical: Logical | undefined;
}

export interface Field {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly type: AvroType;
  readonly default: Default | undefined;
  readonly doc?: Prose;
  /** What a registry calls the field: `confluent:tags`. */
  readonly tags: readonly string[];
  readonly at: Location;
}

export interface Default {
  readonly tree: Tree;
  /** Why it is no value of the field's type; such a default counts as none. Filled when all types are known. */
  fault: string | undefined;
}

/** The default that a reader falls back on: one that is a value of its type. */
export function usableDefault(field: Field): Tree | undefined {
  return field.default?.fault === undefined ? field.default?.tree : undefined;
}

/** The types that stand directly in a type. */
export function inside(type: AvroType): readonly AvroType[] {
  switch (type.kind) {
    case "array":
      return [type.items];
    case "map":
      return [type.values];
    case "union":
      return type.branches;
    case "record":
      return type.fields.map((field) => field.type);
    default:
      return [];
  }
}

/** A type and every type within it, each once. */
export function reachable(root: AvroType): ReadonlySet<AvroType> {
  const seen = new Set<AvroType>([root]);
  for (const type of seen) for (const inner of inside(type)) seen.add(inner);
  return seen;
}
