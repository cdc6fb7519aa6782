import { dueSteps, nextMoment, type Step } from "../answers/deadlines.ts";
import type { People, Policy, Review } from "../model.ts";
import { ChannelError, type Notice, tellChannel } from "../publish/channel.ts";
import type { Place } from "../publish/place.ts";
import { takeSteps, untaken } from "../publish/steps.ts";
import { calledElsewhere, escalationText } from "../report/escalation.ts";
import { code } from "../report/escape.ts";
import { type Redaction, redactionOf } from "../report/redact.ts";
import { contactsOf, escalation, expiry, readiness, reminder, stepDigest } from "../report/steps.ts";
import type { PullRequest, Said } from "../snapshot/answers.ts";
import { isRung, later, rung } from "../store/timers.ts";
import type { Claim } from "../store/turns.ts";
import { askDomain, closeAnswered, domainsOf } from "./domain-issues.ts";
import { faultOf, Paused, Superseded } from "./faults.ts";
import type { Desk } from "./take.ts";
import { wakeAt } from "./timers.ts";

/** A pull request that was reviewed, with what the silence of its people is judged by. */
export interface Seen {
  readonly pull: PullRequest;
  readonly reviewed: Review;
  readonly said: Said;
  readonly policy: Policy;
}

/** The turn in which steps are taken. */
export interface Round {
  readonly claim: Claim;
  readonly desk: Desk;
  /** Another repository as this turn may write there; undefined where the App is not installed. */
  placeOf(repository: string): Promise<Place | undefined>;
}

/** What escalating somewhere failed is tried again after so many minutes, for so many; then it is said that it failed. */
const againMinutes = 5;
const giveUpMinutes = 24 * 60;

/**
 * Takes every step that is due and was not taken: who has not answered is reminded, who stays silent is gone past, who was
 * granted an exception is told of its end, and who promised to be ready by a day is asked after it. Then sees to it that the pull request is looked at again when time alone changes it.
 */
export async function followUp(place: Place, seen: Seen, round: Round): Promise<void> {
  const { claim, desk } = round;
  const { reviewed, said, policy } = seen;
  const now = desk.clock().toISOString();
  const due = untaken(dueSteps(reviewed, said, policy, now), said.comments);
  const of = (kind: Step["kind"]) => due.filter((step) => step.kind === kind);
  const redact = redactionOf(reviewed);
  const take = async (steps: readonly Step[], message: (steps: readonly Step[]) => string) => {
    if (steps.length > 0) await takeSteps(place, said.pull, steps, redact(message(steps)));
  };
  // gone past is more than reminded: whoever was away so long that both are due hears the second only
  const past = new Set(of("escalation").flatMap(({ about }) => about.map(({ domain, name }) => `${domain}/${name}`)));
  const [late, waiting] = parted(of("reminder"), ({ about }) =>
    about.every((one) => past.has(`${one.domain}/${one.name}`)),
  );
  await take(waiting, reminder);
  await take(of("expiry"), expiry);
  await take(of("ready"), readiness);
  const gone = of("escalation");
  const done = gone.length === 0 ? [] : await escalate(place, gone, seen, round, redact);
  if (done === "later") await wakeAt(claim, new Date(Date.parse(now) + againMinutes * 60_000).toISOString(), desk);
  else await take([...gone, ...late], () => escalation(gone, policy.exceptionApprovers, done));
  const asked = { ...said, asked: askedBy(now, seen) };
  const next = nextMoment(reviewed, asked, policy, now);
  if (next !== undefined) await wakeAt(claim, next, desk);
  await closeAnswered(seen, round);
}

/** When owners were asked, those included whom this very review asked. */
function askedBy(now: string, { said, reviewed, pull }: Seen): People["asked"] {
  const before = new Set([
    ...(pull.requested_reviewers ?? []).map(({ login }) => `@${login}`.toLowerCase()),
    ...(pull.requested_teams ?? []).map(({ slug }) => `/${slug}`.toLowerCase()),
  ]);
  const asked = new Map(said.asked);
  for (const { owner, asked: outcome } of reviewed.ask) {
    const key = owner.toLowerCase();
    const already = before.has(key) || before.has(key.slice(key.indexOf("/")));
    if (outcome === "asked" && !asked.has(key) && !already) asked.set(key, now);
  }
  return asked;
}

/** Tells the operator's channel and the domains; what came of it, in lines, or that it must be tried again. */
async function escalate(
  place: Place,
  steps: readonly Step[],
  seen: Seen,
  round: Round,
  redact: Redaction,
): Promise<readonly string[] | "later"> {
  const { claim, desk } = round;
  const { policy, reviewed } = seen;
  const overdue = desk.clock().getTime() - Date.parse(steps[0]?.at ?? "") > giveUpMinutes * 60_000;
  const lines: string[] = [];
  const attempt = async (what: string, work: () => Promise<string | undefined>) => {
    try {
      const line = await work();
      if (line !== undefined) lines.push(line);
      return true;
    } catch (error) {
      if (error instanceof Superseded) throw error;
      const why = error instanceof ChannelError ? error.message : "GitHub did not let it be done";
      desk.trouble(`${claim.key}: ${what}: ${error instanceof ChannelError ? error.message : faultOf(error)}`);
      if (!overdue || error instanceof Paused) return false;
      lines.push(`${what} failed: ${why}.`);
      return true;
    }
  };
  let whole = true;
  if (policy.escalateTo !== undefined) {
    const name = policy.escalateTo;
    whole =
      (await attempt(`Telling the channel ${code(name)}`, () => tellOperator(name, steps, seen, desk, redact))) &&
      whole;
  }
  for (const [repository, theirs] of domainsOf(steps, reviewed)) {
    if (repository.toLowerCase() === nameOf(place).toLowerCase()) continue;
    const work = () => askDomain(place, repository, theirs, seen, round);
    whole = (await attempt(`An issue in ${code(repository)}`, work)) && whole;
  }
  return whole ? lines : "later";
}

async function tellOperator(
  name: string,
  steps: readonly Step[],
  { pull, said }: Seen,
  { channels, store: { database } }: Desk,
  redact: Redaction,
): Promise<string> {
  const channel = channels.get(name);
  if (channel === undefined)
    return `The channel ${code(name)} could not be told: the operator of this App has not defined it.`;
  const id = stepDigest(steps);
  const key = `told:${name}:${id}`;
  if (!(await isRung(database, key))) {
    const { full_name: repository } = pull.base.repo;
    const shown = steps.map((step) => ({
      ...step,
      whom: step.whom.map(redact),
      about: step.about.map(({ contact, ...one }) => ({
        ...{ ...one, name: redact(one.name) },
        ...(contact !== undefined && { contact: redact(contact) }),
      })),
    }));
    const notice: Notice = {
      ...{ id, kind: "escalation", repository, number: said.pull, url: pull.html_url },
      waiting: shown.map(({ contract, about, whom }) => ({
        contract,
        consumers: about.map(({ name }) => name),
        owners: whom,
        ...(contactsOf([{ about }]).length > 0 && { contacts: contactsOf([{ about }]) }),
      })),
      text: escalationText(shown, calledElsewhere(repository, said.pull), pull.html_url),
    };
    await tellChannel(channel, notice);
    // one that dies here tells it once more, under the same id
    await later(database, { key, at: new Date(0), kind: "told", subject: key, payload: {} });
    await rung(database, key);
  }
  return `The channel ${code(name)} was told.`;
}

function nameOf({ owner, repo }: Place): string {
  return `${owner}/${repo}`;
}

function parted<T>(all: readonly T[], test: (one: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [all.filter(test), all.filter((one) => !test(one))];
}
