import type { Change, Comparison, Mode, Options } from "../model.ts";
import { fingerprint } from "./fingerprint.ts";
import type { Rules, Source } from "./format.ts";
import { formats } from "./index.ts";

/** Plain values only, so that it can be sent to a worker. */
export interface CompareRequest {
  /** The contract's id. */
  readonly contract: string;
  readonly format: string;
  readonly base: Source | undefined;
  readonly head: Source | undefined;
  /** Earlier approved versions, oldest first: with them the answer is transitive. */
  readonly history: readonly Source[];
  readonly options: Options;
}

/** How the rest of the program has contracts compared: in this thread or in a worker with limits. */
export type Compare = (request: CompareRequest) => Promise<Comparison>;

/** Rules that hold for a contract of any format. */
export const contractRules = {
  removed: {
    invariant: "A contract that base has stands in head too.",
    breaks: ["backward", "forward"],
    source: "Contract Review: nothing can be read or written under a contract that is gone",
    advice: "Keep the contract until no consumer pins or reads it; announce the date, then remove it.",
    mirror: { none: "a contract that appears breaks nobody" },
  },
} as const satisfies Rules;

/** Compares one contract with its base and with every version of its history. The same findings are told once. */
export const compareContract: Compare = async ({ contract, format: name, base, head, history, options }) => {
  const format = formats.find((candidate) => candidate.name === name);
  if (format === undefined) throw new RangeError(`no such format: ${name}`);
  if (head === undefined) return { changes: base === undefined ? [] : [removed(contract, base)], problems: [] };
  const changes = new Map<string, Change>();
  for (const version of [base, ...history.toReversed()]) {
    if (version === undefined) continue;
    const compared = await format.compare(contract, version, head, options);
    if (compared.problems.length > 0) return { changes: [], problems: compared.problems };
    for (const change of compared.changes)
      if (!changes.has(change.fingerprint)) changes.set(change.fingerprint, change);
  }
  return { changes: [...changes.values()], problems: [] };
};

function removed(contract: string, base: Source): Change {
  const { breaks, advice } = contractRules.removed;
  return {
    contract,
    rule: "contract/removed",
    element: "",
    before: base.entry,
    after: null,
    breaks,
    basis: "rule",
    witnesses: {},
    corrupts: false,
    message: `the whole contract was removed${base.entry === "" ? "" : ` (${base.entry})`}`,
    advice,
    location: { path: base.entry },
    fingerprint: fingerprint(contract, "contract/removed", "", base.entry, null),
  };
}

/** Whether a comparison keeps what a mode promises. */
export function keepsMode(mode: Mode, changes: readonly Change[]): boolean {
  const broken = (direction: "backward" | "forward") => changes.some((change) => change.breaks.includes(direction));
  if (mode.startsWith("BACKWARD")) return !broken("backward");
  if (mode.startsWith("FORWARD")) return !broken("forward");
  return mode === "NONE" || !(broken("backward") || broken("forward"));
}
