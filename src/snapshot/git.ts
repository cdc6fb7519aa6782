import { resolve } from "node:path";
import type { Repository } from "../model.ts";
import { globMatcher } from "../text/glob.ts";
import { isCommitId, isRefName } from "../text/ref.ts";
import { type Entry, filesOf, inspect, treeOf } from "./objects.ts";
import { git, gitVersion, type Run } from "./run.ts";

/** Reads one commit of a git repository on this machine. @throws GitError where there is no such commit */
export async function openCommit(name: string, folder: string, commit: string): Promise<Repository> {
  const where = await locate(folder);
  return commitRepository(name, commit, where, await treeOf(commit, where));
}

/** The same by the name of a tag or branch, or a whole commit id; undefined where there is none. @throws GitError */
export async function openRef(name: string, folder: string, ref: string): Promise<Repository | undefined> {
  const where = await locate(folder);
  const commit = await commitOf(ref, where);
  return commit === undefined ? undefined : commitRepository(name, commit, where, await treeOf(commit, where));
}

function commitRepository(name: string, commit: string, where: Run, tree: ReadonlyMap<string, Entry>): Repository {
  const readAll: Repository["readAll"] = (paths) => filesOf(paths, tree, () => where);
  return {
    name,
    commit,
    list: async (globs) => [...tree.keys()].filter(globMatcher(globs)).sort(),
    read: async (path) => (await readAll([path]))[0] ?? { absent: true },
    readAll,
    async at(ref) {
      const found = await commitOf(ref, where);
      return found === undefined ? undefined : commitRepository(name, found, where, await treeOf(found, where));
    },
    tags: () => tagsOf(where),
  };
}

/** The commit of a tag, a branch (ours or `origin`'s) or a whole commit id; undefined where there is none. */
async function commitOf(ref: string, where: Run): Promise<string | undefined> {
  if (!isRefName(ref)) return undefined;
  const id = isCommitId(ref) ? ref : await objectOf(ref, where);
  const [found] = id === undefined ? [] : await inspect([`${id}^{commit}`], where);
  return found?.type === "commit" ? found.oid : undefined;
}

/** By listing, since git reads more into a name than a name: `x-1-gabc` is commit `abc` to it, whatever `x` is. */
async function objectOf(ref: string, where: Run): Promise<string | undefined> {
  const places = ["refs/tags/", "refs/heads/", "refs/remotes/origin/"].map((place) => `${place}${ref}`);
  const { stdout } = await git(["for-each-ref", "--format=%(objectname) %(refname)", ...places], where);
  const lines = stdout.toString("utf8").split("\n");
  const found = places.map((place) => lines.find((line) => line.slice(line.indexOf(" ") + 1) === place));
  return found.find((line) => line !== undefined)?.split(" ")[0];
}

/**
 * What a person's words for a commit mean in a repository on this machine: `main`, `HEAD~2`, an id; undefined where it means
 * none. @throws GitError where the folder is no git repository
 */
export async function resolveCommit(folder: string, revision: string): Promise<string | undefined> {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`];
  const { stdout, status } = await git(args, { ...(await locate(folder)), expected: [0, 1, 128] });
  const commit = stdout.toString("utf8").trim().split("\n").at(-1) ?? "";
  return status === 0 && isCommitId(commit) ? commit : undefined;
}

/** The commit where two histories part; undefined where they have none in common. @throws GitError */
export async function mergeBase(folder: string, one: string, other: string): Promise<string | undefined> {
  const where = await locate(folder);
  const { stdout } = await git(["merge-base", "--end-of-options", one, other], { ...where, expected: [0, 1] });
  return stdout.toString("utf8").trim() || undefined;
}

/** The root of the work tree a folder lies in. @throws GitError where it lies in none */
export async function topOf(folder: string): Promise<string> {
  const { stdout } = await git(["rev-parse", "--show-toplevel"], { cwd: resolve(folder) });
  return stdout.toString("utf8").replace(/\n$/, "");
}

/** Where a repository's objects and refs are, whether or not it has a work tree. @throws GitError */
export async function locate(folder: string): Promise<Run & { readonly gitDir: string }> {
  await gitVersion();
  const { stdout } = await git(["rev-parse", "--absolute-git-dir"], { cwd: resolve(folder) });
  return { gitDir: stdout.toString("utf8").replace(/\n$/, ""), cwd: resolve(folder) };
}

/** The names of its tags. @throws GitError */
export async function tagsOf(where: Run): Promise<readonly string[]> {
  const { stdout } = await git(["for-each-ref", "--format=%(refname:strip=2)", "refs/tags/"], where);
  return stdout
    .toString("utf8")
    .split("\n")
    .filter((name) => name !== "");
}
