import { readJson } from "../../text/json.ts";
import { get, type ObjectTree, type Tree } from "../../text/tree.ts";
import { type Document, protocolDocument } from "./document.ts";
import { readIdl } from "./idl/idl.ts";

/** @throws Unreadable */
export function readDocument(path: string, text: string): Document {
  if (path.endsWith(".avdl") || !/^[\uFEFF\s]*(?:[{["]|$)/.test(text)) return readIdl(path, text);
  const tree = readJson(path, text);
  return get(tree, "protocol") === undefined ? schemaDocument(path, tree) : protocolDocument(path, tree as ObjectTree);
}

function schemaDocument(path: string, tree: Tree): Document {
  return { path, namespace: "", main: tree, declared: [], protocol: undefined, imports: [] };
}
