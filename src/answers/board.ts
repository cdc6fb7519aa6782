import type { Answer, Outcome, People, Policy, Question, Shown } from "../model.ts";
import { Authority } from "./authority.ts";
import { questionKey } from "./questions.ts";
import { exceptedSpans, type Requested } from "./requested.ts";
import { shownSince, type Wait, waitsOf } from "./waiting.ts";

/** What an answer is given on: one pull request, its people, the questions of this review. */
export interface Board {
  readonly people: People;
  readonly policy: Policy;
  readonly authority: Authority;
  readonly questions: readonly Question[];
  /** The head that is reviewed. */
  readonly head: string;
  readonly now: string;
  /** What stands for each question so far, by its key. */
  readonly standing: Map<string, Standing>;
  readonly outcomes: Outcome[];
  /** Exceptions that were asked for so far. */
  readonly requests: Requested[];
  /** When a question's answer was waited for, as seen at a moment. */
  waits(question: Question, at: string): readonly Wait[];
}

export interface Standing {
  settledBy?: Answer;
  rejectedBy?: Answer;
  lapsed?: { readonly says: string; readonly at: string };
  /** The answer is a review: what ends the review ends it. */
  byReview?: boolean;
}

export function boardOf(fixed: Pick<Board, "people" | "policy" | "questions" | "head" | "now">): Board {
  const { people, policy, questions, now } = fixed;
  const standing = new Map(questions.map((question) => [questionKey(question), {}]));
  const requests: Requested[] = [];
  const shown = new Map<string, string>();
  const waits = (question: Question, at: string) => {
    const key = questionKey(question);
    const since = shown.get(key) ?? shownSince(question, people, questions) ?? now;
    shown.set(key, since);
    return waitsOf(question, people, since, exceptedSpans(question, requests), at);
  };
  return { ...fixed, authority: new Authority(people, policy, waits), standing, outcomes: [], requests, waits };
}

export function standingOf(board: Board, question: Question): Standing {
  return board.standing.get(questionKey(question)) ?? {};
}

/** Marks an answer to what an earlier head showed. */
export function keptMark(board: Board, shown: Shown): { readonly kept?: true } {
  return shown.head === board.head ? {} : { kept: true };
}

/** Whether a question is called by this name: the consumer's own, or with its domain before it. */
export function isCalled({ name, domain }: Question, called: string): boolean {
  const wanted = called.toLowerCase().replace(/^@/, "");
  return name.toLowerCase() === wanted || (domain !== "" && `${domain}/${name}`.toLowerCase() === wanted);
}
