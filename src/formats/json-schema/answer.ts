import type { Formula, Formulas } from "./formula.ts";
import type { Value } from "./value.ts";

/** Whether some value satisfies a formula: one that does, the proof that none does, or neither. */
export type Answer =
  | { readonly is: "some"; readonly value: Value }
  | { readonly is: "none" }
  | { readonly is: "unknown"; readonly reason: string };

export const none: Answer = { is: "none" };
export const some = (value: Value): Answer => ({ is: "some", value });
export const unknown = (reason: string): Answer => ({ is: "unknown", reason });

/** Thrown where the work allowed for one question is spent: the answer is then "not proven". */
export class OutOfWork extends Error {}

/** What the theories of arrays and objects ask about the values within. */
export interface Goals {
  readonly formulas: Formulas;
  solve(goal: Formula): Answer;
  holds(formula: Formula, value: Value): boolean | undefined;
  spend(amount?: number): void;
  /** Up to `want` different values of a formula, whether these are all, and what stood in the way. */
  models(formula: Formula, want: number): Models;
}

export interface Models {
  readonly values: readonly Value[];
  readonly complete: boolean;
  readonly doubt: Answer | undefined;
}
