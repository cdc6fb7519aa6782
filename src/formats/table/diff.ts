import type { Location } from "../../model.ts";
import type { Emit } from "../format.ts";
import { type Pairs, pair } from "../pair.ts";
import { pairColumns, renames } from "./pair-columns.ts";
import type { TableRules } from "./rules.ts";
import type { Column, Table, TableContract } from "./table.ts";
import { typeChange } from "./type.ts";

/** Compares two contracts table by table. Elements carry the table's name only where a side has several. */
export function diffTables(base: TableContract, head: TableContract, emit: Emit<TableRules>): void {
  const [from, to] = [base.tables[0], head.tables[0]];
  if (from !== undefined && to !== undefined && base.tables.length === 1 && head.tables.length === 1)
    diffTable(from, to, "", emit);
  else diffSeveral(base, head, emit);
}

function diffSeveral(base: TableContract, head: TableContract, emit: Emit<TableRules>): void {
  const { removed, kept, added } = pair(base.tables, head.tables, (table) => table.name.toLowerCase());
  for (const { name } of removed)
    emit("table-removed", { element: name, before: name, after: null, message: `table ${name} was removed` });
  for (const one of kept) diffTable(one.base, one.head, one.base.name, emit);
  for (const { name, at } of added)
    emit("table-added", { element: name, before: null, after: name, message: `table ${name} is new`, location: at });
}

function diffTable(base: Table, head: Table, prefix: string, emit: Emit<TableRules>): void {
  if (base.name !== head.name && base.name !== "" && head.name !== "")
    emit("table-renamed", {
      element: prefix,
      before: base.name,
      after: head.name,
      message: `the table's name changed from ${base.name} to ${head.name}`,
      location: head.at,
    });
  const element = (path: string) => (prefix === "" ? path : `${prefix}.${path}`);
  diffColumns(base.columns, head.columns, { at: head.columnsAt, parent: "", element, emit });
  diffKey(base, head, prefix, emit);
}

interface Level {
  /** Where the list of head's columns stands. */
  readonly at: Location;
  /** Path of the column they are nested in; empty at the top. */
  readonly parent: string;
  readonly element: (path: string) => string;
  readonly emit: Emit<TableRules>;
}

function diffColumns(base: readonly Column[], head: readonly Column[], level: Level): void {
  const pairs = pairColumns(base, head);
  const renamed = renames(base, head, pairs);
  const partners = new Map(pairs.kept.map((one) => [one.base, one.head]));
  let neighbour = level.at;
  for (const column of base) {
    const partner = partners.get(column);
    if (partner === undefined) removed(column, renamed.get(column), neighbour, level);
    else diffColumn(column, partner, level);
    neighbour = partner?.at ?? neighbour;
  }
  for (const column of pairs.added) added(column, level);
  diffOrder(pairs.kept, head, level);
}

function removed(column: Column, renamed: Column | undefined, location: Location, { element, emit }: Level): void {
  const hint =
    renamed === undefined
      ? ""
      : `; looks like a rename to ${renamed.name} (same type, same position), which is a removal for everybody who reads by name`;
  emit("column-removed", {
    element: element(column.path),
    before: describe(column),
    after: null,
    message: `column ${column.path} (${spelled(column)}) was removed${hint}`,
    location,
    ...(renamed && {
      advice: `Keep ${column.name} beside ${renamed.name} until no consumer reads it; announce the date, then remove it.`,
    }),
  });
}

function added(column: Column, { element, emit }: Level): void {
  const must = !column.nullable && column.default === undefined;
  emit(must ? "column-added-not-null" : "column-added", {
    element: element(column.path),
    before: null,
    after: describe(column),
    message: `column ${column.path} (${spelled(column)}) was added${must ? " without a default" : ""}`,
    location: column.at,
  });
}

function diffColumn(base: Column, head: Column, { element, emit }: Level): void {
  const at = { element: element(base.path), location: head.at };
  if (base.name !== head.name)
    emit("column-renamed", {
      ...at,
      before: base.name,
      after: head.name,
      message: `column ${base.path} is now called ${head.name}`,
    });
  const type = typeChange(base.type, head.type);
  const respelled = base.typeText.toLowerCase() !== head.typeText.toLowerCase();
  if (type !== undefined || respelled)
    emit(type ?? "type-respelled", {
      ...at,
      before: base.typeText,
      after: head.typeText,
      message: `type of ${base.path} ${verbs[type ?? "type-respelled"]} from ${base.typeText} to ${head.typeText}`,
      location: head.typeAt ?? head.at,
    });
  if (base.nullable !== head.nullable)
    emit(head.nullable ? "column-newly-nullable" : "column-no-longer-nullable", {
      ...at,
      before: base.nullable ? "nullable" : "not null",
      after: head.nullable ? "nullable" : "not null",
      message: head.nullable ? `${base.path} may be null now` : `${base.path} may no longer be null`,
      location: head.nullableAt ?? head.at,
    });
  if (base.default !== head.default)
    emit("default-changed", {
      ...at,
      before: base.default ?? null,
      after: head.default ?? null,
      message: `default of ${base.path} changed from ${base.default ?? "none"} to ${head.default ?? "none"}`,
      location: head.defaultAt ?? head.at,
    });
}

const verbs = {
  "column-widened": "was widened",
  "column-narrowed": "was narrowed",
  "column-resized": "was made smaller",
  "column-retyped": "changed",
  "type-respelled": "is spelled differently, the same type,",
} as const;

function diffOrder(kept: Pairs<Column>["kept"], heads: readonly Column[], { parent, element, at, emit }: Level): void {
  const places = new Map(heads.map((column, index) => [column, index]));
  const order = kept.map(({ head }) => places.get(head) ?? 0);
  if (order.every((place, index) => index === 0 || place > (order[index - 1] ?? 0))) return;
  const names = (columns: readonly Column[]) => columns.map(({ name }) => name);
  const partners = new Set(kept.map(({ head }) => head));
  emit("columns-reordered", {
    element: parent === "" ? "" : element(parent),
    before: names(kept.map(({ base }) => base)),
    after: names(heads.filter((column) => partners.has(column))),
    message: `the columns${parent === "" ? "" : ` of ${parent}`} stand in another order`,
    location: at,
  });
}

function diffKey(base: Table, head: Table, prefix: string, emit: Emit<TableRules>): void {
  const [before, after] = [base.primaryKey, head.primaryKey];
  if (
    before.length === after.length &&
    before.every((name, index) => name.toLowerCase() === after[index]?.toLowerCase())
  )
    return;
  const place = head.columns.find((column) => before.includes(column.path) !== after.includes(column.path));
  const told = (key: readonly string[]) => (key.length === 0 ? "none" : key.join(", "));
  emit("key-changed", {
    element: prefix,
    before,
    after,
    message: `the primary key changed from ${told(before)} to ${told(after)}`,
    location: place?.at ?? head.columnsAt,
  });
}

function spelled({ typeText, nullable }: Column): string {
  return `${typeText}, ${nullable ? "nullable" : "not null"}`;
}

function describe(column: Column): string {
  return `${spelled(column)}${column.default === undefined ? "" : `, default ${column.default}`}`;
}
