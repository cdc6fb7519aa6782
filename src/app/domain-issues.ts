import { addDays, dayOf } from "../answers/days.ts";
import { morning, type Step } from "../answers/deadlines.ts";
import type { Review } from "../model.ts";
import { closeKept, openIssue, openIssuesOf } from "../publish/issues.ts";
import { type Place, statusOf } from "../publish/place.ts";
import {
  calledElsewhere,
  domainIssue,
  domainIssueMarker,
  domainIssueOver,
  readDomainIssue,
} from "../report/escalation.ts";
import { code, sentence } from "../report/escape.ts";
import { isOpen } from "../report/questions.ts";
import { stepDigest } from "../report/steps.ts";
import { visibilities } from "../snapshot/pull-request.ts";
import { later, rung, type Timer, waiting } from "../store/timers.ts";
import { elsewhere } from "./elsewhere.ts";
import { faultOf, Paused, Superseded } from "./faults.ts";
import { refresh } from "./refresh.ts";
import { keyOf } from "./route.ts";
import type { Round, Seen } from "./silence.ts";
import type { Desk } from "./take.ts";

/** By this issues in domain repositories are found. */
const domainLabel = {
  name: "contract-review",
  color: "d93f0b",
  description: "A contract that consumers here read changes, and nobody answered",
};

/** What a timer keeps of an issue: where it stands, and which pull request it waits for. */
interface Kept {
  readonly repository: string;
  readonly issue: number;
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
  /** An installation that is known, and whose it is. */
  readonly installed: { readonly owner: string; readonly installation: number };
}

/** Opens an issue where consumers are declared whose owners stay silent; what came of it, in words. */
export async function askDomain(
  place: Place,
  repository: string,
  steps: readonly Step[],
  { said, policy }: Seen,
  { claim, desk, placeOf }: Round,
): Promise<string> {
  const rank = async (name: string) => visibilities.indexOf(await desk.reach.visibility(name));
  const producer = `${place.owner}/${place.repo}`;
  // what is written there must not tell of a producer that its readers may not see
  if ((await rank(repository)) < (await rank(producer)))
    return `No issue was opened in ${code(repository)}: more people see it than see this repository.`;
  const at = await placeOf(repository);
  if (at === undefined) return `No issue was opened in ${code(repository)}: the App is not installed there.`;
  const pull = calledElsewhere(producer, said.pull);
  const marker = domainIssueMarker(pull, stepDigest(steps));
  const { title, body } = domainIssue(steps, pull, policy.exceptionApprovers);
  const opened = await openIssue(at, { marker, title, body, label: domainLabel, assignees: [] });
  if (!("number" in opened)) return sentence(`No issue was opened in \`${repository}\`: ${opened.refused}.`);
  const { owner, repo, installation = 0 } = claim;
  const installed = { owner, installation };
  await lookLater({ repository, issue: opened.number, owner, repo, number: said.pull, installed }, desk);
  return `An issue asks where the consumers are declared: ${repository}#${opened.number}.`;
}

/** Steps by the repository that declares the consumers they are about. */
export function domainsOf(steps: readonly Step[], { verdicts }: Review): ReadonlyMap<string, readonly Step[]> {
  const found = new Map<string, Step[]>();
  for (const step of steps)
    for (const { name, domain } of step.about) {
      const { consumer } =
        verdicts.find(
          (one) => one.contract.id === step.contract && one.consumer.name === name && one.consumer.domain === domain,
        ) ?? {};
      if (consumer === undefined) continue;
      const { repository } = consumer.evidence;
      found.set(repository, [...(found.get(repository) ?? []), step]);
    }
  return found;
}

/** Closes the issues of a pull request in domain repositories whose consumers it waits for no more. */
export async function closeAnswered({ reviewed, said }: Seen, { claim, desk, placeOf }: Round): Promise<void> {
  const { database } = desk.store;
  const pull = `${claim.owner}/${claim.repo}`;
  for (const { key, payload } of await waiting(database, keyOf(pull, `^${said.pull}`), "domain-issue")) {
    const { repository, issue } = payload as unknown as Kept;
    if (isAwaited(repository, reviewed)) continue;
    try {
      const at = await placeOf(repository);
      if (at !== undefined) await closeKept(at, issue, domainIssueOver(calledElsewhere(pull, said.pull), "answered"));
      await rung(database, key);
    } catch (error) {
      if (error instanceof Superseded || error instanceof Paused) throw error;
      // tomorrow morning it is tried again
      desk.trouble(`${claim.key}: closing ${repository}#${issue}: ${faultOf(error)}`);
    }
  }
}

/** Whether an answer about consumers that a repository declares is still open, or nobody can tell. */
function isAwaited(repository: string, { answers, verdicts, domains }: Review): boolean {
  const same = (name: string) => name.toLowerCase() === repository.toLowerCase();
  if (domains.some((domain) => "unreadable" in domain && same(domain.repository))) return true;
  const open = answers.questions.filter(isOpen);
  return verdicts.some(
    ({ contract, consumer }) =>
      same(consumer.evidence.repository) &&
      open.some((one) => one.contract === contract.id && one.name === consumer.name && one.domain === consumer.domain),
  );
}

/**
 * Every morning: an issue that waits for a pull request that is closed is closed too. One that is open is looked at again, by
 * which its answered issues are closed.
 */
export async function lookAtIssue({ payload }: Timer, desk: Desk): Promise<void> {
  const kept = payload as unknown as Kept;
  const { repository, issue, owner, repo, number, installed } = kept;
  const producer = await elsewhere(`${owner}/${repo}`, installed, async () => true, desk);
  // nobody reviews it any more
  if (producer === undefined) return;
  const how = await stateOf(producer, number);
  if (how === "open") {
    await lookLater(kept, desk);
    const { installation } =
      installed.owner.toLowerCase() === owner.toLowerCase() ? installed : { installation: undefined };
    const key = keyOf(`${owner}/${repo}`, `#${number}`);
    const subject = { kind: "pull", number } as const;
    await refresh(desk.store, [
      { key, owner, repo, installation, subject, urgency: "refresh", ask: false, delivery: "domain-issue" },
    ]);
    return;
  }
  const at = await elsewhere(repository, installed, async () => true, desk);
  if (at !== undefined) await closeKept(at, issue, domainIssueOver(calledElsewhere(`${owner}/${repo}`, number), how));
}

async function stateOf({ octokit, owner, repo }: Place, number: number): Promise<"open" | "merged" | "closed"> {
  try {
    const { data } = await octokit.rest.pulls.get({ owner, repo, pull_number: number });
    return data.state === "open" ? "open" : data.merged ? "merged" : "closed";
  } catch (error) {
    if (![403, 404, 410].includes(statusOf(error) ?? 0)) throw error;
    return "closed";
  }
}

async function lookLater(kept: Kept, { store: { database }, clock }: Desk): Promise<void> {
  const { repository, issue, owner, repo, number } = kept;
  const day = addDays(dayOf(clock().toISOString()), 1);
  const key = `domain-issue:${repository.toLowerCase()}#${issue}:${day}`;
  // timers of the pull request itself end when it is closed
  const subject = keyOf(`${owner}/${repo}`, `^${number}`);
  const at = new Date(`${day}${morning}`);
  await later(database, { key, at, kind: "domain-issue", subject, payload: { ...kept } });
}

/** Finds the issues in a repository that wait for pull requests of the same owner's, for a database that does not know of them. */
export async function findIssues(place: Place, installation: number, desk: Desk): Promise<void> {
  for (const { number: issue, body } of await openIssuesOf(place, domainLabel.name)) {
    const about = readDomainIssue(body);
    // who may edit an issue there must not learn of other people's pull requests by it
    if (about === undefined || about.owner.toLowerCase() !== place.owner.toLowerCase()) continue;
    const repository = `${place.owner}/${place.repo}`;
    await lookLater({ ...about, repository, issue, installed: { owner: place.owner, installation } }, desk);
  }
}
