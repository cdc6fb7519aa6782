import { type Place, Unreadable } from "../../text/tree.ts";

/** A piece of SQL text. `text`: a word as written, a quoted name or string without its quotes, a symbol. */
export interface Token extends Place {
  readonly kind: "word" | "name" | "string" | "number" | "symbol";
  readonly text: string;
  /** As it was written, quotes and all. */
  readonly raw: string;
}

// a number sign starts a comment only at the start of a line: elsewhere it is an operator
const blank = /(?:\s+|--[^\n]*|(?<=(?:^|\n)[ \t]*)#[^\n]*|\/\*[\s\S]*?\*\/)/y;
const word = /(?:[\p{L}_@]|\$\{[^}\n]*\})(?:[\p{L}\p{N}_$@]|\$\{[^}\n]*\})*/uy;
const number = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const dollar = /\$(?:[A-Za-z_]\w*)?\$/y;
const symbol = /::|<>|<=|>=|!=|\|\||=>|->|[^\s\p{L}\p{N}]/uy;

/** How a dialect writes texts. */
export interface Quoting {
  /** Whether a backslash takes the next character in, as in BigQuery, Snowflake and Spark. */
  readonly backslash: boolean;
}

/**
 * Splits SQL into statements of tokens. Comments are left out, bodies between dollar signs are one string.
 * @throws Unreadable where a quote never closes
 */
export function statementsOf(path: string, text: string, quoting: Quoting): readonly (readonly Token[])[] {
  const statements: Token[][] = [];
  let current: Token[] = [];
  for (const token of tokens(path, text, quoting)) {
    if (token.kind === "symbol" && token.text === ";") {
      statements.push(current);
      current = [];
    } else current.push(token);
  }
  return [...statements, current].filter((statement) => statement.length > 0);
}

function* tokens(path: string, text: string, { backslash }: Quoting): Generator<Token> {
  let position = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let [line, lineStart] = [1, position];
  const match = (pattern: RegExp) => {
    pattern.lastIndex = position;
    return pattern.exec(text)?.[0];
  };
  const place = (): Place => ({ line, column: position - lineStart + 1 });
  const advance = (taken: string) => {
    for (let at = taken.indexOf("\n"); at >= 0; at = taken.indexOf("\n", at + 1)) {
      line++;
      lineStart = position + at + 1;
    }
    position += taken.length;
  };
  while (position < text.length) {
    const space = match(blank);
    if (space !== undefined) {
      advance(space);
      continue;
    }
    const at = place();
    const token = quoted() ?? plain();
    yield { ...token, ...at };
    advance(token.raw);
  }

  function plain(): Omit<Token, keyof Place> {
    const found = match(word);
    if (found !== undefined) return { kind: "word", text: found, raw: found };
    const digits = match(number);
    if (digits !== undefined) return { kind: "number", text: digits, raw: digits };
    const other = match(symbol) ?? (text[position] as string);
    return { kind: "symbol", text: other, raw: other };
  }

  function quoted(): Omit<Token, keyof Place> | undefined {
    const open = text[position] as string;
    if (open === "$") {
      const mark = match(dollar);
      if (mark === undefined) return undefined;
      const end = text.indexOf(mark, position + mark.length);
      if (end < 0) unclosed();
      return {
        kind: "string",
        text: text.slice(position + mark.length, end),
        raw: text.slice(position, end + mark.length),
      };
    }
    if (open !== "'" && open !== '"' && open !== "`") return undefined;
    const triple = open.repeat(3);
    const end = open !== "`" && text.startsWith(triple, position) ? tripleEnd(triple) : quoteEnd(open);
    const raw = text.slice(position, end);
    const inner = raw.slice(1, -1).replaceAll(open + open, open);
    return { kind: open === "'" ? "string" : "name", text: inner, raw };
  }

  function tripleEnd(triple: string): number {
    // '''' is an empty quote or a doubled one: only a text that closes with three is a text of three
    const end = text.indexOf(triple, position + 3);
    return end < 0 || text[position + 3] === triple[0] ? quoteEnd(triple[0] as string) : end + 3;
  }

  function quoteEnd(open: string): number {
    for (let index = position + 1; index < text.length; index++) {
      const escapes = backslash || /[eE]/.test(text[position - 1] ?? "");
      if (text[index] === "\\" && open !== "`" && escapes) index++;
      else if (text[index] === open) {
        if (text[index + 1] !== open) return index + 1;
        index++;
      }
    }
    return unclosed();
  }

  function unclosed(): never {
    throw new Unreadable("not valid SQL: a quote that never closes", { path, ...place() });
  }
}

/** Reads a statement from its start; keywords compare without regard to letters' case, and only where unquoted. */
export class Cursor {
  private readonly tokens: readonly Token[];
  private position = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  get next(): Token | undefined {
    return this.tokens[this.position];
  }

  get rest(): readonly Token[] {
    return this.tokens.slice(this.position);
  }

  take(): Token | undefined {
    return this.tokens[this.position++];
  }

  /** Whether the next tokens are these keywords or symbols. */
  sees(...expected: readonly string[]): boolean {
    return expected.every((text, offset) => isText(this.tokens[this.position + offset], text));
  }

  /** Takes the keywords where they all stand next. */
  skip(...expected: readonly string[]): boolean {
    if (!this.sees(...expected)) return false;
    this.position += expected.length;
    return true;
  }

  /** The tokens between brackets that stand next, taken; undefined where none do or they never close. */
  brackets(): readonly Token[] | undefined {
    if (!this.sees("(")) return undefined;
    let depth = 0;
    for (let index = this.position; index < this.tokens.length; index++) {
      if (isText(this.tokens[index], "(")) depth++;
      else if (isText(this.tokens[index], ")") && --depth === 0) {
        const inner = this.tokens.slice(this.position + 1, index);
        this.position = index + 1;
        return inner;
      }
    }
    return undefined;
  }
}

export function isText(token: Token | undefined, text: string): boolean {
  if (token === undefined || token.kind === "name" || token.kind === "string") return false;
  return token.text.toUpperCase() === text;
}

/** Splits tokens at the commas outside all brackets, angle brackets of types included. */
export function splitItems(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const items: Token[][] = [[]];
  const open: string[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind === "symbol") {
      const angle = token.text === "<" && /^(?:array|struct|map|range|list|row)$/i.test(tokens[index - 1]?.text ?? "");
      if (angle || token.text === "(" || token.text === "[") open.push(token.text);
      else if (token.text === ">" ? open.at(-1) === "<" : token.text === ")" || token.text === "]") open.pop();
    }
    if (token.kind === "symbol" && token.text === "," && open.length === 0) items.push([]);
    else items.at(-1)?.push(token);
  }
  return items.filter((item) => item.length > 0);
}

/** Tokens as text again, one way whatever the spaces and comments between them were. */
export function textOf(tokens: readonly Token[]): string {
  let text = "";
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    text += before === undefined || isGlued(before, token) ? token.raw : ` ${token.raw}`;
  }
  return text;
}

function isGlued(before: Token, token: Token): boolean {
  // a bracket of a type touches it, a comparison does not
  if (/^[<>:]$/.test(before.raw) || /^[<>:]$/.test(token.raw))
    return before.line === token.line && before.column + before.raw.length === token.column;
  return /^[([.]$/.test(before.raw) || /^[()[\],.]$/.test(token.raw);
}
