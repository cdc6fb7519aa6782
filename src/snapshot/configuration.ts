import { defaultConfig, readConfig } from "../config.ts";
import type { ChangedFile, Config, Discovery, Problem, Repository } from "../model.ts";
import { weakenings } from "./weakened.ts";

/** Where the configuration stands in a repository. */
const configPath = ".github/contract-review.yml";

export interface ReadConfiguration {
  readonly config: Config;
  readonly problems: readonly Problem[];
}

/**
 * The configuration that is obeyed, the target branch's (or the organisation's, where that has none); one that this change
 * edits is validated too, but not obeyed.
 */
export async function configurationOf(
  target: Repository,
  head: Repository,
  changed: readonly ChangedFile[],
  fallback: () => Promise<Repository | undefined>,
): Promise<ReadConfiguration> {
  const obeyed = (await readFrom(target)) ?? (await readFallback(fallback));
  const edited = changed.some(({ path, deleted }) => path === configPath && !deleted)
    ? await readFrom(head)
    : undefined;
  const proposed = (edited?.problems ?? []).map((one) => ({ ...one, message: `${one.message} (proposed here)` }));
  const config = obeyed?.config ?? defaultConfig;
  const removed = changed.some(({ path, deleted }) => path === configPath && deleted);
  const after = edited?.config ?? (removed ? defaultConfig : undefined);
  const weaker = after === undefined ? [] : weakenings(config, after, configPath);
  return { config, problems: [...(obeyed?.problems ?? []), ...proposed, ...weaker] };
}

/** The same configuration with what `domains.discover` stands for listed, each repository once. */
export async function withDiscovered(
  { config, problems }: ReadConfiguration,
  find: (wanted: Discovery) => Promise<readonly string[]>,
): Promise<ReadConfiguration> {
  const { discover, repositories, bestEffort } = config.domains;
  if (discover === undefined) return { config, problems };
  const found = await find(discover);
  const listed = new Set([...repositories, ...bestEffort].map(({ repository }) => repository.toLowerCase()));
  const more = found.filter((name) => !listed.has(name.toLowerCase()));
  const domains = {
    ...config.domains,
    repositories: [...repositories, ...more.map((repository) => ({ repository, ref: undefined }))],
  };
  const carries = "topic" in discover ? `the topic ${discover.topic}` : `${discover.property}: ${discover.value}`;
  const none: Problem = {
    at: { path: configPath },
    message: `domains.discover finds nothing: no repository that the App may read carries ${carries}`,
    severity: "warning",
  };
  return { config: { ...config, domains }, problems: found.length > 0 ? problems : [...problems, none] };
}

async function readFallback(fallback: () => Promise<Repository | undefined>): Promise<ReadConfiguration | undefined> {
  const repository = await fallback();
  if (repository === undefined) return undefined;
  const read = await readFrom(repository, "contract-review.yml");
  return (
    read && {
      ...read,
      problems: read.problems.map((one) => ({ ...one, message: `${one.message} (in ${repository.name})` })),
    }
  );
}

async function readFrom(repository: Repository, path = configPath): Promise<ReadConfiguration | undefined> {
  const file = await repository.read(path);
  if ("text" in file) return readConfig(path, file.text);
  const misnamed = path.replace(/\.yml$/, ".yaml");
  if ("absent" in file && !("absent" in (await repository.read(misnamed)))) {
    const message = `is not read: the configuration must be called ${path}`;
    return { config: defaultConfig, problems: [{ at: { path: misnamed }, message, severity: "failure" }] };
  }
  if ("absent" in file) return undefined;
  const message = `the configuration cannot be read: it is a ${file.refused} file`;
  return { config: defaultConfig, problems: [{ at: { path }, message, severity: "failure" }] };
}
