import type { Location, Wording, WordingKind } from "../model.ts";

/** A text that tells what an element means, on one side. */
export interface Prose {
  readonly kind: WordingKind;
  /** What it is called there, so that two texts of one kind are told apart: `description`, `label of 3`. */
  readonly name: string;
  readonly text: string;
  readonly at: Location;
}

/**
 * Where the texts of one element differ; `at`: where it stands in head, for a text that is gone. `called`: a text is told by its name even
 * where it only says the same in other words.
 */
export function wordingsOf(
  element: string,
  base: readonly Prose[],
  head: readonly Prose[],
  at: Location,
  called = false,
): readonly Wording[] {
  const found: Wording[] = [];
  const before = byName(base);
  const after = byName(head);
  const told = ({ kind, name }: Prose) => ({ element, kind, ...(called && { called: name }) });
  for (const [key, one] of before) {
    const now = after.get(key);
    if (now?.text === one.text) continue;
    found.push({ ...told(one), before: one.text, after: now?.text ?? null, location: now?.at ?? at });
  }
  for (const [key, one] of after)
    if (!before.has(key)) found.push({ ...told(one), before: null, after: one.text, location: one.at });
  return found;
}

function byName(texts: readonly Prose[]): ReadonlyMap<string, Prose> {
  return new Map(texts.filter(({ text }) => text.trim() !== "").map((one) => [`${one.kind} ${one.name}`, one]));
}
