import type { Location } from "../../model.ts";
import type { Unreadable } from "../../text/tree.ts";
import type { Prose } from "../prose.ts";
import type { Constraint } from "./constraint.ts";
import type { Defined, SqlConstraint } from "./sql-constraints.ts";
import { type UserType, withUserTypes } from "./sql-user-types.ts";
import { type Column, pathUnder, type Table } from "./table.ts";

/** A table as the statements so far have made it. */
export interface Built {
  readonly name: string;
  readonly at: Location;
  readonly columns: readonly Column[];
  readonly primaryKey: readonly string[];
  readonly keyLabel: string | undefined;
  readonly constraints: readonly SqlConstraint[];
  readonly layout: readonly Constraint[];
  readonly prose?: readonly Prose[];
  /** A view, or a table made from a query. */
  readonly view: boolean;
}

/** What is known of a name: a table, that it is gone, or that a statement about it was not understood. */
export type Known =
  | { readonly built: Built }
  | { readonly dropped: true }
  | { readonly refused: Unreadable }
  | { readonly userType: UserType };

export type State = Map<string, Known>;

/** Stands for every table, where a statement does not say which it is about. */
export const anyTable = "any table";

/** Adds what a list or an `ADD` defines; undefined where a column of that name stands there already. */
export function withDefined(built: Built, defined: readonly Defined[]): Built | undefined {
  const columns = [...built.columns];
  const names = new Set(columns.map(({ name }) => name));
  for (const { column } of defined) {
    if (column === undefined) continue;
    if (names.has(column.name)) return undefined;
    names.add(column.name);
    columns.push(column);
  }
  const keyed = defined.findLast(({ primaryKey }) => primaryKey !== undefined);
  return {
    ...built,
    columns,
    primaryKey: keyed?.primaryKey ?? built.primaryKey,
    keyLabel: keyed === undefined ? built.keyLabel : keyed.keyLabel,
    constraints: [...built.constraints, ...defined.flatMap(({ constraints }) => constraints)],
  };
}

/** A column under another name, all that is nested in it and said of it included. */
export function withRenamed(built: Built, from: string, to: string): Built {
  const now = (name: string) => (name === from ? to : name);
  return {
    ...built,
    columns: built.columns.map((column) => (column.name === from ? renamed(column, to, "") : column)),
    primaryKey: built.primaryKey.map(now),
    constraints: built.constraints.map((one) => ({ ...one, columns: one.columns.map(now) })),
  };
}

function renamed(column: Column, name: string, parent: string): Column {
  const path = pathUnder(parent, name);
  return { ...column, name, path, fields: column.fields.map((field) => renamed(field, field.name, path)) };
}

/** Without a column, and without whatever names it. */
export function withoutColumn(built: Built, name: string): Built {
  return {
    ...built,
    columns: built.columns.filter((column) => column.name !== name),
    primaryKey: built.primaryKey.includes(name) ? [] : built.primaryKey,
    constraints: built.constraints.filter(({ columns }) => !columns.includes(name)),
  };
}

/** The table, or its column, with what a comment says in the place of what one said. */
export function withComment(built: Built, column: string | undefined, prose: readonly Prose[]): Built {
  if (column === undefined) return { ...built, prose };
  return { ...built, columns: built.columns.map((one) => (one.name === column ? { ...one, prose } : one)) };
}

/** The table in the end. `keyForbidsNull`: BigQuery alone lets a key be null. */
export function finished(built: Built, keyForbidsNull: boolean, types: ReadonlyMap<string, UserType>): Table {
  const { name, at, primaryKey } = built;
  const alone = (column: string) =>
    built.constraints.filter((one) => one.columns.length === 1 && one.columns[0] === column);
  const several = built.constraints.filter(({ columns }) => columns.length !== 1);
  return {
    name,
    at,
    columnsAt: at,
    columns: built.columns.map((column) => {
      const nullable = column.nullable && !(keyForbidsNull && primaryKey.includes(column.name));
      return withUserTypes({ ...column, nullable, constraints: distinct(alone(column.name)) }, types);
    }),
    primaryKey,
    constraints: [...distinct(several), ...built.layout],
    ...(built.prose && { prose: built.prose }),
  };
}

/** What is said twice is promised once. */
function distinct(constraints: readonly SqlConstraint[]): readonly Constraint[] {
  return [
    ...new Map(constraints.map(({ constraint }) => [JSON.stringify({ ...constraint, at: null }), constraint])).values(),
  ];
}
