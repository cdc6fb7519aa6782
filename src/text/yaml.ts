import { type Document, isAlias, isMap, isScalar, LineCounter, type Node, parseAllDocuments } from "yaml";
import { type Member, maxDepth, type Place, type Tree, Unreadable } from "./tree.ts";

/** Nodes one file may expand to, aliases followed: an alias bomb ends here, an honest file with hundreds of aliases does not. */
const maxNodes = 500_000;

/**
 * Reads the documents of a YAML 1.2 text (core schema), keeping places and scalars as written. Aliases and `<<` are followed
 * within bounds; duplicate keys, custom tags and keys that are not scalars are refused with their place. `tagged`: what has a custom
 * tag, `!Sub x`, is an object with that tag as its only key instead.
 * @throws Unreadable
 */
export function readYamlDocuments(path: string, text: string, tagged = false): readonly Tree[] {
  const lines = new LineCounter();
  const place = (offset: number | undefined): Place => {
    const { line, col } = lines.linePos(offset ?? 0);
    return line === 0 ? { line: 1, column: 1 } : { line, column: col };
  };
  const fail = (message: string, offset: number | undefined): never => {
    throw new Unreadable(`not valid YAML: ${message}`, { path, ...place(offset) });
  };
  const documents = parse(path, text.replace(/^\ufeff/, ""), lines);
  const reading = { nodes: 0, tagged, place, fail };
  return documents.map((document) => {
    const error = document.errors[0];
    if (error !== undefined) {
      const [first = ""] = error.message.split("\n");
      const deep = first.includes("call stack") ? `nested deeper than ${maxDepth} levels` : first;
      fail(deep.replace(/ at line \d+, column \d+:?$/, ""), error.pos[0]);
    }
    return tree(document.contents as Node | null, { ...reading, anchors: new Map() }, 0);
  });
}

/**
 * Reads a YAML text that holds one document.
 * @throws Unreadable
 */
export function readYaml(path: string, text: string): Tree {
  const documents = readYamlDocuments(path, text);
  const [first, second] = documents;
  if (second !== undefined)
    throw new Unreadable("not valid here: a second YAML document", { path, line: second.line, column: second.column });
  return first ?? { kind: "null", raw: "", line: 1, column: 1 };
}

function parse(path: string, text: string, lineCounter: LineCounter): readonly Document[] {
  try {
    const documents = parseAllDocuments(text, { uniqueKeys: false, schema: "core", lineCounter });
    return Array.isArray(documents) ? (documents as Document[]) : [];
  } catch (error) {
    // the library's recursive descent has no bound of its own; its check for duplicate keys is quadratic, ours is not
    if (error instanceof RangeError)
      throw new Unreadable(`not valid YAML: nested deeper than ${maxDepth} levels`, { path });
    throw error;
  }
}

interface Reading {
  nodes: number;
  readonly tagged: boolean;
  /** What an alias means is what its anchor was last given before it. */
  readonly anchors: Map<string, Node>;
  readonly place: (offset: number | undefined) => Place;
  readonly fail: (message: string, offset: number | undefined) => never;
}

function tree(node: Node | null, reading: Reading, depth: number): Tree {
  if (node === null) return { kind: "null", raw: "", line: 1, column: 1 };
  const offset = node.range?.[0];
  if (++reading.nodes > maxNodes) reading.fail(`more than ${maxNodes} values once its aliases are followed`, offset);
  if (depth > maxDepth) reading.fail(`nested deeper than ${maxDepth} levels`, offset);
  if (isAlias(node)) {
    const target = reading.anchors.get(node.source);
    if (target === undefined) return reading.fail(`the alias *${node.source} has no anchor before it`, offset);
    return tree(target, reading, depth + 1);
  }
  const { anchor, tag } = node as { anchor?: string; tag?: string };
  const place = reading.place(offset);
  if (tag !== undefined && !tag.startsWith("tag:yaml.org,2002:")) {
    if (!reading.tagged) reading.fail(`the tag ${tag} is not allowed`, offset);
    const value = untagged(node, reading, depth);
    if (anchor !== undefined) reading.anchors.set(anchor, node);
    return { kind: "object", members: new Map([[tag, { at: place, value }]]), ...place };
  }
  return untagged(node, reading, depth);
}

function untagged(node: Node, reading: Reading, depth: number): Tree {
  const { anchor } = node as { anchor?: string };
  const place = reading.place(node.range?.[0]);
  if (isScalar(node)) {
    if (anchor !== undefined) reading.anchors.set(anchor, node);
    return scalar(node, place);
  }
  if (isMap(node)) {
    const members = mapping(node, reading, depth);
    if (anchor !== undefined) reading.anchors.set(anchor, node);
    return { kind: "object", members, ...place };
  }
  const items = (node as unknown as { items: (Node | null)[] }).items.map((item) => tree(item, reading, depth + 1));
  if (anchor !== undefined) reading.anchors.set(anchor, node);
  return { kind: "array", items, ...place };
}

function scalar(node: { value: unknown; source?: string }, place: Place): Tree {
  const { value } = node;
  const raw = node.source ?? String(value);
  if (value === null || value === undefined) return { kind: "null", raw, ...place };
  if (typeof value === "boolean") return { kind: "boolean", value, raw, ...place };
  if (typeof value === "number" || typeof value === "bigint")
    return { kind: "number", value: Number(value), raw, ...place };
  return { kind: "string", value: String(value), ...place };
}

function mapping(
  node: { items: readonly { key: unknown; value: unknown }[] },
  reading: Reading,
  depth: number,
): ReadonlyMap<string, Member> {
  const members = new Map<string, Member>();
  const merged = new Map<string, Member>();
  for (const item of node.items) {
    const key = item.key as Node | null;
    const offset = key?.range?.[0];
    if (!isScalar(key)) return reading.fail("a key that is not a plain name", offset);
    const at = reading.place(offset);
    const keyAnchor = (key as { anchor?: string }).anchor;
    if (keyAnchor !== undefined) reading.anchors.set(keyAnchor, key as Node);
    const value = tree((item.value ?? null) as Node | null, reading, depth + 1);
    const name = key.source ?? String(key.value);
    // a value left out has no place of its own: its key's will do
    const placed = value.kind === "null" && item.value === null ? { ...value, ...at } : value;
    if (name === "<<" && key.type === "PLAIN") merge(placed, merged, (message) => reading.fail(message, offset));
    else if (members.has(name)) reading.fail(`duplicate key ${JSON.stringify(name)}`, offset);
    else members.set(name, { at, value: placed });
  }
  for (const [name, member] of merged) if (!members.has(name)) members.set(name, member);
  return members;
}

/** YAML 1.1's merge key, as PyYAML and dbt apply it: earlier sources win, keys written out win over all. */
function merge(value: Tree, into: Map<string, Member>, fail: (message: string) => never): void {
  const sources = value.kind === "array" ? value.items : [value];
  for (const source of sources) {
    const found = source.kind === "object" ? source.members : fail("<< takes a mapping or a list of mappings");
    for (const [name, member] of found) if (!into.has(name)) into.set(name, member);
  }
}
