import { formats } from "../../formats/index.ts";
import { sameVersion } from "../../text/version.ts";
import type { Detected } from "../detect.ts";
import type { Side } from "../sources.ts";

/**
 * Whether head still serves a version of the contract in a file of its own, as it stood: several versions may be supported
 * side by side, and who pins one of them is not touched by what becomes of another.
 */
export async function servedBeside(
  { contract, base: stood, head: stands }: Pick<Detected, "contract" | "base" | "head">,
  version: string,
  base: Side,
  head: Side,
): Promise<boolean> {
  const format = formats.find(({ name }) => name === contract.format);
  if (format === undefined || !format.sideBySide) return false;
  for (const path of await candidates(stood?.entry, stands?.entry, format.globs, head)) {
    if (path === stands?.entry) continue;
    const [before, after] = [await base.read(path), await head.read(path)];
    if (!("text" in before && "text" in after) || before.text !== after.text) continue;
    const finds = await head.find(path, [contract.format], false);
    if (finds === undefined || "problem" in finds) continue;
    const same = finds.found.some(
      (found) =>
        found.version !== undefined &&
        sameVersion(found.version, version) &&
        found.names.some((name) => contract.names.includes(name)) &&
        (stands === undefined || !placesOf(found.names).some((place) => contract.names.includes(place))),
    );
    if (same) return true;
  }
  return false;
}

/** The tables behind the names of a contract document: two versions that describe one table are not both served. */
function placesOf([, ...names]: readonly string[]): readonly string[] {
  return names.filter((name) => !name.includes("/"));
}

/** The file that a new one was compared with; where the contract's file is gone, every file that could hold another version. */
async function candidates(
  stood: string | undefined,
  stands: string | undefined,
  globs: readonly string[],
  head: Side,
): Promise<readonly string[]> {
  if (stands !== undefined) return stood === undefined ? [] : [stood];
  return head.repository.list(globs);
}
