import type { Step } from "../answers/deadlines.ts";
import { stepMarker } from "../report/steps.ts";
import type { TimelineComment } from "../snapshot/answers.ts";
import type { Place } from "./place.ts";

/** More in one message than GitHub takes, or anybody reads. */
const mostAtOnce = 200;

/** GitHub takes comments of at most 65,536 characters. */
const maxCharacters = 65_000;

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
  const markers = steps.map(stepMarker).join("\n");
  const room = maxCharacters - markers.length;
  const body = `${markers}\n\n${message.length <= room ? message : `${message.slice(0, room)}...`}`;
  await octokit.rest.issues.createComment({ owner, repo, issue_number: number, body });
}
