import type { Location } from "../../model.ts";
import { readJson } from "../../text/json.ts";
import { get, type Place, type Tree, textOf, Unreadable } from "../../text/tree.ts";
import { readYaml } from "../../text/yaml.ts";
import type { Source } from "../format.ts";

/** Reads a document of either notation. @throws Unreadable */
export function readDocument(path: string, text: string): Tree {
  return path.endsWith(".json") ? readJson(path, text) : readYaml(path, text);
}

/** The documents a side consists of: its entry, or every file where none is named. @throws Unreadable */
export function documentsOf({ entry, files }: Source): readonly { readonly path: string; readonly tree: Tree }[] {
  if (entry === "") return [...files].map(([path, text]) => ({ path, tree: readDocument(path, text) }));
  const text = files.get(entry);
  if (text === undefined) throw new Unreadable("the file is not there", { path: entry });
  return [{ path: entry, tree: readDocument(entry, text) }];
}

export function locationOf(path: string, { line, column }: Place): Location {
  return { path, line, column };
}

export function unreadable(path: string, at: Place, message: string): never {
  throw new Unreadable(message, locationOf(path, at));
}

/** A flag that may be left out. @throws Unreadable where it is something else */
export function flagOf(path: string, tree: Tree, key: string): boolean | undefined {
  const value = get(tree, key);
  if (value === undefined || value.kind === "null") return undefined;
  if (value.kind === "boolean") return value.value;
  return unreadable(path, value, `"${key}" must be true or false`);
}

/** A text that must be there and not be empty. @throws Unreadable */
export function requiredText(path: string, tree: Tree, key: string, what: string): string {
  const value = get(tree, key);
  if (value === undefined) return unreadable(path, tree, `${what} has no "${key}"`);
  const text = textOf(value);
  if (text === undefined || text === "") return unreadable(path, value, `"${key}" of ${what} must be a text`);
  return text;
}

/** Names are told apart without regard to letters' case. @throws Unreadable at the second of two that are the same */
export function uniqueNames(items: readonly { readonly name: string; readonly at: Location }[], what: string): void {
  const seen = new Set<string>();
  for (const { name, at } of items) {
    if (seen.has(name.toLowerCase())) throw new Unreadable(`two ${what}s are called "${name}"`, at);
    seen.add(name.toLowerCase());
  }
}
