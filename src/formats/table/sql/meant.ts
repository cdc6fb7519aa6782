import { Unreadable } from "../../../text/tree.ts";
import { locationOf, type Reading } from "./constraints.ts";
import type { SqlDialect } from "./names.ts";
import { anyTable, type Known, lastPart, type State } from "./state.ts";
import { type Token, textOf } from "./tokens.ts";

/** What a statement makes of the names it is about; undefined forgets a name. */
export type Updates = readonly (readonly [string, Known | undefined])[];

/** Which table of those known a statement means. `doubtful`: it may be one of these, and nothing says which. */
export interface Meant {
  readonly name: string;
  readonly doubtful: readonly string[];
}

/**
 * Holds the name a statement uses against those known: `public.t` is `t` in PostgreSQL, a schema may have been set before, and Spark
 * does not mind letters' case.
 */
export function meantBy(state: State, name: string, dialect: SqlDialect): Meant {
  const alike = [...(state.byLast.get(lastPart(name)) ?? [])].filter((known) => {
    const stands = state.known.get(known);
    return stands !== undefined && !("dropped" in stands || "userType" in stands) && mayBe(known, name, dialect);
  });
  const one = (meant: string): Meant => ({ name: meant, doubtful: [] });
  const bare = !name.includes(".");
  const { path } = state;
  const standard = standardOf(dialect);
  const known = state.known.get(name);
  const home = known !== undefined && "built" in known ? known.built.home : "";
  // what was said of a name before its table was made is about no table
  const made = known !== undefined && "refused" in known ? twinOf(state, name, alike, dialect) : undefined;
  if (made !== undefined) return one(made);
  const seen = path === undefined || path.join(",") === home || (home === "" && path.includes(standard));
  if (alike.length === 0 || (alike.includes(name) && (!bare || path === undefined || (seen && alike.length === 1))))
    return one(name);
  for (const place of bare ? (path ?? [standard]) : []) {
    const found = alike.find(
      (known) => endsWith(known, `${place}.${name}`, dialect) || (place === standard && endsWith(name, known, dialect)),
    );
    if (found !== undefined) return one(found);
  }
  const same = alike.find((known) => fold(known, dialect) === fold(name, dialect) || isInFull(known, name, dialect));
  return same === undefined || bare ? { name, doubtful: alike } : one(same);
}

/** The table that the same files make under the other of its two names, with the standard schema and without. */
function twinOf(state: State, name: string, alike: readonly string[], dialect: SqlDialect): string | undefined {
  return alike.find((other) => {
    const stands = state.known.get(other);
    const isTwin = isInFull(other, name, dialect) || isInFull(name, other, dialect);
    return isTwin && stands !== undefined && "built" in stands;
  });
}

/** Whether the second name is the first with the standard schema before it. */
function isInFull(name: string, full: string, dialect: SqlDialect): boolean {
  return fold(`${standardOf(dialect)}.${name}`, dialect) === fold(full, dialect);
}

/** The schema of names that have none, where nothing else is set. */
function standardOf(dialect: SqlDialect): string {
  return dialect === "postgres" || dialect === "redshift" ? "public" : dialect === "spark" ? "default" : "";
}

function fold(name: string, dialect: SqlDialect): string {
  return dialect === "spark" ? name.toLowerCase() : name;
}

function endsWith(known: string, name: string, dialect: SqlDialect): boolean {
  return `.${fold(known, dialect)}`.endsWith(`.${fold(name, dialect)}`);
}

/** Whether two names may be one table's, as far as either tells. */
function mayBe(known: string, name: string, dialect: SqlDialect): boolean {
  return endsWith(known, name, dialect) || endsWith(name, known, dialect);
}

/** The name is known no longer, because of a statement that is not understood. */
export function refused(name: string, statement: readonly Token[], reading: Reading): Updates {
  const text = textOf(statement);
  const told = text.length > 100 ? `${text.slice(0, 100)}...` : text;
  const message = `this statement about ${name} is not understood: ${told}`;
  return [[name, { refused: new Unreadable(message, locationOf(reading, statement[0])) }]];
}

const mention =
  /\b(?:create|alter|drop|undrop|replace|rename)\s+(?:[a-z]+\s+){0,4}(table|view)\s+(?:if\s+(?:not\s+)?exists\s+)?(?:only\s+)?((?:"[^"]*"|`[^`]*`|[\w.$])*)/gi;

function isView(state: State, name: string): boolean {
  const known = state.known.get(name);
  return known !== undefined && "built" in known && known.built.view !== undefined;
}

/** Whether a text may make or change tables or views. */
export function speaksOfTables(text: string): boolean {
  return text.search(mention) >= 0;
}

/**
 * A block or a text that is executed: every table it names is unknown from here on, and all of them where the name is made up as it
 * runs.
 */
export function mentioned(state: State, statement: readonly Token[], reading: Reading): Updates {
  return [...textOf(statement).matchAll(mention)].flatMap(([, kind = "", written = ""]) => {
    const name = written.replaceAll(/["`]/g, "").toLowerCase();
    const means = (known: string) =>
      name === "" || known === name || known.endsWith(`.${name}`) || name.endsWith(`.${known}`);
    const among = name === "" ? state.known.keys() : (state.byLast.get(lastPart(name)) ?? []);
    const meant = [...among].filter((known) => means(known.toLowerCase()));
    const views = kind.toLowerCase() === "view";
    const some = views ? meant.filter((known) => isView(state, known)) : meant;
    const unknown = name !== "" ? [name] : views ? [] : [...some, anyTable];
    const names = name !== "" && some.length > 0 ? some : [...new Set([...some, ...unknown])];
    return names.flatMap((known) => refused(known, statement, reading));
  });
}
