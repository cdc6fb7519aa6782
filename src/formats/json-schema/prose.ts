import type { Wording } from "../../model.ts";
import { textOf } from "../../text/tree.ts";
import { type Prose, wordingsOf } from "../prose.ts";
import type { Schema } from "./parse.ts";
import { eachPlace } from "./places.ts";

const annotations = ["title", "description"] as const;

/** Where titles and descriptions of the same element differ. */
export function wordings(base: Schema, head: Schema): readonly Wording[] {
  const [before, after] = [proseOf(base), proseOf(head)];
  return [...before].flatMap(([element, texts]) => {
    const now = after.get(element);
    const [first] = now ?? [];
    return now === undefined || first === undefined ? [] : wordingsOf(element, texts, now, first.at);
  });
}

/** The texts of every element, by its path. */
function proseOf(schema: Schema): ReadonlyMap<string, readonly Prose[]> {
  const found = new Map<string, Prose[]>();
  eachPlace(schema, (tree, path, where) => {
    for (const key of annotations) {
      const member = tree.members.get(key);
      const text = textOf(member?.value);
      if (member === undefined || text === undefined) continue;
      const at = { path: schema.documents.homeOf(tree).path, line: member.at.line, column: member.at.column };
      const known = found.get(path) ?? [];
      found.set(path, known);
      known.push({ kind: "text", name: `${where}${key}`, text, at });
    }
  });
  return found;
}
