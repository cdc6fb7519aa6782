import { lastAsides } from "../answers/asides.ts";
import { writeHeads } from "../answers/record.ts";
import type { Addressee, RefusedLabel, Review, Shown } from "../model.ts";
import { comment } from "../report/comment.ts";
import { code, sentence } from "../report/escape.ts";
import { redactionOf } from "../report/redact.ts";
import type { PullRequest, Said } from "../snapshot/answers.ts";
import { upsertComment } from "./comment.ts";
import { type Place, statusOf } from "./place.ts";
import { requestReviews } from "./reviewers.ts";

/** Commands that are told what came of them in one review; the others were told before. */
const mostResults = 5;

/**
 * Makes the pull request show what people were asked and what they said: reviews requested, labels made and taken off, results
 * as reactions, the one comment. `shown`: what the check is about to show. Returns the review with what came of asking.
 */
export async function showPeople(
  place: Place,
  pull: PullRequest,
  review: Review,
  said: Said,
  ready: boolean,
  shown: readonly Shown[],
): Promise<Review> {
  const asking = !pull.draft && (ready || review.answers.askedFor);
  const ask: readonly Addressee[] = asking ? await requestReviews(place, pull, review, said) : review.ask;
  const asked = { ...review, ask };
  await makeLabels(place, review);
  for (const refused of review.answers.refusedLabels) await takeOff(place, pull.number, refused, said);
  await tellResults(place, review, said);
  const asides = lastAsides(said, asked);
  const speaks = !pull.draft || asides.length > 0 || review.answers.outcomes.length > 0;
  const finished = comment(asked, asides);
  const words = finished === undefined ? undefined : redactionOf(review)(finished);
  if (speaks) await upsertComment(place, pull.number, said.comments, words, writeHeads(shown));
  return asked;
}

/** Labels that approve what was requested must exist before anybody can put them on. */
async function makeLabels({ octokit, owner, repo }: Place, { answers }: Review): Promise<void> {
  const wanted = answers.exceptions.filter(({ over }) => over === undefined).map(({ label }) => label);
  for (const name of new Set(wanted))
    try {
      await octokit.rest.issues.getLabel({ owner, repo, name });
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
      const description = "Approves the requested exception for this contract; who may is checked";
      await octokit.rest.issues.createLabel({ owner, repo, name, color: "d93f0b", description }).catch(tolerate(422));
    }
}

const labelMarker = "<!-- contract-review label -->";

/** A label by somebody who may not approve comes off, with one explanation. */
async function takeOff(place: Place, number: number, refused: RefusedLabel, { comments }: Said): Promise<void> {
  const { octokit, owner, repo } = place;
  const { label, by, why } = refused;
  const says = `${code(`@${by}`)}, the label ${code(label)} is taken off again: ${sentence(why)}.`;
  // whoever puts it on once more has been told
  if (!comments.some((one) => one.ours && one.body.startsWith(labelMarker) && one.body.endsWith(says)))
    await octokit.rest.issues.createComment({ owner, repo, issue_number: number, body: `${labelMarker}\n\n${says}` });
  await octokit.rest.issues.removeLabel({ owner, repo, issue_number: number, name: label }).catch(tolerate(404));
}

/** A reaction on each command tells whether it counts. */
async function tellResults({ octokit, owner, repo }: Place, { answers }: Review, { comments }: Said): Promise<void> {
  const untold = new Set(comments.filter(({ ours, reactions }) => !ours && reactions === 0).map(({ id }) => id));
  const results = new Map<number, boolean>();
  for (const { id, counts } of answers.outcomes)
    if (untold.has(id)) results.set(id, counts && results.get(id) !== false);
  for (const [comment_id, counts] of [...results].slice(-mostResults))
    await octokit.rest.reactions
      .createForIssueComment({ owner, repo, comment_id, content: counts ? "rocket" : "confused" })
      .catch(tolerate(404));
}

function tolerate(status: number): (error: unknown) => void {
  return (error) => {
    if (statusOf(error) !== status) throw error;
  };
}
