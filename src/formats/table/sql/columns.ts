import type { Location } from "../../../model.ts";
import type { Prose } from "../../prose.ts";
import type { Constraint } from "../constraint.ts";
import type { Column } from "../table.ts";
import {
  beginsConstraint,
  checkOf,
  type Defined,
  foreignOf,
  locationOf,
  type Reading,
  type SqlConstraint,
  tableConstraint,
  uniqueOf,
} from "./constraints.ts";
import { nameOf, takeName } from "./names.ts";
import { Cursor, splitItems, type Token, textOf } from "./tokens.ts";
import { takeExpression, takeType, typeOf } from "./types.ts";

/** One item of a table's list, or what follows `ADD COLUMN`; undefined where it is not understood. */
export function definedIn(tokens: readonly Token[], reading: Reading): Defined | undefined {
  const cursor = new Cursor(tokens);
  return beginsConstraint(cursor) ? tableConstraint(cursor, reading) : columnDefinition(cursor, reading);
}

function columnDefinition(cursor: Cursor, reading: Reading): Defined | undefined {
  const first = cursor.take();
  if (first === undefined || (first.kind !== "word" && first.kind !== "name")) return undefined;
  const name = nameOf(first, reading.dialect);
  const type = takeType(cursor);
  if (type[0]?.kind !== "word" && type[0]?.kind !== "name") return undefined;
  // the columns of another table, not one called so
  if (first.kind === "word" && first.text.toUpperCase() === "LIKE") return undefined;
  const facts = columnFacts(cursor, name, reading);
  if (facts === undefined) return undefined;
  return {
    column: columnOf(name, type, facts, locationOf(reading, first), reading),
    ...(facts.primaryKey && { primaryKey: [name] }),
    constraints: facts.constraints,
  };
}

interface Facts {
  comment?: Prose;
  nullable: boolean;
  primaryKey: boolean;
  default: readonly Token[] | undefined;
  readonly constraints: SqlConstraint[];
}

function columnFacts(cursor: Cursor, name: string, reading: Reading): Facts | undefined {
  const facts: Facts = { nullable: true, primaryKey: false, default: undefined, constraints: [] };
  while (cursor.next !== undefined) if (!columnFact(cursor, name, facts, reading)) return undefined;
  return facts;
}

/** Takes one thing said of a column; false where it is not understood. */
function columnFact(cursor: Cursor, name: string, facts: Facts, reading: Reading): boolean {
  const at = locationOf(reading, cursor.next);
  const label = cursor.skip("CONSTRAINT") ? takeName(cursor, reading.dialect) : undefined;
  const promise = (constraint: Constraint) => facts.constraints.push({ columns: [name], label, constraint }) > 0;
  if (cursor.skip("NOT", "NULL")) {
    facts.nullable = false;
    return true;
  }
  if (cursor.skip("NULL")) return true;
  if (cursor.skip("PRIMARY", "KEY")) {
    facts.primaryKey = true;
    return takeEnforcement(cursor);
  }
  if (cursor.skip("UNIQUE")) {
    const detail = cursor.skip("NULLS", "NOT", "DISTINCT") ? "nulls not distinct" : "";
    cursor.skip("NULLS", "DISTINCT");
    return promise(uniqueOf([name], detail, at)) && takeEnforcement(cursor);
  }
  if (cursor.skip("DEFAULT")) {
    facts.default = takeExpression(cursor);
    return facts.default.length > 0;
  }
  if (cursor.skip("CHECK")) {
    const inner = cursor.brackets();
    if (inner === undefined) return false;
    const value = `(${textOf(inner)})`;
    return promise(checkOf("check", label, value, at)) && takeEnforcement(cursor);
  }
  if (cursor.sees("REFERENCES")) {
    const value = textOf(takeExpression(cursor));
    return promise(foreignOf([name], value, at));
  }
  if (cursor.sees("WITH", "COMMENT")) cursor.skip("WITH");
  if (cursor.sees("COMMENT") || cursor.sees("OPTIONS")) {
    const comment = takeComment(cursor, reading);
    if (comment !== undefined) facts.comment = comment;
    return comment !== undefined || without(cursor);
  }
  return generated(cursor, facts, promise, at) || seen(cursor, promise, at) || without(cursor);
}

/** Columns that fill themselves. */
function generated(cursor: Cursor, facts: Facts, promise: (constraint: Constraint) => boolean, at: Location): boolean {
  const always = cursor.skip("GENERATED", "ALWAYS") || cursor.skip("GENERATED", "BY", "DEFAULT");
  if (always) cursor.skip("ON", "NULL");
  if ((always && cursor.skip("AS", "IDENTITY")) || cursor.skip("IDENTITY") || cursor.skip("AUTOINCREMENT")) {
    cursor.brackets();
    cursor.skip("START") && cursor.take() && cursor.skip("INCREMENT") && cursor.take();
    cursor.skip("ORDER") || cursor.skip("NOORDER");
    facts.default = [{ kind: "word", text: "identity", raw: "identity", line: 1, column: 1 }];
    facts.nullable = false;
    return true;
  }
  if (!cursor.skip("AS")) return false;
  const inner = cursor.brackets();
  if (inner === undefined) return false;
  cursor.skip("STORED") || cursor.skip("VIRTUAL");
  facts.default = [{ kind: "word", text: "generated", raw: "generated", line: 1, column: 1 }];
  return promise({ kind: "definition", name: "generated as", value: textOf(inner), at });
}

/**
 * `COMMENT 'text'`, BigQuery's `OPTIONS(description='text')`, or Spark's `TBLPROPERTIES('comment'='text')`; nothing is taken where
 * there is no such text.
 */
export function takeComment(cursor: Cursor, reading: Reading): Prose | undefined {
  const key = cursor.sees("OPTIONS") ? "description" : cursor.sees("TBLPROPERTIES") ? "comment" : undefined;
  const inOptions = key !== undefined;
  const [first, ...rest] = cursor.rest;
  if (!inOptions && !cursor.sees("COMMENT")) return undefined;
  const at = inOptions ? rest.findIndex(({ text }) => text.toLowerCase() === key) + 1 : 0;
  const token = rest[at]?.text === "=" ? rest[at + 1] : rest[at];
  if (
    first === undefined ||
    (token?.kind !== "string" && !(inOptions && token?.kind === "name")) ||
    (inOptions && at === 0)
  )
    return undefined;
  cursor.take();
  if (inOptions) cursor.brackets();
  else {
    cursor.skip("=");
    cursor.take();
  }
  return commentOf(token, reading);
}

export function commentOf(token: Token, reading: Reading): Prose {
  return { kind: "text", name: "comment", text: token.text, at: locationOf(reading, token) };
}

/** What decides which values readers see, and which of them are equal: policies and collations. */
function seen(cursor: Cursor, promise: (constraint: Constraint) => boolean, at: Location): boolean {
  const definition = (name: string, tokens: readonly Token[]) =>
    tokens.length > 0 && promise({ kind: "definition", name, value: textOf(tokens), at });
  if (cursor.skip("COLLATE")) return definition("collation", takeExpression(cursor));
  cursor.skip("WITH");
  for (const name of ["masking policy", "projection policy"])
    if (cursor.skip(...name.toUpperCase().split(" "))) return definition(name, takeExpression(cursor));
  return false;
}

/** What says nothing about values: comments, encodings, places. */
function without(cursor: Cursor): boolean {
  if (cursor.skip("OPTIONS")) return cursor.brackets() !== undefined;
  if (cursor.skip("COMMENT")) return cursor.take() !== undefined;
  if (cursor.skip("ENCODE")) return cursor.take() !== undefined;
  if (cursor.skip("DISTKEY") || cursor.skip("SORTKEY") || cursor.skip("FIRST")) return true;
  if (cursor.skip("AFTER")) return cursor.take() !== undefined;
  return cursor.skip("TAG") && cursor.brackets() !== undefined;
}

function takeEnforcement(cursor: Cursor): boolean {
  const words = ["ENFORCED", "RELY", "NORELY", "DEFERRABLE", "ENABLE", "VALIDATE", "NOVALIDATE", "DISABLE"];
  for (;;) {
    if (cursor.skip("NOT", "ENFORCED") || cursor.skip("NOT", "DEFERRABLE")) continue;
    if (cursor.skip("INITIALLY", "DEFERRED") || cursor.skip("INITIALLY", "IMMEDIATE")) continue;
    if (!words.some((word) => cursor.skip(word))) return true;
  }
}

const serial = /^(?:small|big)?serial[248]?$/i;

function columnOf(name: string, type: readonly Token[], facts: Facts, at: Location, reading: Reading): Column {
  const written = typeOf(type, name, reading);
  const counts = serial.test(written.typeText);
  const value = counts ? "nextval" : facts.default && textOf(facts.default);
  return {
    name,
    path: name,
    at,
    ...written,
    nullable: facts.nullable && !counts,
    ...(value !== undefined && value.toUpperCase() !== "NULL" && { default: value }),
    ...(facts.comment && { prose: [facts.comment] }),
    constraints: [],
  };
}

/** The items of a bracketed list, each understood; undefined where one is not. */
export function definitionsIn(tokens: readonly Token[], reading: Reading): readonly Defined[] | undefined {
  const defined = splitItems(tokens).map((item) => definedIn(item, reading));
  return defined.some((one) => one === undefined) ? undefined : defined.filter((one) => one !== undefined);
}
