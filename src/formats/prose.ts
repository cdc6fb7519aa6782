import type { Location, Wording, WordingKind } from "../model.ts";

/** A text that tells what an element means, on one side. */
export interface Prose {
  readonly kind: WordingKind;
  /** What it is called there, so that two texts of one kind are told apart: `description`, `label of 3`. */
  readonly name: string;
  readonly text: string;
  readonly at: Location;
}

/** Where the texts of one element differ; `at`: where it stands in head, for a text that is gone. */
export function wordingsOf(
  element: string,
  base: readonly Prose[],
  head: readonly Prose[],
  at: Location,
): readonly Wording[] {
  const found: Wording[] = [];
  const before = byName(base);
  const after = byName(head);
  for (const [key, { kind, text }] of before) {
    const now = after.get(key);
    if (now?.text === text) continue;
    found.push({ element, kind, before: text, after: now?.text ?? null, location: now?.at ?? at });
  }
  for (const [key, { kind, text, at: place }] of after)
    if (!before.has(key)) found.push({ element, kind, before: null, after: text, location: place });
  return found;
}

function byName(texts: readonly Prose[]): ReadonlyMap<string, Prose> {
  return new Map(texts.filter(({ text }) => text.trim() !== "").map((one) => [`${one.kind} ${one.name}`, one]));
}
