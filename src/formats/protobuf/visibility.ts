import type { Cursor } from "./cursor.ts";
import type { FileNode } from "./syntax.ts";

/** Since edition 2024 `export` and `local` say who may see a type; bytes do not know them. */
export function skipVisibility(cursor: Cursor, syntax: FileNode["syntax"]): void {
  if ((syntax !== "2024" && syntax !== "2026") || !(cursor.is("export") || cursor.is("local"))) return;
  const { word } = cursor.peek();
  if (word === "message" || word === "enum") cursor.skip(cursor.word);
}
