import type { Location } from "../../model.ts";
import { Unreadable } from "../../text/tree.ts";
import type { Constraint } from "./constraint.ts";
import { altered } from "./sql-alter.ts";
import { commentOf, definitionsIn, takeComment } from "./sql-columns.ts";
import { locationOf, type Reading, uniqueOf } from "./sql-constraints.ts";
import { takeName, takeNames } from "./sql-names.ts";
import { anyTable, type Built, type Known, type State, withComment, withDefined } from "./sql-state.ts";
import { Cursor, isText, splitItems, type Token, textOf } from "./sql-tokens.ts";
import { declared, redeclared } from "./sql-user-types.ts";

/** Statements of these words neither make nor change tables. Whatever else speaks of a table and is not known is refused. */
const elsewhere = new Set(
  "SELECT WITH INSERT UPDATE DELETE MERGE GRANT REVOKE COMMENT SET RESET USE COMMIT ROLLBACK START ANALYZE VACUUM TRUNCATE COPY EXPLAIN SHOW DESCRIBE REFRESH OPTIMIZE LOCK REINDEX MSCK CACHE END ASSERT VALUES TABLE NOTIFY LISTEN SAVEPOINT RELEASE".split(
    " ",
  ),
);

const modifiers =
  "GLOBAL LOCAL TRANSIENT VOLATILE EXTERNAL ICEBERG UNLOGGED HYBRID DYNAMIC EVENT FOREIGN SNAPSHOT MATERIALIZED RECURSIVE SECURE FORCE STREAMING LIVE".split(
    " ",
  );

/** What a statement makes of the names it is about. */
type Updates = readonly (readonly [string, Known])[];

/** Applies one statement to what is known so far. */
export function apply(state: State, statement: readonly Token[], reading: Reading): void {
  for (const [name, known] of updatesOf(state, statement, reading)) state.set(name, known);
}

const transaction = ["TRANSACTION", "WORK", "ISOLATION", "READ"];

function updatesOf(state: State, statement: readonly Token[], reading: Reading): Updates {
  const cursor = new Cursor(statement);
  while (cursor.skip("BEGIN"))
    if (cursor.next === undefined || transaction.some((word) => cursor.sees(word))) return [];
  if (cursor.skip("CREATE")) return create(state, cursor, statement, reading);
  if (cursor.sees("ALTER", "TABLE") || ["ICEBERG", "EXTERNAL"].some((word) => cursor.sees("ALTER", word, "TABLE")))
    return alter(state, cursor, statement, reading);
  if (cursor.skip("DROP")) return drop(state, cursor, reading);
  if (cursor.skip("COMMENT", "ON") || cursor.skip("COMMENT", "IF", "EXISTS", "ON"))
    return comment(state, cursor, reading);
  if (cursor.skip("ALTER")) return alterOther(state, cursor, statement, reading);
  const word = cursor.next?.kind === "word" ? cursor.next.text.toUpperCase() : "";
  return elsewhere.has(word) ? [] : refusedMentions(state, statement, reading);
}

function refused(name: string, statement: readonly Token[], reading: Reading): Updates {
  const text = textOf(statement);
  const told = text.length > 100 ? `${text.slice(0, 100)}...` : text;
  const message = `this statement about ${name} is not understood: ${told}`;
  return [[name, { refused: new Unreadable(message, locationOf(reading, statement[0])) }]];
}

const mention =
  /\b(?:create|alter|drop|rename)\s+(?:[a-z]+\s+){0,4}table\s+(?:if\s+(?:not\s+)?exists\s+)?(?:only\s+)?([\w.$"`]*)/gi;

/** A block or a text that is executed: every table it names is unknown from here on, and all of them where the name is made up as it runs. */
function refusedMentions(state: State, statement: readonly Token[], reading: Reading): Updates {
  return [...textOf(statement).matchAll(mention)].flatMap(([, written = ""]) => {
    const name = written.replaceAll(/["`]/g, "").toLowerCase();
    const means = (known: string) => name === "" || known === name || known.endsWith(`.${name}`);
    const meant = [...state.keys()].filter((known) => means(known.toLowerCase()));
    const names = name === "" ? [...meant, anyTable] : meant.length > 0 ? meant : [name];
    return names.flatMap((known) => refused(known, statement, reading));
  });
}

/** `COMMENT ON COLUMN orders.amount IS '...'`; `IS NULL` takes it away. */
function comment(state: State, cursor: Cursor, reading: Reading): Updates {
  const ofColumn = cursor.skip("COLUMN");
  cursor.skip("MATERIALIZED");
  if (!ofColumn && !cursor.skip("TABLE") && !cursor.skip("VIEW")) return [];
  const name = takeName(cursor, reading.dialect) ?? "";
  const last = name.lastIndexOf(".");
  const [table, column] = ofColumn ? [name.slice(0, last), name.slice(last + 1)] : [name, undefined];
  const known = state.get(table);
  if (known === undefined || !("built" in known) || !cursor.skip("IS")) return [];
  const text = cursor.next;
  const prose = text?.kind === "string" ? [commentOf(text, reading)] : [];
  return [[table, { built: withComment(known.built, column, prose) }]];
}

/** Types, and whatever moves several tables at once. */
function alterOther(state: State, cursor: Cursor, statement: readonly Token[], reading: Reading): Updates {
  if (cursor.skip("TYPE") || cursor.skip("DOMAIN")) {
    const key = typeKey(takeName(cursor, reading.dialect) ?? "");
    const known = state.get(key);
    return known !== undefined && "userType" in known ? [[key, { userType: redeclared(known.userType, cursor) }]] : [];
  }
  cursor.skip("MATERIALIZED");
  const many = cursor.sees("SCHEMA") || cursor.sees("DATABASE");
  if (!many && !cursor.sees("VIEW")) return [];
  cursor.take();
  cursor.skip("IF", "EXISTS");
  const name = takeName(cursor, reading.dialect) ?? "";
  if (!cursor.sees("RENAME") && (many || cursor.sees("OWNER") || cursor.sees("SET"))) return [];
  const meant = [...state.keys()].filter((known) => (many ? known.startsWith(`${name}.`) : known === name));
  return meant.flatMap((known) => refused(known, statement, reading));
}

const typeKey = (name: string) => `type ${name}`;

function create(state: State, cursor: Cursor, statement: readonly Token[], reading: Reading): Updates {
  const replaces = cursor.skip("OR", "REPLACE") || cursor.skip("OR", "REFRESH");
  let temporary = false;
  while (modifiers.some((word) => cursor.skip(word)) || cursor.sees("TEMP") || cursor.sees("TEMPORARY")) {
    if (cursor.skip("TEMP") || cursor.skip("TEMPORARY")) temporary = true;
  }
  if (cursor.sees("UNIQUE") || cursor.sees("INDEX")) return index(state, cursor, reading);
  if (cursor.skip("TYPE") || cursor.skip("DOMAIN")) {
    const userType = declared(cursor, reading);
    return userType === undefined ? [] : [[typeKey(userType.name), { userType }]];
  }
  const view = cursor.sees("VIEW");
  if (temporary || !(cursor.skip("TABLE") || cursor.skip("VIEW"))) return [];
  const lenient = cursor.skip("IF", "NOT", "EXISTS");
  const name = takeName(cursor, reading.dialect);
  if (name === undefined) return refused(anyTable, statement, reading);
  const before = state.get(name);
  if (before !== undefined && "built" in before && lenient && !replaces) return [];
  const built = made(state, name, view, cursor, locationOf(reading, statement[0]), reading);
  if (built === undefined || (before !== undefined && "built" in before && !replaces))
    return refused(name, statement, reading);
  return [[name, { built }]];
}

/** The table a `CREATE` makes; undefined where its columns cannot be known. */
function made(
  state: State,
  name: string,
  view: boolean,
  cursor: Cursor,
  at: Location,
  reading: Reading,
): Built | undefined {
  const empty: Built = {
    name,
    at,
    columns: [],
    primaryKey: [],
    keyLabel: undefined,
    constraints: [],
    layout: [],
    view,
  };
  const definition = (): Built => ({
    ...empty,
    layout: [{ kind: "definition", name: "definition", value: textOf(cursor.rest), at }],
  });
  if (view) return definition();
  if (["LIKE", "CLONE", "SHALLOW", "DEEP", "COPY", "PARTITION"].some((word) => cursor.sees(word)))
    return copied(state, empty, cursor, reading);
  const list = cursor.brackets();
  if (list === undefined) return cursor.rest.some((token) => isText(token, "AS")) ? definition() : undefined;
  const like = new Cursor(list);
  // beside columns of its own, or several times, it is not understood
  if (like.sees("LIKE")) return splitItems(list).length > 1 ? undefined : copied(state, empty, like, reading);
  const defined = definitionsIn(list, reading);
  const columns = defined && withDefined(empty, defined);
  return columns && withTail(columns, cursor, at, reading);
}

/** The columns of another table that the same files make. */
function copied(state: State, empty: Built, cursor: Cursor, { dialect }: Reading): Built | undefined {
  while (["LIKE", "CLONE", "SHALLOW", "DEEP", "COPY", "PARTITION", "OF"].some((word) => cursor.skip(word)));
  const source = state.get(takeName(cursor, dialect) ?? "");
  return source !== undefined && "built" in source ? { ...source.built, name: empty.name, at: empty.at } : undefined;
}

/** What follows the list: how rows are laid out, and in Hive's way further columns to partition by. */
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
    const start = ["PARTITION", "PARTITIONED", "CLUSTER", "CLUSTERED", "DISTKEY", "SORTKEY", "DISTSTYLE"].find((word) =>
      cursor.sees(word),
    );
    const name = cursor.take()?.text.toLowerCase() ?? "";
    if (start === undefined) continue;
    cursor.skip("BY");
    const kind = cursor.sees("(") ? "" : `${cursor.take()?.text ?? ""} `;
    const inner = cursor.brackets();
    const added = name === "partitioned" && inner !== undefined ? definitionsIn(inner, reading) : undefined;
    if (added?.every(({ column }) => column !== undefined)) table = withDefined(table, added) ?? table;
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
function index(state: State, cursor: Cursor, reading: Reading): Updates {
  const at = locationOf(reading, cursor.next);
  const unique = cursor.skip("UNIQUE");
  if (!cursor.skip("INDEX")) return [];
  cursor.skip("CONCURRENTLY");
  cursor.skip("IF", "NOT", "EXISTS");
  const label = cursor.sees("ON") ? undefined : takeName(cursor, reading.dialect);
  if (!cursor.skip("ON")) return [];
  cursor.skip("ONLY");
  const name = takeName(cursor, reading.dialect);
  if (cursor.skip("USING")) cursor.take();
  const columns = takeNames(cursor, reading.dialect);
  const known = state.get(name ?? "");
  if (!unique || columns === undefined || known === undefined || !("built" in known) || cursor.sees("WHERE")) return [];
  if (columns.some((column) => !known.built.columns.some((one) => one.name === column))) return [];
  const constraint = uniqueOf(columns, "", at);
  const constraints = [...known.built.constraints, { columns, label, constraint }];
  return [[known.built.name, { built: { ...known.built, constraints } }]];
}

function alter(state: State, cursor: Cursor, statement: readonly Token[], reading: Reading): Updates {
  cursor.take();
  while (!cursor.skip("TABLE")) cursor.take();
  const lenient = cursor.skip("IF", "EXISTS");
  cursor.skip("ONLY");
  const name = takeName(cursor, reading.dialect);
  if (name === undefined) return refused(anyTable, statement, reading);
  const known = state.get(name);
  if (known === undefined || "dropped" in known) {
    return lenient ? [] : refused(name, statement, reading);
  }
  if (!("built" in known)) return [];
  const built = altered(known.built, cursor.rest, reading);
  if (built === undefined) return refused(name, statement, reading);
  return built.name === name
    ? [[name, { built }]]
    : [
        [name, { dropped: true }],
        [built.name, { built }],
      ];
}

function drop(state: State, cursor: Cursor, { dialect }: Reading): Updates {
  if (cursor.skip("INDEX")) {
    cursor.skip("CONCURRENTLY");
    cursor.skip("IF", "EXISTS");
    const label = takeName(cursor, dialect);
    return [...state].flatMap(([name, known]): Updates => {
      if (!("built" in known) || !known.built.constraints.some((one) => one.label === label)) return [];
      return [
        [
          name,
          { built: { ...known.built, constraints: known.built.constraints.filter((one) => one.label !== label) } },
        ],
      ];
    });
  }
  while (modifiers.some((word) => cursor.skip(word)));
  const many = cursor.sees("SCHEMA") || cursor.sees("DATABASE");
  if (!["TABLE", "VIEW", "SCHEMA", "DATABASE"].some((word) => cursor.skip(word))) return [];
  cursor.skip("IF", "EXISTS");
  const names: string[] = [];
  do names.push(takeName(cursor, dialect) ?? "");
  while (cursor.skip(","));
  const meant = many ? [...state.keys()].filter((known) => names.some((name) => known.startsWith(`${name}.`))) : names;
  return meant.map((name) => [name, { dropped: true }]);
}
