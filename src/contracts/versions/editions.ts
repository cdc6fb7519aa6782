import type { Found } from "../../formats/format.ts";
import { formats } from "../../formats/index.ts";
import type { Pin } from "../../model.ts";
import { compareVersions, sameVersion } from "../../text/version.ts";
import type { Side } from "../sources.ts";
import { type Edition, editionsIn, placeOf, withoutVersion } from "./layout.ts";
import { type Moves, noMoves } from "./moves.ts";

/** A contract in a file, as far as its other versions are looked for. */
export interface Held {
  readonly format: string;
  readonly entry: string;
  readonly part: string;
  readonly version: string | undefined;
  readonly names: readonly string[];
  readonly owners: readonly string[];
}

/** A contract whose versions stand side by side, in files of their own or listed in one, and one of them. */
export interface Editions {
  readonly version: string;
  /** What the contract is called whatever its version. */
  readonly names: readonly string[];
  /** The versions on the base side, oldest first. */
  readonly before: readonly (Held & { readonly version: string })[];
  /** Neither side has a later one: what who pins nothing reads. */
  readonly newest: boolean;
  /** The newest at the head, where this version is gone from there. */
  readonly instead: Held | undefined;
  /** One file lists them: who pins nothing reads the newest, and no other. */
  readonly listed?: true;
}

/** So many versions, the newest, are looked into. */
const most = 200;

/**
 * The versions beside a contract, by the layout of the paths; undefined where it has none, or states its version itself. `moves`: series that
 * stood in another place.
 */
export async function editionsOf(
  held: Held,
  base: Side,
  head: Side,
  moves: Moves = noMoves,
): Promise<Editions | undefined> {
  const placed = placeOf(held.entry);
  const version = placed?.version;
  if (placed === undefined || version === undefined) return undefined;
  // tables are called by their names and say their versions themselves; so may others
  if (formats.find(({ name }) => name === held.format)?.family === "table") return undefined;
  if (held.version !== undefined && !sameVersion(held.version, version)) return undefined;
  const { series } = placed;
  const was = standing(await base.paths(held.format), series, moves.from.get(series));
  const is = standing(await head.paths(held.format), series, moves.to.get(series));
  const others = [...was, ...is].filter((one) => !sameVersion(one.version, version));
  if (was.length === 0 || is.length === 0 || others.length === 0) return undefined;
  const before: (Held & { readonly version: string })[] = [];
  for (const edition of was.slice(-most)) {
    const one = await heldAt(base, edition.path, held);
    if (one !== undefined) before.push({ ...one, version: edition.version });
  }
  if (before.length === 0) return undefined;
  const last = is.at(-1);
  const gone = !is.some(({ path }) => path === held.entry);
  return {
    version,
    names: namesOf([held, ...before]),
    before,
    newest: [...was, ...is].every((one) => compareVersions(one.version, version) <= 0),
    instead: gone && last !== undefined ? await heldAt(head, last.path, held) : undefined,
  };
}

function standing(tree: readonly string[], series: string, moved: string | undefined): readonly Edition[] {
  const own = editionsIn(tree, series);
  return own.length > 0 || moved === undefined ? own : editionsIn(tree, moved);
}

/** Every name, the version in it aside; paths are none. */
function namesOf(versions: readonly Held[]): readonly string[] {
  const names = versions.flatMap(({ entry, names: own }) => own.filter((name) => name !== entry).map(withoutVersion));
  return [...new Set(names)].filter((name) => name !== "");
}

/** The version that a new one is compared with; undefined where it stood at the base side already, or is the first. */
export function predecessorOf(held: Held, { version, before }: Editions): Held | undefined {
  if (before.some(({ entry }) => entry === held.entry)) return undefined;
  return before.findLast((one) => compareVersions(one.version, version) < 0);
}

/** The contract in another version's file: the one of its name, the version in it aside, else the only one there. */
async function heldAt(side: Side, path: string, like: Held): Promise<Held | undefined> {
  const finds = await side.find(path, [like.format], false);
  if (finds === undefined || "problem" in finds) return undefined;
  const wanted = new Set(like.names.map(withoutVersion));
  const named = (found: Found) => found.names.some((name) => wanted.has(withoutVersion(name)));
  const [only, ...more] = finds.found;
  const found = finds.found.find(named) ?? (more.length === 0 ? only : undefined);
  if (found === undefined) return undefined;
  const { part, names, version, owners = [] } = found;
  return { format: like.format, entry: path, part, names, version, owners };
}

/** What a consumer pins, by saying so or by a name that only one version has; undefined where it reads the newest. */
export function pinAmong(
  editions: Editions,
  { contract, version }: { readonly contract: string; readonly version: Pin },
) {
  if (version !== undefined) return version;
  const name = contract.toLowerCase();
  if (editions.names.some((one) => one.toLowerCase() === name)) return undefined;
  const having = editions.before.filter(({ names }) => names.some((one) => one.toLowerCase() === name));
  return having.length === 1 ? having[0]?.version : undefined;
}

/** Whether what a consumer pins takes in a version. */
export function covers(pin: Pin, version: string): boolean {
  if (pin === undefined) return false;
  if (typeof pin === "string") return sameVersion(pin, version);
  return compareVersions(pin.min, version) <= 0 && compareVersions(version, pin.max) <= 0;
}
