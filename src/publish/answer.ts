import type { Effect } from "../commands/command.ts";
import type { Asked } from "../commands/parse.ts";
import { type Place, statusOf } from "./place.ts";

/** The comment that holds the commands. */
export interface CommandComment {
  readonly id: number;
  readonly by: string;
  /** Who opened the pull request. */
  readonly author: string;
}

type Again = Extract<Effect, { kind: "review-again" }>;

/** Does what a comment asks, as far as its writer may: a reaction at once, one reply for all answers. Gives what is to be looked at again. */
export async function answerCommands(
  place: Place,
  number: number,
  comment: CommandComment,
  asked: readonly Asked[],
): Promise<readonly Again[]> {
  const { octokit, owner, repo } = place;
  await octokit.rest.reactions.createForIssueComment({ owner, repo, comment_id: comment.id, content: "eyes" });
  const replies: string[] = [];
  const again: Again[] = [];
  for (const one of asked) {
    if ("mistaken" in one) {
      replies.push(one.mistaken);
      continue;
    }
    const refusal = one.command.who === "writer" ? await whyNotWriter(place, comment) : undefined;
    if (refusal !== undefined) {
      replies.push(`\`/contract ${one.command.name}\`: ${refusal}`);
      continue;
    }
    for (const effect of one.command.run(one.args))
      if (effect.kind === "reply") replies.push(effect.markdown);
      else again.push(effect);
  }
  if (replies.length > 0)
    await octokit.rest.issues.createComment({ owner, repo, issue_number: number, body: replies.join("\n\n---\n\n") });
  return again;
}

/** Undefined for the author and for whoever may write here; else why not, "cannot tell" kept apart from "may not". */
async function whyNotWriter(place: Place, { by, author }: CommandComment): Promise<string | undefined> {
  if (by.toLowerCase() === author.toLowerCase()) return undefined;
  const { octokit, owner, repo } = place;
  try {
    const { data } = await octokit.rest.repos.getCollaboratorPermissionLevel({ owner, repo, username: by });
    if (["admin", "write"].includes(data.permission)) return undefined;
    return "only the author and people with write access here may do this.";
  } catch (error) {
    if (statusOf(error) === 404) return "only the author and people with write access here may do this.";
    return `who you are here could not be verified (${statusOf(error) ?? "no answer"}); please try again.`;
  }
}
