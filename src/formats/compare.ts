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
  /** Where both sides call themselves the same version: that version. */
  readonly version?: string;
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
  "version-rewritten": {
    invariant: "What a version means stays: a change that breaks somebody makes a new version.",
    breaks: [],
    source: "Semantic Versioning 2.0, section 3: the contents of a released version are not modified",
    advice: "Give the change a new version, so that who pins the old one can tell the two apart.",
    mirror: { none: "a rewrite in the other direction is the same change" },
  },
} as const satisfies Rules;

/** Compares one contract with its base and with every version of its history. The same findings are told once. */
export const compareContract: Compare = async (request) => {
  const { contract, base, head, history, options, reads, renamed, version } = request;
  const format = formats.find(({ name }) => name === request.format);
  if (format === undefined) throw new RangeError(`no such format: ${request.format}`);
  if (head === undefined && base === undefined) return nothing;
  const lives = await Promise.all([base, ...history].flatMap((one) => (one ? [format.life(one, options)] : [])));
  const [life = {}] = lives;
  // what is compared with a promise and with a draft is held to the promise
  const unpromised =
    lives.length > 0 && lives.every(({ advisory }) => advisory !== undefined) ? life.advisory : undefined;
  const advisory = unpromised === undefined ? {} : { advisory: unpromised };
  if (head === undefined) {
    const was = base?.entry ?? "";
    const end = life.ends === undefined ? "" : `; its end is announced for ${life.ends}`;
    const message = `the whole contract was removed${was === "" ? "" : ` (${was})`}${end}`;
    const gone = whole(contract, "removed", { before: was, after: null, message, announced: life.ends, path: was });
    return { ...nothing, ...advisory, changes: [gone] };
  }
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
  const told = [...changes.values()];
  const path = head.entry;
  if (renamed !== undefined) {
    const message = `the contract is now called ${renamed.to}; nothing is called ${renamed.from} any more`;
    told.unshift(whole(contract, "renamed", { before: renamed.from, after: renamed.to, message, path }));
  }
  if (version !== undefined && renamed === undefined && told.some(({ breaks }) => breaks.length > 0)) {
    const message = `version ${version} was rewritten in place: it is called ${version} before and after what breaks`;
    told.push(whole(contract, "version-rewritten", { before: version, after: version, message, path }));
  }
  return { changes: told, problems: [], reach, ...advisory };
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

interface Whole {
  readonly before: string;
  readonly after: string | null;
  readonly message: string;
  readonly path: string;
  readonly announced?: string | undefined;
}

/** A change to the contract as a whole, the same for every format. */
function whole(contract: string, id: keyof typeof contractRules, { announced, path, ...told }: Whole): Change {
  const rule = `contract/${id}`;
  const { breaks, advice } = contractRules[id];
  return {
    contract,
    rule,
    element: "",
    ...told,
    breaks,
    basis: "rule",
    witnesses: {},
    corrupts: false,
    ...(announced !== undefined && { announced }),
    advice,
    location: { path },
    fingerprint: fingerprint(contract, rule, "", told.before, told.after),
  };
}
