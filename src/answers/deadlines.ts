import { isReachable } from "../consumers/owners.ts";
import type { Contract, People, Policy, Question, Review } from "../model.ts";
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
  /** Day on which it is due. */
  readonly due: string;
  /** Of an exception: its last day. */
  readonly ends?: string;
  /** Whom it concerns: owners, or who asked for the exception. */
  readonly whom: readonly string[];
  readonly contract: string;
  /** Consumers, by name. */
  readonly about: readonly string[];
}

/** Days before an exception ends on which that is announced. */
const announced = [7, 1];

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
  if (people.draft) return [];
  const today = dayOf(now);
  const { questions, exceptions } = review.answers;
  const steps: Step[] = [];
  for (const question of questions) {
    const asked = askedOf(question, people);
    if (asked === undefined || question.settledBy !== undefined || question.rejectedBy !== undefined) continue;
    const { contract, domain, name, owners } = question;
    const key = `${people.pull} ${contract} ${domain}/${name} ${asked.at}`;
    const common = { whom: owners, contract, about: [name] };
    const since = dayOf(asked.at);
    steps.push({ kind: "reminder", key: `reminder ${key}`, due: addWorkingDays(since, 1), ...common });
    const end = addWorkingDays(since, policy.acknowledgeWithinDays);
    steps.push({ kind: "escalation", key: `escalation ${key}`, due: addDays(end, 1), ...common });
  }
  for (const { id, by, approvedBy, until, over, contract, covers } of exceptions) {
    if (over !== undefined || approvedBy.length === 0) continue;
    for (const days of announced)
      steps.push({
        kind: "expiry",
        key: `expiry ${people.pull} ${id} ${days}`,
        due: addDays(until, -days),
        ends: until,
        whom: [...new Set([by, ...approvedBy])].map((login) => `@${login}`),
        contract,
        about: covers,
      });
  }
  return steps.filter(({ due }) => due <= today).sort((a, b) => (a.due < b.due ? -1 : 1));
}
