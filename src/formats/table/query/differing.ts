import type { Location, Wording } from "../../../model.ts";
import type { Part } from "./query.ts";

export interface Differing {
  readonly name: string;
  readonly before: Part | undefined;
  readonly after: Part | undefined;
}

/** The parts of two queries that differ, by their names. */
export function between(was: ReadonlyMap<string, Part>, is: ReadonlyMap<string, Part>): readonly Differing[] {
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((name) => ({ name, before: was.get(name), after: is.get(name) }))
    .filter(({ before, after }) => before?.text !== after?.text);
}

/** Of several parts, all that differ, as one text. */
export function wordingFrom(
  element: string,
  kind: Wording["kind"],
  parts: readonly Differing[],
  at: Location | undefined,
): readonly Wording[] {
  if (parts.length === 0) return [];
  const [location = at] = parts.map(({ after }) => after?.at).filter((place) => place !== undefined);
  if (location === undefined) return [];
  const side = (which: "before" | "after") => parts.flatMap((part) => part[which]?.text ?? []).join("; ") || null;
  return [{ element, kind, before: side("before"), after: side("after"), location }];
}
