import type { Emit } from "../format.ts";
import { diffColumns } from "./diff-columns.ts";
import { diffConstraints } from "./diff-constraints.ts";
import { diffDetails } from "./diff-details.ts";
import { diffQuality } from "./diff-quality.ts";
import { diffServiceLevels } from "./diff-service-levels.ts";
import { pairedDocuments } from "./documents.ts";
import { nameChange, pairByIdentity } from "./pair-identity.ts";
import { diffRoles } from "./role.ts";
import type { TableRules } from "./rules.ts";
import { diffServers } from "./server.ts";
import type { Dialect, Table, TableContract } from "./table.ts";

/** Compares two contracts table by table. Elements carry the table's name only where a side has several. */
export function diffTables(base: TableContract, head: TableContract, emit: Emit<TableRules>): void {
  diffDocuments(base, head, emit);
  const [from, to] = [base.tables[0], head.tables[0]];
  if (from !== undefined && to !== undefined && base.tables.length === 1 && head.tables.length === 1)
    diffTable(from, to, { prefix: "", dialect: head.dialect, emit });
  else diffSeveral(base, head, emit);
}

/** What their documents say of all the tables: told once, of the whole contract. */
function diffDocuments(base: TableContract, head: TableContract, emit: Emit<TableRules>): void {
  for (const { base: was, head: is, speaks } of pairedDocuments(base, head)) {
    const place = { element: "", of: "the contract", at: is.at, emit };
    const ends = base.tables.find(({ life }) => life?.ends !== undefined)?.life?.ends;
    diffConstraints(was.constraints, is.constraints, {
      ...place,
      of: base.tables.length > 1 ? place.of : "the table",
      ends,
    });
    const servers = diffServers(was.servers, is.servers, place);
    diffRoles(was.roles, is.roles, { ...place, servers });
    if (speaks) diffDetails(was.details, is.details, place);
  }
}

function diffSeveral(base: TableContract, head: TableContract, emit: Emit<TableRules>): void {
  const { removed, kept, added } = pairByIdentity(base.tables, head.tables);
  for (const { name, life } of removed)
    emit("table-removed", {
      // where it is all there was, whatever is read of it is gone
      element: base.tables.length === 1 && head.tables.length === 0 ? "" : name,
      before: name,
      after: null,
      message: `table ${name} was removed${announced(life?.ends)}`,
      ...(life?.ends !== undefined && { announced: life.ends }),
    });
  const { held, tell } = heldBack(emit);
  for (const one of kept) {
    // a name that means the same table as before has nothing to tell that the table does not tell itself
    const { aliasOf } = one.base;
    if (aliasOf === undefined || aliasOf !== one.head.aliasOf)
      diffTable(one.base, one.head, { prefix: one.base.name, dialect: head.dialect, emit: held });
  }
  tell(kept.map(({ base: { name } }) => name));
  for (const { name, at } of added)
    emit("table-added", { element: name, before: null, after: name, message: `table ${name} is new`, location: at });
}

/** Keeps what is found until all tables are compared: what a document says once of all of them is told once, of the whole contract. */
function heldBack(emit: Emit<TableRules>) {
  const found = new Map<string, Parameters<Emit<TableRules>>[]>();
  const held: Emit<TableRules> = (rule, finding) => {
    const { element: _, location, ...said } = finding;
    // a service level that is gone points at each of its tables
    const place = rule.startsWith("sla-") ? "" : location;
    const key = JSON.stringify([rule, said, place]);
    const same = found.get(key) ?? [];
    found.set(key, same);
    same.push([rule, finding]);
  };
  const tell = (tables: readonly string[]) => {
    for (const same of found.values()) {
      const [first] = same;
      const elements = new Set(same.map(([, { element }]) => element));
      const ofAll = tables.length > 1 && elements.size === tables.length && tables.every((name) => elements.has(name));
      if (ofAll && first !== undefined) emit(first[0], { ...first[1], element: "" });
      else for (const [rule, finding] of same) emit(rule, finding);
    }
  };
  return { held, tell };
}

interface Meant {
  /** The table's name where the element must say it. */
  readonly prefix: string;
  readonly dialect: Dialect;
  readonly emit: Emit<TableRules>;
}

function diffTable(base: Table, head: Table, { prefix, dialect, emit }: Meant): void {
  const renamed = nameChange(base, head);
  if (renamed !== undefined) {
    const { before, after, how } = renamed;
    emit("table-renamed", {
      element: prefix,
      before,
      after,
      message: `the table's name changed from ${before} to ${after}${how}`,
      location: head.at,
    });
  }
  if (base.id !== head.id)
    emit("id-changed", {
      element: prefix,
      before: base.id ?? null,
      after: head.id ?? null,
      message: `id of the table changed from ${base.id ?? "none"} to ${head.id ?? "none"}`,
      location: head.at,
    });
  const element = (path: string) => (prefix === "" ? path : `${prefix}.${path}`);
  const moved = diffKey(base, head, prefix, emit);
  diffColumns(base.columns, head.columns, {
    at: head.columnsAt,
    parent: "",
    history: base.idHistory,
    // a place in a key or a partition that is another one is told there
    told: new Set([
      ...(moved ? ["primaryKeyPosition"] : []),
      ...(laidOutAlike(base, head) ? [] : ["partitionKeyPosition"]),
    ]),
    element,
    dialect,
    emit,
  });
  const place = { element: prefix, of: "the table", at: head.at, ends: base.life?.ends, emit };
  diffConstraints(base.constraints, head.constraints, place);
  diffQuality(base.quality, head.quality, place);
  diffServiceLevels(base.levels, head.levels, place);
  diffDetails(base.details, head.details, place);
}

function laidOutAlike(base: Table, head: Table): boolean {
  const layout = ({ constraints }: Table) =>
    constraints.flatMap((one) => (one.kind === "layout" ? [one.value] : [])).join("; ");
  return layout(base) === layout(head);
}

function announced(ends: string | undefined): string {
  return ends === undefined ? "" : `; its end is announced for ${ends}`;
}

/** True where the key is another one. */
function diffKey(base: Table, head: Table, prefix: string, emit: Emit<TableRules>): boolean {
  // a key column that is only renamed is the same key
  const { kept } = pairByIdentity(base.columns, head.columns);
  const now = new Map(kept.map((one) => [one.base.path, one.head.path]));
  const before = base.primaryKey.map((path) => now.get(path) ?? path);
  const after = head.primaryKey;
  if (
    before.length === after.length &&
    before.every((name, index) => name.toLowerCase() === after[index]?.toLowerCase())
  )
    return false;
  const place = head.columns.find(({ path }) => before.includes(path) !== after.includes(path));
  const told = (key: readonly string[]) => (key.length === 0 ? "none" : key.join(", "));
  emit("key-changed", {
    element: prefix,
    before: base.primaryKey,
    after,
    message: `the primary key changed from ${told(base.primaryKey)} to ${told(after)}`,
    location: head.keyAt ?? place?.at ?? head.columnsAt,
  });
  return true;
}
