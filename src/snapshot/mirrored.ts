import type { ChangedFile, Repository } from "../model.ts";
import { globMatcher } from "../text/glob.ts";
import { changedIn } from "./changed.ts";
import { memoryRepository } from "./memory.ts";
import { type KeptRef, Mirror } from "./mirror.ts";
import { type Entry, filesOf } from "./objects.ts";
import { listTags, type Remote, resolveRef } from "./remote.ts";
import { GitError } from "./run.ts";
import { together } from "./together.ts";

/** A repository that is read over HTTP. */
export interface Source extends Remote {
  /** `owner/name`. */
  readonly name: string;
  /** The folder in which mirrors are kept, shared by all. */
  readonly dir: string;
}

/** A repository as it was last read. */
export interface Mirrored {
  readonly repository: Repository;
  /** ISO 8601: when its commit was last seen to be current. */
  readonly readAt: string;
  /** Why the kept copy had to serve. */
  readonly stale?: string;
}

/**
 * The current commit of a branch or tag (undefined: the default branch), with the files that match the globs at hand. Where
 * the remote cannot be read, the last good commit serves, with the reason.
 * @throws GitError where nothing is kept either, its message for people
 */
export async function openMirror(
  source: Source,
  ref: string | undefined,
  globs: readonly string[],
  clock: () => Date = () => new Date(),
): Promise<Mirrored> {
  const mirror = await Mirror.open(source, source.dir);
  const key = ref ?? "HEAD";
  const asked = await together(`${source.url} ${key}`, () => resolveRef(source, ref, mirror.asking)).then(
    (resolved) => ({ resolved }),
    (error: unknown) => ({ error }),
  );
  return mirror.exclusively(async () => {
    try {
      if ("error" in asked) throw asked.error;
      const { resolved } = asked;
      if (resolved === undefined)
        throw new GitError(
          "not-found",
          ref === undefined ? "it has no default branch" : `it has no branch or tag ${ref}`,
        );
      const commit = "commit" in resolved ? resolved.commit : none;
      const tree = await treeAt(mirror, commit);
      await mirror.whole(commit, globs, blobsIn(tree, globs));
      const readAt = clock().toISOString();
      await mirror.keep(key, { commit, readAt });
      return { repository: repositoryOf(source, mirror, commit, tree), readAt };
    } catch (error) {
      const last = mirror.lastGood(key);
      if (!(error instanceof GitError)) throw error;
      if (last === undefined) throw new GitError(error.reason, whyUnreadable(error));
      return stale(source, mirror, last, globs, error);
    }
  });
}

/** The commit that a branch or tag (undefined: the default branch) is at now; undefined where there is none. @throws GitError */
export async function tipOfSource(source: Source, ref: string | undefined): Promise<string | undefined> {
  const mirror = await Mirror.open(source, source.dir);
  const resolved = await together(`${source.url} ${ref ?? "HEAD"}`, () => resolveRef(source, ref, mirror.asking));
  return resolved !== undefined && "commit" in resolved ? resolved.commit : undefined;
}

/** The commit of a repository that has none. */
const none = "empty";

async function treeAt(mirror: Mirror, commit: string): Promise<ReadonlyMap<string, Entry>> {
  return commit === none ? new Map() : ((await mirror.trees([commit]))[0] ?? new Map());
}

/** @throws GitError why the remote was not read, where the kept copy is not whole */
async function stale(
  source: Source,
  mirror: Mirror,
  { commit, readAt }: KeptRef,
  globs: readonly string[],
  reason: GitError,
): Promise<Mirrored> {
  const why = whyUnreadable(reason);
  try {
    const tree = await treeAt(mirror, commit);
    if ((await mirror.missing(blobsIn(tree, globs))).length === 0)
      return { repository: repositoryOf(source, mirror, commit, tree), readAt, stale: why };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
  }
  throw new GitError(reason.reason, why);
}

/** Why a repository was not read, for people. */
function whyUnreadable({ reason, message }: GitError): string {
  if (reason === "not-found" && message.startsWith("it has")) return message;
  if (reason === "no-commit") return "it has no such commit";
  if (reason === "not-found") return "it was not found: is the App installed there?";
  if (reason === "denied") return "access was refused: is the App installed there, and may it read contents?";
  if (reason === "unreachable") return `its server could not be reached (${message})`;
  return message;
}

/** The two sides of a pull request, and what differs between them. */
export interface Sides {
  readonly base: Repository;
  readonly head: Repository;
  readonly changed: readonly ChangedFile[];
}

/** Fetches two commits (whole ids) without their history, compares them and has the changed files at hand. @throws GitError */
export async function openSides(source: Source, base: string, head: string): Promise<Sides> {
  const mirror = await Mirror.open(source, source.dir);
  return mirror.exclusively(async () => {
    const [from = new Map<string, Entry>(), to = new Map<string, Entry>()] = await mirror.trees([base, head]);
    const differing = [...differs(from, to), ...differs(to, from)];
    // beyond this many, moves are followed only where the content stayed the same: telling more would take every file
    const few = differing.length <= 4000;
    const changed = unmoved(from, to) ?? (await withMoves(mirror, base, head, few ? differing : undefined));
    if (few) await mirror.needToRead(differing);
    return {
      base: repositoryOf(source, mirror, base, from),
      head: repositoryOf(source, mirror, head, to),
      changed,
    };
  });
}

/** What differs between two trees where nothing can have moved: files only came, or only went. Undefined where git must tell. */
function unmoved(from: ReadonlyMap<string, Entry>, to: ReadonlyMap<string, Entry>): readonly ChangedFile[] | undefined {
  const gone = [...from.keys()].filter((path) => !to.has(path));
  const other = [...to].filter(([path, { kind, oid }]) => {
    const before = from.get(path);
    return before?.kind !== kind || before.oid !== oid;
  });
  if (gone.length > 0 && other.some(([path]) => !from.has(path))) return undefined;
  return [
    ...gone.map((path) => ({ path, was: path, deleted: true })),
    ...other.map(([path]) => ({ path, was: from.has(path) ? path : undefined, deleted: false })),
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The same by git, which sees what moved; `contents`: those it compares for that; without them only what stayed the same is seen to have moved. */
async function withMoves(
  mirror: Mirror,
  base: string,
  head: string,
  contents: readonly string[] | undefined,
): Promise<readonly ChangedFile[]> {
  await mirror.have([base, head]);
  if (contents !== undefined) await mirror.need(contents);
  return changedIn(mirror.where(), base, head, contents === undefined ? "-M100%" : "-M");
}

/** The contents in one tree that do not stand at the same path in the other. */
function differs(one: ReadonlyMap<string, Entry>, other: ReadonlyMap<string, Entry>): readonly string[] {
  const oids: string[] = [];
  for (const [path, { kind, oid }] of one) if (kind !== "submodule" && other.get(path)?.oid !== oid) oids.push(oid);
  return oids;
}

function blobsIn(tree: ReadonlyMap<string, Entry>, globs: readonly string[]): readonly string[] {
  const matches = globMatcher(globs);
  return [...tree].filter(([path, { kind }]) => kind === "file" && matches(path)).map(([, { oid }]) => oid);
}

function repositoryOf(source: Source, mirror: Mirror, commit: string, tree: ReadonlyMap<string, Entry>): Repository {
  if (commit === none) return { ...memoryRepository(source.name, {}), commit: none, at: async () => undefined };
  const elsewhere = new Map<string, Promise<Repository | undefined>>();
  const fetch = (oids: readonly string[]): Promise<void> => mirror.exclusively(() => mirror.need(oids));
  const readAll: Repository["readAll"] = (paths) => filesOf(paths, tree, () => mirror.where(), fetch);
  return {
    name: source.name,
    commit,
    list: async (globs) => [...tree.keys()].filter(globMatcher(globs)).sort(),
    read: async (path) => (await readAll([path]))[0] ?? { absent: true },
    readAll,
    at(ref) {
      const known = elsewhere.get(ref) ?? openRef(source, mirror, ref);
      elsewhere.set(ref, known);
      return known;
    },
    tags: () => listTags(source, mirror.asking),
  };
}

async function openRef(source: Source, mirror: Mirror, ref: string): Promise<Repository | undefined> {
  return mirror.exclusively(async () => {
    const resolved = await resolveRef(source, ref, mirror.asking);
    if (resolved === undefined || !("commit" in resolved)) return undefined;
    const { commit } = resolved;
    try {
      return repositoryOf(source, mirror, commit, await treeAt(mirror, commit));
    } catch (error) {
      if (error instanceof GitError && error.reason === "no-commit") return undefined;
      throw error;
    }
  });
}
