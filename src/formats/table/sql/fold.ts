import { altered } from "./alter.ts";
import { commentOf } from "./columns.ts";
import type { Reading } from "./constraints.ts";
import { create, modifiers } from "./create.ts";
import { meantBy, mentioned, refused, speaksOfTables, type Updates } from "./meant.ts";
import { takeName } from "./names.ts";
import { anyTable, type Built, type Known, lastPart, remember, type State, withComment } from "./state.ts";
import { Cursor, isText, type Token, textOf } from "./tokens.ts";
import { begin, ends, takeBegin } from "./transaction.ts";
import { redeclared, typeKey } from "./user-types.ts";
import { viewAltered } from "./view-alter.ts";
import { fallen, followColumn, followName, isOpen } from "./view-follow.ts";

/** Statements of these words neither make nor change tables. Whatever else speaks of a table and is not known is refused. */
const elsewhere = new Set(
  "SELECT WITH INSERT UPDATE DELETE MERGE GRANT REVOKE COMMENT ANALYZE VACUUM TRUNCATE COPY EXPLAIN SHOW DESCRIBE REFRESH OPTIMIZE LOCK REINDEX MSCK CACHE END ASSERT VALUES TABLE NOTIFY LISTEN RELEASE".split(
    " ",
  ),
);

/** Applies one statement to what is known so far. */
export function apply(state: State, statement: readonly Token[], reading: Reading): void {
  for (const [name, known] of updatesOf(state, statement, reading)) remember(state, name, known);
}

function updatesOf(state: State, statement: readonly Token[], reading: Reading): Updates {
  const cursor = new Cursor(statement);
  const { dialect } = reading;
  if (takeBegin(cursor)) {
    // elsewhere statements about tables are not taken back
    if (dialect === "postgres" || dialect === "redshift") begin(state);
    return [];
  }
  if (ends(state, cursor)) return [];
  if (cursor.sees("SET") || cursor.sees("RESET") || cursor.sees("USE")) return settled(state, cursor, reading);
  if (cursor.skip("CREATE")) return create(state, cursor, statement, reading);
  if (cursor.sees("REPLACE", "TABLE")) {
    cursor.take();
    return create(state, cursor, statement, reading, true);
  }
  if (cursor.skip("UNDROP")) return undrop(state, cursor, statement, reading);
  if (cursor.skip("DROP")) return drop(state, cursor, statement, reading);
  if (cursor.skip("COMMENT", "ON") || cursor.skip("COMMENT", "IF", "EXISTS", "ON"))
    return comment(state, cursor, reading);
  if (cursor.skip("ALTER")) {
    while (!cursor.sees("MATERIALIZED") && modifiers.some((word) => cursor.skip(word)));
    return cursor.skip("TABLE")
      ? alter(state, cursor, statement, reading)
      : alterOther(state, cursor, statement, reading);
  }
  const word = cursor.next?.kind === "word" ? cursor.next.text.toUpperCase() : "";
  const runs = word === "SELECT" && statement.some(({ kind, text }) => kind === "string" && speaksOfTables(text));
  const called = routinesIn(state, statement, word);
  if (called.length > 0) return called.flatMap((body) => mentioned(state, body, reading));
  return elsewhere.has(word) && !runs ? [] : mentioned(state, statement, reading);
}

/** What the functions change that a statement may call. */
function routinesIn({ routines }: State, statement: readonly Token[], word: string): readonly (readonly Token[])[] {
  if (routines.size === 0 || ["GRANT", "REVOKE"].includes(word)) return [];
  return statement.flatMap(({ kind, text }) => {
    const body = kind === "word" || kind === "name" ? routines.get(text.toLowerCase()) : undefined;
    return body === undefined ? [] : [body];
  });
}

/** `SET search_path`, `USE`: where names without a schema are looked for, from here on. */
function settled(state: State, cursor: Cursor, reading: Reading): Updates {
  const resets = cursor.skip("RESET");
  const uses = !resets && cursor.skip("USE");
  if (uses) cursor.skip("SCHEMA") || cursor.skip("DATABASE") || cursor.skip("CATALOG");
  else {
    cursor.skip("SET");
    cursor.skip("LOCAL") || cursor.skip("SESSION");
    if (!cursor.skip("SEARCH_PATH") && !(resets && cursor.skip("ALL"))) return mentioned(state, cursor.rest, reading);
    cursor.skip("TO") || cursor.skip("=");
  }
  const text = textOf(cursor.rest)
    .toLowerCase()
    .replaceAll(/["'`\s]/g, "");
  const names = text.split(",").filter((name) => name !== "" && name !== "$user");
  state.path = resets || text === "default" ? undefined : names;
  return [];
}

/** `COMMENT ON COLUMN orders.amount IS '...'`; `IS NULL` takes it away. */
function comment(state: State, cursor: Cursor, reading: Reading): Updates {
  const ofColumn = cursor.skip("COLUMN");
  cursor.skip("MATERIALIZED");
  if (!ofColumn && !cursor.skip("TABLE") && !cursor.skip("VIEW")) return [];
  const said = takeName(cursor, reading.dialect) ?? "";
  const last = said.lastIndexOf(".");
  const [written, column] = ofColumn ? [said.slice(0, last), said.slice(last + 1)] : [said, undefined];
  const { name } = meantBy(state, written, reading.dialect);
  const known = state.known.get(name);
  if (known === undefined || !("built" in known) || !cursor.skip("IS")) return [];
  const text = cursor.next;
  const prose = text?.kind === "string" ? [commentOf(text, reading)] : [];
  return [[name, { built: withComment(known.built, column, prose) }]];
}

/** Types, and whatever moves several tables at once. */
function alterOther(state: State, cursor: Cursor, statement: readonly Token[], reading: Reading): Updates {
  if (cursor.skip("TYPE") || cursor.skip("DOMAIN")) {
    const key = typeKey(takeName(cursor, reading.dialect) ?? "");
    const known = state.known.get(key);
    return known !== undefined && "userType" in known ? [[key, { userType: redeclared(known.userType, cursor) }]] : [];
  }
  cursor.skip("MATERIALIZED");
  const many = cursor.sees("SCHEMA") || cursor.sees("DATABASE");
  if (!many && !cursor.sees("VIEW")) return [];
  cursor.take();
  cursor.skip("IF", "EXISTS");
  const written = takeName(cursor, reading.dialect) ?? "";
  if (many && !cursor.sees("RENAME") && !cursor.sees("SWAP")) return [];
  if (many) return within(state, [written], reading).flatMap((known) => refused(known, statement, reading));
  const { name, doubtful } = meantBy(state, written, reading.dialect);
  const known = state.known.get(name);
  if (doubtful.length === 0 && known !== undefined && "built" in known && known.built.view !== undefined)
    return viewAltered(state, known.built, cursor, statement, reading);
  if (doubtful.length === 0 && known !== undefined && "refused" in known)
    return movedUnknown(name, known, cursor, reading);
  const meant = doubtful.length > 0 ? doubtful : known !== undefined && !("dropped" in known) ? [name] : [];
  return meant.flatMap((one) => refused(one, statement, reading));
}

/** The tables of schemas or databases; in PostgreSQL those without a schema are in `public`. */
function within({ known }: State, places: readonly string[], { dialect }: Reading): readonly string[] {
  const standard = dialect === "postgres" || dialect === "redshift" ? places.includes("public") : false;
  return [...known.keys()].filter(
    (name) =>
      places.some((place) => name.startsWith(`${place}.`)) || (standard && !name.includes(".") && !name.includes(" ")),
  );
}

function alter(state: State, cursor: Cursor, statement: readonly Token[], reading: Reading): Updates {
  const lenient = cursor.skip("IF", "EXISTS");
  const alone = cursor.skip("ONLY");
  const written = takeName(cursor, reading.dialect);
  if (written === undefined) return refused(anyTable, statement, reading);
  cursor.skip("*");
  const { name, doubtful } = meantBy(state, written, reading.dialect);
  if (doubtful.length > 0) return doubtful.flatMap((one) => refused(one, statement, reading));
  const known = state.known.get(name);
  if (known === undefined || "dropped" in known) return lenient ? [] : refused(name, statement, reading);
  if (!("built" in known)) {
    const parts = partsOf(state, name).flatMap((part) => refused(part.name, statement, reading));
    return [...movedUnknown(name, known, cursor, reading), ...parts];
  }
  if (cursor.skip("SWAP", "WITH")) return swapped(state, known.built, cursor, statement, reading);
  if (known.built.view?.stored === false) return viewAltered(state, known.built, cursor, statement, reading);
  const attached = parted(state, name, cursor, reading);
  if (attached !== undefined) return attached;
  const built = altered(known.built, cursor.rest, reading);
  const blind = isOpen(known.built) && built?.columns !== known.built.columns;
  if (built === undefined || blind) return refused(name, statement, reading);
  const parts = alone ? [] : partsOf(state, name);
  if (built.name !== name) {
    const moved = parts.map((part) => [part.name, { built: { ...part, partOf: built.name } }] as const);
    return [[name, { dropped: true }], [built.name, { built }], ...moved, ...followName(state, name, built.name)];
  }
  const viewers = viewersOf(state, known.built, built, cursor, reading);
  const follow = parts.flatMap((part): Updates => {
    const made = altered(part, cursor.rest, reading);
    return made === undefined ? refused(part.name, statement, reading) : [[part.name, { built: made }]];
  });
  return [[name, { built }], ...follow, ...viewers];
}

/** Views that go with columns of theirs, or read them under another name. */
function viewersOf(state: State, before: Built, after: Built, cursor: Cursor, { dialect }: Reading): Updates {
  if (!state.viewed) return [];
  const actions = new Cursor(cursor.rest);
  if (actions.skip("RENAME")) {
    actions.skip("COLUMN");
    const from = takeName(actions, dialect);
    const to = actions.skip("TO") ? takeName(actions, dialect) : undefined;
    return from === undefined || to === undefined ? [] : followColumn(state, before.name, from, to);
  }
  if (!cursor.rest.some((token) => isText(token, "CASCADE"))) return [];
  const kept = new Set(after.columns.map((column) => column.name));
  const gone = before.columns.filter((column) => !kept.has(column.name)).map((column) => column.name);
  return gone.length === 0 ? [] : fallen(state, before.name, gone);
}

/** What is not understood stays so under its new name. */
function movedUnknown(name: string, known: Known, cursor: Cursor, { dialect }: Reading): Updates {
  const schema = cursor.skip("SET", "SCHEMA") ? takeName(cursor, dialect) : undefined;
  const own = name.slice(name.lastIndexOf(".") + 1);
  const renamed = cursor.skip("RENAME", "TO") ? takeName(cursor, dialect) : undefined;
  const to = schema === undefined ? renamed : `${schema}.${own}`;
  if (to === undefined) return [];
  const place = name.split(".").slice(0, -1);
  return [
    [name, { dropped: true }],
    [to.includes(".") ? to : [...place, to].join("."), known],
  ];
}

/** Snowflake: each takes the other's name. */
function swapped(state: State, built: Built, cursor: Cursor, statement: readonly Token[], reading: Reading): Updates {
  const { name, doubtful } = meantBy(state, takeName(cursor, reading.dialect) ?? "", reading.dialect);
  const other = state.known.get(name);
  const clear = doubtful.length === 0 && other !== undefined && "built" in other;
  if (!clear) return [...new Set([built.name, name, ...doubtful])].flatMap((one) => refused(one, statement, reading));
  return [
    [built.name, { built: { ...other.built, name: built.name } }],
    [name, { built: { ...built, name } }],
  ];
}

/** PostgreSQL: a table becomes a partition of another, or one no more. */
function parted(state: State, name: string, cursor: Cursor, { dialect }: Reading): Updates | undefined {
  const attaches = cursor.skip("ATTACH", "PARTITION");
  if (!attaches && !cursor.skip("DETACH", "PARTITION")) return undefined;
  const part = state.known.get(meantBy(state, takeName(cursor, dialect) ?? "", dialect).name);
  if (part === undefined || !("built" in part)) return [];
  const { partOf: _, ...own } = part.built;
  return [[own.name, { built: attaches ? { ...own, partOf: name } : own }]];
}

/** The partitions of a table, and theirs. */
function partsOf(state: State, name: string): readonly Built[] {
  if (!state.parted) return [];
  const children = new Map<string, Built[]>();
  for (const known of state.known.values()) {
    const parent = "built" in known ? known.built.partOf : undefined;
    if (parent === undefined || !("built" in known)) continue;
    const others = children.get(parent);
    if (others === undefined) children.set(parent, [known.built]);
    else others.push(known.built);
  }
  const found: Built[] = [];
  const seen = new Set([name]);
  // a set is walked through what is added to it on the way
  for (const parent of seen)
    for (const part of children.get(parent) ?? []) {
      if (!seen.has(part.name)) found.push(part);
      seen.add(part.name);
    }
  return found;
}

function undrop(state: State, cursor: Cursor, statement: readonly Token[], reading: Reading): Updates {
  while (modifiers.some((word) => cursor.skip(word)));
  const many = cursor.skip("SCHEMA") || cursor.skip("DATABASE");
  if (!many && !cursor.skip("TABLE")) return [];
  const name = takeName(cursor, reading.dialect) ?? "";
  if (many) return within(state, [name], reading).flatMap((one) => refused(one, statement, reading));
  const known = state.known.get(name);
  const was = known !== undefined && "dropped" in known ? known.was : undefined;
  return was === undefined ? refused(name, statement, reading) : [[name, { built: was }]];
}

function drop(state: State, cursor: Cursor, statement: readonly Token[], reading: Reading): Updates {
  const { dialect } = reading;
  if (cursor.skip("INDEX")) return dropIndex(state, cursor, reading);
  if (cursor.skip("TYPE") || cursor.skip("DOMAIN")) return dropType(state, cursor, statement, reading);
  while (modifiers.some((word) => cursor.skip(word)));
  const many = cursor.sees("SCHEMA") || cursor.sees("DATABASE");
  if (!["TABLE", "VIEW", "SCHEMA", "DATABASE"].some((word) => cursor.skip(word))) return [];
  cursor.skip("IF", "EXISTS");
  const names: string[] = [];
  do names.push(takeName(cursor, dialect) ?? "");
  while (cursor.skip(","));
  const gone = (name: string): Updates => {
    const known = state.known.get(name);
    const was = known !== undefined && "built" in known ? known.built : undefined;
    return [[name, { dropped: true, ...(was && { was }) }]];
  };
  if (many) return within(state, names, reading).flatMap(gone);
  const cascades = cursor.sees("CASCADE");
  return names.flatMap((written): Updates => {
    const { name, doubtful } = meantBy(state, written, dialect);
    if (doubtful.length > 0) return doubtful.flatMap((one) => refused(one, statement, reading));
    const dropped = [name, ...partsOf(state, name).map((part) => part.name)].flatMap(gone);
    return cascades ? [...dropped, ...fallen(state, name)] : dropped;
  });
}

function dropIndex({ known }: State, cursor: Cursor, { dialect }: Reading): Updates {
  cursor.skip("CONCURRENTLY");
  cursor.skip("IF", "EXISTS");
  const labels = new Set<string>();
  do labels.add(lastPart(takeName(cursor, dialect) ?? ""));
  while (cursor.skip(","));
  return [...known].flatMap(([name, one]): Updates => {
    if (!("built" in one)) return [];
    const kept = one.built.constraints.filter(({ label }) => !labels.has(label ?? ""));
    return kept.length === one.built.constraints.length ? [] : [[name, { built: { ...one.built, constraints: kept } }]];
  });
}

/** With CASCADE, columns of the type go too; which they are is not followed. */
function dropType(state: State, cursor: Cursor, statement: readonly Token[], reading: Reading): Updates {
  cursor.skip("IF", "EXISTS");
  const names: string[] = [];
  do names.push(takeName(cursor, reading.dialect) ?? "");
  while (cursor.skip(","));
  const cascades = cursor.skip("CASCADE");
  const lasts = new Set(names.map(lastPart));
  const has = ({ columns }: Built) =>
    columns.some(({ typeText = "" }) =>
      (typeText.match(/[\p{L}_][\p{L}\p{N}_$]*/gu) ?? []).some((word) => lasts.has(word.toLowerCase())),
    );
  const hit = cascades
    ? [...state.known].flatMap(([name, known]) =>
        "built" in known && has(known.built) ? refused(name, statement, reading) : [],
      )
    : [];
  return [...hit, ...names.map((name) => [typeKey(name), undefined] as const)];
}
