import { spawn } from "node:child_process";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import type { Repository } from "./state.ts";

/** A file of a commit: text, bytes, a symlink's or submodule's raw entry, or null to delete it. */
export type FileContent = string | Uint8Array | { mode: "100755" | "120000" | "160000"; content: string } | null;
export type Files = Readonly<Record<string, FileContent>> | ReadonlyMap<string, FileContent>;

/** The environment of every git this server runs: nothing of the machine's own settings. */
export const gitEnvironment = {
  PATH: process.env.PATH ?? "/usr/bin:/bin",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_TERMINAL_PROMPT: "0",
  LC_ALL: "C",
};

const settled = new Map<string, Promise<Buffer>>();
/** What git says of whole hashes it says for ever. */
const lasting = new Set(["diff-tree", "log", "merge-base", "merge-tree", "rev-parse"]);
const wholeHashes = /^[0-9a-f]{40}(?:\.\.[0-9a-f]{40}|\^\{commit\})?$/;

/** Runs git and gives its standard output; a failure is an error with git's own words. Of whole hashes git is asked once. */
export function git(directory: string, args: readonly string[], input?: string | Uint8Array): Promise<Buffer> {
  const [command = "", ...rest] = args;
  if (!lasting.has(command) || !rest.every((arg) => arg.startsWith("-") || wholeHashes.test(arg)))
    return run(directory, args, input);
  const key = JSON.stringify([directory, args]);
  const known = settled.get(key);
  if (known !== undefined) return known;
  const answer = run(directory, args);
  settled.set(key, answer);
  // what is not there now may come
  answer.catch(() => settled.delete(key));
  if (settled.size > 10_000) settled.delete(settled.keys().next().value ?? "");
  return answer;
}

function run(directory: string, args: readonly string[], input?: string | Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn("git", ["-C", directory, ...args], { env: gitEnvironment });
    const out: Buffer[] = [];
    const complaints: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => complaints.push(chunk));
    child.on("error", reject);
    child.stdin.on("error", () => undefined);
    child.on("close", (code) => {
      if (code === 0) resolve(Buffer.concat(out));
      else reject(new Error(`git ${args[0]} failed (${code}): ${Buffer.concat(complaints).toString().trim()}`));
    });
    child.stdin.end(input);
  });
}

export async function gitText(directory: string, args: readonly string[]): Promise<string> {
  return (await git(directory, args)).toString().trimEnd();
}

/** Partial clones and single commits are served, pushes taken, GitHub's own references refused to pushes. */
const settings = `[uploadpack]
\tallowFilter = true
\tallowAnySHA1InWant = true
[http]
\treceivepack = true
[receive]
\thideRefs = refs/pull
[gc]
\tauto = 0
`;

/** Makes an empty bare repository that serves partial clones and takes pushes. */
export async function initialise(directory: string, defaultBranch: string): Promise<void> {
  await git("/", ["init", "--quiet", "--bare", "--template=", `--initial-branch=${defaultBranch}`, directory]);
  await appendFile(join(directory, "config"), settings);
}

/** Every reference of a repository, by full name; annotated tags give the tag object. */
export async function readReferences(directory: string): Promise<Map<string, string>> {
  const lines = await gitText(directory, ["for-each-ref", "--format=%(objectname) %(refname)"]);
  return new Map(
    lines
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => [line.slice(41), line.slice(0, 40)]),
  );
}

/** The commit a branch, tag, reference or hash names, or undefined. */
export async function resolveCommit(repository: Repository, name: string): Promise<string | undefined> {
  const { references } = repository;
  const branch = references.get(`refs/heads/${name}`);
  if (branch !== undefined) return branch;
  const known = [`refs/tags/${name}`, `refs/${name}`, name].find((one) => references.has(one)) ?? name;
  if (known.startsWith("-") || known === "") return undefined;
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${known}^{commit}`];
  return gitText(repository.directory, args).catch(() => undefined);
}

export async function mergeBase(repository: Repository, base: string, head: string): Promise<string | undefined> {
  return gitText(repository.directory, ["merge-base", base, head]).catch(() => undefined);
}
