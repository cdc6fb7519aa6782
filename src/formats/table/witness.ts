import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import type { Direction } from "../../model.ts";
import type { Finding } from "../format.ts";
import { rowSchema } from "./row-schema.ts";
import type { Column, Table, TableContract } from "./table.ts";
import type { Type } from "./type.ts";

/** Tables wider than this are not proven by a row: the rule alone stands. */
const maxColumns = 500;

/**
 * A row that one side writes and the other cannot take because of the element of the finding, confirmed by ajv against
 * the tables as JSON Schemas. Forward: head writes, a query on base's columns reads. Backward: base writes, head stores.
 */
export function witnessRow(
  base: TableContract,
  head: TableContract,
  direction: Direction,
  { element }: Finding,
): unknown {
  const [from, to] = [base.tables[0], head.tables[0]];
  if (from === undefined || to === undefined || base.tables.length !== 1 || head.tables.length !== 1) return undefined;
  const [writer, reader] = direction === "forward" ? [to, from] : [from, to];
  if (element === "" || element in Object.prototype || writer.columns.length > maxColumns) return undefined;
  const writes = validators(writer).row;
  const reads = direction === "forward" ? validators(reader).query : validators(reader).row;
  return candidates(writer, element).find(
    (row) => writes(row) && !reads(row) && (reads.errors ?? []).some((error) => concerns(error, element)),
  );
}

interface Validators {
  readonly row: ValidateFunction;
  readonly query: ValidateFunction;
}

const compiled = new WeakMap<Table, Validators>();

function validators(table: Table): Validators {
  const known = compiled.get(table);
  if (known !== undefined) return known;
  const ajv = new Ajv({ allErrors: true, ownProperties: true, strict: false, multipleOfPrecision: 8, logger: false });
  const made = { row: ajv.compile(rowSchema(table, "row")), query: ajv.compile(rowSchema(table, "query")) };
  compiled.set(table, made);
  return made;
}

function concerns({ instancePath, keyword, params }: ErrorObject, element: string): boolean {
  const pointer = `/${element.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  if (instancePath === pointer) return true;
  return (
    instancePath === "" && keyword === "required" && (params as { missingProperty: string }).missingProperty === element
  );
}

/** Rows of a table: plain ones, and those with a telling value in the column of the finding. */
function candidates({ columns }: Table, element: string): readonly Readonly<Record<string, unknown>>[] {
  const row = (special: unknown) =>
    Object.fromEntries(
      columns.map((column) => [column.name, column.name === element ? special : ordinary(column)] as const),
    );
  const column = columns.find(({ name }) => name === element);
  if (column === undefined) return [row(undefined)];
  return [...(column.nullable ? [null] : []), ...telling(column.type)].map(row);
}

const ordinary = ({ type, nullable }: Column): unknown => (nullable ? null : telling(type)[0]);

/** Values of a type: an ordinary one, then those at its edges. */
function telling(type: Type): readonly unknown[] {
  switch (type.kind) {
    case "integer":
      return [1, Math.min(2 ** (type.bits - 1) - 1, Number.MAX_SAFE_INTEGER)];
    case "float":
      return [1.5, type.bits === 64 ? 1e300 : 3e38];
    case "decimal": {
      const { precision = 15, scale = 2 } = type;
      const smallest = Number(`1e-${Math.min(scale, 6)}`);
      return [1, smallest, 10 ** Math.min(precision - scale, 15) - 1];
    }
    case "string":
      return ["text", "é", "x".repeat(Math.min(type.length ?? 1000, 1000))].filter(
        (text) => text.length <= (type.length ?? 1000),
      );
    case "bytes":
      return ["AA=="];
    case "boolean":
      return [true];
    case "date":
      return ["2026-01-31"];
    case "time":
      return [`12:00:00${type.zoned ? "Z" : ""}`];
    case "timestamp":
      return [`2026-01-31T12:00:00${type.zoned ? "Z" : ""}`];
    case "other":
      return ["text"];
  }
}
