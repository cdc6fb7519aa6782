import type { Options } from "../../../model.ts";
import { Unreadable } from "../../../text/tree.ts";
import { defineFormat, type Found, type Source } from "../../format.ts";
import { reach } from "../elements.ts";
import { tableRules } from "../rules.ts";
import { rowSamples } from "../sample.ts";
import { byName, type Table, type TableContract } from "../table.ts";
import { witnessRow } from "../witness.ts";
import { apply } from "./fold.ts";
import { dialectNamed, dialectOf, type SqlDialect } from "./names.ts";
import { onlyUp } from "./sections.ts";
import { anyTable, emptyState, finished, type State } from "./state.ts";
import { statementsOf } from "./tokens.ts";
import { lastOf } from "./user-types.ts";
import { diffViews, viewWordings } from "./view-diff.ts";
import { type Standing, standing } from "./view-follow.ts";
import { madeBy } from "./view-made.ts";

/**
 * SQL DDL of PostgreSQL, Snowflake, BigQuery, Spark, Databricks and Redshift: the tables that the statements of one file, or
 * of a folder of migrations in their order, make in the end. `dialect` says which engine; else it is guessed.
 */
export const sqlFormat = defineFormat<typeof tableRules, TableContract>({
  name: "sql",
  family: "table",
  globs: ["**/*.sql", "**/*.ddl"],
  claims: (_path, text) =>
    /\bcreate\s+(?:[a-z]+\s+){0,4}table\b/i.test(text) ||
    // a template's text is no statement yet
    (/^\s*create\s+(?:[a-z]+\s+){0,4}view\b/im.test(text) && !/\{[{%]/.test(text)),
  mode: "FORWARD",
  rules: tableRules,
  find(path, text) {
    if (!/\b(?:table|view)\b/i.test(text)) return [];
    const state = folded(new Map([[path, text]]), dialectOf(text));
    const created = createdIn(text);
    return [...state.known].flatMap(([name, known]): readonly Found[] => {
      if ("dropped" in known || "userType" in known || !created.has(lastOf(name))) return [];
      return [{ part: name, names: namesOf(name), version: undefined }];
    });
  },
  references: (path, _text, tree) =>
    isMigration(path)
      ? tree.filter((file) => file !== path && isMigration(file) && folderOf(file) === folderOf(path))
      : [],
  parse(source, options) {
    const dialect = dialectFor(source, options);
    const state = folded(source.files, dialect);
    return { tables: tablesOf(state, source, dialect !== "bigquery"), dialect: byName({ ordered: true }) };
  },
  diff: diffViews,
  wordings: viewWordings,
  reach,
  witness: witnessRow,
  samples: rowSamples,
});

function dialectFor({ files }: Source, { dialect }: Options): SqlDialect {
  const named = dialectNamed(dialect);
  if (dialect !== undefined && named === undefined)
    throw new Unreadable(
      `dialect ${String(dialect)} is not known: postgres, snowflake, bigquery, spark, databricks and redshift are`,
      { path: "" },
    );
  return named ?? dialectOf([...files.values()].join("\n"));
}

function folded(files: ReadonlyMap<string, string>, dialect: SqlDialect): State {
  const state = emptyState();
  const backslash = dialect === "bigquery" || dialect === "snowflake" || dialect === "spark";
  const nested = dialect === "postgres" || dialect === "redshift" || dialect === "spark";
  const ordered = [...files].filter(([path]) => !isUndo(path)).sort(([a], [b]) => inOrder(a, b));
  for (const [path, text] of ordered) {
    // a file is a session of its own
    state.journal = undefined;
    state.path = undefined;
    for (const statement of statementsOf(path, onlyUp(text), { backslash, nested }))
      apply(state, statement, { path, dialect });
  }
  return state;
}

function tablesOf(state: State, { part, entry }: Source, keyForbidsNull: boolean): readonly Table[] {
  if (part !== "" && !state.known.has(part))
    throw new Unreadable(`${part} is not created in these files`, { path: entry });
  const meant = part === "" ? [...state.known.values()] : [state.known.get(part), state.known.get(anyTable)];
  const types = new Map(
    [...state.known.values()].flatMap((known) =>
      "userType" in known ? [[lastOf(known.userType.name), known.userType] as const] : [],
    ),
  );
  const seen = new Map<string, Standing>();
  return meant.flatMap((known): readonly Table[] => {
    if (known === undefined || "dropped" in known || "userType" in known) return [];
    if ("refused" in known) throw known.refused;
    const { view } = known.built;
    if (view === undefined) return [finished(known.built, keyForbidsNull, types)];
    const now = standing(state, known.built, seen);
    const table = finished({ ...known.built, columns: now.columns }, keyForbidsNull, types);
    return [{ ...table, made: madeBy(view, known.built, now) }];
  });
}

/** The last parts of the names a file makes: a table that is only refused because it is altered here is another file's. */
function createdIn(text: string): ReadonlySet<string> {
  const made = text.matchAll(/\bcreate\s+(?:[a-z]+\s+){0,4}(?:table|view)\s+(?:if\s+not\s+exists\s+)?([^\s(;]+)/gi);
  return new Set([...made].map(([, written = ""]) => lastOf(written.replaceAll("`", ""))));
}

/** As written, and without the database where there is a schema too. */
function namesOf(name: string): readonly string[] {
  const parts = name.split(".");
  return [...new Set([name, parts.slice(-2).join(".")])];
}

const fileOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

/** Diesel and Prisma keep each migration in a folder of its own, whose name begins with a number. */
const inOwnFolder = /^(.*\/)?\d{2,}[^/]*\/(?:up|down|migration)\.sql$/i;

/** Where migrations that follow one another stand. */
function folderOf(path: string): string {
  const own = inOwnFolder.exec(path);
  return own === null ? path.slice(0, path.lastIndexOf("/") + 1) : `${own[1] ?? ""}*/`;
}

/** Flyway's `V2__x.sql` and `R__x.sql`, files that begin with a number (`0002_x.sql`, `20260131-x.sql`), `20260131_x/up.sql`. */
function isMigration(path: string): boolean {
  return (
    inOwnFolder.test(path) || /^(?:[VR][\d._]*__|\d{2,}[._-]|\d+__|\d+_.*\.(?:up|down)\.).*\.?sql$/i.test(fileOf(path))
  );
}

const isUndo = (path: string) => /^U[\d._]+__|(?:^|\.)(?:down|undo|rollback)\.sql$/i.test(fileOf(path));

/** Numbers by size, so that V10 follows V9; Flyway's repeatable ones come last. */
function inOrder(a: string, b: string): number {
  const last = (path: string) => (/^R__/.test(fileOf(path)) ? 1 : 0);
  if (folderOf(a) === folderOf(b) && last(a) !== last(b)) return last(a) - last(b);
  const [one, other] = [a.match(/\d+|\D+/g) ?? [], b.match(/\d+|\D+/g) ?? []];
  for (const [index, piece] of one.entries()) {
    const counterpart = other[index];
    if (counterpart === undefined) return 1;
    const numbers = /^\d/.test(piece) && /^\d/.test(counterpart) ? Number(piece) - Number(counterpart) : 0;
    const order = numbers !== 0 ? numbers : piece < counterpart ? -1 : piece > counterpart ? 1 : 0;
    if (order !== 0) return order;
  }
  return one.length - other.length;
}
