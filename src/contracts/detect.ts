import type { RegisteredAround } from "../formats/compare.ts";
import { formats } from "../formats/index.ts";
import type { ChangedFile, Config, Contract, ContractConfig, Mode, Problem } from "../model.ts";
import { compareVersions, sameVersion } from "../text/version.ts";
import type { Work } from "../work.ts";
import type { Approved } from "./catalog.ts";
import {
  configFor,
  type Holding,
  type Holdings,
  holdings,
  noHoldings,
  problem,
  type Standing,
  unreadParts,
} from "./holdings.ts";
import { strictest } from "./mode.ts";
import type { Side } from "./sources.ts";
import { touchedFiles } from "./touched-files.ts";
import { type Editions, editionsOf, predecessorOf } from "./versions/editions.ts";
import { hintedIn } from "./versions/hinted.ts";
import { editionsIn, placeOf } from "./versions/layout.ts";
import { type Relisting, relistingsOf } from "./versions/listed.ts";
import { isSuperseded, metadataOf } from "./versions/metadata.ts";
import { type Moves, movesOf } from "./versions/moves.ts";
import { called, heldIn, livesOn, olderOf, shareName } from "./versions/still.ts";

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
  /** Names of a contract document's table that only base had, as where its server says another schema. */
  readonly lost?: readonly string[];
  /** Where it stands among what is put away, and did not before: there. */
  readonly putAway?: string;
  /** Where its versions stand side by side, and this is told of one of them: which, and the others. */
  readonly editions?: Editions;
  /** Where a file lists several versions, of which the newest stays as it was: the versions that are told apart. */
  readonly apart?: readonly string[];
  /** Where a registry is its baseline: the versions there, oldest first, or why they cannot be read. */
  readonly registered?: readonly Approved[] | { readonly unread: string };
  /** What it is registered with, on either side, wherever that is said. */
  readonly properties?: readonly ReadonlyMap<string, string>[];
  /** What is registered around it, where other files than its own say so and it changed. */
  readonly around?: readonly RegisteredAround[];
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
  const moves = movesOf(touched);
  const detected: Detected[] = [];
  const seen: { readonly file: ChangedFile; readonly before: Holdings; readonly after: Holdings }[] = [];
  for (const file of touched) {
    const was = file.deleted ? file.path : file.was;
    const before = was === undefined ? noHoldings : await holdings(base, was, config, problems, "base");
    const held = before.newest.length > 0;
    const after = file.deleted ? noHoldings : await holdings(head, file.path, config, problems, "head", held);
    problems.push(...(await unreadParts(file, base, head)));
    seen.push({ file, before, after });
  }
  // a contract may also have moved between files of this change that git does not pair as a rename
  const formerly = seen.flatMap(({ before }) => before.newest);
  const afterwards = seen.flatMap(({ after }) => after.newest);
  const listings = seen.map(({ after }) => after);
  const paths = changed.flatMap(({ path, was }) => [path, was ?? path]);
  const continued = new Set<Holding>();
  for (const { before, after } of seen) {
    const relistings = relistingsOf(before, after, listings);
    const renamed = await renaming(before.newest, after.newest, config, head);
    for (const now of after.newest) {
      const relisting = relistings.find((one) => one.now === now);
      if (relisting?.fellBack) continue;
      const editions = await editionsOf(now, base, head, moves);
      const partner =
        before.newest.find((old) => shareName(old, now)) ??
        renamed ??
        (editions === undefined
          ? newestCalled(now, [...formerly, ...(await called(now, base, paths))])
          : (elsewhere(now, newestCalled(now, formerly)) ?? predecessorOf(now, editions)));
      if (partner !== undefined) continued.add(partner);
      const apart = relisting?.stays && { apart: relisting.apart.map(({ was }) => was.version) };
      if (partner !== undefined && isPutAway(now.entry) && !isPutAway(partner.entry) && !(await stands(partner, head)))
        detected.push({ ...contractOf(partner, partner, config, editions), head: undefined, putAway: now.entry });
      else detected.push({ ...contractOf(now, partner, config, editions), ...apart });
    }
    for (const relisting of relistings) {
      // where nothing of it is left anywhere, it is the whole contract that is gone
      if (!relisting.left && !(await livesOn(relisting.was, config, head, work))) continue;
      continued.add(relisting.was);
      const told = await toldApart(relisting, config, head);
      detected.push(...told.contracts);
      problems.push(...told.problems);
    }
  }
  for (const { file, before } of seen)
    for (const old of before.newest) {
      const leaves = file.deleted || (file.was !== undefined && file.was !== file.path);
      if (leaves && (await isPastState(old, head))) continue;
      const along = continued.has(old) && (await wentAlong(old, moves, head));
      const editions = leaves && !along ? await editionsOf(old, base, head, moves) : undefined;
      if (editions !== undefined) {
        detected.push({ ...contractOf(old, old, config, editions), head: undefined });
        continue;
      }
      if (continued.has(old) || afterwards.some((now) => isVersion(old, now))) continue;
      const beside = afterwards.filter((now) => shareName(old, now)).map(({ entry }) => entry);
      if ((await heldIn(old, config, head, beside)) === "itself") continue;
      const older = await olderOf(old, await called(old, head), head, work);
      detected.push({ ...contractOf(old, old, config, older), head: undefined });
    }
  for (const { old, now } of await hintedIn(changed, base, head, config, problems)) {
    const known = detected.findIndex(({ contract, head: stands }) => stands && contract.entry === now.entry);
    detected.splice(known < 0 ? detected.length : known, known < 0 ? 0 : 1, contractOf(now, old, config, undefined));
  }
  const contracts = await withoutRetellings(await withoutWorkingCopies(detected, head, work), head);
  return { contracts, problems: [...problems, ...claimedTwice(contracts)] };
}

/** Whether a version went to another place with its whole series. */
async function wentAlong({ entry, format }: Holding, moves: Moves, head: Side): Promise<boolean> {
  const series = placeOf(entry)?.series;
  return series !== undefined && moves.to.has(series) && editionsIn(await head.paths(format), series).length === 0;
}

/** A state of a table that is cleared away while a later one stands. */
async function isPastState(old: Holding, head: Side): Promise<boolean> {
  if (metadataOf(old.entry) === undefined) return false;
  const others = await called(old, head);
  return isSuperseded(
    old.entry,
    others.map(({ entry }) => entry),
  );
}

/** Folders whose files are kept to be looked up, and no longer used. */
const away = /(?:^|\/)[._]?(?:archived?|archives|attic|graveyard|obsolete|old|retired|trash)\//i;

function isPutAway(path: string): boolean {
  return away.test(path);
}

/** Whether head has a contract in a file that is not put away. */
async function stands(old: Holding, head: Side): Promise<boolean> {
  return (await called(old, head)).some(({ entry }) => !isPutAway(entry));
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

/** A migration that makes anew what an earlier one of its series made tells the same contract: it is told once, as the earlier one's. */
async function withoutRetellings(detected: readonly Detected[], head: Side): Promise<readonly Detected[]> {
  const told = new Map<string, Detected>();
  const again = new Set<Detected>();
  const stood = ({ base, contract }: Detected) => (base?.entry === contract.entry ? 0 : 1);
  const inOrder = detected.toSorted(
    (a, b) =>
      stood(a) - stood(b) || (a.contract.entry < b.contract.entry ? -1 : a.contract.entry > b.contract.entry ? 1 : 0),
  );
  for (const one of inOrder) {
    const { format, entry, part, names } = one.contract;
    if (one.head === undefined || !detected.some((other) => other !== one && shareName(other.contract, one.contract)))
      continue;
    const source = await head.source(format, entry, part);
    if (source === undefined || source.files.size < 2) continue;
    for (const name of names) {
      const key = JSON.stringify([format, name, part, [...source.files.keys()].sort()]);
      const first = told.get(key);
      if (first === undefined) told.set(key, one);
      else if (first !== one) again.add(one);
    }
  }
  return detected.filter((one) => !again.has(one));
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
  const placed = ({ entry }: Holding) => placeOf(entry)?.version ?? "";
  const state = ({ entry }: Holding) => metadataOf(entry)?.number ?? -1;
  return others
    .filter((other) => shareName(other, now))
    .toSorted(
      (a, b) =>
        state(b) - state(a) ||
        compareVersions(b.version ?? "", a.version ?? "") ||
        compareVersions(placed(b), placed(a)),
    )[0];
}

/** Whether two paths are one version of one contract in two places. */
function isMove(from: string, to: string): boolean {
  const [old, now] = [placeOf(from)?.version, placeOf(to)?.version];
  return from !== to && old !== undefined && now !== undefined && sameVersion(old, now);
}

/** Whether head has this very version: a contract that is only older or newer does not stand for it. */
function isVersion(old: Holding, now: Holding): boolean {
  return shareName(old, now) && sameVersion(old.version ?? "", now.version ?? "");
}

/** One contract before, one after, in one file, and nothing else holds the old one: it is the same under a new name. */
async function renaming(
  [old, ...others]: readonly Holding[],
  [now, ...more]: readonly Holding[],
  config: Config,
  head: Side,
): Promise<Holding | undefined> {
  if (old === undefined || now === undefined || others.length > 0 || more.length > 0) return undefined;
  if (old.format !== now.format || shareName(old, now) || (await heldIn(old, config, head, [])) !== undefined)
    return undefined;
  return old;
}

/** So many versions of one list are compared apart from the newest. */
const mostApart = 50;

async function toldApart(
  { apart }: Relisting,
  config: Config,
  head: Side,
): Promise<{ readonly contracts: readonly Detected[]; readonly problems: readonly Problem[] }> {
  const contracts: Detected[] = [];
  for (const { was, now, editions } of apart.slice(0, mostApart)) {
    if (now === undefined && (await heldIn(was, config, head, [])) === "itself") continue;
    const detected = contractOf(now ?? was, was, config, editions);
    contracts.push(now === undefined ? { ...detected, head: undefined } : detected);
  }
  const [first] = apart.slice(mostApart);
  if (first === undefined) return { contracts, problems: [] };
  const message = `${apart.length - mostApart} more versions of ${first.was.names[0] ?? first.was.part} are changed or removed, and were not compared: change at most ${mostApart} at once`;
  return { contracts, problems: [problem(first.was.entry, message)] };
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
      (editions === undefined || base.entry === entry || isMove(base.entry, entry)) && {
        renamed: { from: base.names[0] ?? base.entry, to: id },
      }),
    ...(editions !== undefined && { editions }),
    ...((holding.properties ?? base?.properties) !== undefined && {
      properties: [holding, ...(base === undefined ? [] : [base])].map((one) => one.properties ?? new Map()),
    }),
    ...(base !== undefined &&
      documents.has(format) && { lost: base.names.filter((name) => !holding.names.includes(name)) }),
  };
}

/** Formats whose documents name the table that they are about. */
const documents: ReadonlySet<string> = new Set(["odcs", "dcs"]);

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
