import { type Item, isSymbol, isWord, type Token } from "./tokens.ts";

/** What stands before a table. */
export const joins = ["from", "join", "apply"];
/** What ends the list of tables. */
export const afterFrom = [
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
  "cluster",
  "distribute",
  "sort",
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

/** Whether a word is one that SQL keeps for itself where it stands. */
export function isKeyword(item: Token, before: Item | undefined, further: Item | undefined): boolean {
  const text = item.text.toLowerCase();
  if (item.kind !== "word" || never.has(text)) return item.kind === "word";
  if (text === "by") return isWord(before, "group", "order", "partition", "cluster", "sort", "distribute");
  if (!sometimes.has(text) || before === undefined || isWord(further, "top") || isWord(before, "top")) return false;
  if (before.kind === "word") return !never.has(before.text.toLowerCase()) || isWord(before, "null", "true", "false");
  return before.kind !== "symbol" && before.kind !== "jinja";
}

/** A table's name, its parts without their quotes; BigQuery may quote the whole of it, and has dashes in projects. */
export function nameAt(items: readonly Item[], at: number) {
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
  "cluster",
  "distribute",
  "sort",
]);

/** `[AS] name [(columns)]`: a list of columns renames them all. */
export function aliasAt(items: readonly Item[], at: number) {
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
