import type { Step } from "../answers/deadlines.ts";
import { stepMarker } from "../report/steps.ts";
import type { TimelineComment } from "../snapshot/answers.ts";
import type { Place } from "./place.ts";

/** More in one message than GitHub takes, or anybody reads. */
const mostAtOnce = 200;

/** Those steps whose message does not stand on the pull request yet. */
export function untaken(steps: readonly Step[], comments: readonly TimelineComment[]): readonly Step[] {
  const said = comments
    .filter(({ ours, body }) => ours && body.includes("contract-review step"))
    .map(({ body }) => body);
  return steps.filter((step) => !said.some((body) => body.includes(stepMarker(step)))).slice(0, mostAtOnce);
}

/** Says on its pull request, in one comment, what steps have to say: they are taken by that. */
export async function takeSteps(
  { octokit, owner, repo }: Place,
  number: number,
  steps: readonly Step[],
  message: string,
): Promise<void> {
  const body = `${steps.map(stepMarker).join("\n")}\n\n${message}`;
  await octokit.rest.issues.createComment({ owner, repo, issue_number: number, body });
}
