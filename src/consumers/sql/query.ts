import { isStar, note, pathAt, type Source, same, type TableRead, takeWhole } from "./columns.ts";
import { afterFrom, aliasAt, joins, nameAt } from "./names.ts";
import {
  afterSample,
  afterWritten,
  isFilled,
  isInsertList,
  isMergeWord,
  makesAliases,
  mergesWhole,
  namesArgument,
  readWhole,
  runsTexts,
  shapeOf,
  statementsOfText,
} from "./statement.ts";
import { type Group, type Item, isSymbol, isWord } from "./tokens.ts";
import { expressionsIn, isQuery, setOperators } from "./with.ts";

/** Names of common table expressions that can be seen. */
type Visible = ReadonlySet<string>;

/**
 * Which tables a statement reads, and which of their columns it may mean: nothing that it reads is left out. Undefined where it
 * is too large to be looked through.
 */
export function tablesIn(statement: readonly Item[]): readonly TableRead[] | undefined {
  const reading = new Reading();
  try {
    reading.statement(statement);
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

class Reading {
  readonly tables = new Map<string, TableRead>();
  private left = most;

  private spend(looks: number): void {
    this.left -= looks;
    if (this.left < 0) throw new TooLarge();
  }

  /** Whether a clause gives names to rows that are not followed. */
  private unclear = false;
  /** Where the text that is being read stands in the statement, where it is one. */
  private within: number | undefined;

  statement(items: readonly Item[]): void {
    if (isFilled(items)) return;
    const { named, columns } = readWhole(items);
    if (named !== undefined) {
      const table = this.table(named);
      table.whole ||= columns === undefined;
      for (const item of columns?.items ?? [])
        if (item.kind === "word" || item.kind === "name") table.columns.add(item.text);
      if (columns !== undefined) return;
    }
    if (this.within === undefined && runsTexts(items)) this.texts(items);
    this.query(items, [], new Set());
  }

  /** Texts that are run. */
  private texts(items: readonly Item[]): void {
    for (const item of items) {
      if (item.kind === "group") this.texts(item.items);
      this.within = item.start;
      for (const inner of statementsOfText(item)) this.statement(inner);
      this.within = undefined;
    }
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
    const { verb, start } = shapeOf(items);
    const merges = verb === "merge";
    const sources: Source[] = [];
    const rest: Item[] = [];
    let listing = false;
    let natural = false;
    let setting = false;
    let whole = false;
    let index = 0;
    const factor = (comma: boolean) => {
      // behind a comma of a clause that nobody knows stands a column
      const next = items[index];
      const known = isWord(next, "lateral", "unnest", "table", "flatten");
      if (comma && !known && next !== undefined && "text" in next)
        for (const { table } of sources) table?.columns.add(next.text);
      const read = this.factor(items, index, sources, outer, visible);
      rest.push(...read.expressions);
      index = read.end;
    };
    while (index < items.length) {
      const item = items[index] as Item;
      const compared = isWord(items[index - 1], "distinct") && isWord(items[index - 2], "is", "not");
      const joined = isWord(item, ...joins) && !compared;
      const used = isWord(item, "using") && (merges || (verb === "delete" && items[index + 1]?.kind !== "group"));
      const target = (merges || verb === "update") && index === start - 1;
      natural ||= isWord(item, "natural");
      whole ||= merges && mergesWhole(items, index);
      if (isWord(item, "set")) setting = verb === "update" || merges;
      else if (isWord(item, "from", "where", "when", "join")) setting = false;
      const sets = setting && (isWord(items[index - 1], "set") || isSymbol(items[index - 1], ","));
      const written = sets ? afterWritten(items, index) : index;
      index++;
      if (target) {
        // what is written to is not read: its name is only known
        while (isWord(items[index], "only", "into")) index++;
        const read = nameAt(items, index);
        const alias = aliasAt(items, read?.end ?? index);
        sources.push({ alias: alias.name ?? read?.parts.at(-1) ?? "", table: undefined });
        index = alias.end;
      } else if (written >= index) index = written;
      else if (merges && (isInsertList(items, index - 1) || isMergeWord(items, index - 1))) {
        // no column of what is merged
      } else if (joined || used) {
        listing = true;
        factor(false);
      } else if (listing && isSymbol(item, ",")) factor(true);
      else {
        if (isWord(item, ...afterFrom)) listing = false;
        if (index > start && !(setting && isWord(item, "set"))) rest.push(item);
      }
    }
    if (natural || whole) for (const { table } of sources) takeWhole(table);
    this.unclear ||= makesAliases(items);
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
    const begins = isWord(items[index - 1], "table") ? index - 1 : index;
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
      const next = items[index];
      const call = next?.kind === "group";
      const [only, ...more] = call ? next.items : [];
      // Snowflake and Databricks: `identifier('shop.orders')`
      if (same(head, "identifier") && only?.kind === "string" && more.length === 0)
        table = this.table({ parts: only.text.split("."), start: only.start });
      // `t.items` behind a comma is a column of t
      const own = named.parts.length > 1 && sources.some(({ alias }) => same(alias, head));
      if (own || call) expressions.push(...items.slice(begins, call ? ++index : index));
      const isTable = named.parts.length <= maxParts && (named.parts.length > 1 || !hasName(visible, head));
      if (!call && isTable) table = this.table(named);
    }
    const alias = aliasAt(items, afterSample(items, index));
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
    const made: TableRead = { name, start: this.within ?? start, columns: new Set(), whole: false };
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
      if (call || ((named || namesArgument(items, path.end)) && path.parts.length === 1)) continue;
      this.spend(chain.reduce((sum, sources) => sum + sources.length, 1));
      note(path, chain, this.unclear);
    }
  }
}

function hasName(visible: Visible, name: string): boolean {
  return visible.has(name.toLowerCase());
}
