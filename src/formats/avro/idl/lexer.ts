import { type Place, Unreadable } from "../../../text/tree.ts";

/** A piece of IDL text. Comments are no tokens; one that documents what follows it is told with the token after it. */
export interface Token extends Place {
  readonly kind: "word" | "string" | "number" | "mark" | "end";
  /** The word, the value of a string, the number as written, the mark. */
  readonly text: string;
  /** A name in back quotes is never a keyword. */
  readonly quoted: boolean;
  /** The last comment of the kind that documents (it begins with two stars) between this token and the one before. */
  readonly doc?: Documentation;
}
interface Documentation extends Place {
  readonly text: string;
}

const blank = /(?:\s|\uFEFF|\/\/[^\n]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)+/y;
const word = /`([^`\n]*)`|[\p{L}_$][\p{L}\p{N}_$]*(?:[.-][\p{L}_$][\p{L}\p{N}_$]*)*/uy;
const number = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const text = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/y;
const comments = /\/\/[^\n]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g;
const marks = new Set("{}[]()<>,;=:?@");

/** @throws Unreadable */
export function readTokens(path: string, source: string): readonly Token[] {
  const tokens: Token[] = [];
  let line = 1;
  let lineStart = 0;
  let position = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = position;
    return pattern.exec(source);
  };
  let doc: Documentation | undefined;
  const take = (kind: Token["kind"], length: number, value: string, quoted = false) => {
    tokens.push({ kind, text: value, quoted, line, column: position - lineStart + 1, ...(doc && { doc }) });
    position += length;
  };
  for (;;) {
    const space = match(blank)?.[0] ?? "";
    doc = documentedIn(space, { line, column: position - lineStart + 1 });
    for (let index = space.indexOf("\n"); index >= 0; index = space.indexOf("\n", index + 1)) {
      line++;
      lineStart = position + index + 1;
    }
    position += space.length;
    if (position >= source.length) {
      take("end", 0, "the end of the file");
      return tokens;
    }
    const name = match(word);
    if (name !== null) {
      take("word", name[0].length, name[1] ?? name[0], name[1] !== undefined);
      continue;
    }
    const quotation = match(text)?.[0];
    if (quotation !== undefined) {
      take("string", quotation.length, unescaped(quotation, path, { line, column: position - lineStart + 1 }));
      continue;
    }
    const digits = match(number)?.[0];
    const character = source[position] as string;
    if (digits !== undefined) take("number", digits.length, digits);
    else if (marks.has(character)) take("mark", 1, character);
    else
      throw new Unreadable(`not valid Avro IDL: unexpected ${JSON.stringify(character)}`, {
        path,
        line,
        column: position - lineStart + 1,
      });
  }
}

/** Without the stars at the beginning of lines. */
function documentedIn(space: string, { line, column }: Place): Documentation | undefined {
  if (!space.includes("/**")) return undefined;
  const last = [...space.matchAll(comments)].findLast(([found]) => found.startsWith("/**") && found.length > 4);
  if (last === undefined) return undefined;
  const before = space.slice(0, last.index).split("\n");
  const text = last[0]
    .slice(3, -2)
    .split("\n")
    .map((one) => one.trim().replace(/^\*\s?/, ""))
    .join("\n")
    .trim();
  const own = (before.at(-1) ?? "").length;
  return { text, line: line + before.length - 1, column: before.length > 1 ? own + 1 : column + own };
}

function unescaped(quotation: string, path: string, place: Place): string {
  const inside = quotation.slice(1, -1);
  const double = quotation.startsWith('"') ? inside : inside.replace(/\\'/g, "'").replace(/(?<!\\)"/g, '\\"');
  try {
    return JSON.parse(`"${double}"`) as string;
  } catch {
    throw new Unreadable("not valid Avro IDL: invalid escape in a string", { path, ...place });
  }
}
