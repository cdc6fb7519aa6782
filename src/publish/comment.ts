import { commentMarker } from "../report/comment.ts";
import type { TimelineComment } from "../snapshot/answers.ts";
import type { Place } from "./place.ts";

/** GitHub takes comments of at most 65,536 characters. */
const maxCharacters = 65_000;

/**
 * The one comment of a pull request says this: made, changed in place, or left alone where it says so already. Where there is
 * nothing to say any more it says that. `hidden`: a line for ourselves.
 */
export async function upsertComment(
  place: Place,
  number: number,
  comments: readonly TimelineComment[],
  body: string | undefined,
  hidden = "",
): Promise<void> {
  const { octokit, owner, repo } = place;
  const own = comments.find((comment) => comment.ours && comment.body.startsWith(commentMarker));
  const said = (body ?? `${commentMarker}\n\nNobody needs to answer any more.`).slice(0, maxCharacters - hidden.length);
  const text = hidden === "" ? said : `${said}\n\n${hidden}`;
  if (own === undefined) {
    if (body !== undefined) await octokit.rest.issues.createComment({ owner, repo, issue_number: number, body: text });
  } else if (own.body !== text)
    await octokit.rest.issues.updateComment({ owner, repo, comment_id: own.id, body: text });
}
