import type { SampleFile } from "../formats/sample.ts";
import type { File, Problem } from "../model.ts";
import type { Side } from "./sources.ts";

/** Samples of one contract beyond these are not read. */
const maxFiles = 20;
const samplePattern = /\.sample\.(?:json|ndjson)$/;
export const sampleGlobs = ["**/*.sample.json", "**/*.sample.ndjson"] as const;

/** The sample records that stand beside a contract, on either side, and those that cannot be read. */
export interface FoundSamples {
  readonly files: readonly SampleFile[];
  readonly problems: readonly Problem[];
}

/**
 * `orders.sample.ndjson` and `orders.<any>.sample.json` beside `orders.avsc`, `orders.schema.json` or `orders.odcs.yaml`. A
 * file that stands the same on both sides is one.
 */
export async function samplesBeside(
  before: string | undefined,
  now: string,
  base: Side,
  head: Side,
): Promise<FoundSamples> {
  const files: SampleFile[] = [];
  const problems: Problem[] = [];
  const old = before === undefined ? [] : await besideOf(before, base);
  const known = new Map(old.flatMap(([path, file]) => ("text" in file ? [[path, file.text] as const] : [])));
  for (const [path, file] of await besideOf(now, head)) {
    if ("refused" in file)
      problems.push({
        at: { path },
        message: `is not read as a sample: ${refusals[file.refused]}`,
        severity: "warning",
      });
    if (!("text" in file)) continue;
    const same = known.get(path) === file.text;
    if (same) known.delete(path);
    files.push({ path, text: file.text, sides: same ? ["base", "head"] : ["head"] });
  }
  for (const [path, text] of known) files.push({ path, text, sides: ["base"] });
  return { files, problems };
}

async function besideOf(entry: string, side: Side): Promise<readonly (readonly [string, File])[]> {
  const folder = entry.slice(0, entry.lastIndexOf("/") + 1);
  const [stem = ""] = entry.slice(folder.length).split(".", 1);
  const all = await side.list(sampleGlobs);
  const paths = all.filter((path) => {
    const name = path.slice(folder.length);
    return path.startsWith(folder) && !name.includes("/") && name.split(".", 1)[0] === stem;
  });
  return Promise.all(paths.slice(0, maxFiles).map(async (path) => [path, await side.read(path)] as const));
}

/** Whether a path is a sample, by its name. */
export function isSample(path: string): boolean {
  return samplePattern.test(path);
}

export const refusals: Readonly<Record<Extract<File, { refused: string }>["refused"], string>> = {
  symlink: "it is a symbolic link; links are never followed",
  submodule: "it is a submodule",
  "lfs-pointer": "its content is in Git LFS",
  "too-large": "it is larger than 1 MiB",
  "not-utf8": "it is not UTF-8 text",
};
