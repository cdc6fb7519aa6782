import type { Change, Comparison, Options } from "../model.ts";
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
  /** Elements that consumers of base say they read. */
  readonly reads?: readonly string[];
  /** Where base and head are one contract under two names: those names. */
  readonly renamed?: { readonly from: string; readonly to: string };
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
  renamed: {
    invariant: "A contract keeps at least one of the names by which it is found.",
    breaks: ["backward", "forward"],
    source: "Contract Review: who finds a contract by a name it no longer has finds nothing",
    advice: "Keep the old name beside the new one (a configured `id`, an alias, a view) until nobody uses it.",
    mirror: { none: "a rename in the other direction is the same change" },
  },
  "sample-refused": {
    invariant: "What one side took as a record, the other side reads.",
    breaks: ["backward", "forward"],
    source: "Contract Review: a sample record beside the contract, or a reader's fixture, read by both sides",
    advice:
      "Look at the record where it is said to differ: either the contract must take it, or it is no sample any more.",
    short: "refuses a sample record",
    mirror: { none: "the record that head writes and base cannot read is the same rule the other way" },
  },
} as const satisfies Rules;

/** Compares one contract with its base and with every version of its history. The same findings are told once. */
export const compareContract: Compare = async (request) => {
  const { contract, base, head, history, options, reads, renamed } = request;
  const format = formats.find(({ name }) => name === request.format);
  if (format === undefined) throw new RangeError(`no such format: ${request.format}`);
  if (head === undefined && base === undefined) return nothing;
  if (head === undefined) return { ...nothing, changes: [whole(contract, "removed", base?.entry ?? "", null, "")] };
  const changes = new Map<string, Change>();
  let reach: Comparison["reach"] = new Map();
  const earlier = history.toReversed();
  for (const version of base === undefined && earlier.length > 0 ? earlier : [base, ...earlier]) {
    const compared = await format.compare(contract, version, head, options, version === base ? reads : []);
    if (compared.problems.length > 0) return { ...nothing, problems: compared.problems };
    if (version === base) reach = compared.reach;
    for (const change of compared.changes)
      changes.set(change.fingerprint, joined(changes.get(change.fingerprint), change));
  }
  const name = renamed === undefined ? [] : [whole(contract, "renamed", renamed.from, renamed.to, head.entry)];
  return { changes: [...name, ...changes.values()], problems: [], reach };
};

const nothing: Comparison = { changes: [], problems: [], reach: new Map() };

/** The same change told twice breaks whatever either telling breaks. */
function joined(known: Change | undefined, change: Change): Change {
  if (known === undefined) return change;
  const breaks = [...new Set([...known.breaks, ...change.breaks])];
  const witnesses = { ...change.witnesses, ...known.witnesses };
  const proven = breaks.length > 0 && breaks.every((direction) => direction in witnesses);
  return {
    ...known,
    breaks,
    witnesses,
    basis: proven ? "witness" : known.basis === "witness" ? change.basis : known.basis,
  };
}

/** A change to the contract as a whole, the same for every format. */
function whole(
  contract: string,
  id: keyof typeof contractRules,
  before: string,
  after: string | null,
  path: string,
): Change {
  const rule = `contract/${id}`;
  const { breaks, advice } = contractRules[id];
  return {
    contract,
    rule,
    element: "",
    before,
    after,
    breaks,
    basis: "rule",
    witnesses: {},
    corrupts: false,
    message:
      after === null
        ? `the whole contract was removed${before === "" ? "" : ` (${before})`}`
        : `the contract is now called ${after}; nothing is called ${before} any more`,
    advice,
    location: { path: path === "" ? before : path },
    fingerprint: fingerprint(contract, rule, "", before, after),
  };
}
