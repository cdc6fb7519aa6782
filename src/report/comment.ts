import type { Review } from "../model.ts";
import { checkRun } from "./check-run.ts";
import { code, plainText } from "./escape.ts";
import { listed } from "./words.ts";

/** By this the one comment is found again; nobody reads it. */
export const commentMarker = "<!-- contract-review: the one comment -->";

/**
 * The one comment: who is asked and who only needs to know; undefined where there is nothing to say. Owners who are told
 * are mentioned, those who are asked hear through the review request.
 */
export function comment(review: Review): string | undefined {
  if (review.ask.length === 0 && review.tell.length === 0) return undefined;
  const names = (consumers: readonly string[]) => listed(consumers.map((name) => `**${plainText(name)}**`));
  const asked = review.ask.map(
    ({ owner, reachable, consumers }) =>
      `- ${code(owner)} for ${names(consumers)}${reachable ? "" : ": not reachable on GitHub; map it under `owners` in `.github/contract-review.yml`"}`,
  );
  const told = review.tell.map(
    ({ owner, reachable, consumers }) =>
      `- ${reachable ? owner : code(owner)}: nothing that ${names(consumers)} reads breaks, but its pin must move to the new version.`,
  );
  return [
    commentMarker,
    `**Contract review: ${plainText(checkRun(review).title)}**`,
    ...(asked.length > 0 ? [`Asked for review, because something they read breaks:\n\n${asked.join("\n")}`] : []),
    ...(told.length > 0 ? [`Good to know, nobody needs to answer:\n\n${told.join("\n")}`] : []),
    "The check run has the details. `/contract help` lists what can be said here.",
  ].join("\n\n");
}
