import { definedIn, definitionsIn, takeComment } from "./sql-columns.ts";
import type { Defined, Reading } from "./sql-constraints.ts";
import { nameOf, takeName, takeNames } from "./sql-names.ts";
import { type Built, withDefined, withoutColumn, withRenamed } from "./sql-state.ts";
import { Cursor, splitItems, type Token, textOf } from "./sql-tokens.ts";
import { takeExpression, takeType, typeOf } from "./sql-types.ts";
import type { Column } from "./table.ts";

const verbs = ["ADD", "DROP", "ALTER", "MODIFY", "RENAME", "CHANGE", "REPLACE"];

/** Actions that leave rows and columns as they are. */
const harmless = [
  "SET",
  "UNSET",
  "RESET",
  "OWNER",
  "ENABLE",
  "DISABLE",
  "VALIDATE",
  "ATTACH",
  "DETACH",
  "RECLUSTER",
  "RESUME",
  "SUSPEND",
  "CLUSTER",
  "REPLICA",
  "FORCE",
  "NO",
  "RECOVER",
];

/** What `ALTER TABLE name` makes of a table; undefined where an action is not understood. */
export function altered(built: Built, actions: readonly Token[], reading: Reading): Built | undefined {
  let current: Built | undefined = built;
  let verb = "";
  for (const action of splitItems(actions)) {
    if (current === undefined) return undefined;
    const first = action[0]?.kind === "word" ? action[0].text.toUpperCase() : "";
    if (harmless.includes(first)) {
      // a table's own schema is part of its name
      if (first === "SET" && new Cursor(action).skip("SET", "SCHEMA")) return undefined;
      const said = first === "SET" ? takeComment(new Cursor(action.slice(1)), reading) : undefined;
      if (said !== undefined) current = { ...current, prose: [said] };
      verb = first;
      continue;
    }
    const own = verbs.includes(first);
    // `ADD COLUMN a int, b int`: the verb before holds on
    if (!own && !["ADD", "DROP", "MODIFY", "ALTER"].includes(verb)) {
      if (harmless.includes(verb)) continue;
      return undefined;
    }
    if (own) verb = first;
    current = one(current, verb, new Cursor(own ? action.slice(1) : action), reading);
  }
  return current;
}

function one(built: Built, verb: string, cursor: Cursor, reading: Reading): Built | undefined {
  switch (verb) {
    case "ADD":
      return add(built, cursor, reading);
    case "DROP":
      return drop(built, cursor, reading);
    case "RENAME":
      return rename(built, cursor, reading);
    case "CHANGE":
      return change(built, cursor, reading);
    case "REPLACE":
      return replace(built, cursor, reading);
    default:
      return alter(built, cursor, reading);
  }
}

function add(built: Built, cursor: Cursor, reading: Reading): Built | undefined {
  if (cursor.sees("PARTITION") || cursor.sees("IF", "NOT", "EXISTS", "PARTITION")) return built;
  if (cursor.sees("SEARCH", "OPTIMIZATION") || cursor.sees("ROW", "ACCESS", "POLICY")) return built;
  cursor.skip("COLUMN") || cursor.skip("COLUMNS");
  const lenient = cursor.skip("IF", "NOT", "EXISTS");
  const list = cursor.brackets();
  const defined = list === undefined ? definedIn(cursor.rest, reading) : definitionsIn(list, reading);
  const found = (Array.isArray(defined) ? defined : [defined]) as readonly (Defined | undefined)[];
  const known = found.filter((each) => each !== undefined);
  if (known.length < found.length) return undefined;
  const missing = known.filter(({ column }) => !(lenient && built.columns.some(({ name }) => name === column?.name)));
  return withDefined(built, missing);
}

function drop(built: Built, cursor: Cursor, reading: Reading): Built | undefined {
  if (cursor.sees("PARTITION") || cursor.sees("IF", "EXISTS", "PARTITION") || cursor.sees("ROW", "ACCESS"))
    return built;
  if (cursor.skip("PRIMARY", "KEY")) return { ...built, primaryKey: [], keyLabel: undefined };
  if (cursor.skip("CONSTRAINT")) return dropConstraint(built, cursor, reading);
  cursor.skip("COLUMN") || cursor.skip("COLUMNS");
  const lenient = cursor.skip("IF", "EXISTS");
  const names =
    takeNames(cursor, reading.dialect) ??
    [cursor.take()].flatMap((token) => (token ? [nameOf(token, reading.dialect)] : []));
  cursor.skip("CASCADE") || cursor.skip("RESTRICT");
  if (names.length === 0 || cursor.next !== undefined) return undefined;
  if (!lenient && names.some((name) => !has(built, name))) return undefined;
  return names.reduce(withoutColumn, built);
}

/** By the name it was given, or the one PostgreSQL gives where there is none. */
function dropConstraint(built: Built, cursor: Cursor, { dialect }: Reading): Built | undefined {
  const lenient = cursor.skip("IF", "EXISTS");
  const label = takeName(cursor, dialect);
  if (label === undefined) return undefined;
  const table = built.name.split(".").at(-1) ?? built.name;
  if (label === (built.keyLabel ?? `${table}_pkey`)) return { ...built, primaryKey: [], keyLabel: undefined };
  const endings = new Map([
    ["unique", "key"],
    ["foreign", "fkey"],
    ["check", "check"],
  ]);
  const kept = built.constraints.filter(({ label: own, columns, constraint }) => {
    const kind = constraint.name.split(" ")[0] ?? "";
    return label !== (own ?? `${table}_${columns.join("_")}_${endings.get(kind)}`);
  });
  return kept.length < built.constraints.length || lenient ? { ...built, constraints: kept } : undefined;
}

function rename(built: Built, cursor: Cursor, reading: Reading): Built | undefined {
  if (cursor.skip("TO")) {
    const name = takeName(cursor, reading.dialect);
    if (name === undefined) return undefined;
    // the new name stands alone: the schema stays
    const place = built.name.split(".").slice(0, -1);
    return { ...built, name: name.includes(".") ? name : [...place, name].join(".") };
  }
  if (cursor.skip("CONSTRAINT")) {
    const from = takeName(cursor, reading.dialect);
    const to = cursor.skip("TO") ? takeName(cursor, reading.dialect) : undefined;
    const constraints = built.constraints.map((each) => (each.label === from ? { ...each, label: to } : each));
    return { ...built, constraints, keyLabel: built.keyLabel === from ? to : built.keyLabel };
  }
  cursor.skip("COLUMN");
  cursor.skip("IF", "EXISTS");
  const [from, word, to] = [cursor.take(), cursor.skip("TO"), cursor.take()];
  if (from === undefined || to === undefined || !word) return undefined;
  const [before, after] = [nameOf(from, reading.dialect), nameOf(to, reading.dialect)];
  return has(built, before) ? withRenamed(built, before, after) : undefined;
}

/** Spark: `CHANGE COLUMN a b type`. */
function change(built: Built, cursor: Cursor, reading: Reading): Built | undefined {
  cursor.skip("COLUMN");
  const from = cursor.take();
  const defined = definedIn(cursor.rest, reading)?.column;
  if (from === undefined || defined === undefined) return undefined;
  const name = nameOf(from, reading.dialect);
  if (!has(built, name)) return undefined;
  return changed(withRenamed(built, name, defined.name), defined.name, (column) => ({
    ...defined,
    nullable: column.nullable,
  }));
}

function replace(built: Built, cursor: Cursor, reading: Reading): Built | undefined {
  const list = cursor.skip("COLUMNS") ? cursor.brackets() : undefined;
  const defined = list && definitionsIn(list, reading);
  return defined && withDefined({ ...built, columns: [] }, defined);
}

function alter(built: Built, cursor: Cursor, reading: Reading): Built | undefined {
  if (["SORTKEY", "DISTKEY", "DISTSTYLE", "ENCODE", "COMPOUND"].some((word) => cursor.sees(word))) return built;
  const list = cursor.brackets();
  if (list !== undefined)
    return splitItems(list).reduce<Built | undefined>(
      (each, item) => each && alter(each, new Cursor(item), reading),
      built,
    );
  cursor.skip("COLUMN");
  cursor.skip("IF", "EXISTS");
  const token = cursor.take();
  const name = token && nameOf(token, reading.dialect);
  if (name === undefined || !has(built, name)) return undefined;
  const change = columnChange(cursor, name, reading);
  return change && changed(built, name, change);
}

type ColumnChange = (column: Column) => Column;

function columnChange(cursor: Cursor, name: string, reading: Reading): ColumnChange | undefined {
  if (cursor.skip("SET", "NOT", "NULL")) return ended(cursor, (column) => ({ ...column, nullable: false }));
  if (cursor.skip("DROP", "NOT", "NULL")) return ended(cursor, (column) => ({ ...column, nullable: true }));
  if (
    cursor.skip("DROP", "DEFAULT") ||
    cursor.skip("DROP", "IDENTITY", "IF", "EXISTS") ||
    cursor.skip("DROP", "IDENTITY")
  )
    return ended(cursor, ({ default: _, defaultAt: __, ...column }) => column);
  if (cursor.skip("SET", "DEFAULT")) {
    const value = textOf(takeExpression(cursor));
    return ended(cursor, (column) => ({ ...column, default: value }));
  }
  if (cursor.skip("ADD", "GENERATED")) return (column) => ({ ...column, default: "identity" });
  if (cursor.sees("COMMENT")) {
    const said = takeComment(cursor, reading);
    return (column) => (said === undefined ? column : { ...column, prose: [said] });
  }
  if (cursor.sees("SET", "OPTIONS")) {
    cursor.skip("SET");
    const said = takeComment(cursor, reading);
    return (column) => (said === undefined ? column : { ...column, prose: [said] });
  }
  const unsaid = [
    ["SET", "STATISTICS"],
    ["SET", "STORAGE"],
    ["SET", "MASKING"],
    ["UNSET"],
    ["SET", "TAG"],
    ["SET", "TAGS"],
    ["ENCODE"],
    ["FIRST"],
    ["AFTER"],
    ["SET", "COMPRESSION"],
  ];
  if (unsaid.some((words) => cursor.sees(...words))) return (column) => column;
  cursor.skip("SET", "DATA", "TYPE") || cursor.skip("TYPE");
  const type = takeType(cursor);
  // what turns old values into new ones does not matter to the shape
  const using = cursor.sees("USING") || cursor.sees("COLLATE");
  if (type.length > 0) {
    const notNull = cursor.skip("NOT", "NULL");
    if (!using && cursor.next !== undefined && !cursor.sees("COMMENT")) return undefined;
    return (column) => ({ ...column, ...typeOf(type, name, reading), nullable: column.nullable && !notNull });
  }
  // Snowflake: MODIFY c NOT NULL
  if (cursor.skip("NOT", "NULL")) return ended(cursor, (column) => ({ ...column, nullable: false }));
  return cursor.skip("NULL") ? ended(cursor, (column) => ({ ...column, nullable: true })) : undefined;
}

function ended(cursor: Cursor, change: ColumnChange): ColumnChange | undefined {
  return cursor.next === undefined ? change : undefined;
}

function has(built: Built, name: string): boolean {
  return built.columns.some((column) => column.name === name);
}

function changed(built: Built, name: string, change: ColumnChange): Built {
  return { ...built, columns: built.columns.map((column) => (column.name === name ? change(column) : column)) };
}
