import { type Pairs, pair } from "../pair.ts";
import type { Column } from "./table.ts";

/** Pairs by the id both sides know, else by name; letters' case does not tell columns apart. */
export function pairColumns(base: readonly Column[], head: readonly Column[]): Pairs<Column> {
  const headIds = new Set(head.map((column) => column.id));
  const shared = new Set(base.map((column) => column.id).filter((id) => id !== undefined && headIds.has(id)));
  return pair(base, head, ({ id, name }) =>
    id !== undefined && shared.has(id) ? `id ${id}` : `name ${name.toLowerCase()}`,
  );
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
    const candidate = [head[index], next].find(
      (one) => one !== undefined && free.has(one) && one.typeText.toLowerCase() === column.typeText.toLowerCase(),
    );
    if (candidate === undefined) continue;
    free.delete(candidate);
    found.set(column, candidate);
    before = candidate;
  }
  return found;
}
