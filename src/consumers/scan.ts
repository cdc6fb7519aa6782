import type { Consumer, File, MalformedDescriptor, Problem, Repository } from "../model.ts";
import { codeownersPaths } from "./codeowners.ts";
import { descriptorGlobs, type FoundConsumers, isDescriptor, type Scanned } from "./find.ts";

/** What one repository says about who reads what. */
export interface Scan {
  readonly consumers: readonly Consumer[];
  readonly malformed: readonly MalformedDescriptor[];
  /** Files that could have held descriptors and could not be read. */
  readonly problems: readonly Problem[];
  /** What the descriptors' `fixtures` hold, by path. */
  readonly fixtures?: ReadonlyMap<string, File>;
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
    } else if ("refused" in file && file.refused !== "submodule" && !neverDescriptors.test(path))
      problems.push({
        at: { path },
        message: `not read in ${repository.name}, so that a consumer declared there is not seen: ${reasons[file.refused]}`,
        severity: "warning",
      });
  });
  const codeowners = await codeownersOf(repository);
  const found = await find({ repository: repository.name, files, codeowners }, mapped);
  if ("unreadable" in found) return found;
  const fixtures = await fixturesOf(found.consumers, repository);
  return { ...found, problems, ...(fixtures.size > 0 && { fixtures }) };
}

/** Lock files, and what other people or programs wrote: nobody declares there what a team reads. */
const neverDescriptors =
  /(?:^|\/)(?:vendor|third[_-]party|node_modules|dbt_packages|target|\.github|tests?|__tests__|testdata|fixtures?|__snapshots__|locales?|i18n)\/|(?:^|\/)assets\/.*\.json$|(?:^|[/._-])lock\.[^/]*$/i;

/** More fixtures of one repository are not read. */
const maxFixtures = 100;

/** Fixtures that are not there, or no text, are no reason to doubt the descriptor: they show nothing, which is told. */
async function fixturesOf(consumers: readonly Consumer[], repository: Repository): Promise<ReadonlyMap<string, File>> {
  const paths = [...new Set(consumers.flatMap(({ fixtures = [] }) => fixtures))].slice(0, maxFixtures);
  const files = paths.length === 0 ? [] : await repository.readAll(paths);
  return new Map(files.map((file, index) => [paths[index] as string, file]));
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
