import type { RegisteredAround } from "../formats/compare.ts";
import { candidates, claimedByName } from "../formats/find.ts";
import type { Found } from "../formats/format.ts";
import { formats } from "../formats/index.ts";
import type { ChangedFile, Config, Contract, ContractConfig, File, Mode, Problem } from "../model.ts";
import { globMatcher } from "../text/glob.ts";
import { compareVersions, sameVersion } from "../text/version.ts";
import type { Work } from "../work.ts";
import { type Approved, catalogOf, versionsIn } from "./catalog.ts";
import { type Editions, editionsOf, predecessorOf } from "./editions.ts";
import { placeOf } from "./layout.ts";
import { strictest } from "./mode.ts";
import type { Side } from "./sources.ts";
import { touchedFiles } from "./touched-files.ts";

/** A contract that this change touches, and where it stands on each side. */
export interface Detected {
  readonly contract: Contract;
  readonly config: ContractConfig | undefined;
  /** Names of the contract that others may have too. */
  readonly also: readonly string[];
  readonly base: Standing | undefined;
  readonly head: Standing | undefined;
  /** Where the file's only contract stands under a name that shares nothing with the one before. */
  readonly renamed?: { readonly from: string; readonly to: string };
  /** Where its versions stand side by side in files of their own: which of them this is, and the others. */
  readonly editions?: Editions;
  /** Where a registry is its baseline: the versions there, oldest first, or why they cannot be read. */
  readonly registered?: readonly Approved[] | { readonly unread: string };
  /** What is registered around it, where other files than its own say so and it changed. */
  readonly around?: readonly RegisteredAround[];
}

/** Where a contract stands on one side. */
interface Standing {
  readonly entry: string;
  readonly part: string;
  readonly version: string | undefined;
}

interface Holding extends Standing, Pick<Found, "also" | "mode" | "flow" | "key"> {
  readonly format: string;
  readonly names: readonly string[];
  readonly owners: readonly string[];
}

/**
 * Which contracts a change touches: those in changed files, and those that draw on a changed file. Content decides what a
 * file holds; a file that should hold a contract and cannot be read is a Problem.
 */
export async function detect(
  changed: readonly ChangedFile[],
  config: Config,
  base: Side,
  head: Side,
  work: Work,
): Promise<{ readonly contracts: readonly Detected[]; readonly problems: readonly Problem[] }> {
  const problems: Problem[] = [];
  const touched = await touchedFiles(changed, base, head);
  const detected: Detected[] = [];
  const seen: {
    readonly file: ChangedFile;
    readonly before: readonly Holding[];
    readonly after: readonly Holding[];
  }[] = [];

  for (const file of touched) {
    const was = file.deleted ? file.path : file.was;
    const before = was === undefined ? [] : await holdings(base, was, config, problems, "base");
    const after = file.deleted ? [] : await holdings(head, file.path, config, problems, "head", before.length > 0);
    seen.push({ file, before, after });
  }
  // a contract may also have moved between files of this change that git does not pair as a rename
  const formerly = seen.flatMap(({ before }) => before);
  const afterwards = seen.flatMap(({ after }) => after);
  const continued = new Set<Holding>();
  for (const { before, after } of seen) {
    const renamed = await renaming(before, after, config, head);
    for (const now of after) {
      const editions = await editionsOf(now, base, head);
      const partner =
        before.find((old) => shareName(old, now)) ??
        renamed ??
        (editions === undefined
          ? newestCalled(now, [...formerly, ...(await untouched(now, changed, base))])
          : (elsewhere(now, newestCalled(now, formerly)) ?? predecessorOf(now, editions)));
      if (partner !== undefined) continued.add(partner);
      detected.push(contractOf(now, partner, config, editions));
    }
  }
  for (const { file, before } of seen)
    for (const old of before) {
      const editions = file.deleted ? await editionsOf(old, base, head) : undefined;
      if (editions !== undefined) {
        detected.push({ ...contractOf(old, old, config, editions), head: undefined });
        continue;
      }
      if (continued.has(old) || afterwards.some((now) => isVersion(old, now))) continue;
      const beside = afterwards.filter((now) => shareName(old, now)).map(({ entry }) => entry);
      if (!(await stillHeld(old, config, head, beside)))
        detected.push({ ...contractOf(old, old, config, undefined), head: undefined });
    }
  const contracts = await withoutWorkingCopies(detected, head, work);
  return { contracts, problems: [...problems, ...claimedTwice(contracts)] };
}

/** What held a new version's contract before, where that was no other version of it. */
function elsewhere(now: Holding, other: Holding | undefined): Holding | undefined {
  return other !== undefined && placeOf(other.entry)?.series !== placeOf(now.entry)?.series ? other : undefined;
}

/** A working copy (`current.yaml`) that says what a version published here says is told once, as that version. */
async function withoutWorkingCopies(
  detected: readonly Detected[],
  head: Side,
  work: Work,
): Promise<readonly Detected[]> {
  const kept: Detected[] = [];
  for (const one of detected) {
    const place = placeOf(one.contract.entry);
    const published = detected.filter(
      ({ contract, editions, head: stands }) =>
        stands !== undefined && editions?.newest === true && placeOf(contract.entry)?.series === place?.series,
    );
    const copy = place !== undefined && place.version === undefined && one.head !== undefined;
    const twin = copy ? published.find(({ contract }) => contract.format === one.contract.format) : undefined;
    if (twin === undefined || !(await sayTheSame(twin, one, head, work))) kept.push(one);
  }
  return kept;
}

async function sayTheSame(one: Detected, other: Detected, head: Side, work: Work): Promise<boolean> {
  const [a, b] = [one.contract, other.contract];
  const [from, to] = [await head.source(a.format, a.entry, a.part), await head.source(b.format, b.entry, b.part)];
  if (from === undefined || to === undefined) return false;
  const { changes, problems } = await work.compare({
    contract: a.id,
    format: a.format,
    base: from,
    head: to,
    history: [],
    options: a.options,
  });
  return changes.length === 0 && problems.length === 0;
}

/** Of several versions of one contract, each in a file of its own, the newest: what a new one is compared with. */
function newestCalled(now: Holding, others: readonly Holding[]): Holding | undefined {
  return others
    .filter((other) => shareName(other, now))
    .toSorted((a, b) => compareVersions(b.version ?? "", a.version ?? ""))[0];
}

/** Whether head has this very version: a contract that is only older or newer does not stand for it. */
function isVersion(old: Holding, now: Holding): boolean {
  return shareName(old, now) && sameVersion(old.version ?? "", now.version ?? "");
}

/**
 * What untouched files of the base side hold of a contract that a new file declares too. Only files that speak of the
 * contract's name are looked into.
 */
async function untouched(now: Holding, changed: readonly ChangedFile[], base: Side): Promise<readonly Holding[]> {
  const touched = new Set(changed.flatMap(({ path, was }) => [path, was ?? path]));
  const globs = formats.find(({ name }) => name === now.format)?.globs ?? [];
  const paths = (await base.repository.list(globs)).filter((path) => !touched.has(path));
  const files = await base.repository.readAll(paths);
  const words = now.names.map((name) => name.split(/[./:]/).at(-1) ?? name);
  const found: Holding[] = [];
  for (const [index, path] of paths.entries()) {
    const file = files[index];
    if (file === undefined || !("text" in file) || !words.some((word) => file.text.includes(word))) continue;
    const finds = await base.find(path, [now.format], false);
    if (finds === undefined || "problem" in finds) continue;
    for (const { part, names, version, owners = [] } of newestOf(finds.found))
      found.push({ entry: path, part, version, names, owners, format: now.format });
  }
  return found;
}

/** One contract before, one after, in one file, and nothing else holds the old one: it is the same under a new name. */
async function renaming(
  [old, ...others]: readonly Holding[],
  [now, ...more]: readonly Holding[],
  config: Config,
  head: Side,
): Promise<Holding | undefined> {
  if (old === undefined || now === undefined || others.length > 0 || more.length > 0) return undefined;
  if (old.format !== now.format || shareName(old, now) || (await stillHeld(old, config, head, []))) return undefined;
  return old;
}

/**
 * Whether the head's catalog holds a contract whose own file is gone, a proposal that was worked off being no removal; or a
 * file beside it that lists this version among others.
 */
async function stillHeld(old: Holding, config: Config, head: Side, beside: readonly string[]): Promise<boolean> {
  const { versions } = await catalogOf(old, configFor(old.entry, config)?.baseline.catalog, head);
  // an older version in the catalog does not stand for a newer one that goes
  if (versions.some(({ version = "" }) => old.version === undefined || compareVersions(version, old.version) >= 0))
    return true;
  const listed = (await versionsIn(beside, old, head)).versions;
  return listed.some(({ version = "" }) => old.version !== undefined && sameVersion(version, old.version));
}

function shareName(a: Holding, b: Holding): boolean {
  return a.format === b.format && a.names.some((name) => b.names.includes(name));
}

/** The contracts one file holds; of several versions of one contract, the newest. */
async function holdings(
  side: Side,
  path: string,
  config: Config,
  problems: Problem[],
  which: "base" | "head",
  held = false,
): Promise<readonly Holding[]> {
  const configured = configFor(path, config);
  const likely = candidates(path);
  if (configured === undefined && likely.length === 0) return [];
  const everything = likely.length > 0 ? likely : formats.map(({ name }) => name);
  const among = configured?.format === undefined ? everything : [configured.format];
  const file = await side.read(path);
  if ("refused" in file && (held || configured !== undefined || claimedByName(path) !== undefined))
    problems.push(problem(path, `should hold a contract, but ${refusals[file.refused]}`));
  const finds = await side.find(path, among, configured !== undefined);
  if (finds === undefined) return [];
  if ("problem" in finds) {
    const where = which === "base" ? "on the base side: " : "";
    problems.push({ ...finds.problem, message: `${where}${finds.problem.message}` });
    return [];
  }
  return newestOf(finds.found).map(({ names, owners = [], ...found }) => ({
    ...found,
    entry: path,
    names: configured?.id === undefined ? names : [configured.id, ...names],
    owners,
    format: finds.format,
  }));
}

/** Of several versions of one contract in one file, the newest. */
function newestOf(found: readonly Found[]): readonly Found[] {
  const newest = new Map<string, Found>();
  for (const one of found) {
    const key = one.names[0] ?? one.part;
    const other = newest.get(key);
    if (other === undefined || compareVersions(other.version ?? "", one.version ?? "") < 0) newest.set(key, one);
  }
  return [...newest.values()];
}

/** The last matching entry wins, as in CODEOWNERS. */
export function configFor(path: string, config: Config): ContractConfig | undefined {
  return config.contracts.findLast((entry) => globMatcher([entry.path])(path));
}

function contractOf(
  holding: Holding,
  base: Holding | undefined,
  config: Config,
  editions: Editions | undefined,
): Detected {
  const configured = configFor(holding.entry, config);
  const { format, entry, part } = holding;
  const version = editions?.version ?? holding.version;
  const also = [...(holding.also ?? []), ...(base?.also ?? [])];
  const others = editions === undefined ? [] : [...editions.names, ...editions.before.flatMap(({ names }) => names)];
  const id = holding.names[0] ?? entry;
  // what stood decides where it says something
  const { mode: said, key } = base ?? holding;
  const flow = base !== undefined && base.flow !== holding.flow ? "both" : holding.flow;
  const usual: Mode = (flow === "both" ? "FULL" : said) ?? formats.find(({ name }) => name === format)?.mode ?? "FULL";
  // where it stood binds too: a contract is not moved out of what it promises, nor away from who answers for it
  const stood = base === undefined || base.entry === entry ? configured : configFor(base.entry, config);
  const mode = strictest([configured?.mode ?? usual, stood?.mode ?? usual]) ?? usual;
  const owners = [stood, configured].find((one) => one !== undefined && one.owners.length > 0)?.owners;
  return {
    contract: {
      id,
      names: [...new Set([id, ...holding.names, ...(base?.names ?? []), ...others, ...also])],
      format,
      entry,
      part,
      version,
      mode,
      owners: owners ?? (base ?? holding).owners,
      options: configured?.options ?? {},
      ...(key && { key }),
      ...(flow !== undefined && { flow }),
    },
    also,
    config: configured,
    base,
    head: { entry, part, version },
    ...(base !== undefined &&
      !shareName(base, holding) &&
      (editions === undefined || base.entry === entry) && { renamed: { from: base.names[0] ?? base.entry, to: id } }),
    ...(editions !== undefined && { editions }),
  };
}

/** Two contracts of this change that claim one name, unless they are versions of one another. */
function claimedTwice(detected: readonly Detected[]): readonly Problem[] {
  const problems: Problem[] = [];
  const claims = new Map<string, Contract>();
  for (const { contract, head, also } of detected) {
    if (head === undefined) continue;
    for (const name of contract.names) {
      if (also.includes(name)) continue;
      const other = claims.get(name);
      if (other === undefined) claims.set(name, contract);
      else if (other.entry !== contract.entry && other.version === contract.version)
        problems.push(problem(contract.entry, `claims the name ${name}, which ${other.entry} claims too`));
    }
  }
  return problems;
}

const refusals: Record<Extract<File, { refused: string }>["refused"], string> = {
  symlink: "is a symbolic link; links are never followed: put the contract itself here",
  submodule: "is a submodule; submodules are never entered: put the contract itself here",
  "lfs-pointer": "is a pointer to large file storage; put the contract's text itself here",
  "too-large": "is larger than a contract may be (1 MiB)",
  "not-utf8": "is not UTF-8 text",
};

function problem(path: string, message: string): Problem {
  return { at: { path }, message, severity: "failure" };
}
