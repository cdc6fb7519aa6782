import type { Emit } from "../format.ts";
import { diffColumns } from "./diff-columns.ts";
import { diffConstraints } from "./diff-constraints.ts";
import { diffQuality } from "./diff-quality.ts";
import { diffServiceLevels } from "./diff-service-levels.ts";
import { pairByIdentity } from "./pair-identity.ts";
import type { TableRules } from "./rules.ts";
import type { Dialect, Table, TableContract } from "./table.ts";

/** Compares two contracts table by table. Elements carry the table's name only where a side has several. */
export function diffTables(base: TableContract, head: TableContract, emit: Emit<TableRules>): void {
  const [from, to] = [base.tables[0], head.tables[0]];
  if (from !== undefined && to !== undefined && base.tables.length === 1 && head.tables.length === 1)
    diffTable(from, to, { prefix: "", dialect: head.dialect, emit });
  else diffSeveral(base, head, emit);
}

function diffSeveral(base: TableContract, head: TableContract, emit: Emit<TableRules>): void {
  const { removed, kept, added } = pairByIdentity(base.tables, head.tables);
  for (const { name, life } of removed)
    emit("table-removed", {
      element: name,
      before: name,
      after: null,
      message: `table ${name} was removed${announced(life?.ends)}`,
      ...(life?.ends !== undefined && { announced: life.ends }),
    });
  for (const one of kept) {
    // a name that means the same table as before has nothing to tell that the table does not tell itself
    const { aliasOf } = one.base;
    if (aliasOf === undefined || aliasOf !== one.head.aliasOf)
      diffTable(one.base, one.head, { prefix: one.base.name, dialect: head.dialect, emit });
  }
  for (const { name, at } of added)
    emit("table-added", { element: name, before: null, after: name, message: `table ${name} is new`, location: at });
}

interface Meant {
  /** The table's name where the element must say it. */
  readonly prefix: string;
  readonly dialect: Dialect;
  readonly emit: Emit<TableRules>;
}

function diffTable(base: Table, head: Table, { prefix, dialect, emit }: Meant): void {
  const [before, after] = [base.physicalName ?? base.name, head.physicalName ?? head.name];
  if (before !== after && before !== "" && after !== "")
    emit("table-renamed", {
      element: prefix,
      before,
      after,
      message: `the table's name changed from ${before} to ${after}`,
      location: head.at,
    });
  const element = (path: string) => (prefix === "" ? path : `${prefix}.${path}`);
  diffColumns(base.columns, head.columns, {
    at: head.columnsAt,
    parent: "",
    history: base.idHistory,
    element,
    dialect,
    emit,
  });
  diffKey(base, head, prefix, emit);
  const place = { element: prefix, of: "the table", at: head.at, ends: base.life?.ends, emit };
  diffConstraints(base.constraints, head.constraints, place);
  diffQuality(base.quality, head.quality, place);
  diffServiceLevels(base.levels, head.levels, place);
}

function announced(ends: string | undefined): string {
  return ends === undefined ? "" : `; its end is announced for ${ends}`;
}

function diffKey(base: Table, head: Table, prefix: string, emit: Emit<TableRules>): void {
  // a key column that is only renamed is the same key
  const { kept } = pairByIdentity(base.columns, head.columns);
  const now = new Map(kept.map((one) => [one.base.path, one.head.path]));
  const before = base.primaryKey.map((path) => now.get(path) ?? path);
  const after = head.primaryKey;
  if (
    before.length === after.length &&
    before.every((name, index) => name.toLowerCase() === after[index]?.toLowerCase())
  )
    return;
  const place = head.columns.find(({ path }) => before.includes(path) !== after.includes(path));
  const told = (key: readonly string[]) => (key.length === 0 ? "none" : key.join(", "));
  emit("key-changed", {
    element: prefix,
    before: base.primaryKey,
    after,
    message: `the primary key changed from ${told(base.primaryKey)} to ${told(after)}`,
    location: head.keyAt ?? place?.at ?? head.columnsAt,
  });
}
