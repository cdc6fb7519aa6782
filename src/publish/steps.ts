import type { Step } from "../answers/deadlines.ts";
import { stepMarker, stepMessage } from "../report/steps.ts";
import type { TimelineComment } from "../snapshot/answers.ts";
import type { Place } from "./place.ts";

/** Says what a step has to say on its pull request, unless that was said before. */
export async function takeStep(
  { octokit, owner, repo }: Place,
  number: number,
  step: Step,
  comments: readonly TimelineComment[],
  approvers: readonly string[],
): Promise<void> {
  const marker = stepMarker(step);
  if (comments.some(({ ours, body }) => ours && body.startsWith(marker))) return;
  const body = `${marker}\n\n${stepMessage(step, approvers)}`;
  await octokit.rest.issues.createComment({ owner, repo, issue_number: number, body });
}
