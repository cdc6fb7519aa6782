import type { CompareRequest } from "../formats/compare.ts";
import { whole } from "../formats/contract.ts";
import type { Source } from "../formats/format.ts";
import { acrossLineages } from "../formats/lineage.ts";
import type { Comparison, Consumer, Contract, Diff, FirstStep, Pin, Problem } from "../model.ts";
import { compareVersions, sameVersion, showVersion } from "../text/version.ts";
import type { Work } from "../work.ts";
import { type Baselines, baselinesOf } from "./baseline.ts";
import type { Approved } from "./catalog.ts";
import type { Detected } from "./detect.ts";
import { covers, pinAmong } from "./editions.ts";
import { acrossTo, hurting, lineageOf } from "./lineage.ts";
import { type FoundSamples, samplesBeside } from "./samples.ts";
import { servedBeside } from "./served.ts";
import type { Side } from "./sources.ts";

/** What one contract was compared with. */
export interface Compared {
  /** Against the approved baseline, and for a transitive mode against every approved version: what the mode is held to. */
  readonly diff: Diff;
  /** What each reader is compared with: its pinned version, else the approved baseline. */
  readonly readers: readonly ReaderDiff[];
  /** Of sample records: warnings. */
  readonly problems: readonly Problem[];
  /** Under which name a field is told that somebody else names; undefined where neither side has it. */
  readonly told: (field: string) => string | undefined;
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

/** What is looked at besides: the fixtures of readers, fields that somebody else names, how what breaks can begin. */
interface Beside {
  readonly fixtures?: FoundSamples;
  readonly named?: readonly string[];
  /** The day from which on what goes may be gone; undefined where nobody asks for a plan. */
  readonly planned?: string | undefined;
}

/** Compares a contract with every version that matters: the approved baseline, each one a consumer pins, its mode's history. */
export async function compareWithBaselines(
  detected: Detected,
  consumers: readonly Consumer[],
  { base, head, target }: Sides,
  work: Work,
  { fixtures = { files: [], problems: [] }, named = [], planned }: Beside = {},
): Promise<Compared> {
  const { contract, head: stands, editions } = detected;
  const baselines = await baselinesOf(detected, base, target, work);
  const source = stands && (await head.source(contract.format, stands.entry, stands.part));
  const problems: Problem[] = [...baselines.problems];
  if (stands !== undefined && source === undefined)
    problems.push({ at: { path: stands.entry }, message: "cannot be read at the head", severity: "failure" });
  const reads = [...new Set([...consumers.flatMap(({ reads }) => (typeof reads === "string" ? [] : reads)), ...named])];

  const beside =
    stands === undefined
      ? { files: [], problems: [] }
      : await samplesBeside(detected.base?.entry, stands.entry, base, head);
  const files = [...beside.files, ...fixtures.files];
  const warnings = new Map([...beside.problems, ...fixtures.problems].map((one) => [JSON.stringify(one), one]));
  /** With what sample records show. */
  async function held(request: CompareRequest): Promise<Comparison> {
    const compared = await compareSaying(request, work);
    if (compared.problems.length > 0 || request.head === undefined || files.length === 0) return compared;
    const { contract: id, format, options } = request;
    const sides = { base: request.base, head: request.head };
    const added = await work.hold({ contract: id, format, options, ...sides, files, changes: compared.changes });
    for (const one of added.problems) warnings.set(JSON.stringify(one), one);
    return { ...compared, changes: [...compared.changes, ...added.changes] };
  }

  // a mode is held within a lineage; who reads whatever is there reads across them
  const across = acrossLineages(contract.options);
  const known = new Map<string, Promise<Comparison>>();
  function diffWith(
    label: string,
    version: Approved | undefined,
    history: readonly Approved[] = [],
    options = across,
  ): Promise<Diff> {
    const versions = [version, ...history].map((one) => one && `${one.label} ${one.source.entry} ${one.source.part}`);
    const key = `${options === across ? "" : "within "}${versions.join()}`;
    let comparison = known.get(key);
    if (comparison === undefined) {
      const { id, format, key: ofKeys = false } = contract;
      const renamed = detected.renamed && source !== undefined ? { renamed: detected.renamed } : {};
      const published =
        editions !== undefined && version?.source.entry === contract.entry ? { published: editions.version } : {};
      const earlier = history.map((one) => one.source);
      const same =
        version?.version !== undefined && version.version === contract.version && version === baselines.current;
      const kept = same ? { version: contract.version } : {};
      const sides = { base: version?.source, head: source, history: earlier };
      comparison =
        problems.length > 0
          ? Promise.resolve({ changes: [], problems, reach: new Map() })
          : held({
              ...{ contract: id, format, ...sides, options, reads, ...renamed, ...published, ...kept },
              ...(detected.putAway !== undefined && { putAway: detected.putAway }),
              ...(detected.around && version?.source !== source && { around: detected.around }),
              key: ofKeys,
            });
      known.set(key, comparison);
    }
    return comparison.then((one) => ({
      contract,
      baseline: label,
      isNew: version === undefined && history.length === 0 && problems.length === 0,
      ...one,
    }));
  }
  const currentLabel = baselines.current?.label ?? "nothing before it";
  const withCurrent = () => diffWith(currentLabel, baselines.current);
  /** Who pins what is only proposed here reads head alone; an earlier version that nobody knows is not what head calls so. */
  const proposed =
    contract.version !== undefined && isAhead(contract.version, baselines) ? contract.version : undefined;
  const withItself = (label: string): Promise<Diff> =>
    diffWith(label, source && { version: contract.version, label: "the head", source });
  /** Who pins a version that stays where it is, beside the one that changes, has nothing to fear from this one. */
  const servedStill = async (pin: string): Promise<Diff> => ({
    ...(await withCurrent()),
    baseline: showVersion(pin),
    changes: [],
    isNew: true,
  });

  async function resolve(
    pin: Pin,
  ): Promise<{ readonly diff: Diff; readonly samePin: boolean } | { readonly why: string }> {
    if (pin === undefined || problems.length > 0) return { diff: await withCurrent(), samePin: true };
    if (typeof pin !== "string") return resolveRange(pin);
    if (await servedBeside(detected, pin, base, head)) return { diff: await servedStill(pin), samePin: true };
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

  /** Versions after the one at hand do not bind it. */
  const isLater = (version: string | undefined) =>
    editions !== undefined && version !== undefined && compareVersions(version, editions.version) > 0;

  /**
   * Who pins a value of the compatibility group. Where head starts a lineage, who pins the one before keeps it, and who pins the new
   * one reads head alone, as far as migration rules bring them the other's data.
   */
  async function resolveLineage(pin: Pin) {
    if (pin === undefined) return undefined;
    if (started === undefined) return resolveInLineage(pin);
    const across = acrossTo(pin, started, diff.changes);
    // a pin that names neither, or both, may be of anything that is registered
    if (across === undefined) return { diff: await withCurrent(), samePin: true };
    const [from, to] = [String(started.before), String(started.after)];
    if (across.bridged)
      return {
        diff: across.side === "before" ? await servedStill(from) : await withItself(showVersion(to)),
        samePin: true,
      };
    const all = await withCurrent();
    return { diff: { ...all, changes: hurting(all.changes, across.side) }, samePin: true };
  }

  /** Where the value stays: what it reads is the newest of that value. */
  async function resolveInLineage(pin: Exclude<Pin, undefined>) {
    const value = problems.length > 0 || editions !== undefined ? undefined : lineageOf(detected);
    if (value === undefined || !covers(pin, value)) return undefined;
    // a registry's own numbers may be meant as well
    const known = baselines.versions.filter(({ version = "" }) => covers(pin, version));
    const earlier = known.filter((one) => one !== baselines.current);
    return { diff: await diffWith(currentLabel, baselines.current, earlier), samePin: true };
  }

  /** Where a list's newest version stays as it was: who pins another is compared where that one changes, else untouched. */
  async function resolveListed(pin: Pin) {
    const current = baselines.current?.version;
    if (detected.apart === undefined || pin === undefined || problems.length > 0 || current === undefined)
      return resolve(pin);
    if (detected.apart.some((version) => covers(pin, version))) return undefined;
    const from = typeof pin === "string" ? pin : pin.min;
    const isKnown = baselines.versions.some(({ version = "" }) => sameVersion(version, from));
    if (!isKnown || sameVersion(current, from)) return resolve(pin);
    return {
      diff: await servedStill(typeof pin === "string" ? pin : `${pin.min} to ${pin.max}`),
      samePin: true,
    };
  }

  /** What a consumer is compared with where versions stand side by side; undefined where this version is not its. */
  async function resolveAmong(consumer: Consumer) {
    if (editions === undefined) return resolveListed(consumer.version);
    const { version, newest, instead, listed } = editions;
    const pin = pinAmong(editions, consumer);
    if (stands !== undefined && newest && listed === undefined) return resolve(pin);
    // an older version: who pins it; and where it is edited, who does not say which one it reads
    const unsaid = pin === undefined && stands !== undefined && baselines.current?.version === version;
    if (covers(pin, version) || (unsaid && listed === undefined)) return { diff: await withCurrent(), samePin: true };
    if (pin !== undefined || stands !== undefined || !newest || instead === undefined) return undefined;
    // the newest is gone: who pins nothing reads what is the newest now
    const now = await head.source(contract.format, instead.entry, instead.part);
    const { id, format, options } = contract;
    const sides = { base: baselines.current?.source, head: now, history: [] };
    const comparison = await compareSaying({ contract: id, format, ...sides, options, reads }, work);
    const label = baselines.current?.label ?? showVersion(version);
    return { diff: { contract, baseline: label, isNew: false, ...comparison }, samePin: true };
  }

  /** Who finds the contract by a name that head no longer gives it finds nothing, whatever else it has in common. */
  function withLostName<T extends { readonly diff: Diff } | { readonly why: string }>(
    resolved: T,
    consumer: Consumer,
  ): T {
    const lost = detected.lost?.find((name) => name.toLowerCase() === consumer.contract.toLowerCase());
    if (lost === undefined || stands === undefined || detected.renamed !== undefined || !("diff" in resolved))
      return resolved;
    const message = `nothing is called ${lost} any more; ${contract.id} is in another place`;
    const told = whole(contract.id, "renamed", { before: lost, after: contract.id, message, path: stands.entry });
    return { ...resolved, diff: { ...resolved.diff, changes: [told, ...resolved.diff.changes] } };
  }

  const transitive = contract.mode.endsWith("_TRANSITIVE")
    ? baselines.versions.filter(({ source, version }) => source !== baselines.current?.source && !isLater(version))
    : [];
  const diff =
    stands === undefined || transitive.length === 0
      ? await diffWith(currentLabel, baselines.current, [], contract.options)
      : await diffWith(
          `every version up to ${baselines.current?.label ?? "now"}`,
          ...([baselines.current, transitive, contract.options] as const),
        );
  const started = diff.changes.find(({ rule }) => rule === "contract/lineage-started");
  const readers: ReaderDiff[] = [];
  for (const consumer of consumers) {
    const resolved = (await resolveLineage(consumer.version)) ?? (await resolveAmong(consumer));
    if (resolved !== undefined) readers.push({ consumer, ...withLostName(resolved, consumer) });
  }
  const isFound = diff.problems.length > 0;
  const rest = isFound ? [] : named.filter((field) => field !== "" && !diff.reach.has(field));
  const inHead = rest.length === 0 || source === undefined ? new Map() : await reachIn(source, contract, rest, work);
  const told = (field: string): string | undefined => {
    if (isFound || field === "") return field;
    const [first] = diff.reach.get(field) ?? inHead.get(field) ?? [];
    return first;
  };
  const history = transitive.map((one) => one.source);
  const step =
    planned === undefined
      ? undefined
      : await firstStepOf(diff, { base: baselines.current?.source, head: source, history, day: planned }, work);
  const stepped = step === undefined ? diff : { ...diff, firstStep: step };
  return { diff: stepped, readers, problems: [...warnings.values()], told };
}

/** Which of the elements one side has. */
async function reachIn(
  side: Source,
  { id, format, options }: Contract,
  reads: readonly string[],
  work: Work,
): Promise<Comparison["reach"]> {
  return (await work.compare({ contract: id, format, base: side, head: side, history: [], options, reads })).reach;
}

/** Whether no approved version is as new as this one. */
function isAhead(version: string, { current, versions }: Baselines): boolean {
  return [...versions, current].every((one) => one?.version === undefined || compareVersions(one.version, version) < 0);
}

/** How what breaks can begin without breaking anybody; nothing where nothing breaks, or there is nothing to begin with. */
async function firstStepOf(
  { contract, changes }: Diff,
  {
    base,
    head,
    history,
    day,
  }: {
    readonly base: Source | undefined;
    readonly head: Source | undefined;
    readonly history: readonly Source[];
    readonly day: string;
  },
  work: Work,
): Promise<FirstStep | undefined> {
  const breaking = changes.filter(({ breaks }) => breaks.length > 0);
  if (base === undefined || head === undefined || breaking.length === 0) return undefined;
  const { id, format, mode, options } = contract;
  const facts = breaking.map(({ rule, element, basis, breaks }) => ({ rule, element, basis, breaks }));
  return work.firstStep({ contract: id, format, mode, base, head, options, changes: facts, history, day });
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
