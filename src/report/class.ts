import type { Change, Review } from "../model.ts";
import { type ChangeClass, classOf, heaviest, isExcepted } from "../plan/classes.ts";
import { allChanges } from "./changes.ts";

/** The class of one change, with what was said of it. */
export function classOfChange(change: Change, { answers }: Pick<Review, "answers">): ChangeClass {
  return classOf(change, isExcepted(change, answers.questions));
}

/** The heaviest class of a contract's changes, whichever baselines showed them. */
export function classOfContract(review: Review, contract: string): ChangeClass {
  const own = allChanges(review).filter(({ diff }) => diff.contract.id === contract);
  return heaviest(own.map(({ change }) => classOfChange(change, review)));
}
