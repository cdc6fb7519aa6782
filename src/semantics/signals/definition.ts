import type { Detector } from "../signal.ts";
import { sameWords } from "../tokens.ts";

/** A business name, an address of a definition, or the logic of a transformation that changed: told, since nobody can read what it means. */
export const definition: Detector = ({ kind, before, after }) => {
  if (kind !== "definition" && kind !== "logic") return [];
  if (before.text === "" || before.text === after.text) return [];
  if (kind === "definition" && sameWords(before.tokens, after.tokens)) return [];
  const [was, is] = [before.text, after.text].map((text) => text.replace(/\s+/g, " ").trim());
  if (was === is) return [];
  const name = kind === "definition" ? "entity" : "calculation";
  return [{ class: name, strength: "notice", before: was ?? null, after: is === "" ? null : (is ?? null) }];
};
