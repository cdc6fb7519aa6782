import { constants, type Stats } from "node:fs";
import { lstat, open, readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { File, Repository } from "../model.ts";
import { globMatcher } from "../text/glob.ts";
import { fileOf, foldersOf, sizeLimit } from "./file.ts";
import { locate, openRef, tagsOf } from "./git.ts";
import { GitError, git } from "./run.ts";

/** Reads a folder as it stands: what is not committed too, but nothing that git ignores. Links are never followed. */
export function openFolder(name: string, folder: string): Repository {
  const root = resolve(folder);
  const read = (path: string): Promise<File> => readWithin(root, path);
  return {
    name,
    commit: "worktree",
    list: async (globs) => [...new Set(await pathsIn(root))].filter(globMatcher(globs)).sort(),
    read,
    async readAll(paths) {
      const files: File[] = [];
      for (const path of paths) files.push(await read(path));
      return files;
    },
    at: async (ref) => ((await isWorkTree(root)) ? openRef(name, root, ref) : undefined),
    tags: async () => ((await isWorkTree(root)) ? tagsOf(await locate(root)) : []),
  };
}

/** @throws never for what stands at the path; a path that leaves the folder is absent */
async function readWithin(root: string, path: string): Promise<File> {
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === ".." || part.includes("\0")))
    return { absent: true };
  if (parts[0] === ".git") return { absent: true };
  for (const folder of foldersOf(path)) {
    const found = await statOf(join(root, folder));
    if (found?.isSymbolicLink()) return { refused: "symlink" };
    if (!found?.isDirectory()) return { absent: true };
    if ((await statOf(join(root, folder, ".git"))) !== undefined) return { refused: "submodule" };
  }
  const found = await statOf(join(root, path));
  if (found === undefined) return { absent: true };
  if (found.isSymbolicLink()) return { refused: "symlink" };
  if (found.isDirectory())
    return (await statOf(join(root, path, ".git"))) === undefined ? { absent: true } : { refused: "submodule" };
  if (!found.isFile()) return { absent: true };
  if (found.size > sizeLimit(path)) return { refused: "too-large" };
  const handle = await open(join(root, path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const { bytesRead, buffer } = await handle.read({ buffer: Buffer.alloc(found.size + 1), length: found.size + 1 });
    return bytesRead > sizeLimit(path) ? { refused: "too-large" } : fileOf(buffer.subarray(0, bytesRead), path);
  } finally {
    await handle.close();
  }
}

async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch {
    return undefined;
  }
}

/** Whether git keeps the folder; a folder among those that a repository ignores is a plain one. */
async function isWorkTree(root: string): Promise<boolean> {
  try {
    const { stdout } = await git(["rev-parse", "--is-inside-work-tree", "--show-prefix"], { cwd: root });
    const [inside, prefix = ""] = stdout.toString("utf8").split("\n");
    if (inside !== "true" || prefix === "") return inside === "true";
    const { status } = await git(["check-ignore", "--quiet", "--", root], { cwd: root, expected: [0, 1] });
    return status === 1;
  } catch (error) {
    if (error instanceof GitError) return false;
    throw error;
  }
}

async function pathsIn(root: string): Promise<readonly string[]> {
  if (!(await isWorkTree(root))) return walk(root);
  const { stdout } = await git(["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root });
  const listed = stdout.toString("utf8").split("\0");
  const paths: string[] = [];
  for (const path of listed) {
    // another repository inside this one is listed with a slash
    const bare = path.replace(/\/$/, "");
    if (bare !== "" && (await statOf(join(root, bare))) !== undefined) paths.push(bare);
  }
  return paths;
}

/** Files and links below a folder; a repository inside it is told as one path. */
async function walk(root: string): Promise<readonly string[]> {
  const paths: string[] = [];
  const waiting = [""];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
    for (const entry of await readdir(join(root, at), { withFileTypes: true })) {
      if (entry.name === ".git" || entry.name === "node_modules") continue;
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      if (!entry.isDirectory()) paths.push(path);
      else if ((await statOf(join(root, path, ".git"))) !== undefined) paths.push(path);
      else waiting.push(path);
    }
  return paths;
}
