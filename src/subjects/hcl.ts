import { type Member, maxDepth, type ObjectTree, type Place, type Tree } from "../text/tree.ts";
import type { Token } from "./tokens.ts";

/** A block of Terraform's language: what stands between the braces of `resource "type" "label" { }`. */
export interface Block {
  readonly type: string;
  readonly labels: readonly string[];
  readonly at: Place;
  /** The words of each member's value. */
  readonly members: ReadonlyMap<string, readonly Token[]>;
  readonly blocks: readonly Block[];
}

/** No block has more. */
const maxLabels = 4;

/** The blocks of a file, tolerantly: what never ends, ends with the file, and what is too deep is passed over. */
export function blocksIn(tokens: readonly Token[]): readonly Block[] {
  return bodyFrom(tokens, 0, 0).blocks;
}

interface Body extends Pick<Block, "members" | "blocks"> {
  /** After the brace that ends it. */
  readonly end: number;
}

/** `name = value` and `type "label" { }` up to the brace that ends the block. */
function bodyFrom(tokens: readonly Token[], from: number, depth: number): Body {
  const members = new Map<string, readonly Token[]>();
  const blocks: Block[] = [];
  let index = from;
  while (index < tokens.length) {
    const token = tokens[index] as Token;
    if (isMark(token, "}")) return { members, blocks, end: index + 1 };
    const next = tokens[index + 1];
    if (token.kind === "word" && isMark(next, "=")) {
      const end = valueEnd(tokens, index + 2);
      members.set(token.text, tokens.slice(index + 2, end));
      index = end;
    } else if (token.kind === "word") {
      let brace = index + 1;
      while (brace <= index + maxLabels && (tokens[brace]?.kind === "string" || tokens[brace]?.kind === "word"))
        brace++;
      if (!isMark(tokens[brace], "{")) {
        index++;
        continue;
      }
      if (depth >= maxDepth) return { members, blocks, end: tokens.length };
      const { end, ...body } = bodyFrom(tokens, brace + 1, depth + 1);
      const labels = tokens.slice(index + 1, brace).map(said);
      blocks.push({ type: token.text, labels, at: { line: token.line, column: token.column }, ...body });
      index = end;
    } else index++;
  }
  return { members, blocks, end: index };
}

/** A value ends with its line, unless a bracket is open; or before the brace that ends the block around it. */
function valueEnd(tokens: readonly Token[], from: number): number {
  let open = 0;
  for (let index = from; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    if (token.kind === "newline" && open === 0) return index;
    if (token.kind !== "mark") continue;
    if ("{[(".includes(token.text)) open++;
    else if ("}])".includes(token.text) && open-- === 0) return index;
  }
  return tokens.length;
}

export function isMark(token: Token | undefined, text: string): boolean {
  return token?.kind === "mark" && token.text === text;
}

/** A word as it stands; nothing for the end of a line. */
export function said(token: Token | undefined): string {
  return token === undefined || token.kind === "newline" ? "" : token.text;
}

/** A value as it is written, for people and to be compared. */
export function written(tokens: readonly Token[]): string {
  let text = "";
  for (const token of tokens) {
    const word = token.kind === "string" ? JSON.stringify(token.text) : said(token);
    if (word !== "") text += text === "" || word === "." || text.endsWith(".") ? word : ` ${word}`;
  }
  return text;
}

/** The value of a literal: texts, numbers, lists and objects of them; undefined for whatever would have to be evaluated. */
export function literalOf(tokens: readonly Token[]): Tree | undefined {
  const words = tokens.filter(({ kind }) => kind !== "newline");
  const read = valueAt(words, 0, 0);
  return read === undefined || read.end < words.length ? undefined : read.tree;
}

interface Read {
  readonly tree: Tree;
  readonly end: number;
}

function valueAt(tokens: readonly Token[], at: number, depth: number): Read | undefined {
  const token = tokens[at];
  if (token === undefined || token.kind === "newline" || depth > maxDepth) return undefined;
  const place = { line: token.line, column: token.column };
  if (token.kind === "string")
    return token.literal ? { tree: { kind: "string", value: token.text, ...place }, end: at + 1 } : undefined;
  if (isMark(token, "[")) return listAt(tokens, at, depth);
  if (isMark(token, "{")) return objectAt(tokens, at, depth);
  if (token.text === "true" || token.text === "false")
    return { tree: { kind: "boolean", value: token.text === "true", raw: token.text, ...place }, end: at + 1 };
  if (token.text === "null") return { tree: { kind: "null", raw: "null", ...place }, end: at + 1 };
  let end = at;
  let raw = "";
  while (/^(?:[-+.]|[0-9][0-9eE-]*)$/.test(said(tokens[end]))) raw += said(tokens[end++]);
  if (!/^-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/.test(raw)) return undefined;
  return { tree: { kind: "number", value: Number(raw), raw, ...place }, end };
}

function listAt(tokens: readonly Token[], at: number, depth: number): Read | undefined {
  const { line, column } = tokens[at] as Token;
  const items: Tree[] = [];
  let index = at + 1;
  while (!isMark(tokens[index], "]")) {
    const item = valueAt(tokens, index, depth + 1);
    if (item === undefined) return undefined;
    items.push(item.tree);
    index = item.end;
    if (isMark(tokens[index], ",")) index++;
    else if (!isMark(tokens[index], "]")) return undefined;
  }
  return { tree: { kind: "array", items, line, column }, end: index + 1 };
}

function objectAt(tokens: readonly Token[], at: number, depth: number): Read | undefined {
  const { line, column } = tokens[at] as Token;
  const members = new Map<string, Member>();
  let index = at + 1;
  while (!isMark(tokens[index], "}")) {
    const key = tokens[index];
    const assigns = isMark(tokens[index + 1], "=") || isMark(tokens[index + 1], ":");
    const plain = key?.kind === "word" || (key?.kind === "string" && key.literal);
    if (key === undefined || !plain || !assigns) return undefined;
    const value = valueAt(tokens, index + 2, depth + 1);
    if (value === undefined) return undefined;
    members.set(said(key), { at: { line: key.line, column: key.column }, value: value.tree });
    index = value.end;
    if (isMark(tokens[index], ",")) index++;
  }
  return { tree: objectOf(members, { line, column }), end: index + 1 };
}

export function objectOf(members: ReadonlyMap<string, Member>, { line, column }: Place): ObjectTree {
  return { kind: "object", members, line, column };
}
