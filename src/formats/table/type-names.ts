import type { Type } from "./type.ts";

/** Makes a type of a name's arguments, as in `numeric(12,2)`; undefined where the name says nothing with these. */
export type TypeName = (numbers: readonly number[]) => Type | undefined;
export type TypeNames = ReadonlyMap<string, TypeName>;

const integer = (bits: number) => (): Type => ({ kind: "integer", bits });
const unsigned = (bits: number) => (): Type => ({ kind: "integer", bits, unsigned: true });
const float = (bits: 32 | 64) => (): Type => ({ kind: "float", bits });
const string =
  (most?: number): TypeName =>
  ([length = most]) => ({ kind: "string", length, padded: false });
const padded: TypeName = ([length = 1]) => ({ kind: "string", length, padded: true });
const bytes =
  (most?: number): TypeName =>
  ([length = most]) => ({ kind: "bytes", length });
const boolean: TypeName = () => ({ kind: "boolean" });
const date: TypeName = () => ({ kind: "date" });
const clock =
  (kind: "time" | "timestamp", zoned: boolean, most = 6): TypeName =>
  ([digits = most]) => ({ kind, zoned, digits });
/** `numeric` alone has these digits, or no bound. */
const decimal =
  (...[most, after]: readonly number[]): TypeName =>
  ([precision, scale]) =>
    precision === undefined
      ? { kind: "decimal", precision: most, scale: after }
      : { kind: "decimal", precision, scale: scale ?? 0 };

const each = (make: TypeName, ...names: readonly string[]) => names.map((name): [string, TypeName] => [name, make]);

const strings = (most?: number) => each(string(most), "varchar", "character varying", "text", "string", "nvarchar");
const chars = each(padded, "char", "character", "nchar", "bpchar");
const booleans = each(boolean, "boolean", "bool");
const clocks = [
  ...each(date, "date"),
  ...each(clock("time", false), "time", "time without time zone"),
  ...each(clock("time", true), "timetz", "time with time zone"),
  ...each(clock("timestamp", false), "timestamp", "timestamp without time zone", "datetime"),
  ...each(clock("timestamp", true), "timestamptz", "timestamp with time zone"),
];
const integers = [
  ...each(integer(8), "tinyint", "int1", "byte"),
  ...each(integer(16), "smallint", "int2", "short"),
  ...each(integer(32), "int", "integer", "int4"),
  ...each(integer(64), "bigint", "int8", "long"),
];

/** `decimal` alone has an engine's own digits. */
const sizedDecimal: TypeName = (numbers) => (numbers.length === 0 ? undefined : decimal()(numbers));

/**
 * What every engine means by these names, where nobody says which one it is. Names that mean one thing here and another there
 * are not among them, and are known by their text alone: `float` has 32 bits or 64, `decimal` alone its own digits, `datetime`
 * is an instant or not, `int8` has 8 bits or 64, `nvarchar` beside `varchar` holds more characters or the same.
 */
export const sharedNames: TypeNames = new Map([
  ...integers.filter(([name]) => name !== "int8"),
  ...each(integer(128), "hugeint"),
  ...each(unsigned(8), "utinyint"),
  ...each(unsigned(16), "usmallint"),
  ...each(unsigned(32), "uinteger"),
  ...each(unsigned(64), "ubigint"),
  ...each(float(32), "real", "float4"),
  ...each(float(64), "double", "double precision", "float8"),
  ...each(sizedDecimal, "decimal", "numeric"),
  ...strings().filter(([name]) => name !== "nvarchar"),
  ...chars.filter(([name]) => name !== "nchar" && name !== "bpchar"),
  ...each(bytes(), "binary", "varbinary", "bytea", "blob"),
  ...booleans,
  ...clocks.filter(([name]) => name !== "datetime"),
]);

const postgresFloat: TypeName = ([digits = 53]) => ({ kind: "float", bits: digits <= 24 ? 32 : 64 });

/** `bpchar` alone has no bound. */
const bpchar: TypeName = ([length]) => (length === undefined ? undefined : { kind: "string", length, padded: true });

/**
 * PostgreSQL documentation, chapter 8. Names of other engines' types (`datetime`, `string`, `tinyint`) are not in it: where the
 * engine is only guessed to be this one, they may mean anything.
 */
const postgresNames: TypeNames = new Map([
  ...each(integer(16), "smallint", "int2"),
  ...each(integer(32), "int", "integer", "int4"),
  ...each(integer(64), "bigint", "int8"),
  ...each(integer(16), "smallserial", "serial2"),
  ...each(integer(32), "serial", "serial4"),
  ...each(integer(64), "bigserial", "serial8"),
  ...each(float(32), "real", "float4"),
  ...each(postgresFloat, "float"),
  ...each(float(64), "double precision", "float8"),
  ...each(decimal(), "decimal", "numeric", "dec"),
  ...each(string(), "varchar", "character varying", "text"),
  ...each(padded, "char", "character", "nchar"),
  ...each(bpchar, "bpchar"),
  ...each(bytes(), "bytea"),
  ...booleans,
  ...clocks.filter(([name]) => name !== "datetime"),
]);

/** Amazon Redshift, data types: `text` is varchar(256), `numeric` alone (18,0). */
const redshiftNames: TypeNames = new Map([
  ...postgresNames,
  ...each(decimal(18, 0), "decimal", "numeric"),
  ...strings(256),
  ...each(bytes(64_000), "varbyte", "varbinary", "binary varying"),
]);

/** Snowflake, summary of data types: every integer is NUMBER(38,0), every float a double. */
const snowflakeNames: TypeNames = new Map([
  ...each(decimal(38, 0), "number", "decimal", "dec", "numeric"),
  ...each(() => ({ kind: "decimal", precision: 38, scale: 0 }), "int", "integer", "bigint", "smallint", "tinyint"),
  ...each(() => ({ kind: "decimal", precision: 38, scale: 0 }), "byteint"),
  ...each(float(64), "float", "float4", "float8", "double", "double precision", "real"),
  ...strings(16_777_216),
  ...each(string(1), "char", "character", "nchar"),
  ...each(bytes(8_388_608), "binary", "varbinary"),
  ...booleans,
  ...each(date, "date"),
  ...each(clock("time", false, 9), "time"),
  ...each(clock("timestamp", false, 9), "timestamp", "timestamp_ntz", "datetime", "timestampntz"),
  ...each(clock("timestamp", false, 9), "timestamp without time zone"),
  ...each(clock("timestamp", true, 9), "timestamp_tz", "timestamptz", "timestamp with time zone"),
]);

/** BigQuery, data types: every integer has 64 bits; TIMESTAMP is an instant, DATETIME is not. */
export const bigqueryNames: TypeNames = new Map([
  ...each(integer(64), "int64", "int", "smallint", "integer", "bigint", "tinyint", "byteint"),
  ...each(float(64), "float64", "float"),
  ...each(decimal(38, 9), "numeric", "decimal"),
  ...each(decimal(76, 38), "bignumeric", "bigdecimal"),
  ...each(string(), "string"),
  ...each(bytes(), "bytes"),
  ...booleans,
  ...each(date, "date"),
  ...each(clock("time", false), "time"),
  ...each(clock("timestamp", false), "datetime"),
  ...each(clock("timestamp", true), "timestamp"),
]);

/** Spark SQL and Databricks, data types: TIMESTAMP is an instant, `decimal` alone (10,0). */
const sparkNames: TypeNames = new Map([
  ...integers,
  ...each(float(32), "float", "real"),
  ...each(float(64), "double"),
  ...each(decimal(10, 0), "decimal", "dec", "numeric"),
  ...each(string(), "string", "varchar"),
  ...each(padded, "char", "character"),
  ...each(bytes(), "binary"),
  ...booleans,
  ...each(date, "date"),
  ...each(clock("timestamp", true), "timestamp", "timestamp_ltz"),
  ...each(clock("timestamp", false), "timestamp_ntz"),
]);

/** By the names of engines, as options, servers and adapters spell them. */
export const dialectNames: ReadonlyMap<string, TypeNames> = new Map([
  ["postgres", postgresNames],
  ["postgresql", postgresNames],
  ["redshift", redshiftNames],
  ["snowflake", snowflakeNames],
  ["bigquery", bigqueryNames],
  ["databricks", sparkNames],
  ["spark", sparkNames],
]);
