import { type FoundConsumers, findConsumers, type Scanned } from "./consumers/find.ts";
import { type Compare, compareContract } from "./formats/compare.ts";
import { type Examples, examplesOf } from "./formats/examples.ts";
import { type Finds, findContracts, referencesOf } from "./formats/find.ts";
import { type Hold, holdContract } from "./formats/hold.ts";
import { type Beside, type Lint, lintDocument } from "./lint/lint.ts";
import type { FirstStep, Problem } from "./model.ts";
import { type FirstStepRequest, firstStep } from "./plan/first-step.ts";
import { withSuspicions } from "./semantics/suspected.ts";
import { findSubjects } from "./subjects/find.ts";
import type { SubjectFile } from "./subjects/subject.ts";

/**
 * Everything that parses or compares a stranger's text. The rest of the program has it done through this port: in this
 * thread, or in worker threads with limits of time and memory, where what exceeds them is a Problem of that contract, or of
 * that repository, and of nothing else.
 */
export interface Work {
  readonly compare: Compare;
  /** Sample records against two sides of a contract. */
  readonly hold: Hold;
  readonly examples: Examples;
  find(path: string, text: string, among: readonly string[], expected: boolean): Promise<Finds>;
  /** What each of the files draws on, out of the paths of the tree. */
  references(
    format: string,
    files: ReadonlyMap<string, string>,
    tree: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Which subjects of a registry a file maps to which schemas, and their modes. */
  subjects(path: string, text: string): Promise<SubjectFile | { readonly problem: Problem }>;
  /** What is wrong with a contract document, or missing from it; undefined for any other document. */
  lint(path: string, text: string, beside: Beside): Promise<readonly Lint[] | undefined>;
  /** How a breaking change begins without breaking anybody. Undefined where that took too long or too much. */
  firstStep(request: FirstStepRequest): Promise<FirstStep | undefined>;
  /** Who reads what, by the descriptors of one repository. `mapped` is the configuration's `owners`. */
  consumers(
    scanned: Scanned,
    mapped: ReadonlyMap<string, readonly string[]>,
  ): Promise<FoundConsumers | { readonly unreadable: string }>;
}

export const inThisThread: Work = {
  compare: async (request) => withSuspicions(request.contract, await compareContract(request)),
  hold: holdContract,
  examples: examplesOf,
  find: async (...args) => findContracts(...args),
  references: async (...args) => referencesOf(...args),
  subjects: async (...args) => findSubjects(...args),
  lint: async (...args) => lintDocument(...args),
  firstStep,
  consumers: async (...args) => findConsumers(...args),
};
