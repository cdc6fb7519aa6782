import type { ChangedFile, Config, Problem } from "../../model.ts";
import { type Holding, holdings, problem } from "../holdings.ts";
import type { Side } from "../sources.ts";
import { metadataOf } from "./metadata.ts";

/** An Iceberg table whose current metadata is another file than before, because its hint says so. */
export interface Hinted {
  readonly old: Holding;
  readonly now: Holding;
}

const hint = /(?:^|\/)version-hint\.text$/;

/**
 * Iceberg, tables of a file system: the current metadata is `v<n>.metadata.json`, where `version-hint.text` beside it names n, else the newest.
 * Where a hint that changed takes the table to another file, what that file says is compared with what was current.
 */
export async function hintedIn(
  changed: readonly ChangedFile[],
  base: Side,
  head: Side,
  config: Config,
  problems: Problem[],
): Promise<readonly Hinted[]> {
  const folders = new Set(
    changed.flatMap(({ path, was }) => [path, was ?? path].filter((one) => hint.test(one)).map(folderOf)),
  );
  const found: Hinted[] = [];
  for (const folder of folders) {
    const [from, to] = [await currentIn(folder, base), await currentIn(folder, head)];
    if (from === undefined || to === undefined || from === to) continue;
    const [old] = (await holdings(base, from, config, problems, "base")).newest;
    const [now] = (await holdings(head, to, config, problems, "head", true)).newest;
    if (old !== undefined && now !== undefined) found.push({ old, now });
    else if (old !== undefined)
      problems.push(problem(`${folder}version-hint.text`, `names ${to}, which holds no metadata of the table`));
  }
  return found;
}

/** The current metadata of a table's folder; undefined where it holds none. */
async function currentIn(folder: string, side: Side): Promise<string | undefined> {
  const file = await side.read(`${folder}version-hint.text`);
  const hinted = "text" in file ? /^\s*(\d{1,9})\s*$/.exec(file.text)?.[1] : undefined;
  const states = (await side.list(["**/*.metadata.json"])).flatMap((path) => {
    const state = metadataOf(path);
    return state?.folder === folder ? [{ path, number: state.number }] : [];
  });
  if (hinted === undefined) return states.toSorted((a, b) => a.number - b.number).at(-1)?.path;
  return states.find(({ number }) => number === Number(hinted))?.path ?? `${folder}v${Number(hinted)}.metadata.json`;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}
