import { closure, excerpt, follow, jsonAt, type Keys, ownReference, pointerOf } from "../../text/excerpt.ts";
import { readJson } from "../../text/json.ts";
import { get, type Tree, Unreadable } from "../../text/tree.ts";
import { readYaml } from "../../text/yaml.ts";
import type { Opened } from "../carrier.ts";

/** A place in one of the documents at hand. */
export interface Spot {
  readonly path: string;
  readonly keys: Keys;
  readonly tree: Tree;
}

/** The last documents read: one is asked for once for every schema in it. */
const recent: { readonly path: string; readonly text: string; readonly tree: Tree }[] = [];

/** @throws Unreadable */
export function readDocument(path: string, text: string): Tree {
  const known = recent.find((one) => one.path === path && one.text === text);
  if (known !== undefined) return known.tree;
  const tree = /^[\ufeff\s]*\{/.test(text) && !/\.ya?ml$/i.test(path) ? readJson(path, text) : readYaml(path, text);
  recent.unshift({ path, text, tree });
  recent.length = Math.min(recent.length, 4);
  return tree;
}

/** How many references in a row are followed. */
const maxHops = 30;

/** Where a place leads when its references are followed; undefined where a file on the way is not at hand. @throws Unreadable */
export function settled(spot: Spot, files: ReadonlyMap<string, string>): Spot | undefined {
  let at = spot;
  for (let hops = 0; hops < maxHops; hops++) {
    const reference = get(at.tree, "$ref");
    if (reference?.kind !== "string") return at;
    const next = referred(at.path, reference.value);
    const text = next === undefined ? undefined : files.get(next.path);
    if (next === undefined || text === undefined) return undefined;
    const tree = follow(readDocument(next.path, text), next.keys);
    if (tree === undefined) {
      const { line, column } = reference;
      throw new Unreadable(`the reference ${reference.value} leads nowhere`, { path: at.path, line, column });
    }
    at = { ...next, tree };
  }
  const { line, column } = spot.tree;
  throw new Unreadable("its references lead in a circle", { path: spot.path, line, column });
}

/** The file and the place in it that a reference names; undefined for what is no file of the repository. */
function referred(from: string, reference: string): { readonly path: string; readonly keys: Keys } | undefined {
  const own = ownReference(reference);
  if (own !== undefined) return { path: from, keys: own };
  const [file = "", ...rest] = reference.split("#");
  if (/^[a-z][a-z0-9+.-]*:/i.test(file) || file.startsWith("/")) return undefined;
  const parts = from.split("/").slice(0, -1);
  for (const part of decoded(file).split("/"))
    if (part === "..") {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== "." && part !== "") parts.push(part);
  const keys = ownReference(`#${rest.join("#")}`);
  return keys === undefined ? undefined : { path: parts.join("/"), keys };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The files that the references of a text may lead to, told without parsing it. */
export function referencesIn(path: string, text: string, tree: ReadonlySet<string>): readonly string[] {
  const found = new Set<string>();
  for (const [, reference = ""] of text.matchAll(/\$ref["']?[ \t]*:[ \t]*["']?([^"'\s,}]{1,1000})/g)) {
    const other = referred(path, reference)?.path;
    if (other !== undefined && other !== path && tree.has(other)) found.add(other);
  }
  return [...found].sort();
}

/** A JSON Schema at a place of a document, with what it draws on: every part on its own line. */
export function jsonSchemaAt(
  spot: Spot,
  document: Tree,
  files: ReadonlyMap<string, string>,
  options: Opened["options"],
): Opened {
  const entry = `${spot.path}.schema.json`;
  const name = encodeURIComponent(spot.path.split("/").at(-1) ?? "");
  const needed = excerpt(document, closure(document, spot.keys));
  const own = new Map(files);
  own.set(spot.path, jsonAt(needed));
  own.set(entry, JSON.stringify({ $ref: `./${name}#${pointerOf(spot.keys)}` }));
  const real = new Map([spot.path, ...files.keys()].map((path) => [path, path]));
  return { format: "json-schema", source: { entry, part: "", files: own }, options, real };
}

/** A schema that is a text or a value of its own inside a document. */
export function textAt(spot: Spot, format: string, extension: string): Opened {
  const { tree } = spot;
  const text = tree.kind === "string" ? "\n".repeat(tree.line) + tree.value : jsonAt(tree);
  const entry = `${spot.path}${extension}`;
  const real = new Map([[entry, spot.path]]);
  return { format, source: { entry, part: "", files: new Map([[entry, text]]) }, options: {}, real };
}
