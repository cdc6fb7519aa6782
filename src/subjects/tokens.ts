/** A word of a build script or of a Terraform file, with where it stands. Nothing of it is ever executed. */
export type Token = { readonly line: number; readonly column: number } & (
  | { readonly kind: "word" | "mark"; readonly text: string }
  /** `literal`: without anything to be evaluated inside. `below`: it begins on the line below. */
  | { readonly kind: "string"; readonly text: string; readonly literal: boolean; readonly below?: true }
  | { readonly kind: "newline" }
);

export interface Syntax {
  /** What starts a comment that ends with its line. */
  readonly lineComments: readonly string[];
  readonly quotes: readonly ('"' | "'")[];
  /** Whether `<<EOT` starts a text that ends with a line `EOT`. */
  readonly heredocs: boolean;
}

/**
 * The words of a text, tolerantly: what never ends, ends with the text. Reads every character a bounded number of times,
 * whatever the text: it comes from a stranger.
 */
export function* tokensOf(text: string, syntax: Syntax): Generator<Token> {
  let at = 0;
  let line = 1;
  let lineStart = 0;
  const advance = (to: number) => {
    for (; at < to; at++)
      if (text[at] === "\n") {
        line++;
        lineStart = at + 1;
      }
  };
  const upTo = (end: string, from: number) => {
    const found = text.indexOf(end, from);
    return found === -1 ? text.length : found;
  };
  while (at < text.length) {
    const place = { line, column: at - lineStart + 1 };
    const character = text[at] as string;
    if (character === "\n") {
      yield { kind: "newline", ...place };
      advance(at + 1);
    } else if (/\s/.test(character)) at++;
    else if (syntax.lineComments.some((start) => text.startsWith(start, at))) advance(upTo("\n", at));
    else if (text.startsWith("/*", at)) advance(Math.min(text.length, upTo("*/", at + 2) + 2));
    else if (syntax.heredocs && text.startsWith("<<", at)) {
      const word = /^<<-?([A-Za-z_][A-Za-z0-9_]{0,99})[ \t\r]*\n/.exec(text.slice(at, at + 200));
      if (word === null) {
        yield { kind: "mark", text: "<<", ...place };
        at += 2;
        continue;
      }
      const [all, end = ""] = word;
      let from = at + all.length;
      const body = from;
      while (from < text.length && text.slice(from, upTo("\n", from)).trim() !== end) from = upTo("\n", from) + 1;
      const inside = text.slice(body, Math.min(from, text.length));
      yield { kind: "string", text: asTemplate(inside), literal: !template.test(inside), below: true, ...place };
      advance(Math.min(text.length, upTo("\n", Math.min(from, text.length))));
    } else if ((syntax.quotes as readonly string[]).includes(character)) {
      const quote = text.startsWith(character.repeat(3), at) && !syntax.heredocs ? character.repeat(3) : character;
      const end = closing(text, at + quote.length, quote, syntax.heredocs);
      const inside = text.slice(at + quote.length, end);
      const plain = unescaped(inside);
      const value = syntax.heredocs ? asTemplate(plain) : plain;
      yield { kind: "string", text: value, literal: isLiteral(inside, character, syntax), ...place };
      advance(Math.min(text.length, end + quote.length));
    } else if (/[\p{L}\p{N}_]/u.test(character)) {
      let end = at + 1;
      while (end < text.length && /[\p{L}\p{N}_-]/u.test(text[end] as string)) end++;
      yield { kind: "word", text: text.slice(at, end), ...place };
      at = end;
    } else {
      yield { kind: "mark", text: character, ...place };
      at++;
    }
  }
}

/** Where a quoted text ends; in templates (`${...}`, which may hold quotes), not inside of them. A line ends a plain one too. */
function closing(text: string, from: number, quote: string, templates: boolean): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (templates && text[at] === "{" && (depth > 0 || text[at - 1] === "$")) depth++;
    else if (depth > 0 && text[at] === "}") depth--;
    else if (quote.length === 1 && text[at] === "\n") return at;
    else if (depth === 0 && text.startsWith(quote, at)) return at;
  }
  return text.length;
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

function unescaped(text: string): string {
  return text.replace(/\\(?:(["'\\$nrt])|u([0-9A-Fa-f]{4}))/g, (_, one: string | undefined, code: string) =>
    one === undefined ? String.fromCharCode(Number.parseInt(code, 16)) : (escapes.get(one) ?? one),
  );
}

/** What Terraform would evaluate in a text; a doubled sign stands for itself. */
const template = /(?:^|[^$])\$\{|(?:^|[^%])%\{/;

function isLiteral(inside: string, quote: string, { heredocs }: Syntax): boolean {
  return quote === "'" || (heredocs ? !template.test(inside) : !inside.includes("$"));
}

function asTemplate(text: string): string {
  return text.replace(/([$%])\1\{/g, "$1{");
}
