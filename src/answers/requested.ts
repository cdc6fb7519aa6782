import type { ExceptionRequest, Question, Shown } from "../model.ts";
import { addDays } from "./days.ts";
import { questionKey } from "./questions.ts";

/** A request for an exception while its pull request's story is read. */
export interface Requested {
  readonly request: Omit<ExceptionRequest, "covers" | "approvedBy" | "over">;
  readonly covers: readonly Question[];
  /** Meant by it, but with changes that were not shown then, or not named. */
  readonly beyond: readonly Question[];
  readonly shown: Shown;
  approvals: Approval[];
  /** Approvals that were taken back, and when. */
  readonly ended: (Approval & { readonly until: string })[];
  withdrawn?: { readonly says: string; readonly at: string };
}

export interface Approval {
  readonly by: string;
  readonly at: string;
  readonly covers: readonly Question[];
}

/** Takes back those approvals of a request that a test picks. Gives how many. */
export function endApprovals(one: Requested, at: string, test: (approval: Approval) => boolean = () => true): number {
  const gone = one.approvals.filter(test);
  one.approvals = one.approvals.filter((approval) => !gone.includes(approval));
  one.ended.push(...gone.map((approval) => ({ ...approval, until: at })));
  return gone.length;
}

/** While a question was excepted: from one moment to another, that of the day after its last day included. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** When a question was, or is, under an approved exception; earliest first. */
export function exceptedSpans(question: Question, requests: readonly Requested[]): readonly Span[] {
  const key = questionKey(question);
  const spans = requests.flatMap(({ request, approvals, ended, withdrawn }) => {
    const midnight = `${addDays(request.until, 1)}T00:00:00Z`;
    const last = withdrawn === undefined || withdrawn.at > midnight ? midnight : withdrawn.at;
    return [...approvals.map((one) => ({ ...one, until: last })), ...ended]
      .filter(({ covers }) => covers.some((one) => questionKey(one) === key))
      .map(({ at, until }) => ({ from: at, to: earlier(until, last) }));
  });
  return spans.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
}

function earlier(one: string, other: string): string {
  return [one, other].sort()[0] ?? one;
}
