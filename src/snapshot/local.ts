import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, join, resolve } from "node:path";
import { readConfig } from "../config.ts";
import { codeownersPaths } from "../consumers/codeowners.ts";
import { descriptorGlobs } from "../consumers/find.ts";
import type { Config, DomainRef, DomainScan, Problem, Repository, Snapshot } from "../model.ts";
import type { Work } from "../work.ts";
import { changedBetween, changedInWorkTree } from "./changed.ts";
import { configurationOf } from "./configuration.ts";
import { type Reached, reachedBy, scanDomain, scanOwn } from "./domains.ts";
import { openFolder } from "./folder.ts";
import { locate, mergeBase, openCommit, openRef, resolveCommit, topOf } from "./git.ts";
import { openMirror } from "./mirrored.ts";
import { GitError } from "./run.ts";
import { UserError } from "./user-error.ts";

/** What the command line asks to be looked at. */
export interface LocalRequest {
  readonly repo: string;
  /** Undefined: the first of the usual names of a main branch that is there. */
  readonly base: string | undefined;
  /** A commit, or `WORKTREE` for what is not committed too. */
  readonly head: string;
  /** `DIR[@REF]` or `URL[@REF]`. */
  readonly domains: readonly string[];
  readonly config: string | undefined;
  readonly now: string;
}

/** Reads everything a review of a local branch depends on. @throws UserError */
export async function localSnapshot(request: LocalRequest, work: Work): Promise<Snapshot> {
  const folder = await rootOf(resolve(request.repo), request.head === "WORKTREE");
  const { baseRef, target, merge } = await baseOf(folder, request);
  const name = basename(folder);
  const base = await openCommit(name, folder, merge);
  const worktree = request.head === "WORKTREE";
  const headCommit = worktree ? "" : await commitOf(folder, request.head, "--head");
  const head = worktree ? openFolder(name, folder) : await openCommit(name, folder, headCommit);
  const changed = worktree ? await changedInWorkTree(folder, merge) : await changedBetween(folder, merge, headCommit);
  const tip = target === merge ? base : await openCommit(name, folder, target);
  const { config, problems: unread } =
    request.config === undefined
      ? await configurationOf(tip, head, changed, async () => undefined)
      : await configFile(request.config);
  const problems = [...unread, ...undiscovered(config, request)];
  const domains = await domainScans(config, request.domains, work);
  const own = await scanOwn(base, head, config.owners, work);
  return { now: request.now, base, head, target: tip, baseRef, changed, config, domains: [own, ...domains], problems };
}

/** Nobody asks GitHub from here: who runs the command says where the consumers live. */
function undiscovered({ domains: { discover } }: Config, request: LocalRequest): readonly Problem[] {
  if (discover === undefined || request.domains.length > 0) return [];
  const message = "domains.discover asks GitHub, which the command line does not: name the repositories with --domain";
  return [{ at: { path: request.config ?? ".github/contract-review.yml" }, message, severity: "failure" }];
}

/** A work tree is reviewed whole, from whichever folder of it the command was started. */
async function rootOf(folder: string, worktree: boolean): Promise<string> {
  try {
    await locate(folder);
    return worktree ? await topOf(folder) : folder;
  } catch (error) {
    if (error instanceof GitError) throw new UserError(`${folder} is no git repository`);
    throw error;
  }
}

async function baseOf(folder: string, { base, head }: LocalRequest) {
  const usual = ["origin/HEAD", "origin/main", "origin/master", "main", "master"];
  let baseRef = base;
  for (const candidate of base === undefined ? usual : []) {
    if ((await resolveCommit(folder, candidate)) === undefined) continue;
    baseRef = candidate;
    break;
  }
  if (baseRef === undefined) throw new UserError(`no base: none of ${usual.join(", ")} is there; name one with --base`);
  const target = await commitOf(folder, baseRef, "--base");
  const tip = await commitOf(folder, head === "WORKTREE" ? "HEAD" : head, "--head");
  const merge = await mergeBase(folder, target, tip);
  if (merge === undefined) throw new UserError(`${baseRef} and ${head} have no commit in common`);
  return { baseRef, target, merge };
}

async function commitOf(folder: string, revision: string, option: string): Promise<string> {
  const commit = await resolveCommit(folder, revision);
  if (commit === undefined) throw new UserError(`${option}: ${folder} has no commit called ${revision}`);
  return commit;
}

async function configFile(path: string): Promise<{ readonly config: Config; readonly problems: readonly Problem[] }> {
  try {
    return readConfig(path, await readFile(path, "utf8"));
  } catch (error) {
    throw new UserError(`--config: ${path} cannot be read (${(error as { code?: string }).code ?? "unknown"})`);
  }
}

/** The domain repositories of the command line, and those configured that it does not give: unreadable, and said so. */
export async function domainScans(
  config: Pick<Config, "domains" | "owners">,
  given: readonly string[],
  work: Work,
): Promise<readonly DomainScan[]> {
  const { repositories, bestEffort } = config.domains;
  const required = (name: string) => !bestEffort.some(({ repository }) => sameName(repository, name));
  const scans: DomainScan[] = [];
  for (const text of given) {
    const { place, ref } = splitRef(text);
    const isUrl = /^[a-z][a-z0-9+.-]*:\/\//.test(place);
    const own = isUrl
      ? place
          .replace(/\.git$/, "")
          .split("/")
          .slice(-2)
          .join("/")
      : basename(resolve(place));
    const configured = [...repositories, ...bestEffort].find(({ repository }) => sameName(repository, own));
    const name = configured?.repository ?? own;
    const open = () => (isUrl ? openUrl(name, place, ref ?? configured?.ref) : openLocal(name, place, ref));
    scans.push(await scanDomain(name, required(name), config.owners, work, open));
  }
  const missing = (refs: readonly DomainRef[], isRequired: boolean) =>
    refs
      .filter(({ repository }) => !scans.some((scan) => scan.repository === repository))
      .map(({ repository }) => ({
        repository,
        required: isRequired,
        unreadable: "not given on this command line: add --domain DIR",
      }));
  return [...scans, ...missing(repositories, true), ...missing(bestEffort, false)];
}

/** A repository behind an address, read without credentials of ours; kept between runs. */
async function openUrl(name: string, url: string, ref: string | undefined): Promise<Reached> {
  const dir = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "contract-review", "mirrors");
  const globs = [...descriptorGlobs, ...codeownersPaths];
  return reachedBy(await openMirror({ name, url, dir }, ref, globs), new Date());
}

/** `shop/finance` and a folder called `finance` are the same. */
function sameName(configured: string, given: string): boolean {
  const [a, b] = [configured.toLowerCase(), given.toLowerCase()];
  return a === b || (!b.includes("/") && a.endsWith(`/${b}`));
}

function splitRef(text: string): { readonly place: string; readonly ref: string | undefined } {
  const at = text.lastIndexOf("@");
  const beforeRef = text.slice(0, at);
  // an `@` inside a URL's host part is no ref
  if (at <= 0 || /^[a-z][a-z0-9+.-]*:\/\/[^/]*$/.test(beforeRef)) return { place: text, ref: undefined };
  return { place: beforeRef, ref: text.slice(at + 1) };
}

async function openLocal(name: string, place: string, ref: string | undefined): Promise<Reached> {
  const folder = resolve(place);
  let repository: Repository | undefined;
  try {
    repository = ref === undefined ? openFolder(name, folder) : await openRef(name, folder, ref);
    await repository?.list(["CODEOWNERS"]);
  } catch (error) {
    const why = error instanceof GitError ? error.message : ((error as { code?: string }).code ?? "unknown");
    throw new UserError(`--domain: ${place} cannot be read (${why})`);
  }
  if (repository === undefined) throw new UserError(`--domain: ${place} has no ref called ${ref}`);
  return { repository };
}
