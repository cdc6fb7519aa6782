import type { Place } from "../../../text/tree.ts";

/** A piece of a template. `jinja`: a whole tag, which is never run. `text`: a word in lower case, anything else as written. */
export interface Token {
  readonly kind: "word" | "name" | "string" | "number" | "symbol" | "jinja";
  readonly text: string;
  /** Where it begins in the text. */
  readonly offset: number;
}

const space = /\s/;
const word = /[\p{L}_@$][\p{L}\p{N}_$@]*/uy;
const number = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const symbol = /::|<>|<=|>=|!=|\|\||=>|->>|->|[^\s]/uy;

/**
 * SQL between Jinja's tags, read once from left to right; comments of either are left out, but a statement of Jinja (`{% if %}`)
 * that stands in a comment of SQL, which dbt obeys all the same.
 */
export function sqlTokens(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  const put = (kind: Token["kind"], value: string, end: number) => {
    tokens.push({ kind, text: value, offset: at });
    at = end;
  };
  const tag = () => {
    const end = tagEnd(text, at);
    put("jinja", squeezed(text.slice(at, end)), end);
  };
  let statement = -1;
  const statementFrom = (from: number): number => {
    if (statement < from) statement = text.indexOf("{%", from);
    if (statement < 0) statement = text.length;
    return statement;
  };
  while (at < text.length) {
    const character = text[at] as string;
    const two = text.slice(at, at + 2);
    if (space.test(character)) at++;
    else if (two === "{#") at = after(text, "#}", at + 2);
    else if (two === "{{" || two === "{%") tag();
    else if (two === "--" || two === "/*") {
      const end = two === "--" ? lineEnd(text, at) : after(text, "*/", at + 2);
      for (let next = statementFrom(at); next < end; next = statementFrom(at)) {
        at = next;
        tag();
      }
      at = Math.max(at, end);
    } else if (character === "#" && startsLine(text, at)) {
      // a comment of some engines, an operator of others: a change of it counts, and quotes in it open nothing
      const end = lineEnd(text, at);
      put("symbol", text.slice(at, end).replace(/\s+/g, " ").trim(), end);
    } else if (character === "'" || character === '"' || character === "`") {
      const end = quotedEnd(text, at, character);
      put(character === "'" ? "string" : "name", text.slice(at, end), end);
    } else {
      const found = match(word);
      const digits = found === undefined ? match(number) : undefined;
      const one = found ?? digits ?? match(symbol) ?? character;
      const kind = found !== undefined ? "word" : digits !== undefined ? "number" : "symbol";
      put(kind, found === undefined ? one : one.toLowerCase(), at + one.length);
    }
  }
  return tokens;
}

/** Behind the end of a tag that begins here: quotes and braces within it are its own. */
export function tagEnd(text: string, start: number): number {
  const close = text[start + 1] === "%" ? "%}" : "}}";
  let braces = 0;
  for (let at = start + 2; at < text.length; at++) {
    const character = text[at] as string;
    if (character === "'" || character === '"') at = quotedEnd(text, at, character) - 1;
    else if (braces === 0 && text.startsWith(close, at)) return at + 2;
    else if (character === "{") braces++;
    else if (character === "}" && braces > 0) braces--;
  }
  return text.length;
}

/** Behind a text in quotes, doubled quotes and those behind a backslash within it. */
export function quotedEnd(text: string, start: number, quote: string): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === quote) {
      if (text[at + 1] !== quote) return at + 1;
      at++;
    }
  }
  return text.length;
}

/** A tag with single spaces, and without the marks that only take spaces away. */
function squeezed(tag: string): string {
  const open = tag.slice(0, 2);
  const close = open === "{%" ? "%}" : "}}";
  const inner = tag.slice(2, tag.endsWith(close) ? -2 : undefined).replace(/^[-+]/, "");
  const parts = inner.replace(/[-+]$/, "").match(/'[^']*'|"[^"]*"|[\p{L}\p{N}_]+|[^\s]/gu) ?? [];
  return `${open} ${parts.join(" ").replaceAll('"', "'")} ${close}`;
}

function startsLine(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && (text[before] === " " || text[before] === "\t")) before--;
  return before < 0 || text[before] === "\n";
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function after(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from);
  return found < 0 ? text.length : found + end.length;
}

/** Where offsets into a text are. */
export function placesIn(text: string): (offset: number) => Place {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
