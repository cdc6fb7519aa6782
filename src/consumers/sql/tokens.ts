/** A piece of a query. `name`: quoted; `jinja`: a template's tag, which is never run. */
export interface Token {
  readonly kind: "word" | "name" | "string" | "number" | "symbol" | "jinja";
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What stands between brackets. */
export interface Group {
  readonly kind: "group";
  readonly items: readonly Item[];
  readonly start: number;
}
export type Item = Token | Group;

export interface Statements {
  readonly statements: readonly (readonly Item[])[];
  /** Whether every quote, comment and bracket closes. */
  readonly closed: boolean;
}

const word = /[\p{L}_@$#][\p{L}\p{N}_$@#]*/uy;
const number = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const deepest = 100;

/** Splits SQL into statements. Nothing is refused: what is not understood is said to be. */
export function statementsIn(text: string): Statements {
  const { tokens, closed } = tokensIn(text);
  const statements: Item[][] = [[]];
  const open: { readonly items: Item[]; readonly start: number }[] = [];
  let balanced = true;
  const put = (item: Item) => (open.at(-1)?.items ?? (statements.at(-1) as Item[])).push(item);
  for (const token of tokens) {
    const symbol = token.kind === "symbol" ? token.text : "";
    if (symbol === ";") {
      if (open.length > 0) balanced = false;
      open.length = 0;
      statements.push([]);
    } else if (symbol === "(") {
      if (open.length >= deepest) return { statements: [], closed: false };
      open.push({ items: [], start: token.start });
    } else if (symbol === ")") {
      const group = open.pop();
      if (group === undefined) balanced = false;
      else put({ kind: "group", ...group });
    } else put(token);
  }
  return { statements: statements.filter(({ length }) => length > 0), closed: closed && balanced && open.length === 0 };
}

function tokensIn(text: string): { readonly tokens: readonly Token[]; readonly closed: boolean } {
  const tokens: Token[] = [];
  // where names stand between backticks, double quotes hold texts
  const texts = text.includes("`");
  // a backslash takes the quote behind it in, or it does not, as the engine says
  let closed = !text.includes("\\'");
  let at = 0;
  const upTo = (end: string, from: number): number => {
    const found = text.indexOf(end, from);
    if (found < 0) closed = false;
    return found < 0 ? text.length : found + end.length;
  };
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  const put = (kind: Token["kind"], value: string, end: number) => {
    tokens.push({ kind, text: value, start: at, end });
    at = end;
  };
  while (at < text.length) {
    const character = text[at] as string;
    const two = text.slice(at, at + 2);
    if (/\s/.test(character)) at++;
    else if (two === "--" || (character === "#" && /\s/.test(text[at + 1] ?? " "))) {
      const end = text.indexOf("\n", at);
      at = end < 0 ? text.length : end;
    } else if (two === "/*") at = upTo("*/", at + 2);
    else if (two === "{#") at = upTo("#}", at + 2);
    else if (two === "{{" || two === "{%") {
      const end = upTo(two === "{{" ? "}}" : "%}", at + 2);
      put("jinja", text.slice(at, end), end);
    } else if (character === "'" || character === '"' || character === "`") {
      const triple = character.repeat(3);
      const quote = character !== "`" && text.startsWith(triple, at) ? triple : character;
      const end = quote.length > 1 ? upTo(quote, at + 3) : quotedEnd(text, at, character);
      if (end > text.length) closed = false;
      const kind = character === "'" || (character === '"' && texts) ? "string" : "name";
      put(kind, text.slice(at + quote.length, end - quote.length), Math.min(end, text.length));
    } else {
      const name = match(word);
      const digits = name === undefined ? match(number) : undefined;
      const found = name ?? digits ?? character;
      put(name !== undefined ? "word" : digits !== undefined ? "number" : "symbol", found, at + found.length);
    }
  }
  return { tokens, closed };
}

/** After the closing quote; a doubled one, or one behind a backslash, closes nothing. Beyond the text where none closes. */
function quotedEnd(text: string, from: number, quote: string): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "\\" && quote === "'") at++;
    else if (text[at] === quote) {
      if (text[at + 1] !== quote) return at + 1;
      at++;
    }
  }
  return text.length + 1;
}

/** Whether an item is one of these keywords, unquoted, in any case. */
export function isWord(item: Item | undefined, ...words: readonly string[]): boolean {
  return item?.kind === "word" && words.includes(item.text.toLowerCase());
}

export function isSymbol(item: Item | undefined, text: string): boolean {
  return item?.kind === "symbol" && item.text === text;
}
