import type { Change, Comparison, Options, Wording } from "../model.ts";
import { showVersion } from "../text/version.ts";
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
  /** Where base is a published version, one of several side by side in files of their own: which. */
  readonly published?: string;
  /** Whether it is the schema of a topic's keys. */
  readonly key?: boolean;
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
  "key-schema-changed": {
    invariant: "The schema of a topic's keys does not change.",
    breaks: ["backward", "forward"],
    source:
      "Apache Kafka: records are partitioned and compacted by the bytes of their key, which a changed schema changes",
    advice: "Publish to a new topic under the new key and move readers to it.",
    mirror: "key-schema-changed",
  },
  "version-removed": {
    invariant: "A published version stands for as long as somebody pins it.",
    breaks: ["backward", "forward"],
    source: "Contract Review: nothing can be read or written under a version that is gone",
    advice: "Keep the version's file until nobody pins it; announce the date, then remove it.",
    mirror: { none: "a version that appears is compared with the one before it" },
  },
  "version-edited": {
    invariant: "A published version keeps saying what it said.",
    breaks: [],
    source: "SchemaVer and semver 2.0, section 3: the contents of a released version must not be modified",
    advice: "Leave the published version's file as it was and publish the change as a new version beside it.",
    mirror: { none: "an edit in the other direction is the same change" },
  },
} as const satisfies Rules;

/** Compares one contract with its base and with every version of its history. The same findings are told once. */
export const compareContract: Compare = async (request) => {
  const { contract, base, head, history, options, reads, renamed, published } = request;
  const format = formats.find(({ name }) => name === request.format);
  if (format === undefined) throw new RangeError(`no such format: ${request.format}`);
  if (head === undefined && base === undefined) return nothing;
  const path = base?.entry ?? "";
  if (head === undefined && published !== undefined)
    return { ...nothing, changes: [whole(contract, "version-removed", published, null, path)] };
  if (head === undefined) return { ...nothing, changes: [whole(contract, "removed", path, null, "")] };
  const changes = new Map<string, Change>();
  let reach: Comparison["reach"] = new Map();
  const wordings = new Map<string, Wording>();
  const earlier = history.toReversed();
  for (const version of base === undefined && earlier.length > 0 ? earlier : [base, ...earlier]) {
    const compared = await format.compare(contract, version, head, options, version === base ? reads : []);
    if (compared.problems.length > 0) return { ...nothing, problems: compared.problems };
    if (version === base) reach = compared.reach;
    for (const wording of compared.wordings ?? []) wordings.set(JSON.stringify(wording), wording);
    for (const change of compared.changes)
      changes.set(change.fingerprint, joined(changes.get(change.fingerprint), change));
  }
  const name = renamed === undefined ? [] : [whole(contract, "renamed", renamed.from, renamed.to, head.entry)];
  const told = wordings.size === 0 ? {} : { wordings: [...wordings.values()] };
  const edited =
    published !== undefined && isEdit(published, [...changes.values()])
      ? [whole(contract, "version-edited", published, published, head.entry)]
      : [];
  const seen = [...changes.values()].map(({ rule, element }) => `${rule} ${element}`.trim()).sort();
  const keyed =
    request.key && seen.length > 0 ? [whole(contract, "key-schema-changed", "", seen.join(", "), head.entry)] : [];
  return { changes: [...name, ...edited, ...keyed, ...changes.values()], problems: [], reach, ...told };
};

/** What only names a major version (`v2`) grows in place, within what it promises; an exact version does not. */
function isEdit(version: string, changes: readonly Change[]): boolean {
  return /\d[._-]\d/.test(version) ? changes.length > 0 : changes.some(({ breaks }) => breaks.length > 0);
}

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
    message: wordsFor[id](before, after ?? ""),
    advice,
    location: { path: path === "" ? before : path },
    fingerprint: fingerprint(contract, rule, "", before, after),
  };
}

const wordsFor: Record<keyof typeof contractRules, (before: string, after: string) => string> = {
  removed: (before) => `the whole contract was removed${before === "" ? "" : ` (${before})`}`,
  renamed: (before, after) => `the contract is now called ${after}; nothing is called ${before} any more`,
  "key-schema-changed": () => "the schema of the topic's keys changed: equal keys are no longer equal bytes",
  "version-removed": (before) => `the version ${showVersion(before)} was removed; other versions still stand`,
  "version-edited": (before) => `the published version ${showVersion(before)} was edited in place`,
};
