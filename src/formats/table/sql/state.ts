import type { Location } from "../../../model.ts";
import type { Unreadable } from "../../../text/tree.ts";
import type { Prose } from "../../prose.ts";
import type { Constraint } from "../constraint.ts";
import { type Column, pathUnder, type Table } from "../table.ts";
import type { Defined, SqlConstraint } from "./constraints.ts";
import type { SqlDialect } from "./names.ts";
import type { Token } from "./tokens.ts";
import { type UserType, withUserTypes } from "./user-types.ts";
import type { View } from "./view.ts";

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
  /** Where it is a view, or a table made from a query. */
  readonly view?: View;
  /** PostgreSQL: the table it is a partition of, whose columns are its own. */
  readonly partOf?: string;
  /** Where names without a schema were looked for when it was made. */
  readonly home: string;
}

/** What is known of a name: a table, that it is gone, or that a statement about it was not understood. */
export type Known =
  | { readonly built: Built }
  /** `was`: what `UNDROP` brings back. */
  | { readonly dropped: true; readonly was?: Built }
  | { readonly refused: Unreadable }
  | { readonly userType: UserType };

/** All that statements have made so far. */
export interface State {
  readonly known: Map<string, Known>;
  /** Names by their last parts, whatever the case. */
  readonly byLast: Map<string, Set<string>>;
  /** Functions and procedures whose bodies change tables, and the statements that made them. */
  readonly routines: Map<string, readonly Token[]>;
  journal: Journal | undefined;
  /** The schemas in which names without one are looked for, where a statement has set them. */
  path: readonly string[] | undefined;
  /** Whether any table is a partition of another. */
  parted: boolean;
  /** Whether any view stands among them. */
  viewed: boolean;
  /** How many columns queries were given so far. */
  given: number;
}

/** An open transaction: what stood before each of its updates, and which savepoints there are. */
export interface Journal {
  readonly before: (readonly [string, Known | undefined])[];
  readonly start: Mark;
  readonly marks: Map<string, Mark>;
}

/** A place to which a transaction can be rolled back. */
export interface Mark {
  readonly updates: number;
  readonly path: readonly string[] | undefined;
}

export function emptyState(): State {
  return {
    known: new Map(),
    byLast: new Map(),
    routines: new Map(),
    journal: undefined,
    path: undefined,
    parted: false,
    viewed: false,
    given: 0,
  };
}

/** Remembers what is known of a name from here on. */
export function remember(state: State, name: string, known: Known | undefined): void {
  state.journal?.before.push([name, state.known.get(name)]);
  state.parted ||= known !== undefined && "built" in known && known.built.partOf !== undefined;
  state.viewed ||= known !== undefined && "built" in known && known.built.view !== undefined;
  if (known === undefined) state.known.delete(name);
  else state.known.set(name, known);
  const last = lastPart(name);
  const alike = state.byLast.get(last);
  if (alike === undefined) state.byLast.set(last, new Set([name]));
  else alike.add(name);
}

/** The last part of a name, whatever its case. */
export function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1).toLowerCase();
}

/** Stands for every table, where a statement does not say which it is about. */
export const anyTable = "any table";

/**
 * Adds what a list or an `ADD` defines; undefined where a column of that name stands there already. A key's
 * columns are not null from here on, whatever becomes of the key; BigQuery alone lets them be.
 */
export function withDefined(built: Built, defined: readonly Defined[], dialect: SqlDialect): Built | undefined {
  const columns = [...built.columns];
  const names = new Set(columns.map(({ name }) => name));
  for (const { column } of defined) {
    if (column === undefined) continue;
    if (names.has(column.name)) return undefined;
    names.add(column.name);
    columns.push(column);
  }
  const keyed = defined.findLast(({ primaryKey }) => primaryKey !== undefined);
  const table = built.name.slice(built.name.lastIndexOf(".") + 1);
  const labels = new Set(built.constraints.map(({ label }) => label));
  const named = defined.flatMap(({ constraints }) =>
    constraints.map((one) => {
      const label = one.label ?? freeLabel(labels, labelOf(table, one));
      labels.add(label);
      return { ...one, label };
    }),
  );
  const forbidden = dialect === "bigquery" ? [] : (keyed?.primaryKey ?? built.primaryKey);
  return {
    ...built,
    columns: columns.map((column) => (forbidden.includes(column.name) ? { ...column, nullable: false } : column)),
    primaryKey: keyed?.primaryKey ?? built.primaryKey,
    keyLabel: keyed === undefined ? built.keyLabel : (keyed.keyLabel ?? `${table}_pkey`),
    constraints: [...built.constraints, ...named],
  };
}

/** A name that is taken gets a number, as PostgreSQL does it. */
export function freeLabel<T extends string | undefined>(taken: ReadonlySet<string | undefined>, label: T): T | string {
  if (label === undefined || !taken.has(label)) return label;
  let number = 1;
  while (taken.has(`${label}${number}`)) number++;
  return `${label}${number}`;
}

const endings = new Map([
  ["unique", "key"],
  ["foreign", "fkey"],
  ["check", "check"],
]);

/** The name that PostgreSQL gives a constraint that has none. */
export function labelOf(table: string, { columns, constraint }: SqlConstraint): string | undefined {
  const ending = endings.get(constraint.name.split(" ")[0] ?? "");
  return ending && [table, ...columns, ending].join("_");
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
