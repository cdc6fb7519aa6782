import type { Column, Table } from "./table.ts";
import type { Type } from "./type.ts";

/** JSON Schema, draft 07. */
export type RowSchema = Readonly<Record<string, unknown>>;

/**
 * A table as a JSON Schema of its rows. `query`: what a query that names every column needs, all of them present;
 * `row`: what can be stored, where a column that may be null or has a default may be absent.
 */
export function rowSchema({ columns }: Table, purpose: "query" | "row"): RowSchema {
  return {
    type: "object",
    required: columns
      .filter(({ nullable, default: value }) => purpose === "query" || !(nullable || value !== undefined))
      .map(({ name }) => name),
    properties: Object.fromEntries(columns.map((column) => [column.name, columnSchema(column)])),
  };
}

function columnSchema({ type, nullable }: Column): RowSchema {
  const schema = valueSchema(type);
  return nullable ? { anyOf: [{ type: "null" }, schema] } : { not: { type: "null" }, ...schema };
}

/** A column's values as a query's result writes them in JSON: bytes as base64, instants with their zone. */
function valueSchema(type: Type): RowSchema {
  switch (type.kind) {
    case "integer":
      return { type: "integer", minimum: -(2 ** (type.bits - 1)), maximum: 2 ** (type.bits - 1) - 1 };
    case "float":
      return type.bits === 64 ? { type: "number" } : { type: "number", minimum: -3.4028235e38, maximum: 3.4028235e38 };
    case "decimal":
      return { type: "number", ...decimalBounds(type.precision, type.scale) };
    case "string":
      return { type: "string", ...(type.length !== undefined && { maxLength: type.length }) };
    case "bytes":
      return { type: "string", pattern: "^[A-Za-z0-9+/]*={0,2}$" };
    case "boolean":
      return { type: "boolean" };
    case "date":
      return { type: "string", pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" };
    case "time":
      return { type: "string", pattern: `^[0-9]{2}:[0-9]{2}:[0-9]{2}${type.zoned ? "Z" : ""}$` };
    case "timestamp":
      return { type: "string", pattern: `^[0-9-]{10}T[0-9]{2}:[0-9]{2}:[0-9]{2}${type.zoned ? "Z" : ""}$` };
    case "other":
      return {};
  }
}

function decimalBounds(precision: number | undefined, scale: number | undefined): RowSchema {
  const whole = precision === undefined ? undefined : precision - (scale ?? 0);
  return {
    ...(whole !== undefined && whole <= 15 && { exclusiveMinimum: -(10 ** whole), exclusiveMaximum: 10 ** whole }),
    ...(scale !== undefined && scale <= 6 && { multipleOf: Number(`1e-${scale}`) }),
  };
}
