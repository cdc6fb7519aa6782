import { get, type Member, type Place, type Tree } from "./tree.ts";

/** The keys that lead to a place, as a JSON pointer (RFC 6901) without what stands before `/`. */
export type Keys = readonly string[];

/** `/components/schemas/Order` as keys; undefined where it is no pointer. */
function keysOf(pointer: string): Keys | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) return undefined;
  return pointer
    .slice(1)
    .split("/")
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The pointer as it stands in a `$ref`, percent-encoded. */
export function pointerOf(keys: Keys): string {
  return keys.map((key) => `/${encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("");
}

export function follow(tree: Tree | undefined, keys: Keys): Tree | undefined {
  let at = tree;
  for (const key of keys)
    if (at?.kind === "array") at = /^(?:0|[1-9][0-9]{0,8})$/.test(key) ? at.items[Number(key)] : undefined;
    else at = get(at, key);
  return at;
}

/** What a document's `$ref` to itself leads to; undefined where it leads elsewhere. */
export function ownReference(reference: string): Keys | undefined {
  if (!reference.startsWith("#")) return undefined;
  try {
    return keysOf(decodeURIComponent(reference.slice(1)));
  } catch {
    return keysOf(reference.slice(1));
  }
}

/** The places that are needed to understand one place: itself, and all its references to its own document lead to. */
export function closure(document: Tree, from: Keys): readonly Keys[] {
  const needed = new Map<string, Keys>();
  const waiting: Keys[] = [from];
  for (let keys = waiting.pop(); keys !== undefined; keys = waiting.pop()) {
    const id = JSON.stringify(keys);
    if (needed.has(id)) continue;
    needed.set(id, keys);
    const tree = follow(document, keys);
    if (tree !== undefined) for (const other of referencesWithin(tree)) waiting.push(other);
  }
  return [...needed.values()];
}

function referencesWithin(tree: Tree, found: Keys[] = []): readonly Keys[] {
  if (tree.kind === "array") for (const item of tree.items) referencesWithin(item, found);
  if (tree.kind === "object")
    for (const [key, { value }] of tree.members) {
      const own = key === "$ref" && value.kind === "string" ? ownReference(value.value) : undefined;
      if (own !== undefined) found.push(own);
      else referencesWithin(value, found);
    }
  return found;
}

/** A document with nothing but some of its places, each where it stood. */
export function excerpt(document: Tree, places: readonly Keys[]): Tree {
  if (places.some((keys) => keys.length === 0)) return document;
  if (document.kind === "array") {
    const wanted = byKey(places);
    const items = document.items.map((item, index): Tree => {
      const inner = wanted.get(String(index));
      return inner === undefined
        ? { kind: "null", raw: "null", line: item.line, column: item.column }
        : excerpt(item, inner);
    });
    return { ...document, items };
  }
  if (document.kind !== "object") return document;
  const members = new Map<string, Member>();
  for (const [key, inner] of byKey(places)) {
    const member = document.members.get(key);
    if (member !== undefined) members.set(key, { at: member.at, value: excerpt(member.value, inner) });
  }
  const ordered = [...members].sort(([, a], [, b]) => a.at.line - b.at.line || a.at.column - b.at.column);
  return { ...document, members: new Map(ordered) };
}

function byKey(places: readonly Keys[]): ReadonlyMap<string, readonly Keys[]> {
  const inner = new Map<string, Keys[]>();
  for (const [key, ...rest] of places) {
    if (key === undefined) continue;
    const known = inner.get(key);
    if (known === undefined) inner.set(key, [rest]);
    else known.push(rest);
  }
  return inner;
}

/** JSON text of a tree in which every value stands on its line again, and in its column where that is free. */
export function jsonAt(tree: Tree): string {
  const writer = new Writer();
  writer.value(tree);
  return writer.parts.join("");
}

class Writer {
  readonly parts: string[] = [];
  private line = 1;
  private column = 1;

  value(tree: Tree): void {
    if (tree.kind === "object") {
      this.write("{", tree);
      let first = true;
      for (const [key, { at, value }] of tree.members) {
        if (!first) this.write(",");
        first = false;
        this.write(`${JSON.stringify(key)}:`, at);
        this.value(value);
      }
      this.write("}");
    } else if (tree.kind === "array") {
      this.write("[", tree);
      tree.items.forEach((item, index) => {
        if (index > 0) this.write(",");
        this.value(item);
      });
      this.write("]");
    } else if (tree.kind === "string") this.write(JSON.stringify(tree.value), tree);
    else if (tree.kind === "number") this.write(isJsonNumber.test(tree.raw) ? tree.raw : String(tree.value), tree);
    else this.write(tree.kind === "boolean" ? String(tree.value) : "null", tree);
  }

  private write(text: string, place?: Place): void {
    if (place !== undefined) {
      if (place.line > this.line) {
        this.parts.push("\n".repeat(place.line - this.line));
        this.line = place.line;
        this.column = 1;
      }
      if (place.line === this.line && place.column > this.column) {
        this.parts.push(" ".repeat(place.column - this.column));
        this.column = place.column;
      }
    }
    this.parts.push(text);
    this.column += text.length;
  }
}

const isJsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
