import type { ErrorObject } from "ajv";
import { plain, type Tree } from "../../text/tree.ts";
import { escaped, type Held, type Samples } from "../sample.ts";
import { candidateRows } from "./row.ts";
import type { Column, TableContract } from "./table.ts";
import { validator } from "./witness.ts";

/** Wider tables are not written out as rows. */
const maxColumns = 1000;

/** Rows in JSON, as a query's result writes them: checked by ajv against the columns as a schema. One table only. */
export const rowSamples: Samples<TableContract> = {
  fault(record, contract) {
    const columns = columnsOf(contract);
    return columns === undefined ? "undecided" : refused(record, columns, "row", () => true);
  },
  unread(record, writer, reader, direction) {
    const [from, to] = [columnsOf(writer), columnsOf(reader)];
    if (from === undefined || to === undefined) return "undecided";
    if (direction === "backward") return refused(record, to, "row", () => true);
    // a column that the writer has may be left out of a row; a query finds null or the default there
    const written = new Set(from.map(({ name }) => name));
    const missing = ({ keyword, instancePath, params }: ErrorObject) =>
      keyword === "required" &&
      instancePath === "" &&
      written.has((params as { missingProperty: string }).missingProperty);
    return refused(record, to, "query", (error) => !missing(error));
  },
  examples(contract, count) {
    const columns = columnsOf(contract);
    if (columns === undefined) return [];
    const valid = validator(columns, "row");
    const rows = new Map<string, unknown>();
    for (const { path } of columns)
      for (const row of candidateRows(columns, path)) {
        if (rows.size >= count) return [...rows.values()];
        if (valid(row)) rows.set(JSON.stringify(row), row);
      }
    return [...rows.values()];
  },
};

function columnsOf({ tables }: TableContract): readonly Column[] | undefined {
  const [only] = tables;
  return only === undefined || tables.length > 1 || only.columns.length > maxColumns ? undefined : only.columns;
}

type Checks = ReturnType<typeof validator>;
const validators = new WeakMap<readonly Column[], Map<string, Checks>>();

function refused(
  record: Tree,
  columns: readonly Column[],
  purpose: "row" | "query",
  counts: (error: ErrorObject) => boolean,
): Held {
  const known = validators.get(columns) ?? new Map<string, Checks>();
  validators.set(columns, known);
  const valid = known.get(purpose) ?? validator(columns, purpose);
  known.set(purpose, valid);
  if (valid(plain(record))) return undefined;
  const errors = (valid.errors ?? []).filter(counts);
  // the deepest tells most, but for the branch that only null would satisfy
  const telling = errors.filter(
    ({ keyword, schemaPath }) => keyword !== "anyOf" && !/\/anyOf\/0\/type$/.test(schemaPath),
  );
  const depth = ({ instancePath }: ErrorObject) => instancePath.split("/").length;
  const [worst] = (telling.length > 0 ? telling : errors).toSorted((a, b) => depth(b) - depth(a));
  if (worst === undefined) return undefined;
  const { missingProperty } = worst.params as { missingProperty?: string };
  if (worst.keyword === "required" && missingProperty !== undefined)
    return { pointer: `${worst.instancePath}/${escaped(missingProperty)}`, why: "it is missing" };
  return { pointer: worst.instancePath, why: reasons.get(worst.keyword) ?? "it is no value of the column" };
}

const reasons = new Map([
  ["type", "it is of another type"],
  ["not", "it may not be null"],
  ["enum", "it is none of the values allowed"],
  ["maxLength", "it is too long"],
  ["minLength", "it is too short"],
  ["maximum", "it is beyond the bound"],
  ["minimum", "it is beyond the bound"],
]);
