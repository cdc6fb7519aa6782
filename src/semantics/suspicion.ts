import type { MeaningClass, Wording } from "../model.ts";
import { type Detector, readingOf, type Signal } from "./signal.ts";
import { clock } from "./signals/clock.ts";
import { codes } from "./signals/codes.ts";
import { definition } from "./signals/definition.ts";
import { deletes } from "./signals/deletes.ts";
import { grain } from "./signals/grain.ts";
import { money } from "./signals/money.ts";
import { negation } from "./signals/negation.ts";
import { nulls } from "./signals/nulls.ts";
import { timezone } from "./signals/timezone.ts";
import { unit } from "./signals/unit.ts";
import { sameWords } from "./tokens.ts";

/** Every kind of signal. To add one: a file beside these and a line here. */
const detectors: readonly Detector[] = [
  unit,
  money,
  timezone,
  clock,
  grain,
  nulls,
  codes,
  deletes,
  definition,
  negation,
];

/** What two texts say differently about the meaning; one signal a class, the strongest first. Nothing for a rewording. */
export function suspicions(wording: Pick<Wording, "kind" | "element" | "before" | "after">): readonly Signal[] {
  const reading = readingOf(wording);
  // prose that is new or gone says nothing of what it was before
  if (wording.kind === "text" && (wording.before === null || wording.after === null)) return [];
  const exact = wording.kind === "time zone" || wording.kind === "logic";
  if (!exact && sameWords(reading.before.tokens, reading.after.tokens)) return [];
  const found = new Map<MeaningClass, Signal>();
  for (const detect of detectors)
    for (const signal of detect(reading)) found.set(signal.class, merged(found.get(signal.class), signal));
  // an amount that is counted without tax is no other population
  if (found.has("calculation")) found.delete("population");
  return [...found.values()].sort((a, b) => (a.strength === b.strength ? 0 : a.strength === "strong" ? -1 : 1));
}

function merged(known: Signal | undefined, signal: Signal): Signal {
  if (known === undefined) return signal;
  const [first, second] =
    known.strength === signal.strength || known.strength === "strong" ? [known, signal] : [signal, known];
  if (first.strength === "strong" && second.strength === "notice") return first;
  const side = (which: "before" | "after") =>
    [...new Set([first[which], second[which]].filter((text) => text !== null))].join("; ") || null;
  return { ...first, before: side("before"), after: side("after") };
}
