import { isMap, isScalar, isSeq, type Node, parseAllDocuments, type YAMLMap, type YAMLSeq } from "yaml";
import { type Edit, indentAt } from "../edits.ts";
import { block, flow, json, nameOf, type Value } from "../value.ts";

export type Container = YAMLMap | YAMLSeq;

/** A JSON or YAML text whose nodes know where they stand. */
export interface Document {
  readonly text: string;
  readonly root: Node;
  readonly isJson: boolean;
}

/** Undefined where a text cannot be edited in place: unreadable, several documents, aliases, tags. */
export function readDocument(text: string): Document | undefined {
  try {
    const documents = parseAllDocuments(text, { uniqueKeys: false, schema: "core" });
    if (!Array.isArray(documents) || documents.length !== 1) return undefined;
    const [document] = documents;
    const root = document?.contents;
    if (!root || document.errors.length > 0 || !isPlain(root as Node, 0)) return undefined;
    return { text, root: root as Node, isJson: isJson(text) };
  } catch (error) {
    // the library's recursive descent has no bound of its own
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const maxDepth = 200;

function isPlain(node: Node | null, depth: number): boolean {
  if (node === null) return true;
  if (depth > maxDepth) return false;
  const { anchor, tag } = node as { anchor?: string; tag?: string };
  if (anchor !== undefined || (tag !== undefined && !tag.startsWith("tag:yaml.org,2002:"))) return false;
  if (isMap(node))
    return node.items.every(
      ({ key, value }) => nameOf(key) !== "<<" && isPlain((value ?? null) as Node | null, depth + 1),
    );
  if (isSeq(node)) return node.items.every((item) => isPlain((item ?? null) as Node | null, depth + 1));
  return "value" in node;
}

/** The member of a map; undefined where it has none of that name. */
export function member(node: Node | null | undefined, name: string): Node | undefined {
  if (!isMap(node)) return undefined;
  const pair = node.items.find(({ key }) => nameOf(key) === name);
  return (pair?.value as Node | null | undefined) ?? undefined;
}

/** Puts a value behind the last one of a list, or a member (`name`) behind the last one of a map. Undefined for an empty one. */
export function appended(document: Document, container: Container, name: string, value: Value): Edit | undefined {
  const { text, isJson } = document;
  const last = container.items.at(-1);
  if (last === undefined || !container.range) return undefined;
  const first = startOf(container.items[0]);
  const end = endOf(last);
  if (first === undefined || end === undefined) return undefined;
  const put = (at: number, what: string): Edit => ({ start: at, end: at, text: what });
  const listed = isSeq(container);
  if (container.flow) {
    const opening = text.slice(container.range[0], first);
    const broken = opening.includes("\n");
    const indent = broken ? indentAt(text, first) : "";
    const lastStart = startOf(last) ?? end;
    const spread = text.slice(lastStart, end).includes("\n");
    const shown = isJson ? json(value, broken && spread ? indent : undefined) : flow(value);
    const named = listed ? shown : `${isJson ? JSON.stringify(name) : flow(name)}: ${shown}`;
    return put(end, `,${broken ? `\n${indent}` : " "}${named}`);
  }
  const indent = " ".repeat(container.range[0] - text.lastIndexOf("\n", container.range[0] - 1) - 1);
  const leaf = (isSeq(container) ? last : (last as { value?: unknown }).value) as Node | undefined;
  const compact = (isMap(leaf) || isSeq(leaf)) && leaf.flow === true;
  const whole: Value = listed ? [value] : new Map([[name, value]]);
  const lines = compact ? [listed ? `- ${flow(value)}` : `${flow(name)}: ${flow(value)}`] : block(whole);
  const lineEnd = text.indexOf("\n", text[end - 1] === "\n" ? end - 1 : end);
  return put(lineEnd === -1 ? text.length : lineEnd, lines.map((line) => `\n${indent}${line}`).join(""));
}

/** Says something in a member of a map: behind what stands there, or in a member of its own. Undefined where it cannot be said. */
export function noted(document: Document, item: Node, key: string, said: string | boolean): Edit | undefined {
  if (!isMap(item)) return undefined;
  const known = member(item, key);
  if (known === undefined) return appended(document, item, key, said);
  if (typeof said === "boolean") return replaced(known, String(said));
  if (!isScalar(known) || typeof known.value !== "string") return undefined;
  const block = known.type === "BLOCK_FOLDED" || known.type === "BLOCK_LITERAL";
  return replaced(known, `${JSON.stringify(`${known.value.trimEnd()} ${said}`)}${block ? "\n" : ""}`);
}

/** Another text in the place of a value. */
export function replaced({ range }: Node, text: string): Edit | undefined {
  return range ? { start: range[0], end: range[1], text } : undefined;
}

function startOf(item: unknown): number | undefined {
  const { key, range } = (item ?? {}) as { key?: Node; range?: readonly number[] };
  return key?.range?.[0] ?? range?.[0];
}

/** Where the last thing that is written in a node ends. */
function endOf(item: unknown): number | undefined {
  if (isMap(item) || isSeq(item)) {
    const last = item.items.at(-1);
    return item.flow || last === undefined ? item.range?.[1] : endOf(last);
  }
  const { key, value, range } = (item ?? {}) as { key?: Node; value?: unknown; range?: readonly number[] };
  if (key === undefined) return range?.[1];
  return value ? endOf(value) : key.range?.[1];
}
