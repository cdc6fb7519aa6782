import { type Group, type Item, isSymbol, isWord, type Token } from "./tokens.ts";

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
interface Source {
  readonly alias: string;
  readonly table: TableRead | undefined;
}

/** Names of common table expressions that can be seen. */
type Visible = ReadonlySet<string>;

/**
 * Which tables a statement reads, and which of their columns it may mean: nothing that it reads is left out. Undefined where it
 * is too large to be looked through.
 */
export function tablesIn(statement: readonly Item[]): readonly TableRead[] | undefined {
  const reading = new Reading();
  try {
    reading.query(statement, [], new Set());
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
  return [...reading.tables.values()];
}

class TooLarge extends Error {}

/** Looks at a name and a source together. */
const most = 300_000;
/** No table's name has more. */
const maxParts = 8;

const setOperators = ["union", "intersect", "except", "minus"];
const joins = ["from", "join", "apply"];
/** What ends the list of tables. */
const afterFrom = [
  "where",
  "group",
  "having",
  "qualify",
  "window",
  "order",
  "limit",
  "fetch",
  "set",
  "when",
  "select",
  "returning",
  "connect",
  "start",
];
/** Words that are no column's name unless they are quoted. */
const never: ReadonlySet<string> = new Set(
  `and as between case distinct else exists false from group having in is join like not null on or order select then true
  union using when where`.split(/\s+/),
);
/** Words that are a column's name only where an expression may begin. */
const sometimes: ReadonlySet<string> = new Set(
  `all any array asc at by both cast collate create cross desc end escape except exclude extract fetch for full ilike inner
  insert intersect interval into last lateral leading left limit merge minus natural nulls offset outer over partition
  qualify range recursive replace returning right rlike rollup rows set similar some table tablesample to trailing
  unbounded unpivot pivot update values view window with within`.split(/\s+/),
);

class Reading {
  readonly tables = new Map<string, TableRead>();
  private left = most;

  private spend(looks: number): void {
    this.left -= looks;
    if (this.left < 0) throw new TooLarge();
  }

  /** A query: its common table expressions, then the parts that set operators join. */
  query(items: readonly Item[], outer: readonly (readonly Source[])[], visible: Visible): void {
    const { names, bodies, recursive } = expressionsIn(items);
    const all = new Set([...visible, ...names]);
    for (const [index, body] of bodies.entries()) {
      this.spend(visible.size + index + 1);
      const own = names[index] as string;
      // inside of itself its name still means the table
      const seen = recursive ? all : new Set([...visible, ...names.slice(0, index).filter((name) => name !== own)]);
      this.query(body.items, [], seen);
    }
    const known = new Set<Item>(bodies);
    let part: Item[] = [];
    for (const [index, item] of items.entries()) {
      const operator = isWord(item, ...setOperators) && !isSymbol(items[index - 1], "*");
      if (!operator) {
        if (!known.has(item)) part.push(item);
        continue;
      }
      this.block(part, outer, all);
      part = [];
    }
    this.block(part, outer, all);
  }

  /** One SELECT, or another statement that reads. */
  private block(items: readonly Item[], outer: readonly (readonly Source[])[], visible: Visible): void {
    const start = Math.max(
      0,
      items.findIndex((item) => isWord(item, "select")),
    );
    const merges = items.some((item) => isWord(item, "merge"));
    const sources: Source[] = [];
    const rest: Item[] = [];
    let listing = false;
    let natural = false;
    let index = 0;
    const factor = () => {
      const read = this.factor(items, index, sources, outer, visible);
      rest.push(...read.expressions);
      index = read.end;
    };
    while (index < items.length) {
      const item = items[index] as Item;
      const compared = isWord(items[index - 1], "distinct") && isWord(items[index - 2], "is", "not");
      const joined = isWord(item, ...joins) && !compared;
      const used = merges && isWord(item, "using");
      const target = merges && isWord(item, "into");
      natural ||= isWord(item, "natural");
      index++;
      if (target) {
        // what is written to is not read: its name is only known
        const read = nameAt(items, index);
        const alias = aliasAt(items, read?.end ?? index);
        sources.push({ alias: alias.name ?? read?.parts.at(-1) ?? "", table: undefined });
        index = alias.end;
      } else if (joined || used) {
        listing = true;
        factor();
      } else if (listing && isSymbol(item, ",")) factor();
      else {
        if (isWord(item, ...afterFrom)) listing = false;
        if (index > start) rest.push(item);
      }
    }
    if (natural) for (const { table } of sources) takeWhole(table);
    this.expressions(rest, [sources, ...outer], visible);
  }

  /** What stands behind FROM, JOIN or a comma between them. */
  private factor(
    items: readonly Item[],
    from: number,
    sources: Source[],
    outer: readonly (readonly Source[])[],
    visible: Visible,
  ): { readonly end: number; readonly expressions: readonly Item[] } {
    let index = from;
    let lateral = false;
    while (isWord(items[index], "lateral", "only", "table")) {
      lateral ||= isWord(items[index], "lateral");
      index++;
    }
    const first = items[index];
    const expressions: Item[] = [];
    const named = nameAt(items, index);
    let table: TableRead | undefined;
    let name = "";
    if (first?.kind === "group") {
      index++;
      if (isQuery(first)) this.query(first.items, lateral ? [sources, ...outer] : outer, visible);
      else expressions.push(...this.nested(first, sources, outer, visible));
    } else if (named === undefined) index++;
    else {
      index = named.end;
      name = named.parts.at(-1) ?? "";
      const [head = ""] = named.parts;
      this.spend(sources.length + 1);
      const call = items[index]?.kind === "group";
      // `t.items` behind a comma is a column of t
      const own = named.parts.length > 1 && sources.some(({ alias }) => same(alias, head));
      if (own || call) expressions.push(...items.slice(from, call ? ++index : index));
      const isTable = named.parts.length <= maxParts && (named.parts.length > 1 || !hasName(visible, head));
      if (!call && isTable) table = this.table(named);
    }
    const alias = aliasAt(items, index);
    if (alias.renames && table !== undefined) table.whole = true;
    sources.push({ alias: alias.name ?? name, table });
    return { end: alias.end, expressions };
  }

  /** `(a JOIN b ON ...)`: its tables stand beside the others. */
  private nested(
    group: Group,
    sources: Source[],
    outer: readonly (readonly Source[])[],
    visible: Visible,
  ): readonly Item[] {
    const rest: Item[] = [];
    let index = 0;
    let begins = true;
    while (index < group.items.length) {
      const item = group.items[index] as Item;
      if (begins || isWord(item, "join", "apply") || isSymbol(item, ",")) {
        const read = this.factor(group.items, begins ? index : index + 1, sources, outer, visible);
        rest.push(...read.expressions);
        index = Math.max(read.end, index + 1);
        begins = false;
      } else {
        rest.push(item);
        index++;
      }
    }
    return rest;
  }

  private table({ parts, start }: { readonly parts: readonly string[]; readonly start: number }): TableRead {
    const name = parts.join(".");
    const known = this.tables.get(name.toLowerCase());
    if (known !== undefined) return known;
    const made: TableRead = { name, start, columns: new Set(), whole: false };
    this.tables.set(name.toLowerCase(), made);
    return made;
  }

  /** Every name in the expressions of a block is a column of whichever table it may belong to. */
  private expressions(items: readonly Item[], chain: readonly (readonly Source[])[], visible: Visible): void {
    for (let index = 0; index < items.length; index++) {
      const item = items[index] as Item;
      if (item.kind === "group") {
        const star = item.items.length === 1 && isSymbol(item.items[0], "*");
        if (star && !isWord(items[index - 1], "count")) for (const { table } of chain[0] ?? []) takeWhole(table);
        if (isQuery(item)) this.query(item.items, chain, visible);
        else this.expressions(item.items, chain, visible);
        continue;
      }
      if (isSymbol(item, "*") && isStar(items, index)) for (const { table } of chain[0] ?? []) takeWhole(table);
      const path = pathAt(items, index);
      if (path === undefined) continue;
      const named = isWord(items[index - 1], "as");
      index = path.end - 1;
      const call = items[path.end]?.kind === "group" && path.parts.length === 1;
      if (call || (named && path.parts.length === 1)) continue;
      this.spend(chain.reduce((sum, sources) => sum + sources.length, 1));
      note(path, chain);
    }
  }
}

function takeWhole(table: TableRead | undefined): void {
  if (table !== undefined) table.whole = true;
}

interface Path {
  readonly parts: readonly string[];
  readonly end: number;
}

/** `a`, `t.a`, `t.*`; a word that SQL keeps for itself is none. */
function pathAt(items: readonly Item[], at: number): Path | undefined {
  const first = items[at];
  if (first?.kind !== "word" && first?.kind !== "name") return undefined;
  const parts = [first.text];
  let end = at + 1;
  while (isSymbol(items[end], ".")) {
    const next = items[end + 1];
    if (isSymbol(next, "*")) return { parts, end: end + 2 };
    if (next?.kind !== "word" && next?.kind !== "name") break;
    parts.push(next.text);
    end += 2;
  }
  return parts.length === 1 && isKeyword(first, items[at - 1], items[at - 2]) ? undefined : { parts, end };
}

function isKeyword(item: Token, before: Item | undefined, further: Item | undefined): boolean {
  const text = item.text.toLowerCase();
  if (item.kind !== "word" || never.has(text)) return item.kind === "word";
  if (text === "by") return isWord(before, "group", "order", "partition", "cluster", "sort", "distribute");
  if (!sometimes.has(text) || before === undefined || isWord(further, "top") || isWord(before, "top")) return false;
  if (before.kind === "word") return !never.has(before.text.toLowerCase()) || isWord(before, "null", "true", "false");
  return before.kind !== "symbol" && before.kind !== "jinja";
}

function note({ parts }: Path, chain: readonly (readonly Source[])[]): void {
  for (const { alias, table } of chain.flat()) {
    const prefix = prefixOf(parts, alias, table);
    if (prefix === 0) continue;
    const column = parts[prefix];
    if (table === undefined) return;
    if (column === undefined) table.whole = true;
    else table.columns.add(column);
    return;
  }
  // nothing here is called so: a column, whose parts these are, of any table at hand
  for (const { table } of chain.flat()) {
    table?.columns.add(parts[0] as string);
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

function same(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function hasName(visible: Visible, name: string): boolean {
  return visible.has(name.toLowerCase());
}

/** `*` for all columns, not the sign of a product, nor that of `count(*)`. */
function isStar(items: readonly Item[], at: number): boolean {
  const [before, after] = [items[at - 1], items[at + 1]];
  if (before === undefined && after === undefined) return false;
  const starts = before === undefined || isWord(before, "select", "distinct", "all", "struct", "value");
  const ends = after === undefined || isWord(after, "from", "except", "exclude", "replace", "rename", "into", "ilike");
  return starts || ends || isSymbol(before, ",") || isSymbol(after, ",");
}

/** Whether brackets hold a query. */
function isQuery({ items }: Group): boolean {
  const [first] = items;
  if (first?.kind === "group") return isQuery(first) || items.some((item) => isWord(item, ...setOperators));
  return isWord(first, "select", "with");
}

/** `WITH [RECURSIVE] a AS (...), b (x) AS (...)`, wherever it stands in the statement. */
function expressionsIn(items: readonly Item[]) {
  const names: string[] = [];
  const bodies: Group[] = [];
  let recursive = false;
  for (const [index, item] of items.entries()) {
    if (isWord(item, "with") && isWord(items[index + 1], "recursive")) recursive = true;
    if (item.kind !== "group") continue;
    let at = index - 1;
    while (isWord(items[at], "materialized", "not")) at--;
    if (!isWord(items[at], "as")) continue;
    at--;
    if (items[at]?.kind === "group") at--;
    const name = items[at];
    const before = items[at - 1];
    if ((name?.kind !== "word" && name?.kind !== "name") || !isQuery(item)) continue;
    if (!isWord(before, "with", "recursive") && !isSymbol(before, ",")) continue;
    names.push(name.text.toLowerCase());
    bodies.push(item);
  }
  return { names, bodies, recursive };
}

/** A table's name, its parts without their quotes; BigQuery may quote the whole of it, and has dashes in projects. */
function nameAt(items: readonly Item[], at: number) {
  const parts: string[] = [];
  let index = at;
  const start = (items[at] as Token | undefined)?.start ?? 0;
  for (;;) {
    const bracketed = isSymbol(items[index], "[") && isSymbol(items[index + 2], "]");
    const token = items[bracketed ? index + 1 : index];
    if (token?.kind !== "word" && token?.kind !== "name") break;
    let text = token.text;
    let end = token.end;
    index += bracketed ? 3 : 1;
    while (token.kind === "word" && isDash(items[index], end)) {
      const next = items[index + 1];
      if ((next?.kind !== "word" && next?.kind !== "number") || next.start !== end + 1) break;
      text += `-${next.text}`;
      end = next.end;
      index += 2;
    }
    parts.push(...(token.kind === "name" ? text.split(".") : [text]));
    if (!isSymbol(items[index], ".")) break;
    index++;
  }
  return parts.length === 0 ? undefined : { parts, end: index, start };
}

function isDash(item: Item | undefined, at: number): boolean {
  return isSymbol(item, "-") && item?.start === at;
}

const noAlias: ReadonlySet<string> = new Set([
  ...never,
  ...sometimes,
  "connect",
  "start",
  "apply",
  "anti",
  "semi",
  "asof",
]);

/** `[AS] name [(columns)]`: a list of columns renames them all. */
function aliasAt(items: readonly Item[], at: number) {
  let index = at;
  const explicit = isWord(items[index], "as");
  if (explicit) index++;
  const item = items[index];
  const isAlias =
    item?.kind === "name" || (item?.kind === "word" && (explicit || !noAlias.has(item.text.toLowerCase())));
  if (!isAlias) return { name: undefined, end: at, renames: false };
  const renames = items[index + 1]?.kind === "group";
  return { name: item.text, end: index + (renames ? 2 : 1), renames };
}
