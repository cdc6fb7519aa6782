import type { Consumer, MalformedDescriptor, Problem, Repository } from "../model.ts";
import { codeownersPaths, type OwnersOf, readCodeowners } from "./codeowners.ts";
import { descriptorGlobs, findConsumers } from "./find.ts";

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
): Promise<Scan> {
  const paths = await repository.list(descriptorGlobs);
  const contents = await repository.readAll(paths);
  const files: { path: string; text: string }[] = [];
  const problems: Problem[] = [];
  contents.forEach((file, index) => {
    const path = paths[index] as string;
    if ("text" in file) files.push({ path, text: file.text });
    else if ("refused" in file && file.refused !== "submodule")
      problems.push({
        at: { path },
        message: `not read in ${repository.name}, so that a consumer declared there is not seen: ${reasons[file.refused]}`,
        severity: "warning",
      });
  });
  const ownersOf = await codeownersOf(repository);
  return { ...findConsumers({ repository: repository.name, files, ownersOf }, mapped), problems };
}

const reasons = {
  symlink: "it is a symbolic link",
  "lfs-pointer": "its content is in Git LFS",
  "too-large": "it is larger than 1 MiB",
  "not-utf8": "it is not UTF-8 text",
} as const;

/** Who owns the paths of a repository by its CODEOWNERS; nobody where there is none that can be read. */
export async function codeownersOf(repository: Repository): Promise<OwnersOf> {
  const files = await repository.readAll(codeownersPaths);
  const first = files.find((file) => !("absent" in file));
  return first !== undefined && "text" in first ? readCodeowners(first.text) : () => [];
}
