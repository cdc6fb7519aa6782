import { randomUUID } from "node:crypto";
import type { Memory, People } from "../model.ts";
import { findCheck, finishCheck, openCheck, remembering } from "../publish/check.ts";
import type { Place } from "../publish/place.ts";
import { checkRun } from "../report/check-run.ts";
import { review } from "../review.ts";
import { type Commits, pullRequestSnapshot, type Reach } from "../snapshot/pull-request.ts";
import type { Work } from "../work.ts";
import { peopleInGroup, type Remembered, reviewWithPeople } from "./people.ts";

/** What every review needs, whatever it is about. */
export interface Means {
  readonly work: Work;
  readonly reach: Reach;
  readonly clock: () => Date;
}

/** What is to be looked at, and why. */
export interface Wish {
  /** GitHub's id of the delivery that asked, for a person to find it in the log. */
  readonly delivery: string;
  /** Reviews are to be requested even where the policy waits for a command. */
  readonly ask: boolean;
}

/** Looks at one pull request from scratch and makes GitHub show what follows. */
export async function reviewPull(
  place: Place,
  number: number,
  wish: Wish,
  means: Means,
  current: () => boolean,
): Promise<void> {
  const { octokit, owner, repo } = place;
  const { data: pull } = await octokit.rest.pulls.get({ owner, repo, pull_number: number });
  if (pull.state !== "open" || !current()) return;
  const head = pull.head.sha;
  await underCheck(place, head, `${number}:${randomUUID()}`, wish, current, async (memory) => {
    const { data: compared } = await octokit.rest.repos.compareCommitsWithBasehead({
      owner,
      repo,
      basehead: `${pull.base.ref}...${head}`,
      per_page: 1,
    });
    const [base, target] = [compared.merge_base_commit.sha, compared.base_commit.sha];
    const commits = { repository: `${owner}/${repo}`, base, head, target, baseRef: pull.base.ref };
    const look = (people: readonly People[]) => reviewCommits(commits, means, people);
    return reviewWithPeople(place, pull, { memory, ask: wish.ask, clock: means.clock }, look, current);
  });
}

/** Looks at what a merge group would merge, earlier entries included; the check stands on the group's own head. */
export async function reviewMergeGroup(
  place: Place,
  group: { readonly base_sha: string; readonly head_sha: string; readonly base_ref: string },
  wish: Wish,
  means: Means,
  current: () => boolean,
): Promise<void> {
  const { base_sha: base, head_sha: head, base_ref } = group;
  await underCheck(place, head, `group:${randomUUID()}`, wish, current, async (memory) => {
    const baseRef = base_ref.replace(/^refs\/heads\//, "");
    const commits = { repository: `${place.owner}/${place.repo}`, base, head, target: base, baseRef };
    const people = await peopleInGroup(place, group);
    return { reviewed: (await reviewCommits(commits, means, people)).reviewed, memory };
  });
}

async function reviewCommits(commits: Commits, { work, reach, clock }: Means, people: readonly People[]) {
  const snapshot = { ...(await pullRequestSnapshot(commits, reach, work, clock)), people };
  return { reviewed: await review(snapshot, work), policy: snapshot.config.policy };
}

/** Minutes after which a review is given up; what it waited for is then worth a second look by hand. */
const limitMinutes = 10;

/** Runs a review under its check: in progress at once, finished whatever happens, untouched once a newer run is asked for. */
async function underCheck(
  place: Place,
  head: string,
  externalId: string,
  { delivery }: Wish,
  current: () => boolean,
  look: (memory: Memory) => Promise<Remembered | undefined>,
): Promise<void> {
  const { id, memory } = await openCheck(place, head, externalId);
  const unfinished = remembering({ text: "", annotations: [], actions: [] }, memory);
  try {
    const looked = await within(limitMinutes * 60_000, look(memory));
    if (looked === "too late") {
      const summary = `The review took longer than ${limitMinutes} minutes. Comment \`/contract recheck\` to try again.`;
      await finishCheck(
        place,
        id,
        { conclusion: "timed_out", title: "Took too long", summary, ...unfinished },
        current,
      );
    } else if (looked !== undefined)
      await finishCheck(place, id, remembering(checkRun(looked.reviewed), looked.memory), current);
  } catch (error) {
    const summary = `The review failed; this is not the change's fault. Comment \`/contract recheck\` to try again. For whoever runs the App: delivery \`${delivery}\`.`;
    await finishCheck(
      place,
      id,
      { conclusion: "failure", title: "The review failed", summary, ...unfinished },
      current,
    );
    throw error;
  }
}

/** Closes what was begun on a head that is no longer the pull request's. */
export async function closeSuperseded(place: Place, head: string, by: string): Promise<void> {
  const check = await findCheck(place, head);
  if (check === undefined || check.finished) return;
  const summary = `A newer head, ${by.slice(0, 7)}, took its place.`;
  await finishCheck(
    place,
    check.id,
    {
      ...{ conclusion: "cancelled", title: `Superseded by ${by.slice(0, 7)}`, summary, annotations: [], actions: [] },
      text: check.text,
    },
    () => true,
  );
}

async function within<T>(ms: number, work: Promise<T>): Promise<T | "too late"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"too late">((resolve) => {
    timer = setTimeout(() => resolve("too late"), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
