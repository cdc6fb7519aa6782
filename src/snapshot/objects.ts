import type { File } from "../model.ts";
import { fileOf, foldersOf, sizeLimit } from "./file.ts";
import { Recent } from "./recent.ts";
import { GitError, git, type Run } from "./run.ts";

/** An entry of a commit's tree. */
export interface Entry {
  readonly kind: "file" | "symlink" | "submodule";
  readonly oid: string;
}

/** A commit's whole tree by path. @throws GitError */
export async function treeOf(commit: string, where: Run): Promise<ReadonlyMap<string, Entry>> {
  const { stdout } = await git(["ls-tree", "-r", "-z", "--full-tree", "--end-of-options", commit], where);
  const entries = new Map<string, Entry>();
  for (const record of stdout.toString("utf8").split("\0")) {
    const tab = record.indexOf("\t");
    if (tab === -1) continue;
    const [mode = "", , oid = ""] = record.slice(0, tab).split(" ");
    const kind = mode === "120000" ? "symlink" : mode === "160000" ? "submodule" : "file";
    entries.set(record.slice(tab + 1), { kind, oid });
  }
  return entries;
}

/** What an object is, in the order asked; undefined where it is not there. */
export async function inspect(
  names: readonly string[],
  where: Run,
): Promise<readonly ({ readonly oid: string; readonly type: string; readonly size: number } | undefined)[]> {
  if (names.length === 0) return [];
  const { stdout } = await git(["cat-file", "--batch-check"], { ...where, stdin: `${names.join("\n")}\n` });
  const lines = stdout.toString("utf8").split("\n");
  return names.map((_, index) => {
    const [oid = "", type = "", size = ""] = (lines[index] ?? "").split(" ");
    return /^[0-9]+$/.test(size) ? { oid, type, size: Number(size) } : undefined;
  });
}

/** Bytes that one run of git may be asked for at once. */
const batch = 64 << 20;

/** Contents read lately, by their id: descriptors and configurations are the same in one review after another. 16 MiB in all. */
const contents = new Recent<Buffer>(16 << 20, ({ length }) => length + 200);
/** Larger ones are not kept. */
const keptLength = 256 << 10;

/** Whether a content is at hand without asking git. */
export function isAtHand(oid: string): boolean {
  return contents.has(oid);
}

/**
 * Files of a tree, in the order asked: links, submodules and oversized blobs are refused before they are read. `fetch` brings
 * contents that are not here. @throws GitError
 */
export async function filesOf(
  paths: readonly string[],
  tree: ReadonlyMap<string, Entry>,
  where: () => Run,
  fetch?: (oids: readonly string[]) => Promise<void>,
): Promise<readonly File[]> {
  const blobs = new Map<string, Buffer>();
  const wanted: string[] = [];
  for (const oid of new Set(paths.flatMap((path) => blobAt(path, tree) ?? []))) {
    const known = contents.get(oid);
    if (known === undefined) wanted.push(oid);
    else blobs.set(oid, known);
  }
  let found = await inspect(wanted, where());
  if (fetch !== undefined && found.includes(undefined)) {
    await fetch(wanted);
    found = await inspect(wanted, where());
  }
  const sizes = new Map(found.map((object, index) => [wanted[index] as string, object?.size]));
  for (const [oid, { length }] of blobs) sizes.set(oid, length);
  const largest = (path: string): boolean => (sizes.get(blobAt(path, tree) ?? "") ?? 0) > sizeLimit(path);
  const read = new Set(paths.filter((path) => !largest(path)).flatMap((path) => blobAt(path, tree) ?? []));
  const unread = [...read].filter((oid) => !blobs.has(oid)).map((oid) => ({ oid, size: sizes.get(oid) }));
  for (const [oid, bytes] of await blobsOf(unread, where())) {
    blobs.set(oid, bytes);
    // a copy: what git printed would be kept as a whole
    if (bytes.length <= keptLength) contents.set(oid, Buffer.from(bytes));
  }
  return paths.map((path) => {
    const entry = entryAt(path, tree);
    if (entry === undefined) return { absent: true };
    if (entry.kind !== "file") return { refused: entry.kind };
    if (largest(path)) return { refused: "too-large" };
    return fileOf(blobs.get(entry.oid) as Buffer, path);
  });
}

/** The entry at a path, or the link or submodule that stands above it. */
function entryAt(path: string, tree: ReadonlyMap<string, Entry>): Entry | undefined {
  const own = tree.get(path);
  if (own !== undefined) return own;
  return foldersOf(path)
    .map((folder) => tree.get(folder))
    .find((entry) => entry !== undefined && entry.kind !== "file");
}

function blobAt(path: string, tree: ReadonlyMap<string, Entry>): string | undefined {
  const entry = tree.get(path);
  return entry?.kind === "file" ? entry.oid : undefined;
}

async function blobsOf(
  wanted: readonly { readonly oid: string; readonly size: number | undefined }[],
  where: Run,
): Promise<ReadonlyMap<string, Buffer>> {
  const blobs = new Map<string, Buffer>();
  let group: string[] = [];
  let size = 0;
  const flush = async (): Promise<void> => {
    if (group.length > 0) for (const [oid, bytes] of await batchOf(group, where)) blobs.set(oid, bytes);
    group = [];
    size = 0;
  };
  for (const { oid, size: bytes } of wanted) {
    if (bytes === undefined) throw new GitError("failed", `object ${oid} is missing`);
    if (size + bytes > batch) await flush();
    group.push(oid);
    size += bytes;
  }
  await flush();
  return blobs;
}

async function batchOf(oids: readonly string[], where: Run): Promise<readonly (readonly [string, Buffer])[]> {
  const { stdout } = await git(["cat-file", "--batch"], { ...where, stdin: `${oids.join("\n")}\n` });
  let position = 0;
  return oids.map((oid) => {
    const end = stdout.indexOf(0x0a, position);
    const [, , size = ""] = stdout.subarray(position, end).toString("utf8").split(" ");
    if (end === -1 || !/^[0-9]+$/.test(size)) throw new GitError("failed", `object ${oid} is missing`);
    const start = end + 1;
    position = start + Number(size) + 1;
    return [oid, stdout.subarray(start, start + Number(size))] as const;
  });
}
