import { dayOf, shownDay } from "../answers/days.ts";
import type { Promised } from "../answers/promise.ts";
import type { TalliedException } from "../answers/tally.ts";
import { bare, code, plainText } from "./escape.ts";
import { listed } from "./words.ts";

/** By this label the migrations that are owed are listed. */
export const migrationLabel = {
  name: "contract-migration",
  color: "d93f0b",
  description: "Merged under an exception: this migration is owed by the day it ends",
};

/** What an issue says of a migration that is owed, whose, and by when. */
export function migrationIssue(
  { contract, by, until, about, rules, elements, approvedBy, reason }: TalliedException,
  pull: number,
): { readonly title: string; readonly body: string } {
  const each = (names: readonly string[]) => listed(names.map((name) => code(name)));
  return {
    title: bare(`Migration owed for ${contract} by ${until} (#${pull})`, 200),
    body: `#${pull} was merged under an exception that ends on ${shownDay(until)}. By then the migration must be done.

| | |
|---|---|
| contract | ${code(contract)} |
| changed | ${each(elements)} (${each(rules)}) |
| not migrated yet | ${listed(about.map((name) => `**${plainText(name)}**`))} |
| owed by | ${code(`@${by}`)}, who requested the exception |
| approved by | ${each(approvedBy.map((one) => `@${one}`))} |
| reason given | ${plainText(reason)} |

Close this issue when those consumers no longer depend on what changed; the check on #${pull} says under each change how it is made safe. Until it is closed it is asked about seven days and one day before ${shownDay(until)}, on the day after, and then every week.`,
  };
}

/** The same on the pull request itself, where no issue could be opened. `why`: in words. */
export function owedHere(one: TalliedException, why: string): string {
  return `@${one.by}: this was merged under an exception for ${listed(one.about.map((name) => `**${plainText(name)}**`))} in ${code(one.contract)} that ends on ${shownDay(one.until)}; by then the migration must be done. No issue could be opened to keep it in mind: ${why}.`;
}

/** One question after a migration that is owed. */
export function chasing({ by, until }: Promised, now: string): string {
  return dayOf(now) > until
    ? `@${by}: the day by which this migration was promised, ${shownDay(until)}, has passed. Close this issue when it is done; until then it is asked about every week.`
    : `@${by}: this migration is promised by ${shownDay(until)}. Close this issue when it is done.`;
}

export function chaseMarker(day: string): string {
  return `<!-- contract-review chase ${day} -->`;
}
