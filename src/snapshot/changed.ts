import { copyFile, mkdtemp, rm, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ChangedFile } from "../model.ts";
import { locate, topOf } from "./git.ts";
import { git, type Run } from "./run.ts";

const nameStatus = [
  "diff",
  "--name-status",
  "-z",
  "--no-relative",
  "--no-ext-diff",
  "--no-textconv",
  "--ignore-submodules=dirty",
];

/** What differs between two commits of a repository on this machine, renames followed. @throws GitError */
export async function changedBetween(folder: string, base: string, head: string): Promise<readonly ChangedFile[]> {
  return changedIn(await locate(folder), base, head);
}

/** The same for a repository that is already located. @throws GitError */
export async function changedIn(
  where: Run,
  base: string,
  head: string,
  renames: "-M" | "-M100%" = "-M",
): Promise<readonly ChangedFile[]> {
  const { stdout } = await git([...nameStatus, renames, "--end-of-options", base, head, "--"], where);
  return parseChanges(stdout);
}

/**
 * What differs between a commit and the work tree, files that git does not track yet included. Works on a copy of the
 * index, so that a file moved without telling git is seen as moved. @throws GitError
 */
export async function changedInWorkTree(folder: string, base: string): Promise<readonly ChangedFile[]> {
  const cwd = await topOf(folder);
  const { gitDir } = await locate(cwd);
  const scratch = await mkdtemp(join(tmpdir(), "contract-review-"));
  try {
    const index = join(scratch, "index");
    await copyIndex(join(gitDir, "index"), index);
    const where: Run = { cwd, env: { GIT_INDEX_FILE: index } };
    await intend(where);
    const { stdout } = await git([...nameStatus, "-M", "--end-of-options", base, "--"], where);
    return parseChanges(stdout);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Makes git see the files that it does not track yet; other repositories inside this one are not its own. */
async function intend(where: Run): Promise<void> {
  const { stdout } = await git(["ls-files", "-z", "--others", "--exclude-standard"], where);
  const paths = stdout
    .toString("utf8")
    .split("\0")
    .filter((path) => path !== "" && !path.endsWith("/"));
  if (paths.length === 0) return;
  await git(["--literal-pathspecs", "add", "--intent-to-add", "--pathspec-from-file=-", "--pathspec-file-nul"], {
    ...where,
    stdin: paths.join("\0"),
  });
}

/** An index's own age tells git which files it has to look into again, so the copy keeps it. */
async function copyIndex(from: string, to: string): Promise<void> {
  const found = await stat(from).catch(() => undefined);
  if (found === undefined) return;
  await copyFile(from, to);
  const seconds = Math.floor(found.mtimeMs / 1000);
  await utimes(to, seconds, seconds);
}

/** Reads `git diff --name-status -z`. A copy is a new file: what it was copied from still stands. */
export function parseChanges(output: Buffer): readonly ChangedFile[] {
  const fields = output.toString("utf8").split("\0");
  const changes: ChangedFile[] = [];
  for (let index = 0; index + 1 < fields.length; ) {
    const status = fields[index++] ?? "";
    const path = fields[index++] ?? "";
    const kind = status[0];
    if (kind === "R" || kind === "C") {
      const to = fields[index++] ?? "";
      changes.push({ path: to, was: kind === "R" ? path : undefined, deleted: false });
    } else changes.push({ path, was: kind === "A" ? undefined : path, deleted: kind === "D" });
  }
  return changes;
}
