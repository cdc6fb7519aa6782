import { groupEnd, nesting } from "./groups.ts";
import type { Token } from "./tokens.ts";

/** The items of a SELECT, and what stands before them of their rows. */
export function itemsOf(tokens: readonly Token[]): {
  readonly distinct: readonly Token[];
  readonly items: readonly (readonly Token[])[];
} {
  let start = 0;
  if (tokens[0]?.text === "all") start = 1;
  if (tokens[0]?.text === "distinct")
    start = tokens[1]?.text === "on" && tokens[2]?.text === "(" ? (groupEnd(tokens, 2) ?? 1) : 1;
  if (tokens[0]?.text === "top") start = 2;
  const items: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens.slice(start)) {
    depth += nesting(token);
    if (token.text === "," && depth === 0) items.push([]);
    else items.at(-1)?.push(token);
  }
  const before = tokens[0]?.text === "all" ? [] : tokens.slice(0, start);
  return { distinct: before, items: items.filter(({ length }) => length > 0) };
}

/** What an item is called: its alias, else its own name. Undefined where nobody can tell. */
export function outputOf(item: readonly Token[]): string | undefined {
  const last = item.at(-1);
  if (last === undefined || (last.kind !== "word" && last.kind !== "name") || item.some(isJinjaStatement))
    return undefined;
  const before = item.at(-2);
  if (before === undefined || before.text === "as" || before.text === ".") return nameOf(last);
  return isAlias(item) ? nameOf(last) : undefined;
}

/** `total t` without `as`: a name behind a value. */
function isAlias(item: readonly Token[]): boolean {
  const [before, last] = [item.at(-2), item.at(-1)];
  if (before === undefined || last === undefined || (last.kind !== "word" && last.kind !== "name")) return false;
  if (before.text === "as") return true;
  if (last.kind === "word" && valueWords.has(last.text)) return false;
  if (before.kind === "symbol") return before.text === ")" || before.text === "]";
  return before.kind !== "word" || before.text === "end" || !operators.has(before.text);
}

const valueWords = new Set(["end", "null", "true", "false"]);
const operators = new Set(
  "and or not is in like ilike between then else when case div mod interval at zone".split(" "),
);

export function expressionOf(item: readonly Token[]): readonly Token[] {
  if (item.at(-2)?.text === "as") return item.slice(0, -2);
  return item.length > 1 && isAlias(item) ? item.slice(0, -1) : item;
}

export function isPlain(item: readonly Token[]): boolean {
  const [only] = item;
  const isStar = item.some(({ text }, index) => text === "*" && (item.length === 1 || item[index - 1]?.text === "."));
  const isBareJinja = item.length === 1 && only?.kind === "jinja";
  const isLeadingStar = only?.text === "*";
  return !isStar && !isLeadingStar && !isBareJinja && !item.some(isJinjaStatement) && outputOf(item) !== undefined;
}

function isJinjaStatement({ kind, text }: Token): boolean {
  return kind === "jinja" && text.startsWith("{%");
}

/** Names in quotes are names: their case is kept where it says something. */
export function nameOf({ kind, text }: Token): string {
  return (kind === "name" ? text.slice(1, -1) : text).toLowerCase();
}

/** Words with single spaces; in a list of tables `as`, the `inner` and the `outer` of a join say nothing. */
export function spelled(tokens: readonly Token[], tables = false): string {
  const kept = tables ? tokens.filter((token, at) => !isIdle(token, tokens[at - 1], tokens[at + 1])) : tokens;
  return kept.map(({ text }) => (text === "!=" ? "<>" : text)).join(" ");
}

function isIdle({ kind, text }: Token, before: Token | undefined, after: Token | undefined): boolean {
  if (kind !== "word") return false;
  if (text === "as") return true;
  const joins = after?.text === "join";
  return joins && (text === "inner" || (text === "outer" && ["left", "right", "full"].includes(before?.text ?? "")));
}
