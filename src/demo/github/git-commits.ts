import { type FileContent, type Files, git, gitText, resolveCommit } from "./git.ts";
import type { Repository } from "./state.ts";

/** One commit as git knows it. */
export interface Commit {
  sha: string;
  tree: string;
  parents: string[];
  author: { name: string; email: string; date: string };
  committer: { name: string; email: string; date: string };
  message: string;
}

const format = "%H%x00%T%x00%P%x00%an%x00%ae%x00%aI%x00%cn%x00%ce%x00%cI%x00%B%x00%x01";

/** Commits reachable from a range or commit, newest first. */
export async function log(repository: Repository, range: string, limit = 250): Promise<Commit[]> {
  const args = ["log", `--max-count=${limit}`, `--format=${format}`, "--end-of-options", range];
  const all = await gitText(repository.directory, args);
  return all
    .split("\x00\x01")
    .filter((entry) => entry.trim() !== "")
    .map((entry) => {
      const [sha = "", tree = "", parents = "", an = "", ae = "", ad = "", cn = "", ce = "", cd = "", message = ""] =
        entry.trimStart().split("\x00");
      return {
        sha,
        tree,
        parents: parents.split(" ").filter((parent) => parent !== ""),
        author: { name: an, email: ae, date: utc(ad) },
        committer: { name: cn, email: ce, date: utc(cd) },
        message: message.trimEnd(),
      };
    });
}

const read = new WeakMap<Repository, Map<string, Commit>>();

/** One commit by its hash; read from git once. */
export async function readCommit(repository: Repository, sha: string): Promise<Commit> {
  const known = read.get(repository) ?? new Map<string, Commit>();
  read.set(repository, known);
  const commit = known.get(sha) ?? (await log(repository, sha, 1))[0];
  if (commit === undefined) throw new Error(`no commit ${sha}`);
  known.set(sha, commit);
  return commit;
}

const utc = (date: string) => `${new Date(date).toISOString().slice(0, 19)}Z`;

export interface NewCommit {
  branch: string;
  files: Files;
  message: string;
  author: { name: string; email: string };
  at: Date;
  /** Where a new branch starts; default: the branch itself if there is one, else nothing. */
  from?: string;
  /** The files are the whole content: everything else goes. */
  replace?: boolean;
}

/** Commits files to a branch with real git; the branch has moved on disk, and nobody has been told. */
export async function commitFiles(repository: Repository, wanted: NewCommit): Promise<void> {
  const reference = `refs/heads/${wanted.branch}`;
  const parent =
    wanted.from === undefined ? repository.references.get(reference) : await resolveCommit(repository, wanted.from);
  if (wanted.from !== undefined && parent === undefined) throw new Error(`no commit ${wanted.from}`);
  const seconds = Math.floor(wanted.at.getTime() / 1000);
  const identity = `${wanted.author.name} <${wanted.author.email}> ${seconds} +0000`;
  const entries = wanted.files instanceof Map ? [...wanted.files] : Object.entries(wanted.files);
  const parts: (string | Uint8Array)[] = [
    `commit ${reference}\nauthor ${identity}\ncommitter ${identity}\n`,
    ...block(wanted.message),
    parent === undefined ? "" : `from ${parent}\n`,
    wanted.replace === true ? "deleteall\n" : "",
    ...entries.flatMap(([path, content]) => entry(path, content)),
    "\n",
  ];
  await git(
    repository.directory,
    ["fast-import", "--quiet", "--force"],
    Buffer.concat(parts.map((part) => Buffer.from(part))),
  );
}

function entry(path: string, content: FileContent): (string | Uint8Array)[] {
  const name = `"${path.replace(/[\\"]/g, "\\$&").replace(/\n/g, "\\n")}"`;
  if (content === null) return [`D ${name}\n`];
  if (typeof content === "string" || content instanceof Uint8Array)
    return [`M 100644 inline ${name}\n`, ...block(content)];
  if (content.mode === "160000") return [`M 160000 ${content.content} ${name}\n`];
  return [`M ${content.mode} inline ${name}\n`, ...block(content.content)];
}

function block(content: string | Uint8Array): (string | Uint8Array)[] {
  const bytes = Buffer.from(content);
  return [`data ${bytes.length}\n`, bytes, "\n"];
}

/** The tree of a merge made without a work tree; undefined when the sides conflict. */
export function mergeTrees(repository: Repository, base: string, head: string): Promise<string | undefined> {
  return gitText(repository.directory, ["merge-tree", "--write-tree", base, head]).catch(() => undefined);
}

/** Merges a commit into another; undefined when they conflict. */
export async function mergeCommits(
  repository: Repository,
  base: string,
  head: string,
  message: string,
  at: Date,
): Promise<string | undefined> {
  const tree = await mergeTrees(repository, base, head);
  if (tree === undefined) return undefined;
  const identity = `GitHub <noreply@github.com> ${Math.floor(at.getTime() / 1000)} +0000`;
  const object = `tree ${tree}\nparent ${base}\nparent ${head}\nauthor ${identity}\ncommitter ${identity}\n\n${message}\n`;
  const sha = await git(repository.directory, ["hash-object", "-t", "commit", "-w", "--stdin"], object);
  return sha.toString().trim();
}
