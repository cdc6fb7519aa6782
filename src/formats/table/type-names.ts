import type { Type } from "./type.ts";

/** Makes a type of a name's arguments, as in `numeric(12,2)`; undefined where they make no sense. */
export type TypeName = (numbers: readonly number[]) => Type;

const integer = (bits: number) => (): Type => ({ kind: "integer", bits });
const float = (bits: 32 | 64) => (): Type => ({ kind: "float", bits });
const string = ([length]: readonly number[]): Type => ({ kind: "string", length, padded: false });
const padded = ([length = 1]: readonly number[]): Type => ({ kind: "string", length, padded: true });
const bytes = ([length]: readonly number[]): Type => ({ kind: "bytes", length });
const plain = (kind: "boolean" | "date") => (): Type => ({ kind });
const clock =
  (kind: "time" | "timestamp", zoned: boolean) =>
  ([digits]: readonly number[]): Type => ({ kind, zoned, digits });
const decimal =
  (defaults: readonly [number, number] | undefined) =>
  ([precision, scale]: readonly number[]): Type =>
    precision === undefined
      ? { kind: "decimal", precision: defaults?.[0], scale: defaults?.[1] }
      : { kind: "decimal", precision, scale: scale ?? 0 };

/** What the engines behind a catalog agree on (DuckDB, AWS Glue): `float` has 32 bits, `numeric` alone is (18,3) in DuckDB. */
export const commonNames: ReadonlyMap<string, TypeName> = new Map<string, TypeName>([
  ["tinyint", integer(8)],
  ["int1", integer(8)],
  ["byte", integer(8)],
  ["smallint", integer(16)],
  ["int2", integer(16)],
  ["short", integer(16)],
  ["int", integer(32)],
  ["integer", integer(32)],
  ["int4", integer(32)],
  ["bigint", integer(64)],
  ["int8", integer(64)],
  ["long", integer(64)],
  ["hugeint", integer(128)],
  ["real", float(32)],
  ["float", float(32)],
  ["float4", float(32)],
  ["double", float(64)],
  ["double precision", float(64)],
  ["float8", float(64)],
  ["decimal", decimal([18, 3])],
  ["numeric", decimal([18, 3])],
  ["varchar", string],
  ["character varying", string],
  ["text", string],
  ["string", string],
  ["char", padded],
  ["character", padded],
  ["binary", bytes],
  ["varbinary", bytes],
  ["bytea", bytes],
  ["blob", bytes],
  ["boolean", plain("boolean")],
  ["bool", plain("boolean")],
  ["date", plain("date")],
  ["time", clock("time", false)],
  ["timestamp", clock("timestamp", false)],
  ["datetime", clock("timestamp", false)],
  ["timestamptz", clock("timestamp", true)],
  ["timestamp with time zone", clock("timestamp", true)],
  ["timestamp without time zone", clock("timestamp", false)],
]);

const written = /^([^()<>[\]]+)(?:\(([\d\s,-]*)\))?([^()<>[\]]*)$/;

/** Reads a type as SQL writes it. What the dialect does not name is known by its text alone. */
export function typeOf(text: string, names: ReadonlyMap<string, TypeName> = commonNames): Type {
  const plainText = text.trim().toLowerCase().replace(/\s+/g, " ");
  const [, name = "", list, tail = ""] = written.exec(plainText) ?? [];
  const numbers = list === undefined ? [] : list.split(",").map(Number);
  const make = names.get(`${name.trim()} ${tail.trim()}`.trim());
  const whole = numbers.every((number) => Number.isSafeInteger(number) && number >= 0);
  return make !== undefined && whole ? make(numbers) : { kind: "other", text: plainText };
}
