import { Unreadable } from "../../text/tree.ts";
import { perTree } from "../per-tree.ts";
import { schemasOf } from "./document.ts";
import { fieldNamesIn, namesIn } from "./find.ts";
import { isPrimitive, resolveName } from "./names.ts";
import { readDocument } from "./read-document.ts";
import { Scope } from "./scope.ts";

/** Where no file is named after a type, this many of the nearest files are looked through. */
const maxGuesses = 200;

/**
 * The files of the tree that may define what this one uses and does not define: its imports, and for each unknown name the
 * files named after it (`acme.Address`: `Address.avsc`, `acme/Address.avsc`, `acme.Address.avsc`, `address.avsc`); where
 * there is none of these, the nearest files.
 */
export function referencesOf(path: string, text: string, tree: readonly string[]): readonly string[] {
  const { imports, unknown } = needsOf(path, text);
  const found = new Set<string>();
  for (const file of imports.length === 0 ? [] : tree)
    if (imports.some((wanted) => file === wanted || file.endsWith(`/${wanted}`))) found.add(file);
  const named = filesByName(tree);
  let guess = false;
  for (const name of unknown) {
    const simple = name.slice(name.lastIndexOf(".") + 1);
    const files = [...(named.get(squeezed(simple)) ?? []), ...(named.get(squeezed(name)) ?? [])];
    if (files.length === 0) guess = true;
    for (const file of files) found.add(file);
  }
  if (guess) for (const file of nearest(path, tree)) found.add(file);
  found.delete(path);
  return [...found].sort();
}

const filesByName = perTree((tree) => {
  const named = new Map<string, string[]>();
  for (const file of tree) {
    const key = squeezed(file.slice(file.lastIndexOf("/") + 1).replace(/\.[^.]*$/, ""));
    const known = named.get(key);
    if (known === undefined) named.set(key, [file]);
    else known.push(file);
  }
  return named;
});

function needsOf(path: string, text: string): { imports: readonly string[]; unknown: ReadonlySet<string> } {
  const unknown = new Set<string>();
  try {
    const document = readDocument(path, text);
    const { declarations } = new Scope(document, () => undefined);
    const note = (name: string, namespace: string) => {
      const { full } = resolveName(name, namespace);
      if (!declarations.has(full) && !declarations.has(name) && !isPrimitive(name) && !keywords.has(name))
        unknown.add(full);
    };
    for (const { name, tree } of declarations.values())
      for (const used of fieldNamesIn(tree)) note(used, name.namespace);
    for (const tree of schemasOf(document)) for (const used of namesIn(tree)) note(used, document.namespace);
    return { imports: document.imports.map((wanted) => wanted.path), unknown };
  } catch (error) {
    if (error instanceof Unreadable) return { imports: [], unknown };
    throw error;
  }
}

const keywords = new Set(["record", "error", "enum", "fixed", "array", "map"]);

/** `OrderLine`, `order_line` and `order-line` are one name for a file. */
function squeezed(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** Files by how much of their folder they share with a path. */
function nearest(path: string, tree: readonly string[]): readonly string[] {
  const folders = path.split("/").slice(0, -1);
  const shared = (file: string) => {
    const other = file.split("/");
    const differs = folders.findIndex((folder, index) => other[index] !== folder);
    return differs < 0 ? folders.length : differs;
  };
  return tree
    .map((file) => ({ file, near: shared(file) }))
    .sort((a, b) => b.near - a.near || (a.file < b.file ? -1 : 1))
    .slice(0, maxGuesses)
    .map(({ file }) => file);
}
