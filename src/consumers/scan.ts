import type { Consumer, MalformedDescriptor, Problem, Repository } from "../model.ts";
import { codeownersPaths } from "./codeowners.ts";
import { descriptorGlobs, type FoundConsumers, isDescriptor, type Scanned } from "./find.ts";

/** What one repository says about who reads what. */
export interface Scan {
  readonly consumers: readonly Consumer[];
  readonly malformed: readonly MalformedDescriptor[];
  /** Files that could have held descriptors and could not be read. */
  readonly problems: readonly Problem[];
}

/** Reads every descriptor of a repository, and who answers for it. `mapped` is the configuration's `owners`. */
export async function scanConsumers(
  repository: Repository,
  mapped: ReadonlyMap<string, readonly string[]>,
  find: FindConsumers,
): Promise<Scan | { readonly unreadable: string }> {
  const paths = await repository.list(descriptorGlobs);
  const contents = await repository.readAll(paths);
  const files: { path: string; text: string }[] = [];
  const problems: Problem[] = [];
  contents.forEach((file, index) => {
    const path = paths[index] as string;
    if ("text" in file) {
      if (isDescriptor(path, file.text)) files.push({ path, text: file.text });
    } else if ("refused" in file && file.refused !== "submodule")
      problems.push({
        at: { path },
        message: `not read in ${repository.name}, so that a consumer declared there is not seen: ${reasons[file.refused]}`,
        severity: "warning",
      });
  });
  const codeowners = await codeownersOf(repository);
  const found = await find({ repository: repository.name, files, codeowners }, mapped);
  return "unreadable" in found ? found : { ...found, problems };
}

/** How the texts are read: in this thread or in a worker with limits. */
type FindConsumers = (
  scanned: Scanned,
  mapped: ReadonlyMap<string, readonly string[]>,
) => Promise<FoundConsumers | { readonly unreadable: string }>;

const reasons = {
  symlink: "it is a symbolic link",
  "lfs-pointer": "its content is in Git LFS",
  "too-large": "it is larger than 1 MiB",
  "not-utf8": "it is not UTF-8 text",
} as const;

/** The text of the CODEOWNERS that counts; empty where there is none that can be read. */
export async function codeownersOf(repository: Repository): Promise<string> {
  const files = await repository.readAll(codeownersPaths);
  const first = files.find((file) => !("absent" in file));
  return first !== undefined && "text" in first ? first.text : "";
}
