import { Lexer, type Text } from "./lexer.ts";
import { bytesOf } from "./literal.ts";
import type { Named, Offset, Option, Range, Value } from "./syntax.ts";

/** Messages, groups and option values nested deeper than this are refused, as protoc does. */
const maxNesting = 32;

/** What every part of the grammar shares: looking at a token, taking it, names, numbers, strings and options. */
export class Cursor {
  readonly source: Text;
  private readonly lexer: Lexer;
  private depth = 0;

  constructor(source: Text) {
    this.source = source;
    this.lexer = new Lexer(source);
  }

  get at(): Offset {
    return this.lexer.start;
  }

  get word(): string {
    return this.lexer.word;
  }

  get done(): boolean {
    return this.lexer.kind === "end";
  }

  is(word: string): boolean {
    return this.lexer.word === word && this.lexer.kind !== "string";
  }

  isName(): boolean {
    return this.lexer.kind === "name";
  }

  isString(): boolean {
    return this.lexer.kind === "string";
  }

  /** What follows the present token, unread. */
  peek(): { readonly word: string; readonly name: boolean } {
    return this.lexer.peek();
  }

  skip(word: string): boolean {
    if (!this.is(word)) return false;
    this.lexer.next();
    return true;
  }

  expect(word: string): Offset {
    const { start } = this.lexer;
    if (!this.skip(word)) this.unexpected(JSON.stringify(word));
    return start;
  }

  unexpected(wanted: string): never {
    const { kind, word, start } = this.lexer;
    return this.source.fail(
      `expected ${wanted}, found ${kind === "end" ? "the end of the file" : JSON.stringify(word)}`,
      start,
    );
  }

  name(what = "a name"): Named {
    const { kind, word, start } = this.lexer;
    if (kind !== "name") this.unexpected(what);
    this.lexer.next();
    return { name: word, at: start };
  }

  /** `a.b.c`, with a leading dot where `rooted` allows one. */
  path(rooted = true): Named {
    const { at } = this;
    let name = rooted && this.skip(".") ? "." : "";
    name += this.name().name;
    while (this.skip(".")) name += `.${this.name().name}`;
    return { name, at };
  }

  integer(what: string): { readonly value: number; readonly at: Offset } {
    const { kind, word, start } = this.lexer;
    if (kind !== "integer") this.unexpected(what);
    this.lexer.next();
    return { value: numberOf(word), at: start };
  }

  signed(what: string): { readonly value: number; readonly at: Offset } {
    const { at } = this;
    const negative = this.skip("-");
    const { value } = this.integer(what);
    return { value: negative && value !== 0 ? -value : value, at };
  }

  /** One literal, or several written after another, as the bytes they stand for. */
  string(): { readonly bytes: string; readonly at: Offset } {
    const { lexer } = this;
    const { start } = lexer;
    if (lexer.kind !== "string") this.unexpected("a quoted string");
    let bytes = "";
    while (lexer.kind === "string") {
      bytes += bytesOf(this.source, lexer.start, lexer.word);
      lexer.next();
    }
    return { bytes, at: start };
  }

  nested<T>(read: () => T): T {
    if (++this.depth > maxNesting) this.source.fail(`nested deeper than ${maxNesting} levels`, this.at);
    const result = read();
    this.depth--;
    return result;
  }

  /** `{` items `}`: empty statements are skipped. */
  block(read: () => void): void {
    this.expect("{");
    this.nested(() => {
      while (!this.is("}")) {
        if (this.done) this.unexpected('"}"');
        if (!this.skip(";")) read();
      }
    });
    this.expect("}");
  }

  /** `1, 2 to 5, 9 to max`. */
  ranges(max: number, read: () => { readonly value: number; readonly at: Offset }): Range[] {
    const ranges: Range[] = [];
    do {
      const from = read();
      const to = !this.skip("to") ? from.value : this.skip("max") ? max : read().value;
      ranges.push({ from: from.value, to, at: from.at });
    } while (this.skip(","));
    return ranges;
  }

  /** `option name = value;`, the word `option` already taken. */
  optionStatement(): Option {
    const option = this.option();
    this.expect(";");
    return option;
  }

  /** `[a = 1, b = 2]`, where there is one. */
  bracketed(): readonly Option[] {
    if (!this.skip("[")) return none;
    const options: Option[] = [];
    do options.push(this.option());
    while (this.skip(","));
    this.expect("]");
    return options;
  }

  private option(): Option {
    const { at } = this;
    const name: string[] = [];
    do {
      if (this.skip("(")) {
        name.push(`(${this.path().name})`);
        this.expect(")");
      } else name.push(this.name("the name of an option").name);
    } while (this.skip("."));
    this.expect("=");
    return { name, value: this.value(), at };
  }

  private value(): Value {
    const { at } = this;
    if (this.is("{")) return this.message("}");
    if (this.isString()) return { kind: "string", ...this.string() };
    return this.scalar(at);
  }

  private scalar(at: Offset): Value {
    const negative = this.skip("-");
    const { kind, word } = this.lexer;
    if (kind !== "name" && kind !== "integer" && kind !== "float") this.unexpected("a value");
    if (negative && kind === "name" && word !== "inf" && word !== "nan") this.unexpected("a number");
    this.lexer.next();
    return { kind: kind as "name" | "integer" | "float", word, negative, at };
  }

  /** A message in the text format: `{ name: value other { ... } list: [1, 2] }`. */
  private message(close: "}" | ">"): Value {
    const { at } = this;
    this.expect(close === "}" ? "{" : "<");
    const members: { name: string; value: Value }[] = [];
    this.nested(() => {
      while (!this.is(close)) {
        const name = this.memberName();
        const colon = this.skip(":");
        if (!colon && !this.is("{") && !this.is("<")) this.unexpected('":"');
        members.push({ name, value: this.memberValue() });
        if (!this.skip(",")) this.skip(";");
      }
    });
    this.expect(close);
    return { kind: "message", members, at };
  }

  private memberName(): string {
    if (!this.skip("[")) return this.name("a field's name").name;
    let { name } = this.path(false);
    while (this.skip("/")) name += `/${this.path(false).name}`;
    this.expect("]");
    return `[${name}]`;
  }

  private memberValue(): Value {
    const { at } = this;
    if (this.is("{")) return this.message("}");
    if (this.is("<")) return this.message(">");
    if (!this.is("[")) return this.value();
    this.expect("[");
    const items: Value[] = [];
    this.nested(() => {
      if (!this.is("]"))
        do items.push(this.memberValue());
        while (this.skip(","));
    });
    this.expect("]");
    return { kind: "list", items, at };
  }
}

const none: readonly Option[] = [];

/** An integer literal: decimal, hexadecimal or octal. */
export function numberOf(word: string): number {
  return /^0[0-7]+$/.test(word) ? Number.parseInt(word, 8) : Number(word);
}
