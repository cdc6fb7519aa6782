import { type Readiness, readySteps, type Step } from "../answers/deadlines.ts";
import type { Tally } from "../answers/tally.ts";
import { statusOf } from "../publish/place.ts";
import { takeSteps } from "../publish/steps.ts";
import { readiness, stepMarker } from "../report/steps.ts";
import { later, type Timer } from "../store/timers.ts";
import type { Claim } from "../store/turns.ts";
import { keyOf } from "./route.ts";
import type { Desk } from "./take.ts";

/** What a timer keeps: an installation, a pull request that was merged, what is to be asked there. */
interface Kept {
  readonly owner: string;
  readonly repo: string;
  readonly installation: number;
  readonly number: number;
  readonly step: Step;
}

/** A pull request was merged on promises to be ready by a day: each is asked after once that day has passed. */
export async function rememberReady(
  { answers }: Tally,
  number: number,
  { owner, repo, installation }: Claim,
  { store: { database } }: Desk,
): Promise<void> {
  const promises = answers.flatMap(({ contract, about: name, by, at, readyBy }): readonly Readiness[] =>
    by === undefined || at === undefined || readyBy === undefined
      ? []
      : [{ contract, about: { name, domain: "" }, by, at, readyBy }],
  );
  // what is about the merge: timers of the pull request itself end when it is closed
  const subject = keyOf(`${owner}/${repo}`, `^${number}`);
  for (const step of readySteps(number, promises)) {
    const payload = { owner, repo, installation, number, step };
    const key = `ready:${subject}:${step.key}`;
    await later(database, { key, at: new Date(step.at), kind: "ready", subject, payload });
  }
}

/** Asks whether consumers are ready, unless that was asked while the pull request was open. */
export async function askWhetherReady({ payload }: Timer, { github, appId }: Desk): Promise<void> {
  const { owner, repo, installation, number, step } = payload as unknown as Kept;
  const octokit = await github.as(installation, async () => true);
  try {
    const comments = await octokit.paginate(octokit.rest.issues.listComments, {
      ...{ owner, repo, issue_number: number, per_page: 100 },
    });
    const asked = comments.some(
      ({ body, performed_via_github_app: app }) => app?.id === appId && body?.includes(stepMarker(step)),
    );
    if (!asked) await takeSteps({ octokit, owner, repo, appId }, number, [step], readiness([step]));
  } catch (error) {
    // deleted, locked, or closed to the App: nobody can be asked there any more
    if (![403, 404, 410].includes(statusOf(error) ?? 0)) throw error;
  }
}
