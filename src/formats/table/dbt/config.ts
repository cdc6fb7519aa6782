import type { Member, Place, Tree } from "../../../text/tree.ts";
import { placesIn, quotedEnd, tagEnd } from "../query/tokens.ts";

/** What is written in place of a value that only a run of dbt knows: Jinja, as properties files write it. */
export function isComputed(tree: Tree | undefined): boolean {
  return tree?.kind === "string" && /\{[{%]/.test(tree.value);
}

/**
 * What a model's own file sets by `config(...)`, the last call winning. dbt runs the Jinja in comments of SQL too. Nothing is run
 * here: literals are read, any other value, and any that stands under a condition, is a text that shows how it is computed.
 */
export function configIn(path: string, text: string): ReadonlyMap<string, Tree> {
  const placeAt = placesIn(text);
  const found = new Map<string, Tree>();
  for (const { code, offset, within } of path.endsWith(".py") ? [{ code: text, offset: 0, within: "" }] : tagsIn(text))
    for (const call of callsIn(code, path.endsWith(".py")))
      for (const [key, value] of settingsIn(call, (at) => placeAt(offset + at)))
        found.set(key, within === "" ? value : computed(`${within} ${shown(value)}`, value));
  return found;
}

interface Tag {
  /** What stands between its marks. */
  readonly code: string;
  readonly offset: number;
  /** The conditions that it stands under. */
  readonly within: string;
}

const endRaw = /\{%[-+]?\s*endraw\b/g;
/** Further out, and behind so many characters, conditions are not told apart. */
const shownConditions = 8;
const shownCondition = 400;

/** Every tag of Jinja but for comments and what is raw, with the blocks around it. */
function tagsIn(text: string): readonly Tag[] {
  const tags: Tag[] = [];
  const open: string[] = [];
  for (let at = text.indexOf("{"); at !== -1; at = text.indexOf("{", at)) {
    const mark = text[at + 1];
    if (mark === "#") {
      const end = text.indexOf("#}", at + 2);
      at = end < 0 ? text.length : end + 2;
    } else if (mark === "{" || mark === "%") {
      const end = tagEnd(text, at);
      const code = text.slice(at + 2, Math.max(at + 2, end - 2));
      const [, name = "", rest = ""] = /^[-+]?\s*(\w*)([\s\S]*)$/.exec(code) ?? [];
      if (mark === "%" && name === "raw") {
        endRaw.lastIndex = end;
        at = (endRaw.exec(text)?.index ?? text.length) + 2;
        continue;
      }
      if (mark === "%") {
        if (/^end(?:if|for)$/.test(name)) open.pop();
        else if (name === "if" || name === "for") open.push(condition(name, rest));
        else if (name === "elif" || name === "else") open.push(condition(`${open.pop() ?? ""} ${name}`, rest));
      }
      tags.push({ code, offset: at + 2, within: open.slice(-shownConditions).join(" ") });
      at = end;
    } else at++;
  }
  return tags;
}

function condition(name: string, rest: string): string {
  return `${name} ${rest
    .slice(0, shownCondition)
    .replace(/[-+]\s*$/, "")
    .trim()}`
    .replace(/\s+/g, " ")
    .slice(-shownCondition);
}

interface Piece {
  readonly text: string;
  readonly offset: number;
}

/** The arguments of each call of `config`, of `dbt.config` in Python. */
function callsIn(code: string, python: boolean): readonly (readonly Piece[])[] {
  if (!code.includes("config")) return [];
  const pieces = piecesOf(code, python);
  const calls: Piece[][] = [];
  for (let at = 0; at < pieces.length; at++) {
    if (pieces[at]?.text !== "config" || pieces[at + 1]?.text !== "(") continue;
    if ((pieces[at - 1]?.text === ".") !== python) continue;
    const inner: Piece[] = [];
    let depth = 1;
    for (at += 2; at < pieces.length; at++) {
      const piece = pieces[at] as Piece;
      depth += nesting(piece);
      if (depth === 0) break;
      inner.push(piece);
    }
    calls.push(inner);
  }
  return calls;
}

function nesting({ text }: Piece): number {
  return /^[([{]$/.test(text) ? 1 : /^[)\]}]$/.test(text) ? -1 : 0;
}

function piecesOf(code: string, python: boolean): readonly Piece[] {
  const pieces: Piece[] = [];
  const word = /[\p{L}\p{N}_]+/uy;
  for (let at = 0; at < code.length; ) {
    const character = code[at] as string;
    if (/\s/.test(character)) at++;
    else if (python && character === "#") {
      const end = code.indexOf("\n", at);
      at = end < 0 ? code.length : end;
    } else {
      word.lastIndex = at;
      const quoted = character === "'" || character === '"';
      const end = quoted ? quotedEnd(code, at, character) : at + (word.exec(code)?.[0].length ?? 1);
      pieces.push({ text: code.slice(at, end), offset: at });
      at = end;
    }
  }
  return pieces;
}

type Where = (offset: number) => Place;

/** `key=value, ...`, or one mapping that holds them. */
function settingsIn(call: readonly Piece[], place: Where): readonly (readonly [string, Tree])[] {
  return separated(call).flatMap((argument): readonly (readonly [string, Tree])[] => {
    const [key, equals, ...value] = argument;
    if (key !== undefined && equals?.text === "=") return [[key.text, literalOf(value, place)]];
    const tree = literalOf(argument, place);
    if (tree.kind === "object") return [...tree.members].map(([name, member]) => [name, member.value] as const);
    // `**settings`, or a name that stands for them: any setting
    return [["config", tree]];
  });
}

/** Mappings within so many others are texts. */
const deepest = 8;

function literalOf(pieces: readonly Piece[], place: Where, depth = 0): Tree {
  const [first, ...more] = pieces;
  const at = place(first?.offset ?? 0);
  if (first !== undefined && more.length === 0) {
    const { text } = first;
    if (/^['"]/.test(text)) return { ...at, kind: "string", value: text.slice(1, -1) };
    if (/^(?:true|false)$/i.test(text))
      return { ...at, kind: "boolean", value: text.toLowerCase() === "true", raw: text.toLowerCase() };
    if (/^none$/i.test(text)) return { ...at, kind: "null", raw: text };
    if (/^\d+$/.test(text)) return { ...at, kind: "number", value: Number(text), raw: text };
  }
  if (first?.text === "{" && more.at(-1)?.text === "}" && depth < deepest) {
    const members = separated(more.slice(0, -1)).flatMap(([key, colon, ...value]): (readonly [string, Member])[] =>
      key !== undefined && colon?.text === ":" && /^['"]/.test(key.text)
        ? [[key.text.slice(1, -1), { at: place(key.offset), value: literalOf(value, place, depth + 1) }]]
        : [],
    );
    return { ...at, kind: "object", members: new Map(members) };
  }
  return computed(codeOf(pieces), at);
}

/** As it was written, with single spaces. */
function codeOf(pieces: readonly Piece[]): string {
  return pieces
    .map(({ text, offset }, index) => {
      const before = pieces[index - 1];
      return before === undefined || before.offset + before.text.length === offset ? text : ` ${text}`;
    })
    .join("");
}

/** Parts between commas that stand in no further brackets. */
function separated(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const parts: Piece[][] = [[]];
  let depth = 0;
  for (const piece of pieces) {
    depth += nesting(piece);
    if (piece.text === "," && depth === 0) parts.push([]);
    else parts.at(-1)?.push(piece);
  }
  return parts.filter(({ length }) => length > 0);
}

function computed(code: string, { line, column }: Place): Tree {
  return { line, column, kind: "string", value: `{{ ${code.replaceAll('"', "'")} }}` };
}

/** The variables that a text asks for by name. */
export function variablesIn(text: string): readonly string[] {
  return [
    ...new Set([...text.matchAll(/\bvar\s{0,20}\(\s{0,20}['"]([^'"\n]{1,200})['"]/g)].map(([, name = ""]) => name)),
  ];
}

/** A value in one line, for the text that shows how one is computed. */
export function shown(tree: Tree): string {
  if (tree.kind === "object") return [...tree.members].map(([key, { value }]) => `${key}: ${shown(value)}`).join(", ");
  if (tree.kind === "array") return tree.items.map(shown).join(", ");
  return tree.kind === "null" || tree.kind === "number" || tree.kind === "boolean" ? tree.raw : tree.value;
}
