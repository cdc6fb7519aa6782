import { type Member, maxDepth, type Place, type Tree, Unreadable } from "./tree.ts";

/**
 * Reads one JSON text (RFC 8259), keeping places and numbers as written. A byte order mark is skipped; duplicate keys,
 * comments and trailing commas are refused with their place.
 * @throws Unreadable
 */
export function readJson(path: string, text: string): Tree {
  const reader = new Reader(path, text);
  return reader.document();
}

class Reader {
  private readonly path: string;
  private readonly text: string;
  private position: number;
  private line = 1;
  private lineStart: number;

  constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
    this.position = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    this.lineStart = this.position;
  }

  document(): Tree {
    this.blank();
    const tree = this.value(0);
    this.blank();
    if (this.position < this.text.length) this.fail("unexpected text after the end of the JSON value");
    return tree;
  }

  private value(depth: number): Tree {
    if (depth > maxDepth) this.fail(`nested deeper than ${maxDepth} levels`);
    const place = this.place();
    const character = this.text[this.position];
    switch (character) {
      case "{":
        return { kind: "object", members: this.members(depth), ...place };
      case "[":
        return { kind: "array", items: this.items(depth), ...place };
      case '"':
        return { kind: "string", value: this.string(), ...place };
      case "t":
        return { kind: "boolean", value: true, raw: this.word("true"), ...place };
      case "f":
        return { kind: "boolean", value: false, raw: this.word("false"), ...place };
      case "n":
        return { kind: "null", raw: this.word("null"), ...place };
      default: {
        const raw = this.number();
        return { kind: "number", value: Number(raw), raw, ...place };
      }
    }
  }

  private members(depth: number): ReadonlyMap<string, Member> {
    const members = new Map<string, Member>();
    this.position++;
    this.blank();
    if (this.text[this.position] === "}") {
      this.position++;
      return members;
    }
    for (;;) {
      if (this.text[this.position] !== '"') this.fail("expected a key in double quotes");
      const at = this.place();
      const key = this.string();
      if (members.has(key)) this.fail(`duplicate key ${JSON.stringify(key)}`, at);
      this.blank();
      if (this.text[this.position] !== ":") this.fail(`expected ":" after the key ${JSON.stringify(key)}`);
      this.position++;
      this.blank();
      members.set(key, { at, value: this.value(depth + 1) });
      this.blank();
      const next = this.text[this.position++];
      if (next === "}") return members;
      if (next !== ",") this.fail('expected "," or "}"', undefined, 1);
      this.blank();
    }
  }

  private items(depth: number): readonly Tree[] {
    const items: Tree[] = [];
    this.position++;
    this.blank();
    if (this.text[this.position] === "]") {
      this.position++;
      return items;
    }
    for (;;) {
      items.push(this.value(depth + 1));
      this.blank();
      const next = this.text[this.position++];
      if (next === "]") return items;
      if (next !== ",") this.fail('expected "," or "]"', undefined, 1);
      this.blank();
    }
  }

  private string(): string {
    const start = this.position;
    for (let index = start + 1; index < this.text.length; index++) {
      const code = this.text.charCodeAt(index);
      if (code === 0x5c) index++;
      else if (code === 0x22) {
        this.position = index + 1;
        try {
          return JSON.parse(this.text.slice(start, index + 1)) as string;
        } catch {
          this.position = start;
          return this.fail("invalid escape in a string");
        }
      } else if (code < 0x20) {
        this.position = index;
        this.fail("unescaped control character in a string");
      }
    }
    return this.fail("a string that is never closed");
  }

  private number(): string {
    numberPattern.lastIndex = this.position;
    const raw = numberPattern.exec(this.text)?.[0];
    if (raw === undefined)
      return this.fail(this.position < this.text.length ? "expected a JSON value" : "the text ends too early");
    this.position += raw.length;
    return raw;
  }

  private word(word: string): string {
    if (!this.text.startsWith(word, this.position)) this.fail("expected a JSON value");
    this.position += word.length;
    return word;
  }

  private blank(): void {
    for (; this.position < this.text.length; this.position++) {
      const code = this.text.charCodeAt(this.position);
      if (code === 0x0a) {
        this.line++;
        this.lineStart = this.position + 1;
      } else if (code !== 0x20 && code !== 0x09 && code !== 0x0d) return;
    }
  }

  private place(): Place {
    return { line: this.line, column: this.position - this.lineStart + 1 };
  }

  private fail(message: string, at?: Place, back = 0): never {
    const { line, column } = at ?? this.place();
    throw new Unreadable(`not valid JSON: ${message}`, { path: this.path, line, column: column - back });
  }
}

const numberPattern = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
