import type { Finds } from "../formats/find.ts";
import type { Source } from "../formats/format.ts";
import { formats } from "../formats/index.ts";
import type { File, Repository } from "../model.ts";
import type { Work } from "../work.ts";
import { ofOwnVersion } from "./versions/layout.ts";

/** The files of one format in one tree, and what each draws on: read once, however many contracts are asked for. */
export interface FormatTree {
  readonly files: ReadonlyMap<string, string>;
  readonly references: ReadonlyMap<string, readonly string[]>;
  /** Every path that another file draws on. */
  readonly drawnOn: ReadonlySet<string>;
}

/** So many files are looked through in one call, which has a limit of time. */
const filesAtOnce = 500;

/** One side of the review: reads files and the sources of contracts, each at most once. */
export class Side {
  readonly repository: Repository;
  private readonly work: Work;
  private readonly reads = new Map<string, Promise<File>>();
  private readonly finds = new Map<string, Promise<Finds>>();
  private readonly lists = new Map<string, Promise<readonly string[]>>();
  private readonly trees = new Map<string, Promise<FormatTree>>();

  constructor(repository: Repository, work: Work) {
    this.repository = repository;
    this.work = work;
  }

  list(globs: readonly string[]): Promise<readonly string[]> {
    return remember(this.lists, globs.join(), () => this.repository.list(globs));
  }

  read(path: string): Promise<File> {
    return remember(this.reads, path, () => this.repository.read(path));
  }

  /** What a file holds; undefined also where it is not a text. */
  find(path: string, among: readonly string[], expected: boolean): Promise<Finds> {
    return remember(this.finds, JSON.stringify([path, among, expected]), async () => {
      const file = await this.read(path);
      return "text" in file ? this.work.find(path, file.text, among, expected) : undefined;
    });
  }

  /** The paths that may hold contracts of a format. */
  paths(format: string): Promise<readonly string[]> {
    const globs = formats.find(({ name }) => name === format)?.globs ?? [];
    return remember(this.lists, format, () => this.repository.list(globs));
  }

  /** Everything of one format; empty for a format whose contracts never span files. */
  tree(format: string): Promise<FormatTree> {
    return remember(this.trees, format, async () => {
      const known = formats.find(({ name }) => name === format);
      if (!known?.linked) return { files: new Map(), references: new Map(), drawnOn: new Set() };
      const paths = await this.paths(format);
      const files = await this.texts(paths);
      const references = new Map<string, readonly string[]>();
      const all = [...files].filter(
        ([path, text]) => !known.carries || text.includes("$ref") || known.claims(path, text),
      );
      for (let from = 0; from < all.length; from += filesAtOnce) {
        const some = new Map(all.slice(from, from + filesAtOnce));
        for (const [path, used] of await this.work.references(format, some, paths))
          references.set(path, ofOwnVersion(path, used));
      }
      return { files, references, drawnOn: new Set([...references.values()].flat()) };
    });
  }

  /** The texts among many files, each read once for whatever formats ask. */
  async texts(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const unread = paths.filter((path) => !this.reads.has(path));
    const read = this.repository.readAll(unread);
    unread.forEach((path, index) => {
      this.reads.set(
        path,
        read.then((files) => files[index] ?? { absent: true }),
      );
    });
    await read;
    const files = new Map<string, string>();
    for (const path of paths) {
      const file = await this.read(path);
      if ("text" in file) files.set(path, file.text);
    }
    return files;
  }

  /** Whether a contract of one of these formats draws on a file. */
  async isDrawnOn(path: string, among: readonly string[]): Promise<boolean> {
    const trees = await Promise.all(among.map((format) => this.tree(format)));
    return trees.some(({ drawnOn }) => drawnOn.has(path));
  }

  /** The files that a contract's entry draws on which are there and cannot be read. */
  async unreadable(format: string, entry: string): Promise<readonly string[]> {
    const { files, references } = await this.tree(format);
    const missing = (references.get(entry) ?? []).filter((path) => !files.has(path));
    const read = await Promise.all(missing.map(async (path) => ({ path, file: await this.read(path) })));
    return read.flatMap(({ path, file }) => ("refused" in file ? [path] : []));
  }

  /** A contract with every file it draws on; undefined where its entry cannot be read as text. */
  async source(format: string, entry: string, part: string): Promise<Source | undefined> {
    const file = await this.read(entry);
    if (!("text" in file)) return undefined;
    const { files: all, references } = await this.tree(format);
    const files = new Map([[entry, file.text]]);
    const waiting = [...(references.get(entry) ?? [])];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      const text = all.get(path);
      if (text === undefined || files.has(path)) continue;
      files.set(path, text);
      waiting.push(...(references.get(path) ?? []));
    }
    return { entry, part, files };
  }
}

function remember<T>(cache: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = make();
  cache.set(key, made);
  return made;
}
