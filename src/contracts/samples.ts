import type { SampleFile } from "../formats/sample.ts";
import type { Consumer, Contract, DomainScan, File, Problem } from "../model.ts";
import type { Side } from "./sources.ts";

/** Samples of one contract beyond these are not read. */
const maxFiles = 20;
const samplePattern = /\.sample\.(?:json|ndjson|avro)$/;
const sampleGlobs = ["**/*.sample.json", "**/*.sample.ndjson", "**/*.sample.avro"] as const;

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
  const known = new Map(old.flatMap(([path, file]) => (heldIn(file) ? [[path, heldIn(file)] as const] : [])));
  for (const [path, file] of await besideOf(now, head)) {
    const held = heldIn(file);
    if ("refused" in file && held === undefined)
      problems.push({
        at: { path },
        message: `is not read as a sample: ${refusals[file.refused]}`,
        severity: "warning",
      });
    if (held === undefined) continue;
    const same = isSame(known.get(path), held);
    if (same) known.delete(path);
    files.push({ path, ...held, sides: same ? ["base", "head"] : ["head"] });
  }
  for (const [path, held] of known) if (held !== undefined) files.push({ path, ...held, sides: ["base"] });
  return { files, problems };
}

type Content = Pick<SampleFile, "text" | "bytes">;

/** What a file of records holds; undefined where it is not there or cannot be read. */
function heldIn(file: File): Content | undefined {
  if ("text" in file) return { text: file.text };
  return "refused" in file && file.container !== undefined ? { text: "", bytes: file.container } : undefined;
}

function isSame(one: Content | undefined, other: Content): boolean {
  const { text, bytes } = one ?? {};
  if (bytes === undefined || other.bytes === undefined) return text === other.text && bytes === other.bytes;
  const others = other.bytes;
  return bytes.length === others.length && bytes.every((byte, index) => byte === others[index]);
}

async function besideOf(entry: string, side: Side): Promise<readonly (readonly [string, File])[]> {
  const stem = stemOf(entry);
  const paths = (await side.list(sampleGlobs)).filter((path) => stemOf(path) === stem);
  return Promise.all(paths.slice(0, maxFiles).map(async (path) => [path, await side.read(path)] as const));
}

/** The fixtures of a contract's consumers, as their repositories were scanned. */
export function fixturesOf(
  contract: Contract,
  consumers: readonly Consumer[],
  domains: readonly DomainScan[],
): FoundSamples {
  const files = new Map<string, SampleFile>();
  const problems: Problem[] = [];
  for (const { name, fixtures = [], evidence } of consumers)
    for (const one of fixtures) {
      const scan = domains.find(({ repository }) => repository === evidence.repository);
      const file = scan !== undefined && "fixtures" in scan ? scan.fixtures?.get(one) : undefined;
      const path = `${evidence.repository}/${one}`;
      const held = file && heldIn(file);
      if (held !== undefined) files.set(path, { path, ...held, sides: [], fixture: true });
      else {
        const why = file !== undefined && "refused" in file ? refusals[file.refused] : "it is not there";
        const message = `fixture ${path} of ${name} shows nothing: ${why}`;
        problems.push({ at: { path: contract.entry }, message, severity: "warning" });
      }
    }
  return { files: [...files.values()].slice(0, maxFiles), problems };
}

/** A path up to the first dot of its file's name: what a contract and its samples share. */
export function stemOf(path: string): string {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  return `${folder}${path.slice(folder.length).split(".", 1)[0]}`;
}

/** Whether a path is a sample, by its name. */
export function isSample(path: string): boolean {
  return samplePattern.test(path);
}

const refusals: Readonly<Record<Extract<File, { refused: string }>["refused"], string>> = {
  symlink: "it is a symbolic link; links are never followed",
  submodule: "it is a submodule",
  "lfs-pointer": "its content is in Git LFS",
  "too-large": "it is larger than 1 MiB",
  "not-utf8": "it is neither UTF-8 text nor an Avro object container file",
};
