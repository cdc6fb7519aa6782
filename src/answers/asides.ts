import { parseComment } from "../commands/parse.ts";
import type { People, Review } from "../model.ts";

/** What somebody last asked to be told (`/contract help`, `explain`, `plan`, `status`), answered by this review. */
export interface Aside {
  readonly by: string;
  /** `/contract help`. */
  readonly words: string;
  readonly markdown: string;
}

/** The commands by which somebody last asked to be told something. */
function lastAsked({ sayings }: People) {
  for (const { by, ...saying } of sayings.toReversed()) {
    if (saying.kind !== "comment" || saying.edited) continue;
    const asked = parseComment(saying.body, saying.at).flatMap((one) =>
      "wish" in one && one.wish.kind === "tell" ? [{ by, words: one.words, about: one.wish.about }] : [],
    );
    if (asked.length > 0) return asked;
  }
  return [];
}

export function lastAsides(people: People, review: Review): readonly Aside[] {
  return lastAsked(people).map(({ by, words, about }) => ({ by, words, markdown: about(review) }));
}

/** Whether an aside will tell a plan, which takes work that is done for nothing else. */
export function asksForPlan(people: People): boolean {
  return lastAsked(people).some(({ words }) => words === "/contract plan");
}
