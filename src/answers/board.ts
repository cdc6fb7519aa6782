import type { Answer, Outcome, People, Policy, Question, Shown } from "../model.ts";
import { Authority } from "./authority.ts";
import { questionKey } from "./questions.ts";

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
}

export interface Standing {
  settledBy?: Answer;
  rejectedBy?: Answer;
  lapsed?: { readonly says: string; readonly at: string };
  /** The answer is a review: what ends the review ends it. */
  byReview?: boolean;
}

export function boardOf(fixed: Omit<Board, "standing" | "outcomes" | "authority">): Board {
  const standing = new Map(fixed.questions.map((question) => [questionKey(question), {}]));
  return { ...fixed, authority: new Authority(fixed.people, fixed.policy), standing, outcomes: [] };
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
