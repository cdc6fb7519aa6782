import { isPressed, pressedComment } from "../answers/pressed.ts";
import type { Place } from "./place.ts";

/** Tells whoever wrote a command that it was seen. */
export async function seen({ octokit, owner, repo }: Place, commentId: number): Promise<void> {
  await octokit.rest.reactions.createForIssueComment({ owner, repo, comment_id: commentId, content: "eyes" });
}

/** A button pressed on a check leaves its words on the pull request, once. */
export async function press(
  { octokit, owner, repo, appId }: Place,
  number: number,
  { identifier, by, delivery }: { readonly identifier: string; readonly by: string; readonly delivery: string },
): Promise<void> {
  const body = pressedComment(identifier, by, delivery);
  if (body === undefined) return;
  const comments = await octokit.paginate(octokit.rest.issues.listComments, {
    owner,
    repo,
    issue_number: number,
    per_page: 100,
  });
  const done = comments.some(
    (comment) =>
      comment.performed_via_github_app?.id === appId && isPressed(comment.body ?? "", identifier, by, delivery),
  );
  if (!done) await octokit.rest.issues.createComment({ owner, repo, issue_number: number, body });
}
