import { isKeyword } from "./names.ts";
import { type Item, isSymbol, isWord } from "./tokens.ts";

/** A table that a query reads from, by the name it uses. */
export interface TableRead {
  readonly name: string;
  /** Where it is named first. */
  readonly start: number;
  /** Every name in the query that may be one of its columns: some are aliases, or belong to the table beside it. */
  readonly columns: Set<string>;
  /** `*`, or the row as a whole. */
  whole: boolean;
}

/** What can be called in a part of a query: a table, or what a subquery or function makes, of which nothing is known. */
export interface Source {
  readonly alias: string;
  readonly table: TableRead | undefined;
}

export function takeWhole(table: TableRead | undefined): void {
  if (table !== undefined) table.whole = true;
}

interface Path {
  readonly parts: readonly string[];
  /** `t.*` */
  readonly star: boolean;
  readonly end: number;
}

/** `a`, `t.a`, `t.*`; a word that SQL keeps for itself is none. */
export function pathAt(items: readonly Item[], at: number): Path | undefined {
  const first = items[at];
  if (first?.kind !== "word" && first?.kind !== "name") return undefined;
  const parts = [first.text];
  let end = at + 1;
  while (isSymbol(items[end], ".")) {
    const next = items[end + 1];
    if (isSymbol(next, "*")) return { parts, star: true, end: end + 2 };
    if (next?.kind !== "word" && next?.kind !== "name") break;
    parts.push(next.text);
    end += 2;
  }
  return parts.length === 1 && isKeyword(first, items[at - 1], items[at - 2]) ? undefined : { parts, star: false, end };
}

/**
 * Notes a path as the column of whichever tables it may belong to. `unclear`: what it begins with may be a name for rows that was not
 * seen, so that every part may be a column.
 */
export function note({ parts, star }: Path, chain: readonly (readonly Source[])[], unclear: boolean): void {
  for (const { alias, table } of chain.flat()) {
    const prefix = prefixOf(parts, alias, table);
    if (prefix === 0) continue;
    const column = parts[prefix];
    if (column === undefined) takeWhole(table);
    else table?.columns.add(column);
    // a bare name may be a column of another table all the same
    if (parts.length > 1 || star) return;
    break;
  }
  // nothing here is called so: a column, whose parts these are, of any table at hand
  for (const { table } of chain.flat()) {
    for (const part of unclear ? parts : parts.slice(0, 1)) table?.columns.add(part);
    if (unclear && star) takeWhole(table);
  }
}

/** How many of the parts name the source: its alias, or its name where that is written out. */
function prefixOf(parts: readonly string[], alias: string, table: TableRead | undefined): number {
  if (same(parts[0] ?? "", alias)) return 1;
  const own = table?.name.split(".") ?? [];
  for (let length = Math.min(own.length, parts.length); length > 1; length--)
    if (own.slice(-length).every((part, index) => same(part, parts[index] as string))) return length;
  return 0;
}

export function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** `*` for all columns, not the sign of a product, nor that of `count(*)`. */
export function isStar(items: readonly Item[], at: number): boolean {
  const [before, after] = [items[at - 1], items[at + 1]];
  if (before === undefined && after === undefined) return false;
  const starts = before === undefined || isWord(before, "select", "distinct", "all", "struct", "value");
  const ends = after === undefined || isWord(after, "from", "except", "exclude", "replace", "rename", "into", "ilike");
  return starts || ends || isSymbol(before, ",") || isSymbol(after, ",");
}
