import { Unreadable } from "../../text/tree.ts";

/** What a token is. */
export type TokenKind = "name" | "integer" | "float" | "string" | "symbol" | "end";

/** What is said about a fault may quote the text, which may be anything. */
const longest = 500;

/** One file's text and where its lines begin: places are counted only when somebody asks. */
export class Text {
  readonly path: string;
  readonly text: string;
  private starts: number[] | undefined;

  constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
  }

  /** Line and column of an offset, both counted from 1. */
  place(offset: number): { path: string; line: number; column: number } {
    this.starts ??= lineStarts(this.text);
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return { path: this.path, line: low + 1, column: offset - (this.starts[low] as number) + 1 };
  }

  /** @throws Unreadable always */
  fail(message: string, offset: number): never {
    const told = message.length > longest ? `${message.slice(0, longest)}...` : message;
    throw new Unreadable(`not valid Protobuf: ${told}`, this.place(offset));
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** The tokens of a .proto text, one at a time: comments and blanks are skipped. Reading begins at the first token. */
export class Lexer {
  readonly source: Text;
  kind: TokenKind = "end";
  /** Where the token begins and ends. */
  start = 0;
  end = 0;
  /** The token as written. */
  word = "";
  private readonly text: string;

  constructor(source: Text) {
    this.source = source;
    this.text = source.text;
    if (this.text.charCodeAt(0) === 0xfeff) this.end = 1;
    this.next();
  }

  /** Moves to the next token. @throws Unreadable */
  next(): void {
    const { text } = this;
    const start = this.blank(this.end);
    this.start = start;
    const code = text.charCodeAt(start);
    if (start >= text.length) this.token("end", start);
    else if (isLetter(code)) {
      let end = start + 1;
      while (isWordPart(text.charCodeAt(end))) end++;
      this.token("name", end);
    } else if (isDigit(code) || (code === dot && isDigit(text.charCodeAt(start + 1)))) this.number(start);
    else if (code === 0x22 || code === 0x27) this.token("string", this.closing(start, code));
    else if (code > 0x20 && code < 0x7f) this.token("symbol", start + 1);
    else this.source.fail("a character that has no place in a .proto file", start);
  }

  /** What follows the present token, which stays the present one. */
  peek(): { readonly word: string; readonly name: boolean } {
    const { kind, start, end, word } = this;
    this.next();
    const next = { word: this.word, name: this.kind === "name" };
    this.kind = kind;
    this.start = start;
    this.end = end;
    this.word = word;
    return next;
  }

  private token(kind: TokenKind, end: number): void {
    this.kind = kind;
    this.end = end;
    this.word = this.text.slice(this.start, end);
  }

  private blank(from: number): number {
    const { text } = this;
    let at = from;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === 0x20 || (code >= 0x09 && code <= 0x0d)) at++;
      else if (code === 0x2f && text.charCodeAt(at + 1) === 0x2f) {
        const end = text.indexOf("\n", at);
        at = end === -1 ? text.length : end + 1;
      } else if (code === 0x2f && text.charCodeAt(at + 1) === 0x2a) {
        const end = text.indexOf("*/", at + 2);
        if (end === -1) this.source.fail("a comment that is never closed", at);
        const inner = text.indexOf("/*", at + 2);
        if (inner !== -1 && inner < end) this.source.fail("a comment inside a comment", inner);
        at = end + 2;
      } else return at;
    }
  }

  private number(start: number): void {
    numberPattern.lastIndex = start;
    const raw = numberPattern.exec(this.text)?.[0] ?? "";
    const end = start + raw.length;
    if (raw === "" || isWordPart(this.text.charCodeAt(end)) || this.text.charCodeAt(end) === dot)
      this.source.fail("a number that is not written as one", start);
    if (/^0[0-9]/.test(raw) && !/^0[0-7]+$/.test(raw) && /^[0-9]+$/.test(raw))
      this.source.fail("a number that begins with 0 is octal and takes the digits 0 to 7", start);
    this.token(/^0[xX]|^[0-9]+$/.test(raw) ? "integer" : "float", end);
  }

  private closing(start: number, quote: number): number {
    const { text } = this;
    for (let at = start + 1; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === quote) return at + 1;
      if (code === 0x0a) break;
      if (code === 0x5c) {
        at++;
        if (text.charCodeAt(at) === 0x0a) break;
      }
      if (code === 0) this.source.fail("a zero byte inside a string", at);
    }
    return this.source.fail("a string that is never closed", start);
  }
}

const dot = 0x2e;
const numberPattern = /0[xX][0-9a-fA-F]+|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y;

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f;
}

function isWordPart(code: number): boolean {
  return isLetter(code) || isDigit(code);
}
