import { addDays, isDay } from "./days.ts";
import { announced, morning } from "./deadlines.ts";
import type { TalliedException, Tally } from "./tally.ts";

/** A migration that is owed since a change was merged under an exception. */
export interface Promised {
  /** Of the pull request, and of the comment that requested the exception. */
  readonly pull: number;
  readonly request: number;
  /** Last day of the exception. */
  readonly until: string;
  /** Login of who requested it. */
  readonly by: string;
}

/** The exceptions that a pull request was merged under: one a contract, the newest. */
export function inForce({ exceptions }: Tally): readonly TalliedException[] {
  const held = new Map<string, TalliedException>();
  for (const one of exceptions) if (one.over === undefined && one.approvedBy.length > 0) held.set(one.contract, one);
  return [...held.values()];
}

/** The hidden line by which an issue is found again, and from which it is known what it promises. */
export function promiseMarker({ pull, request, until, by }: Promised): string {
  return `<!-- contract-review migration ${pull} ${request} ${until} ${by.replace(/[^\w-]/g, "")} -->`;
}

export function readPromise(body: string): Promised | undefined {
  const [, pull, request, until = "", by = ""] =
    /^<!-- contract-review migration (\d{1,9}) (\d{1,15}) (\S+) ([\w-]{1,80}) -->/.exec(body) ?? [];
  return isDay(until) ? { pull: Number(pull), request: Number(request), until, by } : undefined;
}

/** When it is asked about next: seven days and one day before its date, on the day after, and every week from then on. */
export function nextChase({ until }: Pick<Promised, "until">, now: string): string {
  const before = announced.map((days) => `${addDays(until, -days)}${morning}`).sort();
  const soon = before.find((at) => at > now);
  if (soon !== undefined) return soon;
  let day = addDays(until, 1);
  while (`${day}${morning}` <= now) day = addDays(day, 7);
  return `${day}${morning}`;
}
