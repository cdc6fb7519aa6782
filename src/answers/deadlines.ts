import { isReachable } from "../consumers/owners.ts";
import type { Answers, Contract, People, Policy, Question, Review } from "../model.ts";
import { askedOf, needsPerson } from "./authority.ts";
import { type Board, standingOf } from "./board.ts";
import { addDays, addWorkingDays, dayOf } from "./days.ts";

/** The day by which an answer is due: so many working days after its owners were asked, or are asked now. */
export function dueDay(
  question: Question,
  people: People,
  policy: Policy,
  now: string,
  asking: boolean,
): string | undefined {
  if (question.about === "coverage" || question.needs === "exception") return undefined;
  const asked = askedOf(question, people)?.at;
  const willAsk = asking && !people.draft && question.owners.some(isReachable);
  const from = asked ?? (willAsk ? now : undefined);
  return from === undefined ? undefined : addWorkingDays(dayOf(from), policy.acknowledgeWithinDays);
}

/**
 * What needs nobody's words: a consumer that answers to the producer's own team, and, where the policy says so, silence until
 * the day an answer was due. What matters much always needs a person.
 */
export function settleWithoutWords(board: Board, contracts: readonly Contract[]): void {
  const { policy, people, now, questions } = board;
  for (const question of questions) {
    if (question.about !== "consumer" || question.needs === "exception" || needsPerson(question)) continue;
    const standing = standingOf(board, question);
    const producers = contracts.find(({ id }) => id === question.contract)?.owners ?? [];
    const own = question.owners.find((owner) => producers.some((one) => one.toLowerCase() === owner.toLowerCase()));
    if (own !== undefined) standing.settledBy = { kind: "own-team", by: own, at: now };
    const asked = askedOf(question, people);
    if (asked === undefined || !policy.silenceAcknowledges.includes(question.criticality)) continue;
    const due = addWorkingDays(dayOf(asked.at), policy.acknowledgeWithinDays);
    if (own === undefined && due < dayOf(now))
      standing.settledBy = { kind: "silence", by: asked.owner, at: `${due}T23:59:59Z` };
  }
}

/** One step towards people who have not answered, or towards a date they should know of. Each happens once. */
export interface Step {
  /** `reminder`: to who has not answered. `escalation`: beyond them. `expiry`: to who was granted an exception that ends soon. */
  readonly kind: "reminder" | "escalation" | "expiry";
  /** The same step has the same key in every review, so that it can be done once. */
  readonly key: string;
  /** From when on it is due: ISO 8601, UTC. */
  readonly at: string;
  /** Of an exception: its last day. */
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
}

/** Days before an exception ends on which that is announced. */
export const announced = [7, 1];

/** When in the day something is said that no person's own hour gives: before most of them begin to work. */
export const morning = "T08:00:00Z";

/** Every step of a review that is open, due or not, earliest first. */
function steps({ answers }: Pick<Review, "answers">, people: People, policy: Policy): readonly Step[] {
  if (people.draft) return [];
  const found: Step[] = [];
  for (const question of answers.questions) {
    const asked = askedOf(question, people);
    // what only an exception settles is no matter of an owner's yes
    if (asked === undefined || question.needs === "exception") continue;
    if (question.settledBy !== undefined || question.rejectedBy !== undefined) continue;
    const { contract, domain, name, owners } = question;
    const key = `${people.pull} ${contract} ${domain}/${name} ${asked.at}`;
    const common = { whom: owners, contract, about: [{ name, domain }] };
    const since = dayOf(asked.at);
    const hour = asked.at.slice(dayOf(asked.at).length);
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
  return found.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
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
    const asked = askedOf(question, people);
    if (asked === undefined || question.settledBy !== undefined || question.needs === "exception") return [];
    if (question.about !== "consumer" || !policy.silenceAcknowledges.includes(question.criticality)) return [];
    return [midnightAfter(addWorkingDays(dayOf(asked.at), policy.acknowledgeWithinDays))];
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
  return `${addDays(day, 1)}T00:00:00Z`;
}
