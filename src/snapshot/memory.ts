import type { File, Repository } from "../model.ts";
import { globMatcher } from "../text/glob.ts";

/** A repository out of texts, for tests and for replaying what was read: each ref with its files. */
export function memoryRepository(
  name: string,
  refs: Readonly<Record<string, Readonly<Record<string, string | File>>>>,
  ref = "main",
): Repository {
  const files = new Map(Object.entries(refs[ref] ?? {}));
  const fileAt = (path: string): File => {
    const file = files.get(path) ?? { absent: true };
    return typeof file === "string" ? { text: file } : file;
  };
  return {
    name,
    commit: ref,
    list: async (globs) => [...files.keys()].filter(globMatcher(globs)).sort(),
    read: async (path) => fileAt(path),
    readAll: async (paths) => paths.map(fileAt),
    at: async (other) => (Object.hasOwn(refs, other) ? memoryRepository(name, refs, other) : undefined),
    tags: async () => Object.keys(refs),
  };
}
