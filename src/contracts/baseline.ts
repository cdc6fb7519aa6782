import type { Contract, Problem } from "../model.ts";
import { compareVersions, sameVersion, showVersion } from "../text/version.ts";
import type { Work } from "../work.ts";
import { type Approved, catalogOf, versionsIn } from "./catalog.ts";
import type { Detected } from "./detect.ts";
import { Side } from "./sources.ts";

/** What a contract may be compared with. */
export interface Baselines {
  /** The approved baseline; undefined where the contract is new, or where a problem says that it cannot be read. */
  readonly current: Approved | undefined;
  /** Every approved version that is known without asking for a tag, oldest first. */
  readonly versions: readonly Approved[];
  /** The version that somebody pins: from the catalog, else from a tag or release. */
  pinned(version: string): Promise<Approved | undefined>;
  readonly problems: readonly Problem[];
}

/** The approved baseline is what the configuration says, else the merge base, else the newest version in the catalog. */
export async function baselinesOf(detected: Detected, base: Side, target: Side, work: Work): Promise<Baselines> {
  const { contract, config, base: stood, head: stands } = detected;
  const { branch, releases, catalog } = config?.baseline ?? {};
  const own = stood === undefined ? [] : (await versionsIn([stood.entry], contract, base)).versions;
  const cataloged = await catalogOf(contract, catalog, target);
  const problems = [...cataloged.problems];
  const beside = await published(detected, base);
  const registered = detected.registered && ("unread" in detected.registered ? [] : detected.registered);
  if (detected.registered && "unread" in detected.registered)
    problems.push(problem(contract.entry, detected.registered.unread));
  const versions = registered ?? merged(merged(own, beside), cataloged.versions);
  const at = stood ?? stands;

  async function current(): Promise<Approved | undefined> {
    const besides = detected.editions?.listed ? versions : beside;
    const itself = besides.find(({ source }) => source.entry === stood?.entry && source.part === stood.part);
    // of versions that one file lists, what this one said: a branch or release is a baseline for the newest
    if (detected.editions?.listed) return itself;
    if (registered !== undefined) return registered.at(-1);
    if (branch !== undefined || releases !== undefined) {
      const ref = branch ?? (await newestTag(base, releases ?? ""));
      const side = ref === undefined ? undefined : await sideAt(base, ref, work);
      if (side !== undefined) return standing(side, contract, at?.entry, ref ?? "");
      const what = branch === undefined ? `a release that matches ${releases}` : `the branch ${branch}`;
      problems.push(problem(contract.entry, `its configured baseline, ${what}, cannot be found`));
      return undefined;
    }
    if (itself !== undefined) return itself;
    if (stood === undefined) return detected.editions === undefined ? versions.at(-1) : undefined;
    const standingThere = await standing(base, contract, stood.entry, "the merge base");
    if (standingThere === undefined) problems.push(problem(stood.entry, "its approved baseline cannot be read"));
    return standingThere;
  }

  async function pinned(pin: string): Promise<Approved | undefined> {
    const known = versions.find(({ version }) => version !== undefined && sameVersion(version, pin));
    if (known !== undefined) return known;
    const bare = pin.replace(/^v(?=\d)/i, "");
    const tags = new Set(await base.repository.tags());
    const released = releases?.replace("*", bare);
    for (const tag of new Set([released ?? `v${bare}`, `v${bare}`, bare, pin])) {
      const side = tags.has(tag) ? await sideAt(base, tag, work) : undefined;
      const found = side && (await standing(side, contract, at?.entry, showVersion(pin)));
      if (found !== undefined && (tag === released || isRelease(bare, found.version)))
        return { ...found, version: pin, label: showVersion(pin) };
    }
    return undefined;
  }

  return { current: await current(), versions, pinned, problems };
}

/** Whether a tag called so may hold a contract of this version: the repository's own v2 need not hold the contract's. */
function isRelease(tag: string, version: string | undefined): boolean {
  if (version === undefined || sameVersion(tag, version)) return true;
  return tag.startsWith(`${version.replace(/^v(?=\d)/i, "")}.`);
}

/** The versions that stand beside a contract in files of their own, on the base side. */
async function published({ editions, contract }: Detected, base: Side): Promise<readonly Approved[]> {
  const versions: Approved[] = [];
  for (const { version, entry, part } of editions?.before ?? []) {
    const source = await base.source(contract.format, entry, part);
    if (source !== undefined) versions.push({ version, label: showVersion(version), source });
  }
  return versions;
}

/** The contract's own file speaks first; the catalog adds what it does not know. Oldest first. */
function merged(own: readonly Approved[], cataloged: readonly Approved[]): readonly Approved[] {
  const more = cataloged.filter((one) => !own.some((other) => sameVersion(one.version ?? "", other.version ?? "")));
  return [...own, ...more].sort((a, b) => compareVersions(a.version ?? "", b.version ?? ""));
}

/** The contract as one file holds it, found again by its names: where it stood may have moved. */
async function standing(
  side: Side,
  contract: Contract,
  path: string | undefined,
  label: string,
): Promise<Approved | undefined> {
  if (path === undefined) return undefined;
  const finds = await side.find(path, [contract.format], true);
  if (finds === undefined || "problem" in finds) return undefined;
  const all = finds.found;
  const named = all.filter(({ names }) => names.some((name) => contract.names.includes(name)));
  const [newest] = (named.length > 0 || all.length > 1 ? named : all).toSorted((a, b) =>
    compareVersions(b.version ?? "", a.version ?? ""),
  );
  const source = newest && (await side.source(contract.format, path, newest.part));
  return (
    source && {
      version: newest.version,
      label: newest.version === undefined ? label : showVersion(newest.version),
      source,
    }
  );
}

async function sideAt(base: Side, ref: string, work: Work): Promise<Side | undefined> {
  const repository = await base.repository.at(ref);
  return repository && new Side(repository, work);
}

/** The newest tag that matches a pattern with one `*`, by what stands in the star's place. */
async function newestTag(base: Side, pattern: string): Promise<string | undefined> {
  const [before = "", after = ""] = pattern.split("*", 2);
  const tags = (await base.repository.tags()).filter((tag) => tag.startsWith(before) && tag.endsWith(after));
  return tags.sort((a, b) => compareVersions(a.slice(before.length), b.slice(before.length))).at(-1);
}

function problem(path: string, message: string): Problem {
  return { at: { path }, message, severity: "failure" };
}
