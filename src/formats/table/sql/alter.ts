import type { Location } from "../../../model.ts";
import type { Prose } from "../../prose.ts";
import type { Column } from "../table.ts";
import { definedIn, definitionsIn, takeComment } from "./columns.ts";
import { type Defined, locationOf, type Reading } from "./constraints.ts";
import { nameOf, takeName, takeNames } from "./names.ts";
import { type Built, withDefined, withoutColumn, withRenamed } from "./state.ts";
import { Cursor, splitItems, type Token, textOf } from "./tokens.ts";
import { takeExpression, takeType, typeOf } from "./types.ts";

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
  "APPEND",
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
      const cursor = new Cursor(action);
      const schema = cursor.skip("SET", "SCHEMA") ? takeName(cursor, reading.dialect) : undefined;
      if (schema !== undefined) {
        current = { ...current, name: `${schema}.${current.name.slice(current.name.lastIndexOf(".") + 1)}` };
        continue;
      }
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
  const byIndex = usingIndex(built, cursor, reading);
  if (byIndex !== undefined) return byIndex;
  cursor.skip("COLUMN") || cursor.skip("COLUMNS");
  const lenient = cursor.skip("IF", "NOT", "EXISTS");
  const list = cursor.brackets();
  const defined = list === undefined ? definedIn(cursor.rest, reading) : definitionsIn(list, reading);
  const found = (Array.isArray(defined) ? defined : [defined]) as readonly (Defined | undefined)[];
  const known = found.filter((each) => each !== undefined);
  if (known.length < found.length) return undefined;
  const missing = known.filter(({ column }) => !(lenient && column !== undefined && has(built, column.name, reading)));
  return withDefined(built, missing, reading.dialect);
}

/** PostgreSQL: `ADD CONSTRAINT name PRIMARY KEY USING INDEX i`, of a unique index that the same files make. */
function usingIndex(built: Built, cursor: Cursor, { dialect }: Reading): Built | undefined {
  const ahead = new Cursor(cursor.rest);
  const label = ahead.skip("CONSTRAINT") ? takeName(ahead, dialect) : undefined;
  const primary = ahead.skip("PRIMARY", "KEY", "USING", "INDEX");
  if (!primary && !ahead.skip("UNIQUE", "USING", "INDEX")) return undefined;
  const index = takeName(ahead, dialect);
  const named = built.constraints.find((one) => one.label === index && one.constraint.kind === "unique");
  if (named === undefined) return undefined;
  const others = built.constraints.filter((one) => one !== named);
  if (!primary) return { ...built, constraints: [...others, { ...named, label: label ?? index }] };
  const keyed = withDefined(
    { ...built, constraints: others },
    [{ primaryKey: named.columns, constraints: [] }],
    dialect,
  );
  return keyed && { ...keyed, keyLabel: label ?? index };
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
  const meant = names.map((name) => columnNamed(built, name, reading));
  if (!lenient && meant.includes(undefined)) return undefined;
  return meant.reduce<Built>((each, name) => (name === undefined ? each : withoutColumn(each, name)), built);
}

/** By the name it was given, or the one PostgreSQL gives where there is none. */
function dropConstraint(built: Built, cursor: Cursor, { dialect }: Reading): Built | undefined {
  const lenient = cursor.skip("IF", "EXISTS");
  const label = takeName(cursor, dialect);
  if (label === undefined) return undefined;
  if (label === built.keyLabel) return { ...built, primaryKey: [], keyLabel: undefined };
  const kept = built.constraints.filter((one) => one.label !== label);
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
  const before = columnNamed(built, nameOf(from, reading.dialect), reading);
  return before === undefined || cursor.next !== undefined
    ? undefined
    : withRenamed(built, before, nameOf(to, reading.dialect));
}

/** Spark: `CHANGE COLUMN a b type`. */
function change(built: Built, cursor: Cursor, reading: Reading): Built | undefined {
  cursor.skip("COLUMN");
  const from = cursor.take();
  const defined = definedIn(cursor.rest, reading)?.column;
  if (from === undefined || defined === undefined) return undefined;
  const name = columnNamed(built, nameOf(from, reading.dialect), reading);
  if (name === undefined) return undefined;
  return changed(withRenamed(built, name, defined.name), defined.name, (column) => ({
    ...defined,
    nullable: column.nullable,
  }));
}

function replace(built: Built, cursor: Cursor, reading: Reading): Built | undefined {
  const list = cursor.skip("COLUMNS") ? cursor.brackets() : undefined;
  const defined = list && definitionsIn(list, reading);
  return defined && withDefined({ ...built, columns: [] }, defined, reading.dialect);
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
  const name = token && columnNamed(built, nameOf(token, reading.dialect), reading);
  if (name === undefined) return undefined;
  const promised = policyChange(built, cursor, name, reading);
  if (promised !== undefined) return promised;
  const change = columnChange(cursor, name, reading);
  return change && changed(built, name, change);
}

/** What decides which values readers see: masks, and what a generated column is computed from. */
function policyChange(built: Built, cursor: Cursor, name: string, reading: Reading): Built | undefined {
  const without = (what: string) =>
    built.constraints.filter(({ columns, constraint }) => columns[0] !== name || constraint.name !== what);
  const put = (what: string, value: string): Built => {
    const constraint = { kind: "definition", name: what, value, at: locationOf(reading, cursor.next) } as const;
    return { ...built, constraints: [...without(what), { columns: [name], label: undefined, constraint }] };
  };
  for (const what of ["masking policy", "projection policy", "mask"]) {
    const words = what.toUpperCase().split(" ");
    if (cursor.skip("UNSET", ...words) || cursor.skip("DROP", ...words))
      return { ...built, constraints: without(what) };
    if (cursor.skip("SET", ...words)) {
      const policy = takeExpression(cursor);
      return policy.length === 0 ? undefined : put(what, textOf(policy));
    }
  }
  if (cursor.skip("SET", "EXPRESSION", "AS")) {
    const inner = cursor.brackets();
    return inner === undefined ? undefined : put("generated as", textOf(inner));
  }
  if (!cursor.skip("DROP", "EXPRESSION")) return undefined;
  const plain = { ...built, constraints: without("generated as") };
  return changed(plain, name, (column) => (column.default === "generated" ? withoutDefault(column) : column));
}

function withoutDefault({ default: _, defaultAt: __, ...column }: Column): Column {
  return column;
}

type ColumnChange = (column: Column) => Column;

function columnChange(cursor: Cursor, name: string, reading: Reading): ColumnChange | undefined {
  if (cursor.skip("SET", "NOT", "NULL")) return ended(cursor, (column) => ({ ...column, nullable: false }));
  if (cursor.skip("DROP", "NOT", "NULL")) return ended(cursor, (column) => ({ ...column, nullable: true }));
  if (cursor.skip("DROP", "DEFAULT")) return ended(cursor, withoutDefault);
  if (cursor.skip("DROP", "IDENTITY")) {
    cursor.skip("IF", "EXISTS");
    return ended(cursor, (column) => (column.default === "identity" ? withoutDefault(column) : column));
  }
  if (cursor.skip("SET", "DEFAULT")) {
    const value = textOf(takeExpression(cursor));
    return ended(cursor, (column) =>
      value.toUpperCase() === "NULL" ? withoutDefault(column) : { ...withoutDefault(column), default: value },
    );
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
    ["UNSET"],
    ["SET", "TAG"],
    ["SET", "TAGS"],
    ["ENCODE"],
    ["FIRST"],
    ["AFTER"],
    ["SET", "COMPRESSION"],
  ];
  if (unsaid.some((words) => cursor.sees(...words))) return (column) => column;
  const said = cursor.skip("SET", "DATA", "TYPE") || cursor.skip("TYPE");
  if (!said && ["SET", "UNSET", "ADD", "DROP", "RESET", "RESTART"].some((word) => cursor.sees(word))) return undefined;
  const type = takeType(cursor);
  if (cursor.skip("ENCODE")) cursor.take();
  const using = cursor.sees("USING");
  if (type.length > 0) {
    const notNull = cursor.skip("NOT", "NULL");
    if (!using && cursor.next !== undefined && !cursor.sees("COMMENT")) return undefined;
    const at = locationOf(reading, cursor.next);
    const by = using ? conversionIn(cursor.rest.slice(1), name) : undefined;
    return (column) => ({
      ...column,
      ...typeOf(type, name, reading),
      nullable: column.nullable && !notNull,
      ...(by !== undefined && { conversions: [...(column.conversions ?? []), conversion(by, column, at)] }),
    });
  }
  // Snowflake: MODIFY c NOT NULL
  if (cursor.skip("NOT", "NULL")) return ended(cursor, (column) => ({ ...column, nullable: false }));
  return cursor.skip("NULL") ? ended(cursor, (column) => ({ ...column, nullable: true })) : undefined;
}

/** What `USING` turns values into; undefined where it is the column itself, or that in another type. */
function conversionIn(expression: readonly Token[], column: string): string | undefined {
  const text = textOf(expression);
  const bare = text.replaceAll(/[\s()"]/g, "").toLowerCase();
  const own = column.replaceAll('"', "").toLowerCase();
  const rest = bare.startsWith(`cast${own}as`) ? `::${bare.slice(own.length + 6)}` : bare.slice(own.length);
  const isItself = bare.startsWith(own) || bare.startsWith("cast");
  return isItself && /^(?:::[\w.,[\]]+)*$/.test(rest) ? undefined : text;
}

function conversion(text: string, { conversions = [] }: Column, at: Location): Prose {
  return { kind: "expression", name: `conversion ${conversions.length + 1}`, text, at };
}

function ended(cursor: Cursor, change: ColumnChange): ColumnChange | undefined {
  return cursor.next === undefined ? change : undefined;
}

/** A column by its name; BigQuery and Spark do not mind letters' case. */
function columnNamed({ columns }: Built, name: string, { dialect }: Reading): string | undefined {
  const exact = columns.find((column) => column.name === name)?.name;
  if (exact !== undefined || (dialect !== "bigquery" && dialect !== "spark")) return exact;
  return columns.find((column) => column.name.toLowerCase() === name.toLowerCase())?.name;
}

function has(built: Built, name: string, reading: Reading): boolean {
  return columnNamed(built, name, reading) !== undefined;
}

function changed(built: Built, name: string, change: ColumnChange): Built {
  return { ...built, columns: built.columns.map((column) => (column.name === name ? change(column) : column)) };
}
