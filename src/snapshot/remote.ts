import { setTimeout as wait } from "node:timers/promises";
import { isCommitId, isRefName } from "../text/ref.ts";
import { type Answer, GitError, git, type Run } from "./run.ts";

/** A repository behind HTTP. */
export interface Remote {
  /** `https://github.com/acme/finance.git`, without credentials. */
  readonly url: string;
  /** Asked anew for every contact, since tokens live for an hour. */
  readonly token?: (() => Promise<string>) | undefined;
  /** Milliseconds to wait before each further attempt where the server could not be reached. Default: 500, 2000. */
  readonly attempts?: readonly number[];
}

/**
 * Runs git against a remote, known to git as `origin`. Address and token go by environment, so that neither stands in an
 * argument, a file or a message. @throws GitError
 */
async function reach(remote: Remote, args: readonly string[], run: Run): Promise<Answer> {
  const origin = originOf(remote.url);
  for (const pause of [...(remote.attempts ?? [500, 2000]), undefined])
    try {
      const token = await tokenOf(remote);
      const basic = token === undefined ? "" : Buffer.from(`x-access-token:${token}`).toString("base64");
      const header = [[`http.${origin}/.extraHeader`, `Authorization: Basic ${basic}`]] as const;
      return await git(args, {
        ...run,
        network: true,
        secrets: token === undefined ? [] : [token, basic],
        config: [...settings(remote.url), ...(token === undefined ? [] : header), ...(run.config ?? [])],
      });
    } catch (error) {
      if (!(error instanceof GitError) || error.reason !== "unreachable" || pause === undefined) throw error;
      await wait(pause);
    }
  throw new GitError("failed", "no attempt was made");
}

/** That who gives out tokens is down is the same as that the server is; that no token is given is the caller's to tell. */
async function tokenOf({ token }: Remote): Promise<string | undefined> {
  try {
    return await token?.();
  } catch (error) {
    const { status } = error as { status?: unknown };
    if (typeof status !== "number" || (status < 500 && status !== 429)) throw error;
    throw new GitError("unreachable", `no token was given: the server answered with status ${status}`);
  }
}

function settings(url: string): readonly (readonly [string, string])[] {
  return [
    ["remote.origin.url", url],
    ["remote.origin.promisor", "true"],
    ["remote.origin.partialclonefilter", "blob:none"],
    ["http.lowSpeedLimit", "1000"],
    ["http.lowSpeedTime", "30"],
  ];
}

/** Where an address leads. @throws GitError for what is no address of a repository behind HTTP */
export function originOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== "https:" && parsed?.protocol !== "http:")
    throw new GitError("failed", "the address of a repository must begin with https:// or http://");
  if (parsed.username !== "" || parsed.password !== "")
    throw new GitError("failed", "the address of a repository must not hold credentials");
  return parsed.origin;
}

/** Whether a remote has a ref: its commit, or that the repository has no commits at all. */
export type Resolved = { readonly commit: string } | { readonly empty: true } | undefined;

/** The commit of a branch, a tag or (undefined) the default branch; a whole id is taken as it is. @throws GitError */
export async function resolveRef(remote: Remote, ref: string | undefined, run: Run): Promise<Resolved> {
  if (ref !== undefined && isCommitId(ref)) return { commit: ref };
  if (ref !== undefined && !isRefName(ref)) return undefined;
  const names = ref === undefined ? ["HEAD"] : [`refs/tags/${ref}^{}`, `refs/tags/${ref}`, `refs/heads/${ref}`];
  const refs = await listRefs(remote, names, run);
  const commit = names.map((name) => refs.get(name)).find((found) => found !== undefined);
  if (commit !== undefined) return { commit };
  return ref === undefined && (await listRefs(remote, [], run)).size === 0 ? { empty: true } : undefined;
}

/** The names of a remote's tags. @throws GitError */
export async function listTags(remote: Remote, run: Run): Promise<readonly string[]> {
  const refs = await listRefs(remote, ["refs/tags/*"], run);
  const names = [...refs.keys()].filter((name) => name.startsWith("refs/tags/") && !name.endsWith("^{}"));
  return names.map((name) => name.slice("refs/tags/".length));
}

async function listRefs(remote: Remote, names: readonly string[], run: Run): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await reach(remote, ["ls-remote", "--quiet", "--end-of-options", "origin", ...names], run);
  const lines = stdout
    .toString("utf8")
    .split("\n")
    .map((line) => line.split("\t"));
  return new Map(lines.flatMap(([oid = "", name]) => (name === undefined || !isCommitId(oid) ? [] : [[name, oid]])));
}

const fetching = [
  "fetch",
  "--quiet",
  "--no-tags",
  "--no-write-fetch-head",
  "--no-auto-maintenance",
  "--no-recurse-submodules",
  "--filter=blob:none",
];

/** Fetches commits and their trees, without history and without files. @throws GitError */
export async function fetchCommits(remote: Remote, commits: readonly string[], run: Run): Promise<void> {
  // under a ref each, so that the next fetch brings only what differs
  const wanted = commits.map((commit) => `+${commit}:refs/mirror/${commit}`);
  await reach(remote, [...fetching, "--depth=1", "--end-of-options", "origin", ...wanted], run);
}

/** Fetches the contents of files, by their ids, at once. @throws GitError */
export async function fetchBlobs(remote: Remote, oids: readonly string[], run: Run): Promise<void> {
  const config = [["fetch.negotiationAlgorithm", "noop"] as const];
  const stdin = `${oids.join("\n")}\n`;
  await reach(remote, [...fetching, "--stdin", "--end-of-options", "origin"], { ...run, config, stdin });
}
