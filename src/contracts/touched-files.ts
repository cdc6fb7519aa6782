import { formats } from "../formats/index.ts";
import type { ChangedFile } from "../model.ts";
import { globMatcher } from "../text/glob.ts";
import { isSample, stemOf } from "./samples.ts";
import type { Side } from "./sources.ts";
import { placeOf } from "./versions/layout.ts";
import { areStates } from "./versions/metadata.ts";
import { withMoves } from "./versions/moves.ts";

/** The files that a change touches: those changed, those beside a changed sample, those that draw on a changed file. */
export async function touchedFiles(
  changed: readonly ChangedFile[],
  base: Side,
  head: Side,
): Promise<readonly ChangedFile[]> {
  const direct = [...withMoves(changed.flatMap(versionsApart)), ...(await besideSamples(changed, head))];
  return [...direct, ...(await dependents(changed, base, head))];
}

/** A file that git pairs with another version of its contract is a new version, and the other one is gone. */
function versionsApart(file: ChangedFile): readonly ChangedFile[] {
  if (file.was === undefined || file.was === file.path) return [file];
  const [from, to] = [placeOf(file.was), placeOf(file.path)];
  const versions = from?.version !== undefined && from.series === to?.series;
  if (!versions && !areStates(file)) return [file];
  return [
    { ...file, was: undefined },
    { path: file.was, was: file.was, deleted: true },
  ];
}

/** Untouched files that draw, directly or through others, on a file that changed. */
async function dependents(changed: readonly ChangedFile[], base: Side, head: Side): Promise<readonly ChangedFile[]> {
  const paths = new Set(changed.flatMap(({ path, was }) => (was === undefined ? [path] : [path, was])));
  const more = new Set<string>();
  for (const format of formats.filter(({ linked }) => linked)) {
    if (![...paths].some(globMatcher(format.globs))) continue;
    const users = new Map<string, string[]>();
    const [before, after] = [await base.tree(format.name), await head.tree(format.name)];
    for (const [path, used] of [...before.references, ...after.references])
      for (const other of used) {
        const known = users.get(other);
        if (known === undefined) users.set(other, [path]);
        else known.push(path);
      }
    const reached = new Set(paths);
    const waiting = [...paths];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop())
      for (const user of users.get(path) ?? []) {
        if (reached.has(user) || !after.files.has(user)) continue;
        reached.add(user);
        waiting.push(user);
        more.add(user);
      }
  }
  return [...more].sort().map((path) => ({ path, was: path, deleted: false }));
}

/** Untouched contracts beside a sample that changed: it must be a record of theirs. */
async function besideSamples(changed: readonly ChangedFile[], head: Side): Promise<readonly ChangedFile[]> {
  const samples = changed.filter(({ path, deleted }) => !deleted && isSample(path));
  if (samples.length === 0) return [];
  const stems = new Set(samples.map(({ path }) => stemOf(path)));
  const known = new Set(changed.map(({ path }) => path));
  const paths = await head.list([...new Set(formats.flatMap(({ globs }) => globs))]);
  return paths
    .filter((path) => stems.has(stemOf(path)) && !known.has(path) && !isSample(path))
    .map((path) => ({ path, was: path, deleted: false }));
}
