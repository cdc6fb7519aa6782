import { codeownersPaths } from "../consumers/codeowners.ts";
import { descriptorGlobs } from "../consumers/find.ts";
import type { Config, Discovery, DomainRef, DomainScan, Repository, Snapshot } from "../model.ts";
import type { Work } from "../work.ts";
import { configurationOf, withDiscovered } from "./configuration.ts";
import { type Reached, reachedBy, scanDomain, scanOwn } from "./domains.ts";
import { openMirror, openSides, tipOfSource } from "./mirrored.ts";

/** How repositories are reached; credentials are fetched anew for every contact. */
export interface Reach {
  /** `https://github.com`, from where `<owner>/<name>.git` is cloned. */
  readonly url: string;
  /** Where mirrors are kept. */
  readonly dir: string;
  token(repository: string): Promise<string>;
  /** Tells which repositories will be read, so that their tokens can be fetched together. */
  prepare(repositories: readonly string[]): Promise<void>;
  /** Names of the owner's repositories that carry what is wanted. */
  discover(owner: string, wanted: Discovery): Promise<readonly string[]>;
  /** Who may see a repository; `private` where that cannot be told. */
  visibility(repository: string): Promise<Visibility>;
  /** Why a repository gave no token, in words; undefined where that is not what went wrong. */
  whyNoToken(error: unknown): string | undefined;
}

/** From many who may see it to few. */
export const visibilities = ["public", "internal", "private"] as const;
export type Visibility = (typeof visibilities)[number];

/** Two commits of one repository and the tip of the branch that the second wants to be part of. */
export interface Commits {
  readonly repository: string;
  readonly base: string;
  readonly head: string;
  readonly target: string;
  readonly baseRef: string;
}

/** Reads everything a review depends on: both sides, the configuration, every domain repository. `willRead` is told which, first. */
export async function pullRequestSnapshot(
  commits: Commits,
  reach: Reach,
  work: Work,
  clock: () => Date,
  willRead: (config: Config) => Promise<void> = async () => undefined,
): Promise<Snapshot> {
  const { repository, baseRef } = commits;
  const { base, head, changed } = await openSides(sourceOf(repository, reach), commits.base, commits.head);
  const target = commits.target === commits.base ? base : ((await head.at(commits.target)) ?? base);
  const [owner = ""] = repository.split("/");
  const fallback = () => organisationDefaults(`${owner}/.github`, reach);
  const configured = await configurationOf(target, head, changed, fallback);
  const { config, problems } =
    changed.length === 0 ? configured : await withDiscovered(configured, (wanted) => reach.discover(owner, wanted));
  await willRead(config);
  const domains = changed.length === 0 ? [] : await scans(config, base, head, reach, work, clock);
  return { now: clock().toISOString(), base, head, target, baseRef, changed, config, domains, problems };
}

/** The commit that a branch or tag of a repository is at now (undefined: its default branch). @throws GitError, what `token` throws */
export function tipOf(repository: string, ref: string | undefined, reach: Reach): Promise<string | undefined> {
  return tipOfSource(sourceOf(repository, reach), ref);
}

function sourceOf(name: string, reach: Reach) {
  const { url, dir } = reach;
  return { name, dir, url: `${url}/${name}.git`, token: () => reach.token(name) };
}

/** The organisation's `.github` repository; undefined where it has none, or the App may not read it. */
async function organisationDefaults(name: string, reach: Reach): Promise<Repository | undefined> {
  const opened = await open({ repository: name, ref: undefined }, ["contract-review.yml"], reach, () => new Date());
  return "unreadable" in opened ? undefined : opened.repository;
}

async function scans(config: Config, base: Repository, head: Repository, reach: Reach, work: Work, clock: () => Date) {
  const { repositories, bestEffort, staleAfterHours } = config.domains;
  const globs = [...descriptorGlobs, ...codeownersPaths];
  const others = (refs: readonly DomainRef[]) => refs.filter(({ repository }) => !same(repository, head.name));
  await reach.prepare([...others(repositories), ...others(bestEffort)].map(({ repository }) => repository));
  const rank = async (repository: string) => visibilities.indexOf(await reach.visibility(repository));
  const producer = await rank(head.name);
  const scan = async (ref: DomainRef, required: boolean): Promise<DomainScan> => {
    const hidden = producer < visibilities.length - 1 && (await rank(ref.repository)) > producer;
    const scanned = await scanPlainly(ref, required);
    return hidden ? { ...scanned, hidden } : scanned;
  };
  const scanPlainly = (ref: DomainRef, required: boolean): Promise<DomainScan> =>
    scanDomain(ref.repository, required, config.owners, work, async () => {
      const reached = await open(ref, globs, reach, clock);
      if ("unreadable" in reached || reached.stale === undefined || reached.stale.hours <= staleAfterHours)
        return reached;
      return { unreadable: `${reached.stale.why}; the kept copy is ${reached.stale.hours} h old` };
    });
  const own = await scanOwn(base, head, config.owners, work);
  const read: DomainScan[] = [own];
  // a few at a time: each is some processes and some requests
  const waiting = [
    ...others(repositories).map((ref) => () => scan(ref, true)),
    ...others(bestEffort).map((ref) => () => scan(ref, false)),
  ];
  while (waiting.length > 0) read.push(...(await Promise.all(waiting.splice(0, 4).map((start) => start()))));
  return read;
}

async function open(
  { repository, ref }: DomainRef,
  globs: readonly string[],
  reach: Reach,
  clock: () => Date,
): Promise<Reached | { readonly unreadable: string }> {
  let refused: string | undefined;
  const source = sourceOf(repository, reach);
  const token = () =>
    source.token().catch((error: unknown) => {
      refused = reach.whyNoToken(error) ?? "no token to read it could be had";
      throw error;
    });
  try {
    return reachedBy(await openMirror({ ...source, token }, ref, globs, clock), clock());
  } catch (error) {
    if (refused !== undefined) return { unreadable: refused };
    throw error;
  }
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
