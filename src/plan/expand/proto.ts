import type { Addition } from "../edits.ts";
import type { Beside } from "./tree.ts";

export function additionsToProto(_path: string, _base: string, _head: string, _beside: Beside): readonly Addition[] {
  return [];
}
