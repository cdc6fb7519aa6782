import type { Location } from "../../../model.ts";
import type { Prose } from "../../prose.ts";
import { type Query, queryIn } from "../query/query.ts";
import type { Column } from "../table.ts";
import { unsaid } from "../type.ts";
import { takeComment } from "./columns.ts";
import { locationOf, type Reading } from "./constraints.ts";
import { nameOf, type SqlDialect } from "./names.ts";
import { Cursor, isText, type Token, textOf } from "./tokens.ts";
import { findTop, listed } from "./view-clauses.ts";
import { type Origin, type Output, outputsOf, renamed, type Surroundings } from "./view-query.ts";

/** A view, or a table made from a query, as its own statement says. */
export interface View {
  /** Everything behind its name, as it was written. */
  readonly text: string;
  readonly query: Query;
  /** What is said beside the query and decides what readers see. */
  readonly settings: string;
  /** Beside each of its columns, where that comes from; undefined where the columns are not known. */
  readonly outputs: readonly Output[] | undefined;
  /** The columns that it reads. */
  readonly uses: readonly Origin[];
  /** The tables and views that it reads. */
  readonly reads: readonly string[];
  /** Filled once: what becomes of its sources does not matter. */
  readonly stored: boolean;
  /** PostgreSQL: it goes on reading a column or table that gets another name. */
  readonly bound: boolean;
  readonly dialect: SqlDialect;
}

export interface Viewed {
  readonly view: View;
  readonly columns: readonly Column[];
  readonly prose: readonly Prose[];
}

/** Reads what stands behind the name of a view; of a table to be filled, undefined where there is no query. */
export function viewed(
  cursor: Cursor,
  stored: boolean,
  around: Omit<Surroundings, "uses">,
  at: Location,
): Viewed | undefined {
  const { reading } = around;
  const text = textOf(cursor.rest);
  const list = cursor.brackets();
  const items = list && listed(list);
  const { start, settings, prose } = headOf(cursor.rest, reading);
  if (start === undefined && stored) return undefined;
  const { query: tokens, tail } = withoutTail(cursor.rest.slice(start ?? 0));
  const uses = new Map<string, Origin>();
  const reads = new Set<string>();
  const source = (name: string) => {
    const found = around.source(name);
    if (found !== undefined) reads.add(found.table);
    return found;
  };
  const note = (origin: Origin) => uses.set(JSON.stringify([origin.table, origin.path]), origin);
  const columns = items?.map((item) => columnOf(item, reading));
  const given = outputsOf(tokens, { reading, source, uses: note });
  const names = columns?.map(({ name }) => name);
  const outputs = renamed(given, names)?.map((one) => (stored ? { ...one, nullable: true } : one));
  const said = [settings, ...(columns ?? []).map((one) => one.settings), /\bdata$/i.test(tail) ? "" : tail]
    .filter((one) => one !== "")
    .join("; ");
  const view: View = {
    ...{ text, settings: said, outputs, reads: [...reads], stored },
    dialect: reading.dialect,
    query: laidOut(tokens, reading),
    uses: [...uses.values()],
    bound: reading.dialect === "postgres" || (reading.dialect === "redshift" && !/no schema binding/i.test(tail)),
  };
  const proses = new Map((columns ?? []).map((one) => [one.name, one.prose]));
  return {
    view,
    columns: (outputs ?? []).map((one, index) => {
      const own = columns?.[index]?.token;
      return madeOf(one, own ? locationOf(reading, own) : locationOf(reading, one.at), at, proses.get(one.name));
    }),
    prose,
  };
}

function madeOf(output: Output, own: Location, at: Location, prose: Prose | undefined): Column {
  const { name, type, nullable } = output;
  const place = own.line === undefined ? at : own;
  return {
    ...{ name, path: name, at: place, nullable, constraints: [] },
    ...(type === undefined ? unknownType : retyped(type, name, place)),
    ...(prose && { prose: [prose] }),
  };
}

export const unknownType = { type: unsaid, typeText: "", fields: [] };

const counting = new Map([
  ["serial", "integer"],
  ["serial4", "integer"],
  ["bigserial", "bigint"],
  ["serial8", "bigint"],
  ["smallserial", "smallint"],
  ["serial2", "smallint"],
]);

/** The type of one column as another's, which points at its own place. */
export function retyped(
  { type, typeText, fields }: Pick<Column, "type" | "typeText" | "fields">,
  path: string,
  at: Location,
): Pick<Column, "type" | "typeText" | "typeAt" | "fields"> {
  const spelled = counting.get(typeText.toLowerCase()) ?? typeText;
  return { type, typeText: spelled, typeAt: at, fields: fields.map((field) => under(field, path, at)) };
}

function under(field: Column, parent: string, at: Location): Column {
  const path = /^[[{]/.test(field.name) || parent === "" ? `${parent}${field.name}` : `${parent}.${field.name}`;
  const { typeAt: _typeAt, ...rest } = field;
  return { ...rest, path, at, fields: field.fields.map((one) => under(one, path, at)) };
}

/** An item of the list of names: a comment is prose, anything else a setting. */
function columnOf(item: readonly Token[], reading: Reading) {
  const token = item[0] as Token;
  const cursor = new Cursor(item.slice(1));
  const prose = takeComment(cursor, reading);
  return {
    token,
    name: nameOf(token, reading.dialect),
    prose,
    settings: cursor.next === undefined ? "" : textOf(item),
  };
}

/** What stands before the query. */
function headOf(tokens: readonly Token[], reading: Reading) {
  const as = findTop(
    tokens,
    (token, index) =>
      isText(token, "AS") &&
      ["SELECT", "WITH", "(", "FROM", "VALUES", "TABLE"].some((word) => isText(tokens[index + 1], word)),
  );
  const prose: Prose[] = [];
  const settings: Token[] = [];
  const cursor = new Cursor(tokens.slice(0, Math.max(0, as)));
  while (cursor.next !== undefined) {
    const said = takeComment(cursor, reading);
    if (said !== undefined) prose.push(said);
    else if (cursor.skip("OPTIONS") || cursor.skip("TBLPROPERTIES")) cursor.brackets();
    else if (cursor.skip("COPY", "GRANTS")) continue;
    else if (cursor.skip("WAREHOUSE", "=")) cursor.take();
    else settings.push(cursor.take() as Token);
  }
  return { start: as < 0 ? undefined : as + 1, settings: textOf(settings), prose };
}

const tails = [
  ["WITH", "NO", "SCHEMA", "BINDING"],
  ["WITH", "CASCADED", "CHECK", "OPTION"],
  ["WITH", "LOCAL", "CHECK", "OPTION"],
  ["WITH", "CHECK", "OPTION"],
  ["WITH", "READ", "ONLY"],
  ["WITH", "NO", "DATA"],
  ["WITH", "DATA"],
];

/** What stands behind the query. */
function withoutTail(tokens: readonly Token[]): { readonly query: readonly Token[]; readonly tail: string } {
  const tail = tails.find((words) => words.every((word, index) => isText(tokens.at(index - words.length), word)));
  const length = tail?.length ?? 0;
  const query = length === 0 ? tokens : tokens.slice(0, -length);
  return { query, tail: length === 0 ? "" : textOf(tokens.slice(-length)) };
}

/** The query in normal form, read from a text in which its tokens stand as they did. */
function laidOut(tokens: readonly Token[], { path }: Reading): Query {
  const [first] = tokens;
  let text = "";
  let [line, column] = [first?.line ?? 1, first?.column ?? 1];
  for (const token of tokens) {
    if (token.line > line) {
      text += "\n".repeat(token.line - line);
      [line, column] = [token.line, 1];
    }
    if (token.column > column) text += " ".repeat(token.column - column);
    text += token.raw;
    const lines = token.raw.split("\n");
    line += lines.length - 1;
    column = lines.length > 1 ? (lines.at(-1) ?? "").length + 1 : token.column + token.raw.length;
  }
  return movedTo(queryIn(path, text, new Map()), first);
}

/** Locations in that text as they are in the file. */
function movedTo(query: Query, first: Token | undefined): Query {
  const [lines, columns] = [(first?.line ?? 1) - 1, (first?.column ?? 1) - 1];
  const moved = ({ path, line, column }: Location): Location =>
    line === undefined || column === undefined
      ? { path, ...(first && { line: first.line, column: first.column }) }
      : { path, line: line + lines, column: line === 1 ? column + columns : column };
  const parts = (map: Query["rows"]) => new Map([...map].map(([name, one]) => [name, { ...one, at: moved(one.at) }]));
  return {
    ...query,
    at: moved(query.at),
    rows: parts(query.rows),
    grouping: parts(query.grouping),
    columns: parts(query.columns),
    rest: parts(query.rest),
  };
}
