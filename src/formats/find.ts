import type { Problem } from "../model.ts";
import { globMatcher } from "../text/glob.ts";
import { Unreadable } from "../text/tree.ts";
import type { Found } from "./format.ts";
import { formats } from "./index.ts";

/** The contracts of one file, as its format found them; or why a file that should be a contract cannot be read. */
export type Finds =
  | { readonly format: string; readonly found: readonly Found[] }
  | { readonly format: string; readonly problem: Problem }
  | undefined;

const matchers = formats.map((format) => ({ format, matches: globMatcher(format.globs) }));

/** The formats whose files look like this one's name. */
export function candidates(path: string): readonly string[] {
  return matchers.filter(({ matches }) => matches(path)).map(({ format }) => format.name);
}

/** Whether a file that cannot be read at all (a link, a pointer, too large) should have been a contract, by its name. */
export function claimedByName(path: string): string | undefined {
  return matchers.find(({ format, matches }) => matches(path) && format.claims(path, ""))?.format.name;
}

/**
 * Content decides: the first of the named formats that finds a contract owns the file. Undefined: no contract. A file that
 * none can read is a Problem where it is expected to hold one, or where a format claims it.
 */
export function findContracts(path: string, text: string, among: readonly string[], expected: boolean): Finds {
  let unread: Finds;
  for (const format of formats.filter(({ name }) => among.includes(name))) {
    try {
      const found = format.find(path, text, expected);
      if (found.length > 0) return { format: format.name, found };
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      if (unread === undefined && (expected || format.claims(path, text)))
        unread = { format: format.name, problem: { at: error.at, message: error.message, severity: "failure" } };
    }
  }
  if (unread !== undefined || !expected) return unread;
  const message = `is configured as a contract or registered as a schema, but holds none (looked for ${among.join(", ")})`;
  return { format: among[0] ?? "", problem: { at: { path }, message, severity: "failure" } };
}

/** Which files of the tree each of the files draws on. One that cannot be read draws on none: comparing it will tell. */
export function referencesOf(
  name: string,
  files: ReadonlyMap<string, string>,
  tree: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const format = formats.find((candidate) => candidate.name === name);
  const references = (path: string, text: string): readonly string[] => {
    try {
      return format?.references(path, text, tree) ?? [];
    } catch (error) {
      if (error instanceof Unreadable) return [];
      throw error;
    }
  };
  return new Map([...files].map(([path, text]) => [path, references(path, text)]));
}
