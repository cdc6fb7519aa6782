import { compareVersions, sameVersion } from "../../text/version.ts";
import { type Holdings, type Listed, newest } from "../holdings.ts";
import type { Editions } from "./editions.ts";

/** What becomes of a contract of which a file lists several versions. */
export interface Relisting {
  /** The newest on each side; undefined where head's file lists none any more. */
  readonly was: Listed;
  readonly now: Listed | undefined;
  /** Whether the newest says what it said. */
  readonly stays: boolean;
  /** Whether the newest is gone, and what is the newest now stood there before: nothing new is proposed. */
  readonly fellBack: boolean;
  /** Whether a changed file lists any version of it still. */
  readonly left: boolean;
  /** The versions that are gone, or say something else now, and that the comparison of the newest does not tell. */
  readonly apart: readonly Relisted[];
}

/** One version of a list that is gone, or says something else now. */
interface Relisted {
  readonly was: Listed;
  readonly now: Listed | undefined;
  readonly editions: Editions;
}

/**
 * Compares the lists of versions in one file before and after: a catalog goes on saying what a published version was. A file
 * that holds one version at a time replaces it by the next, which is no removal.
 */
export function relistingsOf(before: Holdings, after: Holdings, everywhere: readonly Holdings[]): readonly Relisting[] {
  return [...before.listed].flatMap(([name, listed]): readonly Relisting[] => {
    const [first] = listed;
    const kept = after.listed.get(name) ?? [];
    if (first === undefined || (listed.length < 2 && kept.length < 2)) return [];
    const elsewhere = everywhere.flatMap((file) => (file === after ? [] : (file.listed.get(name) ?? [])));
    const standing = [...kept, ...elsewhere.filter(({ format }) => format === first.format)];
    const was = newest(listed);
    const now = kept.length === 0 ? undefined : newest(kept);
    const isNewest = (one: Listed) => one === was && now !== undefined && sameVersion(now.version, was.version);
    return [
      {
        was,
        now,
        stays: now !== undefined && isNewest(was) && saysTheSame(was, now),
        fellBack: now !== undefined && !has(kept, was) && has(listed, now),
        left: standing.length > 0,
        apart: listed.flatMap((one): readonly Relisted[] => {
          const found = standing.find(({ version }) => sameVersion(version, one.version));
          const told = isNewest(one) || (found === undefined ? listed.length < 2 : saysTheSame(one, found));
          return told ? [] : [{ was: one, now: found, editions: editionsIn(one, found, listed, standing) }];
        }),
      },
    ];
  });
}

function has(versions: readonly Listed[], { version }: Listed): boolean {
  return versions.some((one) => sameVersion(one.version, version));
}

function saysTheSame(one: Listed, other: Listed): boolean {
  return one.says !== undefined && one.says === other.says;
}

function editionsIn(
  one: Listed,
  now: Listed | undefined,
  listed: readonly Listed[],
  standing: readonly Listed[],
): Editions {
  const last = [...listed, ...standing].every(({ version }) => compareVersions(version, one.version) <= 0);
  return {
    version: one.version,
    names: one.names,
    before: listed.toSorted((a, b) => compareVersions(a.version, b.version)),
    newest: last,
    instead: last && now === undefined && standing.length > 0 ? newest(standing) : undefined,
    listed: true,
  };
}
