import { type Place, Unreadable } from "../../../text/tree.ts";

/** A piece of SQL text. `text`: a word as written, a quoted name or string without its quotes, a symbol. */
export interface Token extends Place {
  readonly kind: "word" | "name" | "string" | "number" | "symbol";
  readonly text: string;
  /** As it was written, quotes and all. */
  readonly raw: string;
}

/** How a dialect writes texts. */
export interface Quoting {
  /** Whether a backslash takes the next character in, as in BigQuery, Snowflake and Spark. */
  readonly backslash: boolean;
  /** Whether a comment may stand within another, as in PostgreSQL, Redshift and Spark. */
  readonly nested: boolean;
}

/**
 * Splits SQL into statements of tokens. Comments are left out, bodies between dollar signs are one string.
 * @throws Unreadable where a quote never closes
 */
export function statementsOf(path: string, text: string, quoting: Quoting): readonly (readonly Token[])[] {
  const scanner = new Scanner(path, text, quoting);
  const statements: Token[][] = [];
  let current: Token[] = [];
  for (let token = scanner.next(); token !== undefined; token = scanner.next()) {
    if (token.raw === ";") {
      statements.push(current);
      current = [];
    } else current.push(token);
  }
  return [...statements, current].filter((statement) => statement.length > 0);
}

const word = /(?:[\p{L}_@]|\$\{[^}\n]*\})(?:[\p{L}\p{N}_$@]|\$\{[^}\n]*\})*/uy;
const number = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const dollar = /\$(?:[A-Za-z_]\w*)?\$/y;
const symbol = /::|<>|<=|>=|!=|\|\||=>|->|[^\s\p{L}\p{N}]/uy;

class Scanner {
  private readonly path: string;
  private readonly text: string;
  private readonly backslash: boolean;
  private readonly nested: boolean;
  private position: number;
  private line = 1;
  private lineStart: number;

  constructor(path: string, text: string, { backslash, nested }: Quoting) {
    this.path = path;
    this.text = text;
    this.backslash = backslash;
    this.nested = nested;
    this.position = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    this.lineStart = this.position;
  }

  next(): Token | undefined {
    this.blank();
    if (this.position >= this.text.length) return undefined;
    const open = this.text[this.position] as string;
    if (open === "'" || open === '"' || open === "`") return this.quoted(open);
    if (open === "$") {
      const mark = this.match(dollar);
      if (mark !== undefined) return this.between(mark);
    }
    const name = this.match(word);
    if (name !== undefined) return this.token("word", name, name);
    const digits = this.match(number);
    if (digits !== undefined) return this.token("number", digits, digits);
    const other = this.match(symbol) ?? open;
    return this.token("symbol", other, other);
  }

  /** Skips spaces and comments. */
  private blank(): void {
    const { text } = this;
    for (; this.position < text.length; this.position++) {
      const character = text[this.position] as string;
      if (character === "\n") {
        this.line++;
        this.lineStart = this.position + 1;
      } else if (character === "/" && text.startsWith("/*", this.position)) {
        const end = this.commentEnd();
        if (end < 0) return;
        this.cross(end - 1);
      } else if ((character === "-" && text.startsWith("--", this.position)) || this.signsLine(character)) {
        const end = text.indexOf("\n", this.position);
        this.position = (end < 0 ? text.length : end) - 1;
      } else if (!/\s/.test(character)) return;
    }
  }

  /** Behind the comment that begins here; -1 where it never ends. */
  private commentEnd(): number {
    const mark = this.nested ? /\/\*|\*\//g : /\*\//g;
    mark.lastIndex = this.position + 2;
    let depth = 1;
    for (let found = mark.exec(this.text); found !== null; found = mark.exec(this.text)) {
      depth += found[0] === "*/" ? -1 : 1;
      if (depth === 0) return mark.lastIndex;
    }
    return -1;
  }

  /** A number sign, or psql's backslash, takes its line only where nothing but spaces stands before it. */
  private signsLine(character: string): boolean {
    return (character === "#" || character === "\\") && this.text.slice(this.lineStart, this.position).trim() === "";
  }

  /** Moves to a position, counting the lines on the way. */
  private cross(to: number): void {
    for (let at = this.position; at < to; at++) {
      if (this.text[at] !== "\n") continue;
      this.line++;
      this.lineStart = at + 1;
    }
    this.position = to;
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.position;
    return pattern.exec(this.text)?.[0];
  }

  private token(kind: Token["kind"], text: string, raw: string): Token {
    const token = { kind, text, raw, line: this.line, column: this.position - this.lineStart + 1 };
    this.cross(this.position + raw.length);
    return token;
  }

  private between(mark: string): Token {
    const end = this.text.indexOf(mark, this.position + mark.length);
    if (end < 0) this.unclosed();
    const raw = this.text.slice(this.position, end + mark.length);
    return this.token("string", raw.slice(mark.length, -mark.length), raw);
  }

  private quoted(open: string): Token {
    const triple = open.repeat(3);
    const three = open !== "`" && this.text.startsWith(triple, this.position);
    const raw = this.text.slice(this.position, three ? this.tripleEnd(triple) : this.quoteEnd(open));
    return this.token(open === "'" ? "string" : "name", raw.slice(1, -1).replaceAll(open + open, open), raw);
  }

  private tripleEnd(triple: string): number {
    // four quotes in a row are two doubled ones: only a text that closes with three is a text of three
    const end = this.text.indexOf(triple, this.position + 3);
    const doubled = this.text[this.position + 3] === triple[0];
    return end < 0 || doubled ? this.quoteEnd(triple[0] as string) : end + 3;
  }

  private quoteEnd(open: string): number {
    const escapes = open !== "`" && (this.backslash || /[eE]/.test(this.text[this.position - 1] ?? ""));
    for (let index = this.position + 1; index < this.text.length; index++) {
      if (escapes && this.text[index] === "\\") index++;
      else if (this.text[index] === open) {
        if (this.text[index + 1] !== open) return index + 1;
        index++;
      }
    }
    return this.unclosed();
  }

  private unclosed(): never {
    const { path, line } = this;
    const column = this.position - this.lineStart + 1;
    throw new Unreadable("not valid SQL: a quote that never closes", { path, line, column });
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
