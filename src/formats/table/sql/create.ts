import type { Location } from "../../../model.ts";
import type { Constraint } from "../constraint.ts";
import type { Column } from "../table.ts";
import { definitionsIn, takeComment } from "./columns.ts";
import { locationOf, type Reading, uniqueOf } from "./constraints.ts";
import { meantBy, mentioned, refused, speaksOfTables, type Updates } from "./meant.ts";
import { nameOf, type SqlDialect, takeName } from "./names.ts";
import { anyTable, type Built, freeLabel, labelOf, lastPart, type State, withDefined } from "./state.ts";
import { Cursor, isText, splitItems, type Token, textOf } from "./tokens.ts";
import { declared, typeKey } from "./user-types.ts";
import { viewed } from "./view.ts";
import { isOpen, standing } from "./view-follow.ts";
import type { Surroundings } from "./view-query.ts";

/** Words between `CREATE`, `ALTER` or `DROP` and `TABLE` or `VIEW`. */
export const modifiers =
  "GLOBAL LOCAL TRANSIENT VOLATILE EXTERNAL ICEBERG UNLOGGED HYBRID DYNAMIC EVENT FOREIGN SNAPSHOT MATERIALIZED RECURSIVE SECURE FORCE STREAMING LIVE INTERACTIVE".split(
    " ",
  );

/** Tables of a query that is run again and again. */
const refreshing = ["DYNAMIC", "STREAMING", "LIVE", "MATERIALIZED"];

/** `CREATE`, after the word. `replacing`: whatever stands there gives way. */
export function create(
  state: State,
  cursor: Cursor,
  statement: readonly Token[],
  reading: Reading,
  replacing = false,
): Updates {
  // a table that is altered to be what is written is that in the end
  const replaces = ["REPLACE", "REFRESH", "ALTER"].some((word) => cursor.skip("OR", word)) || replacing;
  let temporary = false;
  let refreshes = false;
  for (;;) {
    if (cursor.skip("TEMP") || cursor.skip("TEMPORARY")) temporary = true;
    else if (refreshing.some((word) => cursor.skip(word))) refreshes = true;
    else if (!modifiers.some((word) => cursor.skip(word))) break;
  }
  if (cursor.sees("UNIQUE") || cursor.sees("INDEX")) return index(state, cursor, statement, reading);
  if (cursor.skip("TYPE") || cursor.skip("DOMAIN")) {
    const userType = declared(cursor, reading);
    return userType === undefined ? [] : [[typeKey(userType.name), { userType }]];
  }
  if (cursor.sees("FUNCTION") || cursor.sees("PROCEDURE")) return routine(state, cursor, statement, reading);
  if (cursor.skip("SCHEMA")) return mentioned(state, cursor.rest, reading);
  const view = cursor.sees("VIEW");
  if (temporary || !(cursor.skip("TABLE") || cursor.skip("VIEW"))) return [];
  const lenient = cursor.skip("IF", "NOT", "EXISTS");
  // Redshift's temporary tables
  if (cursor.sees("#")) return [];
  const written = takeName(cursor, reading.dialect);
  if (written === undefined) return refused(anyTable, statement, reading);
  const { name } = meantBy(state, written, reading.dialect);
  const before = state.known.get(name);
  const stands = before !== undefined && "built" in before;
  // what is not understood may stand there
  if (lenient && !replaces && before !== undefined && ("built" in before || "refused" in before)) return [];
  const built = made(state, name, { view, refreshes }, cursor, locationOf(reading, statement[0]), reading);
  return built === undefined || (stands && !replaces) ? refused(name, statement, reading) : [[name, { built }]];
}

/** A body that changes tables does so where it is called. */
function routine(state: State, cursor: Cursor, statement: readonly Token[], reading: Reading): Updates {
  cursor.take();
  cursor.skip("IF", "NOT", "EXISTS");
  const name = takeName(cursor, reading.dialect);
  if (name !== undefined && speaksOfTables(textOf(cursor.rest))) state.routines.set(lastPart(name), statement);
  return [];
}

/** The table a `CREATE` makes; undefined where its columns cannot be known. */
function made(
  state: State,
  name: string,
  { view, refreshes }: { readonly view: boolean; readonly refreshes: boolean },
  cursor: Cursor,
  at: Location,
  reading: Reading,
): Built | undefined {
  const empty: Built = {
    ...{ name, at, columns: [], primaryKey: [], keyLabel: undefined, constraints: [], layout: [] },
    home: state.path?.join(",") ?? "",
  };
  const ofQuery = (): Built | undefined => {
    const found = viewed(cursor, !view && !refreshes, { reading, source: sourceIn(state, reading.dialect) }, at);
    return (
      found && {
        ...empty,
        columns: found.columns,
        view: found.view,
        ...(found.prose.length > 0 && { prose: found.prose }),
      }
    );
  };
  if (view) return ofQuery();
  if (["LIKE", "CLONE", "SHALLOW", "DEEP", "COPY", "PARTITION"].some((word) => cursor.sees(word)))
    return copied(state, empty, cursor, reading);
  if (!cursor.sees("(")) return ofQuery();
  const list = cursor.brackets();
  if (list === undefined) return undefined;
  const like = new Cursor(list);
  // beside columns of its own, or several times, it is not understood
  if (like.sees("LIKE")) return splitItems(list).length > 1 ? undefined : copied(state, empty, like, reading);
  const defined = definitionsIn(list, reading);
  const columns = defined && withDefined(empty, defined, reading.dialect);
  return columns && withTail(columns, cursor, at, reading);
}

/** Beyond so many columns of sources in all, those of further queries are not known. */
const mostGiven = 50_000;

/** What a name in a query means among the tables and views made so far. */
export function sourceIn(state: State, dialect: SqlDialect): Surroundings["source"] {
  return (written) => {
    const { name, doubtful } = meantBy(state, written, dialect);
    const known = state.known.get(name);
    if (doubtful.length > 0 || known === undefined || "userType" in known || "dropped" in known) return undefined;
    if (!("built" in known) || isOpen(known.built)) return { table: name, columns: undefined };
    const { columns } = standing(state, known.built);
    state.given += columns.length;
    return { table: name, columns: state.given > mostGiven ? undefined : columns };
  };
}

/** The columns of another table that the same files make. */
function copied(state: State, empty: Built, cursor: Cursor, { dialect }: Reading): Built | undefined {
  const isPart = cursor.sees("PARTITION");
  const isLike = cursor.sees("LIKE");
  while (["LIKE", "CLONE", "SHALLOW", "DEEP", "COPY", "PARTITION", "OF"].some((word) => cursor.skip(word)));
  const { name, doubtful } = meantBy(state, takeName(cursor, dialect) ?? "", dialect);
  const source = doubtful.length > 0 ? undefined : state.known.get(name);
  if (source === undefined || !("built" in source) || isOpen(source.built)) return undefined;
  // a partition may say more of its columns
  if (isPart && cursor.sees("(")) return undefined;
  const {
    partOf: _,
    view: _view,
    ...own
  } = named({ ...source.built, columns: standing(state, source.built).columns }, empty);
  if (isPart) return { ...own, partOf: name };
  return isLike && (dialect === "postgres" || dialect === "redshift") ? likened(own, cursor.rest, dialect) : own;
}

/** A copy, whose keys get names of its own. */
function named(source: Built, { name, at, home }: Built): Built {
  const constraints = source.constraints.map((one) =>
    one.constraint.kind === "unique" ? { ...one, label: labelOf(lastPart(name), one) } : one,
  );
  return { ...source, name, at, home, constraints, keyLabel: source.keyLabel && `${lastPart(name)}_pkey` };
}

/** PostgreSQL's `LIKE t INCLUDING ...`: types and NOT NULL, and of the rest what is said. */
function likened(own: Built, tail: readonly Token[], dialect: SqlDialect): Built {
  const takes = (what: string) =>
    tail.findLast(
      (token, index) => isText(tail[index - 1], "INCLUDING") && (isText(token, what) || isText(token, "ALL")),
    ) !== undefined && !tail.some((token, index) => isText(tail[index - 1], "EXCLUDING") && isText(token, what));
  const kept = ({ default: value }: Column) =>
    takes(value === "identity" ? "IDENTITY" : value === "generated" ? "GENERATED" : "DEFAULTS");
  return {
    ...own,
    columns: own.columns.map((column) => {
      if (kept(column)) return column;
      const { default: _default, defaultAt: _defaultAt, ...bare } = column;
      return bare;
    }),
    ...(takes("INDEXES") ? {} : { primaryKey: [], keyLabel: undefined }),
    constraints: own.constraints.filter(({ constraint: { kind, name } }) => {
      if (kind === "unique") return takes("INDEXES");
      return kind === "definition"
        ? name !== "generated as" || takes("GENERATED")
        : name.startsWith("check") && takes("CONSTRAINTS");
    }),
    // Redshift copies how rows are laid out
    layout: dialect === "redshift" ? own.layout : [],
  };
}

/** What follows the list: how rows are laid out, further columns to partition by, the query that fills it. */
function withTail(built: Built, cursor: Cursor, at: Location, reading: Reading): Built | undefined {
  let table = built;
  const layout: Constraint[] = [];
  while (cursor.next !== undefined) {
    if (cursor.sees("INHERITS")) return undefined;
    if (cursor.sees("COMMENT") || cursor.sees("OPTIONS") || cursor.sees("TBLPROPERTIES")) {
      const said = takeComment(cursor, reading);
      if (said !== undefined) {
        table = { ...table, prose: [said] };
        continue;
      }
    }
    if (["SELECT", "WITH", "("].some((word) => cursor.sees("AS", word))) {
      layout.push({ kind: "definition", name: "definition", value: textOf(cursor.rest), at });
      break;
    }
    const start = ["PARTITION", "PARTITIONED", "CLUSTER", "CLUSTERED", "DISTKEY", "SORTKEY", "DISTSTYLE"].find((word) =>
      cursor.sees(word),
    );
    const name = cursor.take()?.text.toLowerCase() ?? "";
    if (start === undefined) continue;
    cursor.skip("BY");
    const kind = cursor.sees("(") ? "" : `${cursor.take()?.text ?? ""} `;
    const inner = cursor.brackets();
    // in Hive's way, and in BigQuery's of external tables
    const adds = name === "partitioned" || (name === "partition" && kind.toLowerCase() === "columns ");
    const added = adds && inner !== undefined ? definitionsIn(inner, reading) : undefined;
    if (added?.every(({ column }) => column !== undefined)) table = withDefined(table, added, reading.dialect) ?? table;
    layout.push({
      kind: "layout",
      name,
      value: `${kind}${inner === undefined ? "" : `(${textOf(inner)})`}`.trim(),
      at,
    });
  }
  return { ...table, layout: [...new Map(layout.map((one) => [one.name, one])).values()] };
}

/** A unique index is a unique constraint, where it is about whole columns and all rows. */
function index(state: State, cursor: Cursor, statement: readonly Token[], reading: Reading): Updates {
  const at = locationOf(reading, cursor.next);
  const unique = cursor.skip("UNIQUE");
  if (!cursor.skip("INDEX")) return [];
  cursor.skip("CONCURRENTLY");
  cursor.skip("IF", "NOT", "EXISTS");
  const label = cursor.sees("ON") ? undefined : takeName(cursor, reading.dialect);
  if (!cursor.skip("ON")) return [];
  cursor.skip("ONLY");
  const written = takeName(cursor, reading.dialect) ?? "";
  if (cursor.skip("USING")) cursor.take();
  const columns = indexed(cursor.brackets() ?? [], reading.dialect);
  const { name, doubtful } = meantBy(state, written, reading.dialect);
  const known = state.known.get(name);
  if (unique && doubtful.length > 0) return doubtful.flatMap((one) => refused(one, statement, reading));
  if (!unique || columns === undefined || known === undefined || !("built" in known)) return [];
  const detail = cursor.skip("NULLS", "NOT", "DISTINCT") ? "nulls not distinct" : "";
  if (cursor.rest.some((token) => isText(token, "WHERE"))) return [];
  if (columns.some((column) => !known.built.columns.some((one) => one.name === column))) return [];
  const constraint = uniqueOf(columns, detail, at);
  const taken = new Set(known.built.constraints.map((one) => one.label));
  const own = label ?? freeLabel(taken, [lastPart(name), ...columns, "idx"].join("_"));
  const constraints = [...known.built.constraints, { columns, label: own, constraint }];
  return [[name, { built: { ...known.built, constraints } }]];
}

/** The columns of an index, `(a, (b) DESC)`; undefined where it is about what is computed from them. */
function indexed(list: readonly Token[], dialect: SqlDialect): readonly string[] | undefined {
  const names = splitItems(list).map((item) => {
    const inner = new Cursor(item).brackets();
    const [first, second] = inner ?? item;
    const plain = inner === undefined ? second?.raw !== "(" : inner.length === 1;
    return plain && first !== undefined ? nameOf(first, dialect) : undefined;
  });
  return names.length === 0 || names.includes(undefined) ? undefined : names.filter((name) => name !== undefined);
}
