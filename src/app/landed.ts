import { dayOf } from "../answers/days.ts";
import { inForce, nextChase, type Promised, promiseMarker, readPromise } from "../answers/promise.ts";
import { readTally, type TalliedException, type Tally } from "../answers/tally.ts";
import { findCheck } from "../publish/check.ts";
import { openIssue, openIssuesOf } from "../publish/issues.ts";
import { type Place, statusOf } from "../publish/place.ts";
import { chaseMarker, chasing, migrationIssue, migrationLabel, owedHere } from "../report/migration.ts";
import { append, lastReview } from "../store/ledger.ts";
import { mergeOf } from "../store/record.ts";
import { later, type Timer } from "../store/timers.ts";
import type { Claim } from "../store/turns.ts";
import { rememberReady } from "./ready.ts";
import { keyOf } from "./route.ts";
import type { Desk } from "./take.ts";

type Installed = Pick<Claim, "owner" | "repo" | "installation">;

/** A pull request was merged: the migrations promised by the exceptions that let it through become issues, and are chased; so is, once, what owners promised. */
export async function followMerge(
  place: Place,
  { number, at }: { readonly number: number; readonly at: string },
  claim: Claim,
  desk: Desk,
): Promise<void> {
  await append(desk.store.database, mergeOf(`${place.owner}/${place.repo}`, number, at));
  const tally = await tallyAtMerge(place, number, desk);
  if (tally !== undefined) await rememberReady(tally, number, claim, desk);
  for (const one of tally === undefined ? [] : inForce(tally)) {
    const promised = { pull: number, request: one.id, until: one.until, by: one.by };
    const { title, body } = migrationIssue(one, number);
    const marker = promiseMarker(promised);
    const opened = await openIssue(place, { marker, title, body, label: migrationLabel, assignees: [one.by] });
    if ("number" in opened) await chaseLater(claim, opened.number, promised, desk);
    else await remindHere(place, number, marker, one, opened.refused);
  }
}

/** What the last review came to: as the ledger keeps it; where that knows none, as the check says it. */
async function tallyAtMerge(place: Place, number: number, { store: { database } }: Desk): Promise<Tally | undefined> {
  const { octokit, owner, repo } = place;
  const kept = await lastReview(database, keyOf(`${owner}/${repo}`, `#${number}`));
  if (kept !== undefined) return readTally(kept);
  const { data: pull } = await octokit.rest.pulls.get({ owner, repo, pull_number: number });
  return readTally((await findCheck(place, pull.head.sha))?.text ?? "");
}

async function remindHere(
  { octokit, owner, repo, appId }: Place,
  number: number,
  marker: string,
  one: TalliedException,
  why: string,
): Promise<void> {
  const at = { owner, repo, issue_number: number };
  const comments = await octokit.paginate(octokit.rest.issues.listComments, { ...at, per_page: 100 });
  const said = comments.some(
    (comment) => comment.performed_via_github_app?.id === appId && comment.body?.startsWith(marker),
  );
  if (!said) await octokit.rest.issues.createComment({ ...at, body: `${marker}\n\n${owedHere(one, why)}` });
}

async function chaseLater(at: Installed, issue: number, promised: Promised, desk: Desk): Promise<void> {
  const { owner, repo, installation } = at;
  const subject = keyOf(`${owner}/${repo}`, `#${issue}`);
  const moment = nextChase(promised, desk.clock().toISOString());
  const payload = { owner, repo, installation, issue, promised, day: dayOf(moment) };
  await later(desk.store.database, {
    ...{ key: `chase:${subject}:${dayOf(moment)}`, at: new Date(moment), kind: "chase", subject, payload },
  });
}

/** Asks after a migration that is owed, unless its issue is closed. */
export async function chase({ payload }: Timer, desk: Desk): Promise<void> {
  const { issue, promised, day, ...at } = payload as unknown as Installed & {
    readonly installation: number;
    readonly issue: number;
    readonly promised: Promised;
    readonly day: string;
  };
  const { owner, repo, installation } = at;
  const octokit = await desk.github.as(installation, async () => true);
  try {
    const { data } = await octokit.rest.issues.get({ owner, repo, issue_number: issue });
    if (data.state !== "open") return;
    const comments = await octokit.paginate(octokit.rest.issues.listComments, {
      ...{ owner, repo, issue_number: issue, per_page: 100 },
    });
    const marker = chaseMarker(day);
    if (!comments.some(({ body }) => body?.startsWith(marker))) {
      const body = `${marker}\n\n${chasing(promised, desk.clock().toISOString())}`;
      await octokit.rest.issues.createComment({ owner, repo, issue_number: issue, body });
    }
  } catch (error) {
    // deleted, transferred, or closed to the App: nobody can be asked there any more
    if ([403, 404, 410].includes(statusOf(error) ?? 0)) return;
    throw error;
  }
  await chaseLater(at, issue, promised, desk);
}

/** Sets the timers of a repository's open migrations anew, for a database that does not know of them. */
export async function chaseAgain(place: Place, installation: number, desk: Desk): Promise<void> {
  const { owner, repo } = place;
  const open = await openIssuesOf(place, migrationLabel.name);
  for (const { number, body } of open) {
    const promised = readPromise(body);
    if (promised !== undefined) await chaseLater({ owner, repo, installation }, number, promised, desk);
  }
}
