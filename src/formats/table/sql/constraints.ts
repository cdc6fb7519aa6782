import type { Location } from "../../../model.ts";
import type { Constraint } from "../constraint.ts";
import type { Column } from "../table.ts";
import { type SqlDialect, takeName, takeNames } from "./names.ts";
import { type Cursor, type Token, textOf } from "./tokens.ts";

/** What a column definition or a table constraint says. */
export interface Defined {
  readonly column?: Column;
  /** Columns of the primary key it declares. */
  readonly primaryKey?: readonly string[];
  readonly keyLabel?: string;
  readonly constraints: readonly SqlConstraint[];
}

/** A constraint and the columns it is about. `label`: its own name, where it has one. */
export interface SqlConstraint {
  readonly columns: readonly string[];
  readonly label: string | undefined;
  readonly constraint: Constraint;
}

export interface Reading {
  readonly path: string;
  readonly dialect: SqlDialect;
}

export function locationOf({ path }: Reading, token: Token | undefined): Location {
  return token === undefined ? { path } : { path, line: token.line, column: token.column };
}

/** Whether a constraint of the table stands next, not a column that is called by one of these words. */
export function beginsConstraint(cursor: Cursor): boolean {
  const [, second] = cursor.rest;
  const bracket = second?.raw === "(";
  const using = second?.kind === "word" && /^(?:USING|NULLS|KEY)$/i.test(second.text);
  if (cursor.sees("CONSTRAINT") || cursor.sees("PRIMARY", "KEY") || cursor.sees("FOREIGN", "KEY")) return true;
  return ["UNIQUE", "CHECK", "EXCLUDE"].some((word) => cursor.sees(word)) && (bracket || using);
}

/** `CONSTRAINT name PRIMARY KEY (a, b)` and its like; undefined where it is not understood. */
export function tableConstraint(cursor: Cursor, reading: Reading): Defined | undefined {
  const { dialect } = reading;
  const at = locationOf(reading, cursor.next);
  const named = cursor.sees("CONSTRAINT");
  cursor.skip("CONSTRAINT");
  const label = named ? takeName(cursor, dialect) : undefined;
  if (cursor.skip("PRIMARY", "KEY")) {
    const primaryKey = takeNames(cursor, dialect);
    return primaryKey && { primaryKey, ...(label !== undefined && { keyLabel: label }), constraints: [] };
  }
  const word = cursor.take()?.text.toLowerCase() ?? "";
  if (word === "foreign" || word === "unique") cursor.skip("KEY");
  const distinct = word === "unique" && cursor.skip("NULLS", "NOT", "DISTINCT") ? "nulls not distinct" : "";
  if (word === "unique") cursor.skip("NULLS", "DISTINCT");
  if (!["unique", "foreign", "check", "exclude"].includes(word)) return undefined;
  const columns = word === "check" || word === "exclude" ? [] : takeNames(cursor, dialect);
  const rest = textOf(enforcementLeftOut(cursor.rest));
  const value = [distinct, rest].filter((text) => text !== "").join(" ");
  if (columns === undefined) return undefined;
  if (word === "unique") return { constraints: [{ columns, label, constraint: uniqueOf(columns, value, at) }] };
  if (value === "") return undefined;
  const constraint = word === "foreign" ? foreignOf(columns, value, at) : checkOf(word, label, value, at);
  return { constraints: [{ columns, label, constraint }] };
}

/** Of one column its name need not be said again. */
const listed = (columns: readonly string[]) => (columns.length === 1 ? "" : ` (${columns.join(", ")})`);

export function uniqueOf(columns: readonly string[], detail: string, at: Location): Constraint {
  return { kind: "unique", name: `unique${listed(columns)}`, value: detail === "" ? "true" : detail, at };
}

export function foreignOf(columns: readonly string[], value: string, at: Location): Constraint {
  return { kind: "rule", name: `foreign key${listed(columns)}`, value, at };
}

/** A check is known by its own name, where it has one, so that a change of its text is told as one. */
export function checkOf(word: string, label: string | undefined, value: string, at: Location): Constraint {
  return { kind: "rule", name: `${word} ${label ?? value}`, value, at };
}

/** `NOT ENFORCED`, `RELY` and `DEFERRABLE` say when it is checked, not what holds. */
function enforcementLeftOut(tokens: readonly Token[]): readonly Token[] {
  const end = tokens.findIndex(({ kind, text }, index) => {
    if (kind !== "word") return false;
    const next = tokens[index + 1]?.text.toUpperCase() ?? "";
    return (
      /^(?:ENFORCED|RELY|NORELY|DEFERRABLE|INITIALLY|ENABLE|VALIDATE|NOVALIDATE)$/i.test(text) ||
      (/^NOT$/i.test(text) && /^(?:ENFORCED|DEFERRABLE|VALID)$/.test(next))
    );
  });
  return end < 0 ? tokens : tokens.slice(0, end);
}
