import { git, gitText } from "./git.ts";
import type { Repository } from "./state.ts";

/** One changed file between two commits. */
export interface ChangedFile {
  status: "added" | "removed" | "modified" | "renamed" | "copied" | "changed";
  path: string;
  previousPath: string | undefined;
  sha: string;
  additions: number;
  deletions: number;
}

const statuses = { A: "added", D: "removed", M: "modified", R: "renamed", C: "copied", T: "changed" } as const;

/** The files that differ between two commits, renames followed. */
export async function changedFiles(repository: Repository, base: string, head: string): Promise<ChangedFile[]> {
  const args = ["diff-tree", "-r", "-z", "-M", "--raw", "--numstat", base, head];
  const words = (await gitText(repository.directory, args)).split("\0");
  const files: ChangedFile[] = [];
  let at = 0;
  while (words[at]?.startsWith(":")) {
    const [, , before = "", after = "", letter = "M"] = (words[at] ?? "").split(" ");
    const moved = letter.startsWith("R") || letter.startsWith("C");
    const status = statuses[letter.charAt(0) as keyof typeof statuses];
    const [first = "", second = ""] = words.slice(at + 1);
    const [path, previousPath] = moved ? [second, first] : [first, undefined];
    const sha = status === "removed" ? before : after;
    files.push({ status, path, previousPath, sha, additions: 0, deletions: 0 });
    at += moved ? 3 : 2;
  }
  // The counts follow in the same order; a renamed file's names stand in two words of their own.
  for (const file of files) {
    const [additions, deletions, path] = (words[at] ?? "").split("\t");
    file.additions = Number(additions) || 0;
    file.deletions = Number(deletions) || 0;
    at += path === "" ? 3 : 1;
  }
  return files;
}

/** A file or directory entry of a tree. */
export interface TreeEntry {
  mode: string;
  type: "blob" | "tree" | "commit";
  sha: string;
  size: number;
  path: string;
}

async function tree(repository: Repository, commit: string, path: string): Promise<TreeEntry[]> {
  const args = ["--literal-pathspecs", "ls-tree", "-z", "--long", commit, ...(path === "" ? [] : ["--", path])];
  const lines = await gitText(repository.directory, args);
  return lines
    .split("\0")
    .filter((line) => line !== "")
    .map((line) => {
      const tab = line.indexOf("\t");
      const [mode = "", type = "", sha = "", size = ""] = line.slice(0, tab).split(/ +/);
      return { mode, type: type as TreeEntry["type"], sha, size: Number(size) || 0, path: line.slice(tab + 1) };
    });
}

/** The entry at a path, or the entries of the directory there; undefined where nothing is. */
export async function readPath(
  repository: Repository,
  commit: string,
  path: string,
): Promise<TreeEntry | TreeEntry[] | undefined> {
  const clean = path.replace(/^\/+|\/+$/g, "");
  if (clean === "") return tree(repository, commit, "");
  const [entry] = await tree(repository, commit, clean);
  return entry?.type === "tree" ? tree(repository, commit, `${clean}/`) : entry;
}

export function readBlob(repository: Repository, sha: string): Promise<Buffer> {
  return git(repository.directory, ["cat-file", "blob", sha]);
}
