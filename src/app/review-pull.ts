import { randomUUID } from "node:crypto";
import { firstEnd } from "../answers/deadlines.ts";
import { readRecord } from "../answers/record.ts";
import type { Config, Memory, People, Review } from "../model.ts";
import {
  type Finish,
  type Finished,
  findCheck,
  finishCheck,
  openCheck,
  type PublishedCheck,
  remembering,
} from "../publish/check.ts";
import { type Place, statusOf } from "../publish/place.ts";
import { checkRun } from "../report/check-run.ts";
import { redactionOf, redactRun } from "../report/redact.ts";
import { review } from "../review.ts";
import { type Commits, pullRequestSnapshot, type Reach } from "../snapshot/pull-request.ts";
import { HttpRegistries, type RegistryAddress } from "../snapshot/registries.ts";
import { append } from "../store/ledger.ts";
import { finished, leftOpen, opened, opening } from "../store/opened.ts";
import { forgetReadings, keepReadings, noteReadings, touches } from "../store/readings.ts";
import { reviewOf } from "../store/record.ts";
import type { Store } from "../store/store.ts";
import type { Work } from "../work.ts";
import { Gone, Paused, Superseded } from "./faults.ts";
import { digestOfInputs } from "./inputs.ts";
import { peopleInGroup, reviewWithPeople } from "./people.ts";
import { readingsOf } from "./readings.ts";
import type { Seen } from "./silence.ts";

/** What every review needs, whatever it is about. */
export interface Means {
  readonly work: Work;
  readonly reach: Reach;
  readonly clock: () => Date;
  /** Under the operator's names. */
  readonly registries: ReadonlyMap<string, RegistryAddress>;
  readonly store: Store;
}

/** One turn at a review: what it is called, why it is taken, and whether it is still wanted. */
export interface Turn {
  /** As turns are keyed in the store. */
  readonly key: string;
  /** GitHub's id of the delivery that asked, for a person to find it in the log. */
  readonly delivery: string;
  /** Reviews are to be requested even where the policy waits for a command. */
  readonly ask: boolean;
  /** False once something newer is wanted. Every write made through the turn's place asks it too. */
  current(): Promise<boolean>;
}

/** A place whose writes are refused once the turn is out of date, and the same without that: for a check of the turn's own. */
export interface Places {
  readonly place: Place;
  readonly always: Place;
}

/** What a look at two commits came to. */
interface Looked {
  readonly reviewed: Review;
  /** What its check is to remember. */
  readonly memory: Memory;
  /** Its hidden line for counting. */
  readonly tally?: string;
  readonly inputs: string;
}

/** Looks at one pull request from scratch and makes GitHub show what follows. Undefined where there was nothing to look at. @throws Superseded, Gone */
export async function reviewPull(places: Places, number: number, turn: Turn, means: Means): Promise<Seen | undefined> {
  const { place } = places;
  const { octokit, owner, repo } = place;
  const pull = await pullAt(place, number);
  if (pull.state !== "open") await forgetReadings(means.store.database, [turn.key]);
  let judged: Pick<Seen, "said" | "policy"> | undefined;
  if (pull.state !== "open" || !(await turn.current())) return undefined;
  const head = pull.head.sha;
  await closeLeftOpen(places, turn, head, means);
  const reviewed = await underCheck(places, head, `${number}`, turn, means, async (memory) => {
    const { data: compared } = await octokit.rest.repos.compareCommitsWithBasehead({
      owner,
      repo,
      basehead: `${pull.base.ref}...${head}`,
      per_page: 1,
    });
    const [base, target] = [compared.merge_base_commit.sha, compared.base_commit.sha];
    const commits = { repository: `${owner}/${repo}`, base, head, target, baseRef: pull.base.ref };
    const { database } = means.store;
    const own = { repository: commits.repository, ref: pull.base.ref, commit: target };
    await noteReadings(database, turn.key, [{ ...own, minds: touches.files }]);
    let config: Config | undefined;
    const willRead = async (read: Config) => {
      config = read;
      await noteReadings(database, turn.key, readingsOf(read, own, undefined));
    };
    const look = (people: readonly People[]) => reviewCommits(commits, means, people, willRead);
    const how = { memory, ask: turn.ask, clock: means.clock };
    const looked = await reviewWithPeople(place, pull, how, look, turn.current);
    if (looked === undefined) throw new Superseded("something newer is wanted");
    judged = looked;
    if (config !== undefined)
      await database.transaction((sql) =>
        keepReadings(sql, turn.key, readingsOf(config as Config, own, looked.reviewed)),
      );
    return { ...looked, inputs: digestOfInputs(commits, looked.reviewed) };
  });
  return reviewed === undefined || judged === undefined ? undefined : { pull, reviewed, ...judged };
}

/**
 * Looks at what a merge group would merge, earlier entries included; the check stands on the group's own head. Gives the moment
 * at which an exception that lets it pass ends, if any.
 */
export async function reviewMergeGroup(
  places: Places,
  group: { readonly base_sha: string; readonly head_sha: string; readonly base_ref: string },
  turn: Turn,
  means: Means,
): Promise<string | undefined> {
  const { base_sha: base, head_sha: head, base_ref } = group;
  const reviewed = await underCheck(places, head, "group", turn, means, async (memory) => {
    const baseRef = base_ref.replace(/^refs\/heads\//, "");
    const commits = { repository: nameOf(places.place), base, head, target: base, baseRef };
    const people = await peopleInGroup(places.place, group);
    const { reviewed } = await reviewCommits(commits, means, people);
    return { reviewed, memory, inputs: digestOfInputs(commits, reviewed) };
  });
  return reviewed && firstEnd(reviewed.answers);
}

async function reviewCommits(
  commits: Commits,
  means: Means,
  people: readonly People[],
  willRead?: (config: Config) => Promise<void>,
) {
  const { work, reach, clock } = means;
  const registries = new HttpRegistries(means.registries);
  const snapshot = { ...(await pullRequestSnapshot(commits, reach, work, clock, willRead)), people, registries };
  return { reviewed: await review(snapshot, work), policy: snapshot.config.policy };
}

type Pull = Awaited<ReturnType<Place["octokit"]["rest"]["pulls"]["get"]>>["data"];

/** @throws Gone where GitHub knows no such pull request, or does not show it */
async function pullAt({ octokit, owner, repo }: Place, number: number): Promise<Pull> {
  try {
    return (await octokit.rest.pulls.get({ owner, repo, pull_number: number })).data;
  } catch (error) {
    if (![403, 404, 410, 451].includes(statusOf(error) ?? 0)) throw error;
    throw new Gone(`GitHub answered ${statusOf(error)}`);
  }
}

/** Minutes after which a review is given up; what it waited for is then worth a second look by hand. */
const limitMinutes = 10;

/** Runs a review under its check: in progress at once, finished whatever happens, written by nobody else once a newer turn is wanted. */
async function underCheck(
  places: Places,
  head: string,
  about: string,
  turn: Turn,
  means: Means,
  look: (memory: Memory) => Promise<Looked>,
): Promise<Review | undefined> {
  const { place } = places;
  const { database } = means.store;
  const repository = nameOf(place);
  await opening(database, repository, head, turn.key);
  const externalId = `${about}:${randomUUID()}`;
  const { id, memory } = await openCheck(place, head, externalId);
  await opened(database, repository, head, id);
  const finish = async (outcome: Finished, kept: Memory, inputs?: string, tally?: string) => {
    const said = inputs === undefined ? undefined : `${externalId}:${inputs}`;
    const check = await finishCheck(place, id, remembering(outcome, kept, tally), turn.current, said);
    if (check === undefined) throw new Superseded("something newer is wanted");
    await keep(means, repository, check);
  };
  try {
    const looked = await within(limitMinutes * 60_000, look(memory));
    if (looked === "too late") {
      const summary = `The review took longer than ${limitMinutes} minutes. Comment \`/contract recheck\` to try again.`;
      await finish(withoutDetail("timed_out", "Took too long", summary), memory);
      return undefined;
    }
    const { reviewed, memory: kept, inputs, tally } = looked;
    await finish(redactRun(checkRun(reviewed), redactionOf(reviewed)), kept, inputs, tally);
    return reviewed;
  } catch (error) {
    if (error instanceof Superseded) await closeOwn(places, head, { id, memory }, about, means);
    else if (!(error instanceof Paused)) {
      const summary = `The review failed; this is not the change's fault. It is tried again by itself, and at once by the comment \`/contract recheck\`. For whoever runs the App: delivery \`${turn.delivery}\`.`;
      await finish(withoutDetail("failure", "The review failed", summary), memory).catch(() => undefined);
    }
    throw error;
  }
}

/** A check that was finished is kept in the ledger, then known to be so. */
async function keep({ store: { database } }: Means, repository: string, check: PublishedCheck): Promise<void> {
  const happened = reviewOf(repository, check);
  if (happened !== undefined) await append(database, happened);
  await finished(database, repository, check.head_sha);
}

/** Where the pull request has moved on, the check on the head it left is closed; where it has not, the newer turn takes it over. */
async function closeOwn(places: Places, head: string, check: Began, about: string, means: Means): Promise<void> {
  if (about === "group") return;
  const { state, head: now } = await pullAt(places.always, Number(about));
  if (state === "open" && now.sha !== head) await close(places.always, head, check, now.sha, means);
}

/** Closes what earlier turns began on heads that are no longer the pull request's: their processes did not live to do it. */
async function closeLeftOpen({ place, always }: Places, turn: Turn, head: string, means: Means): Promise<void> {
  const { database } = means.store;
  for (const left of await leftOpen(database, turn.key, head)) {
    const check = await findCheck(place, left.head);
    if (check === undefined) await finished(database, left.repository, left.head);
    else if (await turn.current())
      await close(always, left.head, { id: check.id, memory: readRecord(check.text) }, head, means);
  }
}

/** A check that was begun, and what it remembers. */
interface Began {
  readonly id: number;
  readonly memory: Memory;
}

async function close(place: Place, head: string, { id, memory }: Began, by: string, means: Means): Promise<void> {
  const summary = `A newer head, ${by.slice(0, 7)}, took its place.`;
  const outcome = remembering(withoutDetail("cancelled", `Superseded by ${by.slice(0, 7)}`, summary), memory);
  const check = await finishCheck(place, id, outcome, () => true);
  if (check !== undefined) await keep(means, nameOf(place), { ...check, head_sha: head });
}

function withoutDetail(conclusion: Finish, title: string, summary: string): Finished {
  return { conclusion, title, summary, text: "", annotations: [], actions: [] };
}

function nameOf({ owner, repo }: Place): string {
  return `${owner}/${repo}`;
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
