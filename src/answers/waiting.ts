import type { People, Question } from "../model.ts";
import { addWorkingDays, dayOf } from "./days.ts";
import { wasShown } from "./print.ts";
import type { Span } from "./requested.ts";

/** Time in which an answer is waited for: `to` is absent where it still is. ISO 8601, UTC. */
export interface Wait {
  readonly from: string;
  readonly to?: string;
}

/** The first owner that was asked, and when. */
export function askedOf(
  { owners }: Question,
  people: People,
): { readonly owner: string; readonly at: string } | undefined {
  const asked = owners.flatMap((owner) => {
    const at = people.asked.get(owner.toLowerCase());
    return at === undefined ? [] : [{ owner, at }];
  });
  return asked.sort((a, b) => (a.at < b.at ? -1 : 1))[0];
}

/** Since when the check has shown a question with the changes it has now; undefined where it has not yet. */
export function shownSince(question: Question, people: People, all: readonly Question[]): string | undefined {
  let since: string | undefined;
  let known: string | undefined;
  for (const { at, prints } of people.history().toReversed()) {
    const joined = prints.join();
    // most moments show what the one after them showed
    if (joined !== known && !wasShown(prints, question, all)) break;
    [known, since] = [joined, at];
  }
  return since;
}

/**
 * When an owner's answer was waited for, as seen at a moment: since they were asked, the check has `shown` what they are asked
 * about, and the pull request was last put before them; but not while an exception held. Who could leave it at that has the whole time again once it has ended.
 */
export function waitsOf(
  question: Question,
  people: People,
  shown: string,
  excepted: readonly Span[],
  at: string,
): readonly Wait[] {
  const asked = askedOf(question, people)?.at;
  if (asked === undefined) return [];
  const found: Wait[] = [];
  let from = [asked, shown, people.back ?? ""].sort().at(-1) ?? asked;
  for (const span of excepted.filter((one) => one.from <= at)) {
    if (span.to <= from) continue;
    if (span.from > from) found.push({ from, to: span.from });
    from = span.to;
  }
  return from > at ? found : [...found, { from }];
}

/** The last day on which an answer to a wait is in time. */
export function dueBy({ from }: Wait, workingDays: number): string {
  return addWorkingDays(dayOf(from), workingDays);
}
