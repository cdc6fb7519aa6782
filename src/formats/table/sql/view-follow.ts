import type { Column } from "../table.ts";
import type { Updates } from "./meant.ts";
import type { SqlDialect } from "./names.ts";
import { type Built, type State, withRenamed } from "./state.ts";
import type { View } from "./view.ts";
import { retyped, unknownType } from "./view.ts";
import { foldedName } from "./view-query.ts";

/** A view as its sources are now. */
export interface Standing {
  readonly columns: readonly Column[];
  /** What it reads and is not there any more, in words; then it cannot be read at all. */
  readonly lost: string | undefined;
}

/** Views upon views higher than this are not followed. */
const deepest = 100;

/** The columns of a table; of a view, as far as its sources say what they are now. */
export function standing(state: State, built: Built, seen = new Map<string, Standing>(), depth = 0): Standing {
  const { name, view, columns } = built;
  const known = seen.get(name);
  if (known !== undefined) return known;
  const itself: Standing = { columns, lost: undefined };
  if (view === undefined || view.stored) return itself;
  if (depth > deepest) return { columns, lost: `what lies below ${deepest} views` };
  // a view that comes to read itself is what it was
  seen.set(name, itself);
  const source = (table: string): Standing | undefined => {
    const found = state.known.get(table);
    if (found === undefined || "dropped" in found) return { columns: [], lost: table };
    if (!("built" in found)) return undefined;
    const now = standing(state, found.built, seen, depth + 1);
    return isOpen(found.built) && now.lost === undefined ? undefined : now;
  };
  const lost =
    view.reads.map((table) => source(table)?.lost).find((one) => one !== undefined) ??
    view.uses.map((one) => missing(one, source(one.table), view)).find((one) => one !== undefined);
  const made = { columns: lost === undefined ? refreshed(columns, view, source) : columns, lost };
  seen.set(name, made);
  return made;
}

/** Whether its columns are not known. */
export function isOpen({ view }: Built): boolean {
  return view !== undefined && view.outputs === undefined;
}

type Origin = View["uses"][number];

function missing(
  { table, path: [name = ""] }: Origin,
  source: Standing | undefined,
  { dialect }: View,
): string | undefined {
  return source === undefined || columnIn(source.columns, [name], dialect) ? undefined : `${name} of ${table}`;
}

function refreshed(
  columns: readonly Column[],
  { outputs = [], dialect }: View,
  source: (table: string) => Standing | undefined,
): readonly Column[] {
  return columns.flatMap((column, index) => {
    const output = outputs[index];
    const origin = output?.origin;
    const from = origin && source(origin.table);
    if (origin === undefined || from === undefined) return [column];
    const now = columnIn(from.columns, origin.path, dialect);
    if (now === undefined) return origin.path.length > 1 ? [{ ...column, ...unknownType }] : [];
    const type = now.typeText === "" ? unknownType : retyped(now, column.path, column.at);
    return [{ ...column, ...type, nullable: now.nullable || output?.loose === true || origin.path.length > 1 }];
  });
}

/** Columns by name, made once for each list of them. */
const indexes = new WeakMap<readonly Column[], ReadonlyMap<string, Column>>();

function columnIn(
  columns: readonly Column[],
  [name = "", ...fields]: readonly string[],
  dialect: SqlDialect,
): Column | undefined {
  const index =
    indexes.get(columns) ?? new Map(columns.toReversed().map((column) => [foldedName(column.name, dialect), column]));
  indexes.set(columns, index);
  const found = index.get(foldedName(name, dialect));
  return found === undefined || fields.length === 0 ? found : columnIn(found.fields, fields, dialect);
}

/** The views that read a table or view, as they read it under another name. */
export function followName(state: State, from: string, to: string): Updates {
  const now = (table: string) => (table === from ? to : table);
  return readers(state, from).flatMap(({ built, view }): Updates => {
    if (!view.bound) return [];
    const outputs = view.outputs?.map((one) =>
      one.origin === undefined ? one : { ...one, origin: { ...one.origin, table: now(one.origin.table) } },
    );
    const uses = view.uses.map((one) => ({ ...one, table: now(one.table) }));
    return [[built.name, { built: { ...built, view: { ...view, outputs, uses, reads: view.reads.map(now) } } }]];
  });
}

/** The views that read a column, as they read it under another name: what they themselves call it stays. */
export function followColumn(state: State, table: string, from: string, to: string): Updates {
  const now = <T extends Origin>(origin: T): T =>
    origin.table === table && origin.path[0] === from ? { ...origin, path: [to, ...origin.path.slice(1)] } : origin;
  return readers(state, table).flatMap(({ built, view }): Updates => {
    if (!view.bound) return [];
    const outputs = view.outputs?.map((one) => (one.origin === undefined ? one : { ...one, origin: now(one.origin) }));
    return [[built.name, { built: { ...built, view: { ...view, outputs, uses: view.uses.map(now) } } }]];
  });
}

/** The views that go with a table, or with some of its columns, and those that read them. */
export function fallen(state: State, table: string, columns?: readonly string[]): Updates {
  const found = new Map<string, Built>();
  const concerned = (view: View) =>
    columns === undefined || view.uses.some((one) => one.table === table && columns.includes(one.path[0] ?? ""));
  const waiting = readers(state, table).filter(({ view }) => concerned(view));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next.built.name)) continue;
    found.set(next.built.name, next.built);
    waiting.push(...readers(state, next.built.name));
  }
  return [...found].map(([name, was]) => [name, { dropped: true, was }]);
}

function readers(state: State, table: string): readonly { readonly built: Built; readonly view: View }[] {
  if (!state.viewed) return [];
  return [...state.known.values()].flatMap((known) => {
    const view = "built" in known ? known.built.view : undefined;
    const reads = view !== undefined && !view.stored && view.reads.includes(table);
    return reads && "built" in known ? [{ built: known.built, view }] : [];
  });
}

/** A view with one of its columns under another name. */
export function withColumnRenamed(built: Built, from: string, to: string): Built {
  const { view } = built;
  const outputs = view?.outputs?.map((one) => (one.name === from ? { ...one, name: to } : one));
  return { ...withRenamed(built, from, to), ...(view && { view: { ...view, outputs } }) };
}
