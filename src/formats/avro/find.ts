import { get, itemsOf, type Tree, textOf } from "../../text/tree.ts";
import type { Found } from "../format.ts";
import type { Document } from "./document.ts";
import { isPrimitive, resolveName } from "./names.ts";
import { outermost } from "./outermost.ts";
import { readDocument } from "./read-document.ts";
import { Scope } from "./scope.ts";

/**
 * The contracts in a file. A schema is one, called by the full name of its root type (of every branch, where that is a
 * union). A protocol with messages is one, called by its full name; each type that a protocol or IDL file declares and no
 * other of its types draws on is one more, its part the full name.
 * @throws Unreadable
 */
export function findContracts(path: string, text: string): readonly Found[] {
  const document = readDocument(path, text);
  // reads every name, and so refuses what is no schema
  const scope = new Scope(document, () => undefined);
  if (document.main !== undefined)
    return [{ part: "", names: rootNames(document.main, document, path), version: undefined }];
  const found: Found[] = [];
  const { protocol } = document;
  if (protocol?.messages?.kind === "object" && protocol.messages.members.size > 0)
    found.push({ part: "", names: [protocol.name], version: undefined });
  const types = outerTypes(scope);
  const [only, ...others] = types;
  if (found.length === 0 && only !== undefined && others.length === 0)
    return [{ part: "", names: protocol === undefined ? [only] : [only, protocol.name], version: undefined }];
  for (const type of types) found.push({ part: type, names: [type], version: undefined });
  return found.length > 0 ? found : [{ part: "", names: [protocol?.name ?? path], version: undefined }];
}

function rootNames(main: Tree, { namespace }: Document, path: string): readonly string[] {
  const trees = main.kind === "array" ? main.items : [main];
  const names = trees.map((tree) => nameOf(tree, namespace)).filter((name) => name !== undefined);
  return names.length > 0 ? names : [path];
}

function nameOf(tree: Tree, namespace: string): string | undefined {
  if (tree.kind === "string") return isPrimitive(tree.value) ? undefined : resolveName(tree.value, namespace).full;
  const name = get(tree, "name");
  const type = get(tree, "type");
  if (type !== undefined && type.kind !== "string") return nameOf(type, namespace);
  if (name?.kind !== "string") return undefined;
  const space = get(tree, "namespace");
  return resolveName(name.value, space?.kind === "string" ? space.value : namespace).full;
}

/** The declared types, errors aside, from which all others are reached. */
function outerTypes({ document, declarations }: Scope): readonly string[] {
  const declared = document.declared
    .filter((tree) => textOf(get(tree, "type")) !== "error")
    .map((tree) => nameOf(tree, document.namespace))
    .filter((name) => name !== undefined);
  return outermost(declared, function* (name) {
    const declaration = declarations.get(name);
    if (declaration === undefined) return;
    for (const inner of fieldNamesIn(declaration.tree)) {
      const { full } = resolveName(inner, declaration.name.namespace);
      yield declarations.has(full) ? full : inner;
    }
  });
}

/** The names that a schema uses, without those inside the types it defines; names that are none do no harm. */
export function* namesIn(tree: Tree): Generator<string> {
  if (tree.kind === "string") yield tree.value;
  else if (tree.kind === "array") for (const item of tree.items) yield* namesIn(item);
  else if (tree.kind === "object")
    for (const key of ["type", "items", "values"]) {
      const inner = get(tree, key);
      if (inner !== undefined) yield* namesIn(inner);
    }
}

/** The names that the fields of a record use. */
export function* fieldNamesIn(tree: Tree): Generator<string> {
  for (const field of itemsOf(get(tree, "fields"))) {
    const type = get(field, "type");
    if (type !== undefined) yield* namesIn(type);
  }
}
