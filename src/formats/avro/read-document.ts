import { readJson } from "../../text/json.ts";
import { get, type ObjectTree, type Tree } from "../../text/tree.ts";
import { type Document, protocolDocument } from "./document.ts";
import { readIdl } from "./idl/idl.ts";

/** A word, an annotation or a comment: no JSON begins so, but for its three words. */
const startsLikeIdl = /^[\uFEFF\s]*(?!(?:true|false|null)\b)[@/`_\p{L}]/u;

/** @throws Unreadable */
export function readDocument(path: string, text: string): Document {
  if (path.endsWith(".avdl") || startsLikeIdl.test(text)) return readIdl(path, text);
  const tree = readJson(path, text);
  return get(tree, "protocol") === undefined ? schemaDocument(path, tree) : protocolDocument(path, tree as ObjectTree);
}

function schemaDocument(path: string, tree: Tree): Document {
  return { path, namespace: "", main: tree, declared: [], protocol: undefined, imports: [] };
}
