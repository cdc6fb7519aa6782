import { visibleLines } from "../commands/lines.ts";
import type { Answers, People, Saying, SpokenNo } from "../model.ts";

/** Characters of a rejection that are kept. */
const longest = 250;

/** The rejections of one review that count, as they were written, to be kept beside what was shown. */
export function spokenNoes(
  { outcomes }: Pick<Answers, "outcomes">,
  { pull, sayings }: Pick<People, "pull" | "sayings">,
): readonly SpokenNo[] {
  const counting = new Set(
    outcomes.filter(({ counts, words }) => counts && words === "/contract reject").map(({ id }) => id),
  );
  return sayings.flatMap((saying) => {
    if (saying.kind !== "comment" || !counting.has(saying.id)) return [];
    const lines = visibleLines(saying.body).filter((line) => /^\/contract[ \t]+reject\b/i.test(line));
    const { id, by, at } = saying;
    return [{ id, by, at, words: lines.map((line) => bounded(line)).join("\n"), pull }];
  });
}

/**
 * Everything that was said, with the rejections whose comment was deleted or edited since as they were: nobody makes a no
 * disappear; who said it takes it back by a later yes.
 */
export function withSpokenNoes(sayings: readonly Saying[], noes: readonly SpokenNo[], pull: number): readonly Saying[] {
  const whole = new Set(sayings.flatMap((one) => (one.kind === "comment" && !one.edited ? [one.id] : [])));
  const lost = noes.filter((no) => no.pull === pull && !whole.has(no.id));
  const again = lost.map(
    ({ id, by, at, words }): Saying => ({ kind: "comment", id, by, at, body: words, edited: false }),
  );
  return [...sayings, ...again].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id - b.id));
}

/** A line that is cut still closes its quotation mark. */
function bounded(line: string): string {
  return line.length <= longest ? line : `${line.slice(0, longest).replace(/["\u201c\u201d\\]+$/, "")}..."`;
}
