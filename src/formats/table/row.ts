import { limits } from "./row-schema.ts";
import type { Column } from "./table.ts";

/** Longest text put into a row. */
const longest = 1000;

/** Rows of the columns: each has every column, and at the path one of its telling values. */
export function candidateRows(columns: readonly Column[], path: string): readonly Readonly<Record<string, unknown>>[] {
  const chain = chainTo(columns, path);
  const target = chain?.at(-1);
  const specials = target === undefined ? [undefined] : [...(target.nullable ? [null] : []), ...knownValues(target)];
  const plain = ordinaryRows.get(columns) ?? row(columns, undefined);
  ordinaryRows.set(columns, plain);
  const touched = columns.filter((column) => column.path === path || isUnder(path, column.path));
  return specials.map((special) => ({ ...plain, ...row(touched, { path, special, found: target !== undefined }) }));
}

const ordinaryRows = new WeakMap<readonly Column[], Readonly<Record<string, unknown>>>();

/** Nothing is known of the values of a type that is only known by its text: they prove nothing. */
function knownValues(column: Column): readonly unknown[] {
  return column.type.kind === "other" ? [] : tellingValues(column);
}

interface Focus {
  readonly path: string;
  readonly special: unknown;
  /** Whether the columns have the path; else it is their nearest ancestor that must not be null. */
  readonly found: boolean;
}

function row(columns: readonly Column[], focus: Focus | undefined): Readonly<Record<string, unknown>> {
  return Object.fromEntries(columns.map((column) => [column.name, value(column, focus)]));
}

function value(column: Column, focus: Focus | undefined): unknown {
  const [key, inner] = column.fields;
  if (focus?.path === column.path && focus.found) return focus.special;
  const within = focus !== undefined && isUnder(focus.path, column.path) ? focus : undefined;
  if (column.nullable && within === undefined) return null;
  switch (column.type.kind) {
    case "struct":
      return row(column.fields, within);
    case "list":
      return key === undefined ? [] : [value(key, within)];
    case "map":
      return inner === undefined ? {} : { key: value(inner, within) };
    default:
      return tellingValues(column)[0];
  }
}

/** Whether a path leads into the column at another. */
export function isUnder(path: string, parent: string): boolean {
  return path.startsWith(parent) && path.length > parent.length && ".[{".includes(path[parent.length] as string);
}

/** The columns on the way to a path, outermost first; undefined where there is no such path. */
export function chainTo(columns: readonly Column[], path: string): readonly Column[] | undefined {
  for (const column of columns) {
    if (column.path === path) return [column];
    const rest = isUnder(path, column.path) ? chainTo(column.fields, path) : undefined;
    if (rest !== undefined) return [column, ...rest];
  }
  return undefined;
}

/** Values of a column: an ordinary one that keeps its constraints, then those at its edges. */
function tellingValues(column: Column): readonly unknown[] {
  const { type, fields } = column;
  const numeric = type.kind === "integer" || type.kind === "float" || type.kind === "decimal";
  const allowed = column.constraints.find(({ kind }) => kind === "enum");
  if (allowed?.kind === "enum" && allowed.values.length > 0)
    return numeric ? allowed.values.map(Number) : allowed.values;
  const [least, most] = limits(column, "imum").map((limit) => (Number.isFinite(limit) ? limit : undefined));
  const clamp = (number: number) => Math.min(Math.max(number, least ?? number), most ?? number);
  switch (type.kind) {
    case "integer": {
      const high = Math.min(2 ** (type.bits - (type.unsigned ? 0 : 1)) - 1, Number.MAX_SAFE_INTEGER);
      return [...new Set([1, high, type.unsigned ? 0 : -high].map(clamp))];
    }
    case "float":
      return [...new Set((type.bits === 64 ? [1.5, 1e300, -1e300] : [1.5, 3e38, -3e38]).map(clamp))];
    case "decimal": {
      const { precision = 15, scale = 2 } = type;
      const high = 10 ** Math.min(precision - scale, 15) - 1;
      return [...new Set([1, Number(`1e-${Math.min(scale, 6)}`), high, -high].map(clamp))];
    }
    case "string":
      return texts(type.length, limits(column, "Length"));
    case "bytes":
      return ["AA=="];
    case "boolean":
      return [true, false];
    case "date":
      return ["2026-01-31"];
    case "time":
      return [`12:00:00${type.zoned ? "Z" : ""}`];
    case "timestamp":
      return [`2026-01-31T12:00:00${type.zoned ? "Z" : ""}`];
    case "other":
      return ["text"];
    case "struct":
      return [row(fields, undefined)];
    case "list":
      return fields[0] === undefined ? [[]] : [[value(fields[0], undefined)], []];
    case "map":
      return fields[1] === undefined ? [{}] : [{ key: value(fields[1], undefined) }, {}];
  }
}

function texts(length: number | undefined, [least = 0, most]: readonly (number | undefined)[]): readonly string[] {
  const room = Math.min(length ?? longest, most ?? longest, longest);
  const floor = Math.min(Math.max(Number.isFinite(least) ? least : 0, 0), longest);
  const fit = (text: string) => text.slice(0, Math.max(room, 0)).padEnd(floor, "x");
  const lengths = [8, 16, 32, 64, 128, 256, 512].filter((one) => one < room);
  return [...new Set(["text", "é", "", ...[...lengths, room].map((one) => "x".repeat(one))].map(fit))];
}
