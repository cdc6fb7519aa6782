import type { CompareRequest } from "../formats/compare.ts";
import type { Source } from "../formats/format.ts";
import { acrossLineages } from "../formats/lineage.ts";
import type { Comparison, Contract, Diff, Problem } from "../model.ts";
import { compareVersions } from "../text/version.ts";
import type { Work } from "../work.ts";
import { type Baselines, baselinesOf } from "./baseline.ts";
import type { Approved } from "./catalog.ts";
import type { Detected } from "./detect.ts";
import { type FoundSamples, samplesBeside } from "./samples.ts";
import type { Side } from "./sources.ts";

/** The merge base, the head, and the tip of the target branch. */
export interface Sides {
  readonly base: Side;
  readonly head: Side;
  readonly target: Side;
}

/** A contract beside its approved versions, and the comparisons of them, each made once. */
export interface Comparisons {
  readonly detected: Detected;
  readonly sides: Sides;
  readonly baselines: Baselines;
  /** The contract at the head; undefined where it is gone, or cannot be read. */
  readonly source: Source | undefined;
  /** No side is missing: else every comparison holds the problems and nothing else. */
  readonly isReadable: boolean;
  /** With the approved baseline, and versions before it. */
  current(earlier?: readonly Approved[]): Promise<Diff>;
  /** With what the contract's mode is held to: the approved baseline, and for a transitive mode every version up to it. */
  held(): Promise<Diff>;
  /** With one version, told under a label. */
  against(label: string, version: Approved | undefined, history?: readonly Approved[]): Promise<Diff>;
  /** Of another contract in this one's place, told under the same baseline. */
  instead(now: Source | undefined): Promise<Diff>;
  /** Under which names the fields are told that the head has of these. */
  reachIn(fields: readonly string[]): Promise<Comparison["reach"]>;
  /** The versions behind the approved baseline that a transitive mode is held to. */
  readonly history: readonly Approved[];
  /** What sample records could not show, so far. */
  warnings(): readonly Problem[];
}

/** Reads the approved versions of a contract, and the sample records beside it. */
export async function comparisonsOf(
  detected: Detected,
  sides: Sides,
  reads: readonly string[],
  fixtures: FoundSamples,
  work: Work,
): Promise<Comparisons> {
  const { contract, head: stands, editions } = detected;
  const { base, head, target } = sides;
  const { id, format, options } = contract;
  const baselines = await baselinesOf(detected, base, target, work);
  const source = stands && (await head.source(format, stands.entry, stands.part));
  const unread: Problem[] =
    stands !== undefined && source === undefined
      ? [{ at: { path: stands.entry }, message: "cannot be read at the head", severity: "failure" }]
      : [];
  const lost = source === undefined ? [] : await lostToReading(format, source.entry, base, head);
  const problems = [...baselines.problems, ...unread, ...lost];
  const beside =
    stands === undefined
      ? { files: [], problems: [] }
      : await samplesBeside(detected.base?.entry, stands.entry, base, head);
  const files = [...beside.files, ...fixtures.files];
  const warnings = new Map([...beside.problems, ...fixtures.problems].map((one) => [JSON.stringify(one), one]));
  const history = contract.mode.endsWith("_TRANSITIVE")
    ? baselines.versions.filter((one) => one.source !== baselines.current?.source && !isLater(one.version, detected))
    : [];
  const label = baselines.current?.label ?? "nothing before it";
  // a mode is held within a lineage; who reads whatever is there reads across them
  const across = acrossLineages(options);
  const known = new Map<string, Promise<Comparison>>();

  /** With what sample records show. */
  async function sampled(request: CompareRequest): Promise<Comparison> {
    const compared = await compareSaying(request, work);
    if (compared.problems.length > 0 || request.head === undefined || files.length === 0) return compared;
    const held = { contract: id, format, options: request.options, base: request.base, head: request.head };
    const added = await work.hold({ ...held, files, changes: compared.changes });
    for (const one of added.problems) warnings.set(JSON.stringify(one), one);
    return { ...compared, changes: [...compared.changes, ...added.changes] };
  }

  function compare(version: Approved | undefined, earlier: readonly Approved[], within: Contract["options"]) {
    if (problems.length > 0) return Promise.resolve({ changes: [], problems, reach: new Map() });
    const isSame =
      version?.version !== undefined && version.version === contract.version && version === baselines.current;
    return sampled({
      ...{ contract: id, format, base: version?.source, head: source, history: earlier.map((one) => one.source) },
      ...{ options: within, reads, key: contract.key ?? false },
      ...(detected.renamed && source !== undefined && { renamed: detected.renamed }),
      ...(editions && version?.source.entry === contract.entry && { published: editions.version }),
      ...(detected.putAway !== undefined && { putAway: detected.putAway }),
      ...(isSame && { version: contract.version }),
      ...(detected.around && version?.source !== source && { around: detected.around }),
    });
  }

  async function diffWith(
    told: string,
    version: Approved | undefined,
    earlier: readonly Approved[],
    within: Contract["options"],
  ): Promise<Diff> {
    const versions = [version, ...earlier].map((one) => one && `${one.label} ${one.source.entry} ${one.source.part}`);
    const key = `${within === across ? "" : "within "}${versions.join()}`;
    const comparison = known.get(key) ?? compare(version, earlier, within);
    known.set(key, comparison);
    const isNew = version === undefined && earlier.length === 0 && problems.length === 0;
    return { contract, baseline: told, isNew, ...(await comparison) };
  }

  return {
    ...{ detected, sides, baselines, source, history, isReadable: problems.length === 0 },
    current: (earlier = []) => diffWith(label, baselines.current, earlier, across),
    held: () =>
      stands === undefined || history.length === 0
        ? diffWith(label, baselines.current, [], options)
        : diffWith(`every version up to ${baselines.current?.label ?? "now"}`, baselines.current, history, options),
    against: (told, version, earlier = []) => diffWith(told, version, earlier, across),
    instead: async (now) => {
      const request = { contract: id, format, base: baselines.current?.source, head: now, history: [], options, reads };
      return { contract, baseline: label, isNew: false, ...(await compareSaying(request, work)) };
    },
    reachIn: async (fields) => {
      if (source === undefined) return new Map();
      const request = { contract: id, format, base: source, head: source, history: [], options, reads: fields };
      return (await work.compare(request)).reach;
    },
    warnings: () => [...warnings.values()],
  };
}

/** What the contract draws on that base could read and head cannot: nothing of it may be taken for gone. */
async function lostToReading(format: string, entry: string, base: Side, head: Side): Promise<readonly Problem[]> {
  const unread = await head.unreadable(format, entry);
  const before = await base.texts(unread);
  return unread.flatMap((path): Problem[] => {
    const message = `draws on ${path}, which cannot be read any more: it is too large, a link, a pointer to large file storage or not UTF-8 text`;
    return before.has(path) ? [{ at: { path: entry }, message, severity: "failure" }] : [];
  });
}

/** Versions after the one at hand do not bind it. */
function isLater(version: string | undefined, { editions }: Detected): boolean {
  return editions !== undefined && version !== undefined && compareVersions(version, editions.version) > 0;
}

/** Compares, and where the base side is what cannot be read, says so: it is not the author's to mend. */
async function compareSaying(request: CompareRequest, work: Work): Promise<Comparison> {
  const compared = await work.compare(request);
  if (compared.problems.length === 0) return compared;
  const { problems } = await work.compare({ ...request, base: undefined, history: [], reads: [] });
  if (problems.length > 0) return { ...compared, problems };
  const before = compared.problems.map((one) => ({ ...one, message: `on the base side: ${one.message}` }));
  return { ...compared, problems: before };
}
