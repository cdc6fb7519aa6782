import { commentMarker } from "../report/comment.ts";
import type { Place } from "./place.ts";

/** GitHub takes comments of at most 65,536 characters. */
const maxCharacters = 65_000;

/** The one comment of a pull request says this: made, changed in place, or left alone where it says so already. */
export async function upsertComment(place: Place, number: number, body: string | undefined): Promise<void> {
  const { octokit, owner, repo, appId } = place;
  const comments = await octokit.paginate(octokit.rest.issues.listComments, {
    owner,
    repo,
    issue_number: number,
    per_page: 100,
  });
  const own = comments.find(
    (comment) => comment.performed_via_github_app?.id === appId && comment.body?.startsWith(commentMarker),
  );
  const text = body?.slice(0, maxCharacters) ?? `${commentMarker}\n\nNobody needs to answer any more.`;
  if (own === undefined) {
    if (body !== undefined) await octokit.rest.issues.createComment({ owner, repo, issue_number: number, body: text });
  } else if (own.body !== text)
    await octokit.rest.issues.updateComment({ owner, repo, comment_id: own.id, body: text });
}
