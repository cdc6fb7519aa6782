import { type Compare, compareContract } from "./compare.ts";
import { type Finds, findContracts, referencesOf } from "./find.ts";

/**
 * Everything that reads or compares a contract's text. The rest of the program has it done through this port: in this
 * thread, or in worker threads with limits of time and memory, where what exceeds them is a Problem of that contract.
 */
export interface Work {
  readonly compare: Compare;
  find(path: string, text: string, among: readonly string[], expected: boolean): Promise<Finds>;
  /** What each of the files draws on, out of the paths of the tree. */
  references(
    format: string,
    files: ReadonlyMap<string, string>,
    tree: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>>;
}

export const inThisThread: Work = {
  compare: compareContract,
  find: async (...args) => findContracts(...args),
  references: async (...args) => referencesOf(...args),
};
