import { type Member, maxDepth, type ObjectTree, type Place, type Tree, Unreadable } from "../../../text/tree.ts";
import { readTokens, type Token } from "./lexer.ts";

/** Reads tokens one by one; what is not expected is refused with its place. */
export class Tokens {
  readonly path: string;
  private readonly tokens: readonly Token[];
  private position = 0;

  /** @throws Unreadable */
  constructor(path: string, text: string) {
    this.path = path;
    this.tokens = readTokens(path, text);
  }

  get next(): Token {
    return this.tokens[Math.min(this.position, this.tokens.length - 1)] as Token;
  }

  take(): Token {
    const token = this.next;
    this.position++;
    return token;
  }

  /** Whether the next token is this keyword or mark. */
  at(text: string): boolean {
    const { kind, text: found, quoted } = this.next;
    return found === text && !quoted && (kind === "word" || kind === "mark");
  }

  takeIf(text: string): boolean {
    const found = this.at(text);
    if (found) this.position++;
    return found;
  }

  expect(text: string): Token {
    return this.at(text) ? this.take() : this.fail(`expected ${JSON.stringify(text)} before ${this.found()}`);
  }

  word(what: string): Token {
    return this.next.kind === "word" ? this.take() : this.fail(`expected ${what} before ${this.found()}`);
  }

  string(what: string): Token {
    return this.next.kind === "string" ? this.take() : this.fail(`expected ${what} in quotes before ${this.found()}`);
  }

  /** A JSON value, as defaults and annotations have them. */
  json(depth = 0): Tree {
    const token = this.take();
    const place = { line: token.line, column: token.column };
    if (depth > maxDepth) this.fail(`nested deeper than ${maxDepth} levels`, token);
    if (token.kind === "string") return { kind: "string", value: token.text, ...place };
    if (token.kind === "number") return { kind: "number", value: Number(token.text), raw: token.text, ...place };
    if (token.kind === "word") {
      if (token.text === "null") return { kind: "null", raw: "null", ...place };
      if (token.text === "true" || token.text === "false")
        return { kind: "boolean", value: token.text === "true", raw: token.text, ...place };
    }
    if (token.kind === "mark" && token.text === "[") {
      const items: Tree[] = [];
      this.list("]", () => items.push(this.json(depth + 1)));
      return { kind: "array", items, ...place };
    }
    if (token.kind === "mark" && token.text === "{") {
      const members = new Map<string, Member>();
      this.list("}", () => {
        const key = this.string("a key");
        if (members.has(key.text)) this.fail(`duplicate key ${JSON.stringify(key.text)}`, key);
        this.expect(":");
        members.set(key.text, { at: { line: key.line, column: key.column }, value: this.json(depth + 1) });
      });
      return { kind: "object", members, ...place };
    }
    return this.fail("expected a JSON value", token);
  }

  /** Items with commas between them, up to and with the closing mark. */
  list(close: string, item: () => void): void {
    if (this.takeIf(close)) return;
    do item();
    while (this.takeIf(","));
    this.expect(close);
  }

  fail(message: string, at: Place = this.next): never {
    throw new Unreadable(`not valid Avro IDL: ${message}`, { path: this.path, line: at.line, column: at.column });
  }

  private found(): string {
    return this.next.kind === "end" ? this.next.text : JSON.stringify(this.next.text);
  }
}

/** The JSON that a piece of IDL stands for. */
export function object(
  place: Place,
  members: Readonly<Record<string, Tree | undefined>>,
  extra: Properties = none,
): ObjectTree {
  const all = new Map<string, Member>();
  for (const [key, value] of Object.entries(members))
    if (value !== undefined) all.set(key, { at: { line: value.line, column: value.column }, value });
  for (const [key, member] of extra) if (!all.has(key)) all.set(key, member);
  return { kind: "object", members: all, line: place.line, column: place.column };
}

export function text({ line, column }: Place, value: string): Tree {
  return { kind: "string", value, line, column };
}

/** Annotations, `@name(value)`. */
export type Properties = ReadonlyMap<string, Member>;
const none: Properties = new Map();
