import type { Change, Comparison, Options, Wording } from "../model.ts";
import { readJson } from "../text/json.ts";
import type { Surroundings } from "../text/surroundings.ts";
import { Unreadable } from "../text/tree.ts";
import { showVersion } from "../text/version.ts";
import { whole } from "./contract.ts";
import type { Life, Source } from "./format.ts";
import { formats } from "./index.ts";
import { groupIn, withinLineage } from "./lineage.ts";
import { aroundChanges } from "./registration.ts";

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
  /** Where both sides call themselves the same version: that version. */
  readonly version?: string;
  /** Where it stands among what is put away: the path. */
  readonly putAway?: string;
  /** Whether it is the schema of a topic's keys. */
  readonly key?: boolean;
  /** What is registered around it on either side, where other files than its own say so. */
  readonly around?: readonly RegisteredAround[];
}

/** What surrounds a schema under one subject. `decided`: something changed that may decide of what in it is an expression. */
export interface RegisteredAround {
  readonly base: AroundText;
  readonly head: AroundText;
  readonly decided: boolean;
}

/** Sections that stand in files of their own are their texts. */
export interface AroundText extends Surroundings {
  readonly files: Readonly<Partial<Record<"metadata" | "ruleSet", { readonly path: string; readonly text: string }>>>;
}

/** How the rest of the program has contracts compared: in this thread or in a worker with limits. */
export type Compare = (request: CompareRequest) => Promise<Comparison>;

/** Compares one contract with its base and with every version of its history. The same findings are told once. */
export const compareContract: Compare = async (request) => {
  const { contract, base, head, history, options, reads } = request;
  const format = formats.find(({ name }) => name === request.format);
  if (format === undefined) throw new RangeError(`no such format: ${request.format}`);
  if (head === undefined && base === undefined) return nothing;
  if (head === undefined) {
    const lives = await Promise.all([base, ...history].flatMap((one) => (one ? [format.life(one, options)] : [])));
    return { ...nothing, ...unpromised(lives), changes: [gone(request, lives[0]?.ends)] };
  }
  const lives: Life[] = [];
  const changes = new Map<string, Change>();
  let reach: Comparison["reach"] = new Map();
  const wordings = new Map<string, Wording>();
  let surrounded: readonly (readonly Change[])[];
  try {
    surrounded = (request.around ?? []).map((one) => around(contract, one, options));
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { ...nothing, problems: [{ at: error.at, message: error.message, severity: "failure" }] };
  }
  const earlier = history.toReversed();
  for (const version of base === undefined && earlier.length > 0 ? earlier : [base, ...earlier]) {
    const compared = await format.compare(contract, version, head, options, version === base ? reads : []);
    if (compared.problems.length > 0) return { ...nothing, problems: compared.problems };
    if (version === base) reach = compared.reach;
    if (version !== undefined) lives.push(compared.life ?? {});
    for (const wording of compared.wordings ?? []) wordings.set(JSON.stringify(wording), wording);
    // equal keys must be equal bytes, whatever a registry compares
    const held = request.key
      ? [...compared.changes, ...surrounded.flat()]
      : withinLineage(contract, { changes: compared.changes, around: surrounded }, options, head.entry);
    for (const change of held) changes.set(change.fingerprint, joined(changes.get(change.fingerprint), change));
  }
  const told = wordings.size === 0 ? {} : { wordings: [...wordings.values()] };
  const found = [...changes.values()];
  return {
    changes: [...ofTheWhole(request, head.entry, found), ...found],
    problems: [],
    reach,
    ...told,
    ...unpromised(base === undefined ? lives.toReversed() : lives),
  };
};

/** @throws Unreadable */
function around(contract: string, { base, head, decided }: RegisteredAround, options: Options): readonly Change[] {
  const changes = aroundChanges(contract, "", parsed(base), parsed(head), decided, groupIn(options));
  const { gone, at } = head;
  if (gone === undefined) return changes;
  const message = `no file says any more that the schema is registered as ${gone}: who reads that finds nothing, or what was there before`;
  const told = whole(contract, "subject-removed", { before: gone, after: null, message, path: at.path });
  return [...changes, { ...told, location: at }];
}

/** @throws Unreadable */
function parsed({ files, ...said }: AroundText): Surroundings {
  const sections = Object.entries(files).map(([name, { path, text }]) => [name, { path, tree: readJson(path, text) }]);
  return { ...said, ...Object.fromEntries(sections) };
}

/**
 * Of the versions compared with, base or the oldest first: what is compared with nothing but drafts promises nothing yet; with a
 * promise and a draft, it is held to the promise.
 */
function unpromised(lives: readonly Life[]): Pick<Comparison, "advisory"> {
  const [first] = lives;
  const isDraft = lives.every(({ advisory }) => advisory !== undefined);
  return first?.advisory !== undefined && isDraft ? { advisory: first.advisory } : {};
}

/** What holds of the contract as a whole, whatever its elements. */
function ofTheWhole(request: CompareRequest, path: string, found: readonly Change[]): readonly Change[] {
  const { contract, renamed, published, version } = request;
  const told: Change[] = [];
  if (renamed !== undefined) {
    const message = `the contract is now called ${renamed.to}; nothing is called ${renamed.from} any more`;
    told.push(whole(contract, "renamed", { before: renamed.from, after: renamed.to, message, path }));
  }
  const breaking = found.some(({ breaks }) => breaks.length > 0);
  // what only names a major version (`v2`) grows in place, within what it promises; an exact version does not
  const edited = published !== undefined && (/\d[._-]\d/.test(published) ? found.length > 0 : breaking);
  const rewritten = edited ? published : renamed === undefined && breaking ? version : undefined;
  if (rewritten !== undefined) {
    const message = `version ${showVersion(rewritten)} was rewritten in place: it is called so before and after the change`;
    told.push(whole(contract, "version-rewritten", { before: rewritten, after: rewritten, message, path }));
  }
  if (request.key && found.length > 0) {
    const after = found
      .map(({ rule, element }) => `${rule} ${element}`.trim())
      .sort()
      .join(", ");
    const message = "the schema of the topic's keys changed: equal keys are no longer equal bytes";
    told.push(whole(contract, "key-schema-changed", { before: "", after, message, path }));
  }
  return told;
}

function gone({ contract, base, published, putAway }: CompareRequest, ends: string | undefined): Change {
  const path = base?.entry ?? "";
  const end = ends === undefined ? "" : `; its end is announced for ${ends}`;
  const at = { after: null, path, announced: ends };
  if (putAway !== undefined) {
    const message = `the contract was put away (${path} -> ${putAway}): what stands in such a folder is not used any more${end}`;
    return whole(contract, "removed", { ...at, before: path, message });
  }
  if (published === undefined) {
    const message = `the whole contract was removed${path === "" ? "" : ` (${path})`}${end}`;
    return whole(contract, "removed", { ...at, before: path, message });
  }
  const message = `the version ${showVersion(published)} was removed; other versions still stand${end}`;
  return whole(contract, "version-removed", { ...at, before: published, message });
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
