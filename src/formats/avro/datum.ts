import type { Leaf, Step } from "./fault.ts";
import { maxDatum } from "./limits.ts";
import {
  type AvroType,
  type EnumType,
  type FixedType,
  inside,
  type PrimitiveType,
  type RecordType,
  reachable,
  type UnionType,
} from "./types.ts";

/** A value with the type it is written as. Bytes and fixed are hexadecimal. */
export type Datum =
  | { readonly type: PrimitiveType; readonly value: null | boolean | number | string }
  | { readonly type: FixedType | EnumType; readonly value: string }
  | { readonly type: RecordType; readonly fields: readonly Datum[] }
  | { readonly type: Extract<AvroType, { kind: "array" | "map" }>; readonly items: readonly Datum[] }
  | { readonly type: UnionType; readonly branch: number; readonly inner: Datum };

/** The smallest values of the types that can be reached from one. */
export class Smallest {
  /** How many parts the smallest value of a type has; left out where there is none, or none small enough. */
  private readonly sizes = new Map<AvroType, number>();

  /** Symbols that the reader knows, by the simple name of their enum: a datum should show one fault, not two. */
  private readonly known = new Map<string, ReadonlySet<string>>();

  constructor(root: AvroType, reader: AvroType) {
    for (const type of reachable(reader))
      if (type.kind === "enum") this.known.set(type.name.simple, new Set(type.symbols));
    const users = new Map<AvroType, AvroType[]>();
    const missing = new Map<AvroType, number>();
    const waiting: AvroType[] = [];
    for (const type of reachable(root)) {
      const inner = type.kind === "array" || type.kind === "map" ? [] : inside(type);
      for (const part of inner) note(users, part, type);
      if (type.kind === "record") missing.set(type, inner.length);
      if (inner.length === 0) waiting.push(type);
    }
    for (let type = waiting.pop(); type !== undefined; type = waiting.pop()) {
      const first = !this.sizes.has(type);
      const size = this.measure(type);
      if (size > maxDatum || size >= this.size(type)) continue;
      this.sizes.set(type, size);
      for (const user of users.get(type) ?? []) {
        if (user.kind === "union") {
          if (size + 1 < this.size(user)) waiting.push(user);
          continue;
        }
        // a record can be measured once all its fields can
        const rest = (missing.get(user) ?? 0) - (first ? 1 : 0);
        missing.set(user, rest);
        if (rest <= 0) waiting.push(user);
      }
    }
  }

  /** Undefined where a type holds itself without end, or only enormous values. */
  of(type: AvroType): Datum | undefined {
    return this.size(type) === Number.POSITIVE_INFINITY ? undefined : this.build(type);
  }

  /** The smallest value of `type` that has `leaf` at the end of the steps on the writer's side. */
  along(type: AvroType, steps: readonly Step[], writer: "base" | "head", leaf: Leaf): Datum | undefined {
    const [step, ...rest] = steps;
    if (step === undefined) return this.ending(type, leaf);
    if (step.kind === "branch") {
      const branch = step[writer];
      if (type.kind !== "union" || branch === undefined) return this.along(type, rest, writer, leaf);
      const inner = this.along(type.branches[branch] as AvroType, rest, writer, leaf);
      return inner && { type, branch, inner };
    }
    if (step.kind === "field") {
      const name = step[writer];
      if (type.kind !== "record" || this.measure(type) > maxDatum) return undefined;
      if (name === undefined) return this.of(type);
      const fields = type.fields.map((field) =>
        field.name === name ? this.along(field.type, rest, writer, leaf) : this.of(field.type),
      );
      return whole(fields) ? { type, fields } : undefined;
    }
    if (type.kind !== "array" && type.kind !== "map") return undefined;
    const item = this.along(type.kind === "array" ? type.items : type.values, rest, writer, leaf);
    return item && { type, items: [item] };
  }

  private ending(type: AvroType, leaf: Leaf): Datum | undefined {
    if ("symbol" in leaf && type.kind === "enum") return { type, value: leaf.symbol };
    if ("branch" in leaf && type.kind === "union") {
      const inner = this.of(type.branches[leaf.branch] as AvroType);
      return inner && { type, branch: leaf.branch, inner };
    }
    if ("value" in leaf && type.kind === "fixed") return { type, value: String(leaf.value) };
    if ("value" in leaf && isScalar(type)) return { type, value: leaf.value };
    return this.of(type);
  }

  private size(type: AvroType): number {
    return this.sizes.get(type) ?? Number.POSITIVE_INFINITY;
  }

  private measure(type: AvroType): number {
    switch (type.kind) {
      case "record":
        return type.fields.reduce((sum, field) => sum + this.size(field.type), 1);
      case "union":
        return 1 + Math.min(...type.branches.map((branch) => this.size(branch)));
      case "fixed":
        return 1 + type.size / 8;
      case "enum":
        return type.symbols.length > 0 ? 1 : Number.POSITIVE_INFINITY;
      default:
        return 1;
    }
  }

  private build(type: AvroType): Datum {
    switch (type.kind) {
      case "record":
        return { type, fields: type.fields.map((field) => this.build(field.type)) };
      case "union": {
        const sizes = type.branches.map((branch) => this.size(branch));
        const branch = sizes.indexOf(Math.min(...sizes));
        return { type, branch, inner: this.build(type.branches[branch] as AvroType) };
      }
      case "array":
      case "map":
        return { type, items: [] };
      case "fixed":
        return { type, value: "00".repeat(type.size) };
      case "enum": {
        const known = this.known.get(type.name.simple);
        return { type, value: type.symbols.find((symbol) => known?.has(symbol)) ?? (type.symbols[0] as string) };
      }
      case "null":
        return { type, value: null };
      case "boolean":
        return { type, value: false };
      case "string":
        return { type, value: type.logical?.name === "uuid" ? "00000000-0000-0000-0000-000000000000" : "" };
      case "bytes":
        return { type, value: "" };
      default:
        return { type, value: 0 };
    }
  }
}

function note<K, V>(groups: Map<K, V[]>, key: K, value: V): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
}

function isScalar(type: AvroType): type is PrimitiveType {
  return (
    type.kind !== "record" &&
    type.kind !== "union" &&
    type.kind !== "array" &&
    type.kind !== "map" &&
    type.kind !== "enum" &&
    type.kind !== "fixed"
  );
}

function whole(fields: readonly (Datum | undefined)[]): fields is readonly Datum[] {
  return fields.every((field) => field !== undefined);
}

/** How many values a datum is made of. */
export function partsOf(datum: Datum): number {
  if ("branch" in datum) return 1 + partsOf(datum.inner);
  const inner = "fields" in datum ? datum.fields : "items" in datum ? datum.items : [];
  return inner.reduce((sum, part) => sum + partsOf(part), 1);
}

/** The specification's JSON encoding: a branch of a union that is not null is named, bytes are text of code points to 255. */
export function toJson(datum: Datum): unknown {
  const { type } = datum;
  if ("fields" in datum) {
    const object: Record<string, unknown> = Object.create(null);
    datum.type.fields.forEach((field, index) => {
      object[field.name] = toJson(datum.fields[index] as Datum);
    });
    return object;
  }
  if ("items" in datum) {
    const items = datum.items.map(toJson);
    return type.kind === "array" ? items : Object.fromEntries(items.map((item, index) => [mapKey(index), item]));
  }
  if ("branch" in datum) {
    const { inner } = datum;
    return inner.type.kind === "null" ? null : { [branchName(inner.type)]: toJson(inner) };
  }
  if (type.kind === "bytes" || type.kind === "fixed") return latin1(String(datum.value));
  return datum.value;
}

export function mapKey(index: number): string {
  return index === 0 ? "key" : `key${index}`;
}

function branchName(type: AvroType): string {
  return "name" in type ? type.name.full : type.kind;
}

function latin1(hex: string): string {
  return (hex.match(/../g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 16))).join("");
}
