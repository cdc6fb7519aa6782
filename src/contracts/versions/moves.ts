import type { ChangedFile } from "../../model.ts";
import { sameVersion } from "../../text/version.ts";
import { placeOf } from "./layout.ts";

/** Where series of versions went as a whole: by what their paths have in common. */
export interface Moves {
  /** Where a series stood, by where it stands. */
  readonly from: ReadonlyMap<string, string>;
  /** Where it stands, by where it stood. */
  readonly to: ReadonlyMap<string, string>;
}

export const noMoves: Moves = { from: new Map(), to: new Map() };

/**
 * A version that is gone from one folder and new in another, under the same file name and with the same version, moved with its series,
 * though git does not pair the two. Those that could be several stay as they are.
 */
export function withMoves(changed: readonly ChangedFile[]): readonly ChangedFile[] {
  const [gone, fresh] = [new Map<string, ChangedFile[]>(), new Map<string, ChangedFile[]>()];
  for (const file of changed) {
    const known = file.deleted ? gone : file.was === undefined ? fresh : undefined;
    const key = keyOf(file.path);
    if (known === undefined || key === undefined) continue;
    known.set(key, [...(known.get(key) ?? []), file]);
  }
  const moved = new Map<ChangedFile, ChangedFile>();
  for (const [key, [now, ...more]] of fresh) {
    const [old, ...others] = gone.get(key) ?? [];
    if (now === undefined || old === undefined || more.length > 0 || others.length > 0) continue;
    if (placeOf(old.path)?.series !== placeOf(now.path)?.series) moved.set(now, old);
  }
  if (moved.size === 0) return changed;
  const taken = new Set(moved.values());
  return changed
    .filter((file) => !taken.has(file))
    .map((file) => {
      const old = moved.get(file);
      return old === undefined ? file : { ...file, was: old.path };
    });
}

function keyOf(path: string): string | undefined {
  const placed = placeOf(path);
  if (placed?.version === undefined) return undefined;
  return JSON.stringify([placed.series.split("/").at(-1), placed.version.toLowerCase()]);
}

/** The series of which versions moved; one that would have come from several, or gone to several, did not. */
export function movesOf(changed: readonly ChangedFile[]): Moves {
  const pairs = new Map<string, readonly [old: string, now: string]>();
  for (const { path, was } of changed) {
    if (was === undefined || was === path) continue;
    const [old, now] = [placeOf(was), placeOf(path)];
    if (old?.version === undefined || now?.version === undefined || old.series === now.series) continue;
    if (sameVersion(old.version, now.version)) pairs.set(`${old.series}\n${now.series}`, [old.series, now.series]);
  }
  const count = (one: 0 | 1) => {
    const counted = new Map<string, number>();
    for (const pair of pairs.values()) counted.set(pair[one], (counted.get(pair[one]) ?? 0) + 1);
    return counted;
  };
  const [olds, nows] = [count(0), count(1)];
  const whole = [...pairs.values()].filter(([old, now]) => olds.get(old) === 1 && nows.get(now) === 1);
  return { from: new Map(whole.map(([old, now]) => [now, old])), to: new Map(whole) };
}
