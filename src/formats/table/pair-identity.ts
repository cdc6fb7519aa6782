import { type Pairs, pair } from "../pair.ts";
import type { Column, Table, TableContract } from "./table.ts";
import { sameType } from "./type.ts";

/** Pairs by the id both sides know, else by name, without regard to letters' case where that tells columns apart. */
export function pairByIdentity<T extends Named>(base: readonly T[], head: readonly T[]): Pairs<T> {
  const headIds = new Set(head.map(({ id }) => id));
  const shared = new Set(base.map(({ id }) => id).filter((id) => id !== undefined && headIds.has(id)));
  const exact = new Set([...twins(base), ...twins(head)]);
  return pair(base, head, ({ id, name }) => {
    if (id !== undefined && shared.has(id)) return `id ${id}`;
    const folded = name.toLowerCase();
    return exact.has(folded) ? `exactly ${name}` : `name ${folded}`;
  });
}

/** A table that both sides have. */
export interface KeptTable {
  readonly base: Table;
  readonly head: Table;
  /** Its name where a side has several; else empty. */
  readonly prefix: string;
}

/** The tables that both sides have, each once: a name that only means another of them is none. */
export function keptTables(base: TableContract, head: TableContract): readonly KeptTable[] {
  const [from, to] = [base.tables[0], head.tables[0]];
  if (from !== undefined && to !== undefined && base.tables.length === 1 && head.tables.length === 1)
    return [{ base: from, head: to, prefix: "" }];
  return pairByIdentity(base.tables, head.tables).kept.flatMap((one) =>
    one.base.aliasOf === undefined ? [{ ...one, prefix: one.base.name }] : [],
  );
}

interface Named {
  readonly name: string;
  readonly id?: string;
}

interface Called {
  readonly name: string;
  readonly id?: string;
  readonly physicalName?: string;
}

/**
 * A pair's new name, by which queries call it. Where only the contract calls it otherwise its queries hold; what was made from the contract,
 * or names its fields, does not.
 */
export function nameChange(base: Called, head: Called) {
  const [before, after] = [base.physicalName ?? base.name, head.physicalName ?? head.name];
  if (before === "" || after === "") return undefined;
  if (before !== after) return { before, after, how: "" };
  if (base.name.toLowerCase() === head.name.toLowerCase()) return undefined;
  return { before: base.name, after: head.name, how: ` in the contract; queries still call it ${after}` };
}

/** Names that differ only in letters' case, folded. */
function twins(columns: readonly Named[]): readonly string[] {
  const seen = new Set<string>();
  return columns.map(({ name }) => name.toLowerCase()).filter((name) => seen.has(name) || !seen.add(name));
}

/** Removed columns that look renamed: head has a new one of the same type at the same place. A guess, told as one. */
export function renames(
  base: readonly Column[],
  head: readonly Column[],
  { removed, kept, added }: Pairs<Column>,
): ReadonlyMap<Column, Column> {
  const places = new Map(head.map((column, index) => [column, index]));
  const partner = new Map(kept.map((pair) => [pair.base, pair.head]));
  const free = new Set(added);
  const found = new Map<Column, Column>();
  const gone = new Set(removed);
  let before: Column | undefined;
  for (const [index, column] of base.entries()) {
    if (!gone.has(column)) {
      before = partner.get(column);
      continue;
    }
    const next = head[before === undefined ? 0 : (places.get(before) ?? 0) + 1];
    const candidate = [head[index], next].find((one) => one !== undefined && free.has(one) && looksLike(column, one));
    if (candidate === undefined) continue;
    free.delete(candidate);
    found.set(column, candidate);
    before = candidate;
  }
  return found;
}

/** The same type, fields and all. */
function looksLike(one: Column, other: Column): boolean {
  return (
    sameType(one.type, other.type) &&
    one.fields.length === other.fields.length &&
    one.fields.every((field, index) => {
      const counterpart = other.fields[index];
      return counterpart !== undefined && counterpart.name === field.name && looksLike(field, counterpart);
    })
  );
}
