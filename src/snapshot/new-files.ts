import { mkdir, stat, writeFile } from "node:fs/promises";
import { basename, dirname, isAbsolute, join } from "node:path";
import { UserError } from "./user-error.ts";

/** Writes files below a folder; nothing where any of them is there already. Answers with where they stand. @throws UserError */
export async function writeNew(folder: string, files: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const places = [...files].map(([path, text]) => ({ at: join(folder, within(path)), text }));
  for (const { at } of places)
    if (await isThere(at)) throw new UserError(`--out: ${at} is there already; nothing was written`);
  for (const { at, text } of places) {
    await mkdir(dirname(at), { recursive: true });
    try {
      await writeFile(at, text, { flag: "wx" });
    } catch (error) {
      throw new UserError(`--out: ${at} cannot be written (${(error as { code?: string }).code ?? "unknown"})`);
    }
  }
  return places.map(({ at }) => at);
}

/** A path that stays within the folder it is put into. */
function within(path: string): string {
  return isAbsolute(path) || path.split(/[\\/]/).includes("..") ? basename(path) : path;
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch {
    return false;
  }
}
