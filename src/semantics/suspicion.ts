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
import { query } from "./signals/query.ts";
import { timezone } from "./signals/timezone.ts";
import { unit } from "./signals/unit.ts";
import { window } from "./signals/window.ts";
import { sameWords } from "./tokens.ts";

/** A kind of signal, as the documentation shows it. */
interface Kind {
  readonly about: string;
  /** The class that its example is of; some tell others too. */
  readonly class: MeaningClass;
  readonly example: readonly [before: string, after: string];
  /** Never more than a notice. */
  readonly weak?: true;
  readonly detect: Detector;
}

/** Every kind of signal. To add one: a file in `signals/` and a row here. */
export const detectors: readonly Kind[] = [
  {
    about: "units: currencies, major and minor, time, length, weight, size, shares, temperature, energy",
    class: "unit",
    example: ["Total in EUR", "Total in EUR cents"],
    detect: unit,
  },
  {
    about: "tax, discounts, refunds, shipping and fees in or out; gross and net",
    class: "calculation",
    example: ["Total, tax included", "Total, tax excluded"],
    detect: money,
  },
  {
    about: "time zones: UTC, places, offsets, abbreviations by their capitals, local time",
    class: "timezone",
    example: ["Booked (UTC)", "Booked (local time)"],
    detect: timezone,
  },
  {
    about: "whose clock, and which moment",
    class: "calculation",
    example: ["By event time", "By processing time"],
    detect: clock,
  },
  {
    about: "the stretch of time that is looked back upon",
    class: "calculation",
    example: ["Orders of the last 7 days", "Orders of the last 28 days"],
    detect: window,
  },
  {
    about: "rows per thing; with `identifier_scope`, what an identifier is unique within",
    class: "grain",
    example: ["One row per order", "One row per customer"],
    detect: grain,
  },
  {
    about: "what null means; strong where the two share no word",
    class: "null_meaning",
    example: ["Null means unknown", "Null means cancelled"],
    detect: nulls,
  },
  {
    about: "what a code stands for, in a list of codes",
    class: "calculation",
    example: ["1=settled, 2=pending", "1=reversed, 2=pending"],
    detect: codes,
  },
  {
    about: "how rows are deleted",
    class: "delete_behaviour",
    example: ["Rows are soft deleted", "Rows are hard deleted"],
    detect: deletes,
  },
  {
    about: "the same thing included and excluded; a `not`, `never` or `only` that came or went, alone, is a notice",
    class: "population",
    example: ["Users including guests", "Users excluding guests"],
    detect: negation,
  },
  {
    about: "the business name, the address of a definition, the logic of a transformation",
    class: "entity",
    example: ["Order", "Booking"],
    weak: true,
    detect: definition,
  },
];

/** What two texts say differently about the meaning; one signal a class, the strongest first. Nothing for a rewording. */
export function suspicions(wording: Pick<Wording, "kind" | "element" | "before" | "after">): readonly Signal[] {
  const exactly = query(wording.kind, wording.before, wording.after);
  if (exactly !== undefined) return exactly;
  const reading = readingOf(wording);
  // prose that is new or gone says nothing of what it was before
  if (wording.kind === "text" && (wording.before === null || wording.after === null)) return [];
  const exact = wording.kind === "time zone" || wording.kind === "logic";
  if (!exact && sameWords(reading.before.tokens, reading.after.tokens)) return [];
  const found = new Map<MeaningClass, Signal>();
  for (const { detect } of detectors)
    for (const signal of detect(reading)) found.set(signal.class, merged(found.get(signal.class), signal));
  // an amount that is counted without tax is no other population
  if (found.has("calculation")) found.delete("population");
  return [...found.values()].sort((a, b) => (a.strength === b.strength ? 0 : a.strength === "strong" ? -1 : 1));
}

/** Whether the texts differ in more than white space; prose, in more than punctuation and the spelling of words. */
export function saysOtherwise(wording: Pick<Wording, "kind" | "element" | "before" | "after">): boolean {
  if (wording.before === null || wording.after === null) return true;
  const { kind, before, after } = readingOf(wording);
  if (before.text.replace(/\s+/g, " ").trim() === after.text.replace(/\s+/g, " ").trim()) return false;
  return kind === "logic" || kind === "time zone" || !sameWords(before.tokens, after.tokens);
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
