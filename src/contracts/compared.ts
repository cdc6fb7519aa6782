import type { CompareRequest } from "../formats/compare.ts";
import type { Comparison, Consumer, Diff, Pin, Problem } from "../model.ts";
import { compareVersions, sameVersion, showVersion } from "../text/version.ts";
import type { Work } from "../work.ts";
import { type Baselines, baselinesOf } from "./baseline.ts";
import type { Approved } from "./catalog.ts";
import type { Detected } from "./detect.ts";
import type { Side } from "./sources.ts";

/** What one contract was compared with. */
export interface Compared {
  /** Against the approved baseline, and for a transitive mode against every approved version: what the mode is held to. */
  readonly diff: Diff;
  /** What each reader is compared with: its pinned version, else the approved baseline. */
  readonly readers: readonly ReaderDiff[];
}
type ReaderDiff = { readonly consumer: Consumer } & (
  | { readonly diff: Diff; readonly samePin: boolean }
  | { readonly why: string }
);

/** The merge base, the head, and the tip of the target branch. */
export interface Sides {
  readonly base: Side;
  readonly head: Side;
  readonly target: Side;
}

/** Compares a contract with every version that matters: the approved baseline, each one a consumer pins, its mode's history. */
export async function compareWithBaselines(
  detected: Detected,
  consumers: readonly Consumer[],
  { base, head, target }: Sides,
  work: Work,
): Promise<Compared> {
  const { contract, head: stands } = detected;
  const baselines = await baselinesOf(detected, base, target, work);
  const source = stands && (await head.source(contract.format, stands.entry, stands.part));
  const problems: Problem[] = [...baselines.problems];
  if (stands !== undefined && source === undefined)
    problems.push({ at: { path: stands.entry }, message: "cannot be read at the head", severity: "failure" });
  const reads = [...new Set(consumers.flatMap(({ reads }) => (typeof reads === "string" ? [] : reads)))];

  const known = new Map<string, Promise<Comparison>>();
  function diffWith(label: string, version: Approved | undefined, history: readonly Approved[] = []): Promise<Diff> {
    const key = [version, ...history].map((one) => one && `${one.label} ${one.source.entry} ${one.source.part}`).join();
    let comparison = known.get(key);
    if (comparison === undefined) {
      const { id, format, options } = contract;
      const renamed = detected.renamed && source !== undefined ? { renamed: detected.renamed } : {};
      const earlier = history.map((one) => one.source);
      const sides = { base: version?.source, head: source, history: earlier };
      comparison =
        problems.length > 0
          ? Promise.resolve({ changes: [], problems, reach: new Map() })
          : compareSaying({ contract: id, format, ...sides, options, reads, ...renamed }, work);
      known.set(key, comparison);
    }
    return comparison.then((one) => ({
      contract,
      baseline: label,
      isNew: key === "" && problems.length === 0,
      ...one,
    }));
  }
  const withCurrent = () => diffWith(baselines.current?.label ?? "nothing before it", baselines.current);
  /** Who pins what is only proposed here reads head alone; an earlier version that nobody knows is not what head calls so. */
  const proposed =
    contract.version !== undefined && isAhead(contract.version, baselines) ? contract.version : undefined;
  const withItself = (label: string): Promise<Diff> =>
    diffWith(label, source && { version: contract.version, label: "the head", source });

  async function resolve(
    pin: Pin,
  ): Promise<{ readonly diff: Diff; readonly samePin: boolean } | { readonly why: string }> {
    if (pin === undefined || problems.length > 0) return { diff: await withCurrent(), samePin: true };
    if (typeof pin !== "string") return resolveRange(pin);
    const version = await baselines.pinned(pin);
    const isHead = contract.version !== undefined && sameVersion(pin, contract.version);
    if (version === undefined)
      return isHead && proposed !== undefined
        ? { diff: await withItself(showVersion(pin)), samePin: true }
        : { why: `it pins ${showVersion(pin)}, which is neither in a catalog nor a tag or release` };
    const diff = await diffWith(version.label, version);
    return { diff, samePin: contract.version === undefined ? diff.changes.length === 0 : isHead };
  }

  async function resolveRange(range: { readonly min: string; readonly max: string }) {
    const label = `${showVersion(range.min)} to ${showVersion(range.max)}`;
    const covered = baselines.versions.some(({ version = "" }) => sameVersion(version, range.min));
    if (!covered && !(proposed !== undefined && sameVersion(proposed, range.min)))
      return { why: `it pins ${label}, and ${showVersion(range.min)} is not in a catalog` };
    const [newest, ...earlier] = baselines.versions.filter(({ version }) => within(version, range)).toReversed();
    if (newest !== undefined) return { diff: await diffWith(label, newest, earlier.toReversed()), samePin: true };
    if (within(proposed, range)) return { diff: await withItself(label), samePin: true };
    return { why: `it pins ${label}, and no such version is in a catalog` };
  }

  const transitive = contract.mode.endsWith("_TRANSITIVE")
    ? baselines.versions.filter(({ source }) => source !== baselines.current?.source)
    : [];
  const diff =
    transitive.length === 0
      ? await withCurrent()
      : await diffWith(`every version up to ${baselines.current?.label ?? "now"}`, baselines.current, transitive);
  const readers: ReaderDiff[] = [];
  for (const consumer of consumers) readers.push({ consumer, ...(await resolve(consumer.version)) });
  return { diff, readers };
}

/** Whether no approved version is as new as this one. */
function isAhead(version: string, { current, versions }: Baselines): boolean {
  return [...versions, current].every((one) => one?.version === undefined || compareVersions(one.version, version) < 0);
}

function within(version: string | undefined, { min, max }: { readonly min: string; readonly max: string }): boolean {
  return version !== undefined && compareVersions(min, version) <= 0 && compareVersions(version, max) <= 0;
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
