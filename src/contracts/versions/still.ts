import type { Config } from "../../model.ts";
import { compareVersions, sameVersion } from "../../text/version.ts";
import type { Work } from "../../work.ts";
import { catalogOf, versionsIn } from "../catalog.ts";
import { configFor, type Holding, newestOf } from "../holdings.ts";
import type { Side } from "../sources.ts";
import type { Editions } from "./editions.ts";

/** What files of one side hold of a contract, but for some. Only files that speak of the contract's name are looked into. */
export async function called(one: Holding, side: Side, except: readonly string[] = []): Promise<readonly Holding[]> {
  const excepted = new Set(except);
  const paths = (await side.paths(one.format)).filter((path) => !excepted.has(path));
  const words = one.names.map((name) => name.split(/[./:]/).at(-1) ?? name);
  const found: Holding[] = [];
  for (const [path, text] of await side.texts(paths)) {
    if (!words.some((word) => text.includes(word))) continue;
    const finds = await side.find(path, [one.format], false);
    if (finds === undefined || "problem" in finds) continue;
    for (const { part, names, version, owners = [] } of newestOf(finds.found))
      found.push({ entry: path, part, version, names, owners, format: one.format });
  }
  return found.filter((other) => shareName(other, one));
}

/**
 * Whether the head's catalog holds a contract whose own file is gone, a proposal that was worked off being no removal, or a
 * file beside it lists this version among others: this version itself, or only later ones.
 */
export async function heldIn(
  old: Holding,
  config: Config,
  head: Side,
  beside: readonly string[],
): Promise<"itself" | "later" | undefined> {
  const { versions } = await catalogOf(old, configFor(old.entry, config)?.baseline.catalog, head);
  const { version: own } = old;
  if (own === undefined) return versions.length > 0 ? "itself" : undefined;
  const listed = (await versionsIn(beside, old, head)).versions;
  if ([...versions, ...listed].some(({ version = "" }) => sameVersion(version, own))) return "itself";
  // an older version in the catalog does not stand for a newer one that goes
  return versions.some(({ version = "" }) => compareVersions(version, own) > 0) ? "later" : undefined;
}

/** Whether head has a contract still, in this version or a later one. */
export async function livesOn(old: Holding, config: Config, head: Side, work: Work): Promise<boolean> {
  if ((await heldIn(old, config, head, [])) !== undefined) return true;
  return (await olderOf(old, await called(old, head), head, work)) !== undefined;
}

/** A version that goes while another file holds a later one, which is what who pins nothing reads: drafts are not. */
export async function olderOf(
  old: Holding,
  others: readonly Holding[],
  head: Side,
  work: Work,
): Promise<Editions | undefined> {
  const { version, format } = old;
  if (version === undefined) return undefined;
  const later: Holding[] = [];
  for (const one of others.filter((other) => compareVersions(other.version ?? "", version) > 0)) {
    const source = await head.source(format, one.entry, one.part);
    const both = { base: source, head: source, history: [], options: {} };
    const { advisory, problems } = await work.compare({ contract: one.names[0] ?? one.entry, format, ...both });
    if (advisory === undefined && problems.length === 0) later.push(one);
  }
  if (later.length === 0) return undefined;
  // who uses a name that only this version has reads this one
  const names = old.names.filter((name) => later.some((one) => one.names.includes(name)));
  return { version, names, before: [{ ...old, version }], newest: false, instead: undefined, listed: true };
}

type Called = Pick<Holding, "format" | "names">;

export function shareName(a: Called, b: Called): boolean {
  return a.format === b.format && a.names.some((name) => b.names.includes(name));
}
