import { isLowerBound } from "./constraint.ts";
import type { Column } from "./table.ts";
import type { Type } from "./type.ts";

/** JSON Schema, draft 07. */
export type RowSchema = Readonly<Record<string, unknown>>;

/**
 * Columns as a JSON Schema of the rows they make. `query`: what a query that names every column needs, all of them present;
 * `row`: what can be stored, where a column that may be null or has a default may be absent.
 */
export function rowSchema(columns: readonly Column[], purpose: "query" | "row"): RowSchema {
  return {
    type: "object",
    required: columns
      .filter(({ nullable, default: value }) => purpose === "query" || !(nullable || value !== undefined))
      .map(({ name }) => name),
    properties: Object.fromEntries(columns.map((column) => [column.name, columnSchema(column, purpose)])),
  };
}

function columnSchema(column: Column, purpose: "query" | "row"): RowSchema {
  const schema = { allOf: [valueSchema(column, purpose), ...constraintSchemas(column)] };
  return column.nullable ? { anyOf: [{ type: "null" }, schema] } : { not: { type: "null" }, ...schema };
}

/** A column's values as a query's result writes them in JSON: bytes as base64, instants with their zone. */
function valueSchema({ type, fields }: Column, purpose: "query" | "row"): RowSchema {
  switch (type.kind) {
    case "integer": {
      const bits = type.bits - (type.unsigned ? 0 : 1);
      return { type: "integer", minimum: type.unsigned ? 0 : -(2 ** bits), maximum: 2 ** bits - 1 };
    }
    case "float":
      return type.bits === 64 ? { type: "number" } : { type: "number", minimum: -3.4028235e38, maximum: 3.4028235e38 };
    case "decimal":
      return { type: "number", ...decimalBounds(type) };
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
    case "struct":
      return rowSchema(fields, purpose);
    case "list":
      return { type: "array", ...(fields[0] && { items: columnSchema(fields[0], purpose) }) };
    case "map":
      return { type: "object", ...(fields[1] && { additionalProperties: columnSchema(fields[1], purpose) }) };
    case "other":
      return {};
  }
}

function decimalBounds({ precision, scale }: Type & { kind: "decimal" }): RowSchema {
  const whole = precision === undefined ? undefined : precision - (scale ?? 0);
  return {
    ...(whole !== undefined && whole <= 15 && { exclusiveMinimum: -(10 ** whole), exclusiveMaximum: 10 ** whole }),
    ...(scale !== undefined && scale <= 6 && { multipleOf: Number(`1e-${scale}`) }),
  };
}

const numeric = new Set(["integer", "float", "decimal"]);
const jsonBounds = /^(?:exclusive)?(?:Minimum|Maximum)$|^(?:min|max)(?:imum|Length|Items)$/;

/** What JSON Schema can say of a column's constraints; patterns are never run. */
function constraintSchemas({ type, constraints }: Column): readonly RowSchema[] {
  return constraints.flatMap((constraint): readonly RowSchema[] => {
    if (constraint.kind === "enum")
      return [{ enum: numeric.has(type.kind) ? constraint.values.map(Number) : constraint.values }];
    const value = constraint.kind === "bound" ? Number(constraint.value) : Number.NaN;
    if (!Number.isFinite(value) || !jsonBounds.test(constraint.name)) return [];
    if (constraint.name.endsWith("imum") ? !numeric.has(type.kind) : !Number.isSafeInteger(value) || value < 0)
      return [];
    return [{ [constraint.name]: value }];
  });
}

/** The least and the most a column's bound of a kind (`imum`, `Length`, `Items`) allows. */
export function limits({ constraints }: Column, kind: string): readonly [number | undefined, number | undefined] {
  let [least, most]: [number | undefined, number | undefined] = [undefined, undefined];
  for (const constraint of constraints) {
    if (constraint.kind !== "bound" || !constraint.name.endsWith(kind)) continue;
    const step = constraint.name.startsWith("exclusive") ? 1 : 0;
    if (isLowerBound(constraint.name)) least = Number(constraint.value) + step;
    else most = Number(constraint.value) - step;
  }
  return [least, most];
}
