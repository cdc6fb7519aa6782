import type { Tree } from "../../text/tree.ts";
import { perTree } from "../per-tree.ts";
import { readSchemaText } from "./parse.ts";
import { fileUri, resolveUri, withoutFragment } from "./uri.ts";

/** The files that a schema's references lead to: relative to its path, or by the end of the path where an address is given. */
export function referencesIn(path: string, text: string, tree: readonly string[]): readonly string[] {
  // an escape may hide a letter of the keyword, so only a text without either has no references
  if (!/ref|\\u/i.test(text)) return [];
  const paths = pathsByUri(tree);
  const found = new Set<string>();
  const visit = (value: Tree): void => {
    if (value.kind === "array") for (const item of value.items) visit(item);
    if (value.kind !== "object") return;
    for (const [key, member] of value.members) {
      if (key === "$ref" || key === "$dynamicRef" || key === "$recursiveRef") {
        if (member.value.kind === "string" && !member.value.value.startsWith("#")) look(member.value.value);
      } else visit(member.value);
    }
  };
  const look = (reference: string) => {
    const beside = paths.get(withoutFragment(resolveUri(fileUri(path), reference)));
    if (beside !== undefined) found.add(beside);
    else for (const one of byAddress(reference, tree)) found.add(one);
  };
  visit(readSchemaText(path, text));
  found.delete(path);
  return [...found].sort();
}

const pathsByUri = perTree((tree) => new Map(tree.map((one) => [fileUri(one), one])));

/** Files whose path ends as the address does: their `$id` tells later whether they are meant. */
function byAddress(reference: string, tree: readonly string[]): readonly string[] {
  const name = withoutFragment(reference).split("/").at(-1) ?? "";
  if (name === "") return [];
  return tree.filter((path) => {
    const file = path.split("/").at(-1) ?? "";
    return file === name || file.replace(/(?:\.schema)?\.(?:json|ya?ml|jsonschema)$/i, "") === name;
  });
}
