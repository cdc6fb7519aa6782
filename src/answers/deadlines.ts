import { isReachable } from "../consumers/owners.ts";
import type { Answers, Contract, People, Policy, Question, Review } from "../model.ts";
import { needsPerson } from "./authority.ts";
import { type Board, standingOf } from "./board.ts";
import { addDays, addWorkingDays, dayOf } from "./days.ts";
import { askedOf, dueBy, type Wait } from "./waiting.ts";

/** The day by which an answer is due: so many working days after its owners were asked, or are asked now. */
export function dueDay(board: Board, question: Question, asking: boolean): string | undefined {
  const { people, policy, now } = board;
  if (question.about === "coverage" || question.needs === "exception") return undefined;
  const willAsk =
    asking && !people.draft && question.owners.some(isReachable) && askedOf(question, people) === undefined;
  const wait = willAsk ? { from: now } : waitNow(board, question);
  return wait && dueBy(wait, policy.acknowledgeWithinDays);
}

/** The wait for an answer that goes on now; undefined where nobody is waited for. */
export function waitNow(board: Board, question: Question): Wait | undefined {
  const last = board.waits(question, board.now).at(-1);
  return last?.to === undefined ? last : undefined;
}

/** A consumer that answers to the producer's own team needs nobody's words, unless it matters much. */
export function settleOwn(board: Board, contracts: readonly Contract[]): void {
  for (const question of board.questions) {
    if (question.about !== "consumer" || question.needs === "exception" || needsPerson(question)) continue;
    const producers = contracts.find(({ id }) => id === question.contract)?.owners ?? [];
    const own = question.owners.find((owner) => producers.some((one) => one.toLowerCase() === owner.toLowerCase()));
    if (own !== undefined) standingOf(board, question).settledBy = { kind: "own-team", by: own, at: board.now };
  }
}

/**
 * Where the policy says so, silence until the day an answer was due settles what nobody said anything of that counts; silence
 * about these very changes, in one wait. What matters much always needs a person.
 */
export function settleSilence(board: Board): void {
  const { policy, people, now, questions } = board;
  // nobody is waited for on a draft
  if (people.draft) return;
  for (const question of questions) {
    const standing = standingOf(board, question);
    if (standing.settledBy !== undefined || standing.rejectedBy !== undefined || !maySilence(question, policy))
      continue;
    const by = askedOf(question, people)?.owner;
    const over = board
      .waits(question, now)
      .find((wait) => dueBy(wait, policy.acknowledgeWithinDays) < dayOf(wait.to ?? now));
    if (by === undefined || over === undefined) continue;
    standing.settledBy = { kind: "silence", by, at: `${dueBy(over, policy.acknowledgeWithinDays)}T23:59:59Z` };
  }
}

/** Whether silence may come to count as yes. */
function maySilence(question: Question, { silenceAcknowledges }: Policy): boolean {
  const { about, needs, criticality } = question;
  const asks = about === "consumer" && needs === "acknowledgement" && !needsPerson(question);
  return asks && silenceAcknowledges.includes(criticality);
}

/** One step towards people who have not answered, or towards a date they should know of. Each happens once. */
export interface Step {
  /**
   * `reminder`: to who has not answered. `escalation`: beyond them. `expiry`: to who was granted an exception that ends soon.
   * `ready`: to who promised to be ready by a day that has passed.
   */
  readonly kind: "reminder" | "escalation" | "expiry" | "ready";
  /** The same step has the same key in every review, so that it can be done once. */
  readonly key: string;
  /** From when on it is due: ISO 8601, UTC. */
  readonly at: string;
  /** Of an exception, its last day; of a promise, its day. */
  readonly ends?: string;
  /** Whom it concerns: owners, or who asked for the exception. */
  readonly whom: readonly string[];
  readonly contract: string;
  /** What it is about; of an exception, everything it covers. */
  readonly about: readonly Subject[];
}

/** A consumer, and the domain that declares it. */
interface Subject {
  readonly name: string;
  readonly domain: string;
  /** Where the domain is reached besides. */
  readonly contact?: string;
}

/** Days before an exception ends on which that is announced. */
export const announced = [7, 1];

/** When in the day something is said that no person's own hour gives: before most of them begin to work. */
export const morning = "T08:00:00Z";

const midnight = "T00:00:00Z";

/** Since when an answer is waited for; `people` may have been asked since the question was worked out. */
function waitedSince(question: Question, people: People): string | undefined {
  return question.since ?? askedOf(question, people)?.at;
}

/** Every step of a review that is open, due or not, earliest first. */
function steps({ answers }: Pick<Review, "answers">, people: People, policy: Policy): readonly Step[] {
  if (people.draft) return [];
  const found: Step[] = [];
  for (const question of answers.questions) {
    const { contract, domain, name, owners, contact } = question;
    const from = waitedSince(question, people);
    // what only an exception settles is no matter of an owner's yes
    if (from === undefined || question.needs === "exception") continue;
    if (question.settledBy !== undefined || question.rejectedBy !== undefined) continue;
    const key = `${people.pull} ${contract} ${domain}/${name} ${from}`;
    const common = { whom: owners, contract, about: [{ name, domain, ...(contact !== undefined && { contact }) }] };
    const since = dayOf(from);
    const hour = from.slice(since.length) === midnight ? morning : from.slice(since.length);
    found.push({ kind: "reminder", key: `reminder ${key}`, at: `${addWorkingDays(since, 1)}${hour}`, ...common });
    const after = addWorkingDays(since, policy.acknowledgeWithinDays + 1);
    found.push({ kind: "escalation", key: `escalation ${key}`, at: `${after}${hour}`, ...common });
  }
  for (const { id, by, approvedBy, approvedAt = "", until, over, contract, covers } of answers.exceptions) {
    if (over !== undefined || approvedBy.length === 0) continue;
    for (const days of announced) {
      const at = `${addDays(until, -days)}${morning}`;
      // who approved it later than that knew
      if (at < approvedAt) continue;
      found.push({
        kind: "expiry",
        key: `expiry ${people.pull} ${id} ${days}`,
        at,
        ends: until,
        whom: [...new Set([by, ...approvedBy])].map((login) => `@${login}`),
        contract,
        about: covers.map((name) => ({ name, domain: "" })),
      });
    }
  }
  found.push(...readySteps(people.pull, answers.questions.flatMap(promiseOf)));
  return found.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** What an owner promised when they acknowledged: that their consumer will be ready. */
export interface Readiness {
  readonly contract: string;
  readonly about: Subject;
  /** A login. */
  readonly by: string;
  /** When they said so. */
  readonly at: string;
  readonly readyBy: string;
}

function promiseOf({ contract, name, domain, settledBy }: Question): readonly Readiness[] {
  if (settledBy?.readyBy === undefined) return [];
  const { by, at, readyBy } = settledBy;
  return [{ contract, about: { name, domain }, by, at, readyBy }];
}

/** One step for everything that was promised at once, due on the morning after its day; the same before and after a merge. */
export function readySteps(pull: number, promises: readonly Readiness[]): readonly Step[] {
  const found = new Map<string, Step>();
  for (const { contract, about, by, at, readyBy } of promises) {
    const key = `ready ${pull} ${at} ${readyBy}`;
    const known = found.get(key);
    found.set(key, {
      ...{ kind: "ready", key, at: `${addDays(readyBy, 1)}${morning}`, ends: readyBy, contract },
      whom: [...new Set([...(known?.whom ?? []), `@${by}`])],
      about: [...(known?.about ?? []), about],
    });
  }
  return [...found.values()];
}

/**
 * Every step that is due by now, on a pull request that is open. `people`: those of the pull request. The caller keeps which
 * keys are done; asked again, the same steps have the same keys.
 */
export function dueSteps(
  review: Pick<Review, "answers">,
  people: People,
  policy: Policy,
  now: string,
): readonly Step[] {
  return steps(review, people, policy).filter(({ at }) => at <= now);
}

/** When a review that nothing else happens to would come to something new: a step, silence that counts, an exception's end. */
export function nextMoment(
  review: Pick<Review, "answers">,
  people: People,
  policy: Policy,
  now: string,
): string | undefined {
  const { questions, exceptions } = review.answers;
  const silent = questions.flatMap((question) => {
    const from = waitedSince(question, people);
    if (from === undefined || question.settledBy !== undefined || question.rejectedBy !== undefined) return [];
    return maySilence(question, policy) ? [midnightAfter(dueBy({ from }, policy.acknowledgeWithinDays))] : [];
  });
  const end = firstEnd({ exceptions });
  const moments = [
    ...steps(review, people, policy).map(({ at }) => at),
    ...silent,
    ...(end === undefined ? [] : [end]),
  ];
  return moments.filter((at) => at > now).sort()[0];
}

/** The moment at which the first of the exceptions that hold, or may come to hold, ends. */
export function firstEnd({ exceptions }: Pick<Answers, "exceptions">): string | undefined {
  return exceptions.flatMap(({ over, until }) => (over === undefined ? [midnightAfter(until)] : [])).sort()[0];
}

function midnightAfter(day: string): string {
  return `${addDays(day, 1)}${midnight}`;
}
