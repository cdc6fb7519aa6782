import { createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Entry, inspect, isAtHand, treeOf } from "./objects.ts";
import { Recent } from "./recent.ts";
import { fetchBlobs, fetchCommits, originOf, type Remote } from "./remote.ts";
import { GitError, git, gitVersion, type Run } from "./run.ts";

/** What is kept of a remote: the last good commit of each ref, and in which folder its objects are. */
interface Kept {
  readonly objects: string | undefined;
  /** By ref, `HEAD` for the default branch. */
  readonly refs: Readonly<Record<string, KeptRef>>;
}

export interface KeptRef {
  readonly commit: string;
  /** ISO 8601. */
  readonly readAt: string;
}

/**
 * A bare partial clone of a remote, without history, kept in a folder of its own and brought forward bit by bit. Nothing is
 * ever checked out. Whatever state a killed process left it in, it is either usable or made anew beside.
 */
export class Mirror {
  readonly remote: Remote;
  private readonly folder: string;
  private readonly reader: string;
  private kept: Kept = nothing;

  private constructor(remote: Remote, dir: string) {
    this.remote = remote;
    this.folder = join(dir, folderName(remote.url));
    this.reader = join(dir, "reader.git");
  }

  /** @throws GitError for an address that is none */
  static async open(remote: Remote, dir: string): Promise<Mirror> {
    originOf(remote.url);
    await gitVersion();
    const mirror = new Mirror(remote, resolve(dir));
    await mkdir(mirror.folder, { recursive: true });
    await exclusively(mirror.reader, () => initialise(mirror.reader));
    await mirror.load();
    return mirror;
  }

  /** One contact with the remote at a time, in this process. */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    return exclusively(this.folder, async () => {
      await this.load();
      return work();
    });
  }

  /** Where git finds the objects, without knowing of any remote: what is not there is told, never fetched. */
  where(): Run {
    if (this.kept.objects === undefined) return { gitDir: this.reader };
    const objects = join(this.folder, this.kept.objects, "objects");
    return { gitDir: this.reader, env: { GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(objects) } };
  }

  /** What git needs to ask the remote which refs it has. */
  get asking(): Run {
    return { gitDir: this.reader };
  }

  lastGood(ref: string): KeptRef | undefined {
    return Object.hasOwn(this.kept.refs, ref) ? this.kept.refs[ref] : undefined;
  }

  async keep(ref: string, last: KeptRef): Promise<void> {
    await this.save({ ...this.kept, refs: { ...this.kept.refs, [ref]: last } });
  }

  /** The trees of commits, some perhaps read before; those that are not here yet are fetched together. @throws GitError */
  async trees(commits: readonly string[]): Promise<readonly ReadonlyMap<string, Entry>[]> {
    const known = new Map(commits.map((commit) => [commit, trees.get(this.keyOf(commit))]));
    const unread = [...known.keys()].filter((commit) => known.get(commit) === undefined);
    const read = unread.length === 0 ? [] : await this.fetchedTrees(unread);
    for (const [index, commit] of unread.entries()) {
      const tree = read[index];
      known.set(commit, tree);
      if (tree !== undefined) trees.set(this.keyOf(commit), tree);
    }
    return commits.map((commit) => {
      const tree = known.get(commit);
      if (tree === undefined) throw new GitError("failed", `the tree of ${commit} was not read`);
      return tree;
    });
  }

  private keyOf(commit: string): string {
    return `${this.folder}/${this.kept.objects}/${commit}`;
  }

  /** Has commits here that git itself is to look at, whatever was read of them before. @throws GitError */
  async have(commits: readonly string[]): Promise<{ readonly fetched: boolean }> {
    const found = await inspect(commits, this.where());
    const missing = commits.filter((_, index) => found[index] === undefined);
    if (missing.length > 0) await this.fetch((run) => fetchCommits(this.remote, [...new Set(missing)], run));
    return { fetched: missing.length > 0 };
  }

  private async fetchedTrees(commits: readonly string[]): Promise<readonly ReadonlyMap<string, Entry>[]> {
    const { fetched } = await this.have(commits);
    try {
      return await this.readTrees(commits);
    } catch (error) {
      if (!(error instanceof GitError) || fetched) throw error;
      // a commit without its trees: what an interrupted disk may leave
      await this.afresh((run) => fetchCommits(this.remote, [...new Set(commits)], run));
      return this.readTrees(commits);
    }
  }

  private async readTrees(commits: readonly string[]): Promise<readonly ReadonlyMap<string, Entry>[]> {
    const trees: ReadonlyMap<string, Entry>[] = [];
    for (const commit of commits) trees.push(await treeOf(commit, this.where()));
    return trees;
  }

  /** Which of these contents are not here. */
  async missing(oids: readonly string[]): Promise<readonly string[]> {
    const wanted = [...new Set(oids)];
    const found = await inspect(wanted, this.where());
    return wanted.filter((_, index) => found[index] === undefined);
  }

  /** Has the contents of one commit that match some globs here, and remembers that they are. @throws GitError */
  async whole(commit: string, globs: readonly string[], oids: readonly string[]): Promise<void> {
    const key = () => `${this.keyOf(commit)} ${globs.join(" ")}`;
    if (wholes.has(key())) return;
    await this.need(oids);
    wholes.set(key(), true);
  }

  /** `need` for contents that are only to be read: what is at hand already need not be here. @throws GitError */
  needToRead(oids: readonly string[]): Promise<void> {
    return this.need(oids.filter((oid) => !isAtHand(oid)));
  }

  /** Fetches the contents that are not here, together. @throws GitError */
  async need(oids: readonly string[]): Promise<void> {
    const missing = await this.missing(oids);
    if (missing.length > 0) await this.fetch((run) => fetchBlobs(this.remote, missing, run));
  }

  /** Fetches into what there is; anew where that is broken or has become a heap of small packs. */
  private async fetch(work: (run: Run) => Promise<void>): Promise<void> {
    const { objects } = this.kept;
    if (objects === undefined || (await this.packs(objects)) > maxPacks) return this.afresh(work);
    try {
      await work({ gitDir: join(this.folder, objects) });
    } catch (error) {
      if (!(error instanceof GitError) || error.reason !== "failed") throw error;
      await this.afresh(work);
    }
  }

  private async afresh(work: (run: Run) => Promise<void>): Promise<void> {
    const name = `${randomBytes(8).toString("hex")}.git`;
    const gitDir = join(this.folder, name);
    try {
      await initialise(gitDir);
      await work({ gitDir });
    } catch (error) {
      await rm(gitDir, { recursive: true, force: true });
      throw error;
    }
    const before = this.kept.objects;
    await this.save({ ...this.kept, objects: name });
    // the folder before this one may still be read from
    for (const other of await readdir(this.folder))
      if (other.endsWith(".git") && other !== name && other !== before)
        await rm(join(this.folder, other), { recursive: true, force: true });
  }

  private async packs(objects: string): Promise<number> {
    const files = await readdir(join(this.folder, objects, "objects/pack")).catch(() => []);
    return files.filter((file) => file.endsWith(".pack")).length;
  }

  private async load(): Promise<void> {
    const text = await readFile(join(this.folder, "kept.json"), "utf8").catch(() => "");
    this.kept = keptIn(text);
  }

  private async save(kept: Kept): Promise<void> {
    const path = join(this.folder, "kept.json");
    const beside = `${path}.${randomBytes(4).toString("hex")}`;
    await writeFile(beside, JSON.stringify(kept));
    await rename(beside, path);
    this.kept = kept;
  }
}

const maxPacks = 150;

/** Which commits' contents are known to be here, by where that is. */
const wholes = new Recent<true>(1000, () => 1);

/** Trees read lately, by where they were read: 60,000 entries in all. */
const trees = new Recent<ReadonlyMap<string, Entry>>(60_000, ({ size }) => size + 1);

const nothing: Kept = { objects: undefined, refs: {} };

function keptIn(text: string): Kept {
  try {
    const { objects, refs } = JSON.parse(text) as { objects?: unknown; refs?: unknown };
    const known = typeof objects === "string" && /^[0-9a-f]{16}\.git$/.test(objects);
    return known && typeof refs === "object" && refs !== null ? { objects, refs: refs as Kept["refs"] } : nothing;
  } catch {
    return nothing;
  }
}

/** Makes an empty bare repository where there is none, whole or not at all. */
async function initialise(gitDir: string): Promise<void> {
  const marker = await readFile(join(gitDir, "HEAD"), "utf8").catch(() => "");
  if (marker !== "") return;
  const beside = `${gitDir}.${randomBytes(4).toString("hex")}`;
  await git(["init", "--quiet", "--bare", "--template=", "--end-of-options", beside]);
  try {
    await rm(gitDir, { recursive: true, force: true });
    await rename(beside, gitDir);
  } catch (error) {
    await rm(beside, { recursive: true, force: true });
    // another process was faster
    if ((await readFile(join(gitDir, "HEAD"), "utf8").catch(() => "")) === "") throw error;
  }
}

/** Readable for who looks into the folder, and one per address whatever its characters. */
function folderName(url: string): string {
  const { host, pathname } = new URL(url);
  const readable = `${host}${pathname}`.replace(/\.git$/, "").replace(/[^A-Za-z0-9._-]+/g, "-");
  const digest = createHash("sha256").update(url).digest("hex").slice(0, 16);
  return `${readable.slice(0, 80)}-${digest}`;
}

const working = new Map<string, Promise<unknown>>();

/** One piece of work per key at a time, in the order asked. */
function exclusively<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = working.get(key) ?? Promise.resolve();
  const after = before.then(work, work);
  const settled = after
    .catch(() => {})
    .finally(() => {
      if (working.get(key) === settled) working.delete(key);
    });
  working.set(key, settled);
  return after;
}
