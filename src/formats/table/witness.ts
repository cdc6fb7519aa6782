import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import type { Direction } from "../../model.ts";
import type { Finding } from "../format.ts";
import { candidateRows, chainTo, isUnder } from "./row.ts";
import { rowSchema } from "./row-schema.ts";
import type { Column, Table, TableContract } from "./table.ts";

/** Breaks of one comparison that are proven by a row; beyond these the rule alone stands. */
const maxProofs = 100;
/** Wider tables are not written out as rows. */
const maxColumns = 1000;

/** What a table's rows must be, compiled once. */
const rows = new WeakMap<Table, ValidateFunction>();
/** How many rows were looked for, by head's contract. */
const proofs = new WeakMap<TableContract, number>();

/**
 * A row that one side writes and the other cannot take because of the element of the finding, confirmed by ajv against
 * the columns as JSON Schemas. Forward: head writes, a query on base's columns reads. Backward: base writes, head stores.
 */
export function witnessRow(base: TableContract, head: TableContract, direction: Direction, finding: Finding): unknown {
  const meant = tablesOf(base, head, finding.element);
  if (meant === undefined || meant.path === "") return undefined;
  const [writer, reader] = direction === "forward" ? [meant.head, meant.base] : [meant.base, meant.head];
  if (Math.max(writer.columns.length, reader.columns.length) > maxColumns) return undefined;
  const sought = proofs.get(head) ?? 0;
  if (sought >= maxProofs) return undefined;
  proofs.set(head, sought + 1);
  const concerns = concerning(
    chainTo(reader.columns, meant.path) ?? chainTo(writer.columns, meant.path) ?? [],
    constraintOf(finding),
  );
  const touches = ({ path }: Column) => path === meant.path || isUnder(meant.path, path);
  const writes = rows.get(writer) ?? validator(writer.columns, "row");
  rows.set(writer, writes);
  const reads = validator(reader.columns.filter(touches), direction === "forward" ? "query" : "row");
  return candidateRows(writer.columns, meant.path).find(
    (row) => writes(row) && !reads(row) && (reads.errors ?? []).some(concerns),
  );
}

/** The pair of tables an element belongs to, and its path in them. */
function tablesOf(base: TableContract, head: TableContract, element: string) {
  if (base.tables.length === 1 && head.tables.length === 1)
    return { base: base.tables[0] as Table, head: head.tables[0] as Table, path: element };
  const from = base.tables.find(({ name }) => element.startsWith(`${name}.`));
  const to = head.tables.find(({ name }) => name.toLowerCase() === from?.name.toLowerCase());
  return from && to && { base: from, head: to, path: element.slice(from.name.length + 1) };
}

type Purpose = "row" | "query";

const ajv = new Ajv({
  allErrors: true,
  ownProperties: true,
  strict: false,
  multipleOfPrecision: 8,
  logger: false,
  // the schemas are made here: checking them against the draft's own costs more than all the rest
  meta: false,
  validateSchema: false,
});

/** What rows of the columns must be, as ajv compiles it. */
export function validator(columns: readonly Column[], purpose: Purpose): ValidateFunction {
  const schema = rowSchema(columns, purpose);
  const made = ajv.compile(schema);
  // ajv would keep every schema it ever saw
  ajv.removeSchema(schema);
  return made;
}

/** The one constraint a finding is about; undefined where it is about the column's presence, type or nulls. */
function constraintOf({ before, after }: Finding): string | undefined {
  const told = before ?? after;
  return typeof told === "object" && told !== null && !Array.isArray(told) ? Object.keys(told)[0] : undefined;
}

/** Whether an error is about the column at the end of the chain: its constraint, or else what a row holds there at all. */
function concerning(chain: readonly Column[], constraint: string | undefined): (error: ErrorObject) => boolean {
  const steps = chain.map(({ name }) => {
    if (name === "[]") return "/0";
    if (name === "{}" || name === "{key}") return "/key";
    return `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  });
  const pointer = steps.join("");
  const parent = steps.slice(0, -1).join("");
  const name = chain.at(-1)?.name;
  if (pointer === "") return () => false;
  if (constraint !== undefined)
    return ({ instancePath, keyword, schemaPath }) =>
      instancePath === pointer && keyword === constraint && !ofType.test(schemaPath);
  return ({ instancePath, keyword, params, schemaPath }) =>
    (instancePath === pointer && (keyword === "not" || ofType.test(schemaPath))) ||
    (instancePath === parent &&
      keyword === "required" &&
      (params as { missingProperty: string }).missingProperty === name);
}

/** The first of a column's schemas is its type's, the others its constraints'. */
const ofType = /\/allOf\/0\/[^/]+$/;
