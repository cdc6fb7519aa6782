import { parseComment } from "../commands/parse.ts";
import type { People, Review } from "../model.ts";

/** What somebody last asked to be told (`/contract help`, `explain`, `plan`, `status`), answered by this review. */
export interface Aside {
  readonly by: string;
  /** `/contract help`. */
  readonly words: string;
  readonly markdown: string;
}

export function lastAsides(people: People, review: Review): readonly Aside[] {
  for (const saying of people.sayings.toReversed()) {
    if (saying.kind !== "comment" || saying.edited) continue;
    const told = parseComment(saying.body, saying.at).flatMap((one) =>
      "wish" in one && one.wish.kind === "tell"
        ? [{ by: saying.by, words: one.words, markdown: one.wish.about(review) }]
        : [],
    );
    if (told.length > 0) return told;
  }
  return [];
}
