import type { Problem } from "../model.ts";
import { globMatcher } from "../text/glob.ts";
import { Unreadable } from "../text/tree.ts";
import { subjectKinds } from "./index.ts";
import type { SubjectFile } from "./subject.ts";

/** The files that may map schemas to subjects, whatever their content says. */
export const subjectGlobs: readonly string[] = [...new Set(subjectKinds.flatMap(({ globs }) => globs))];

const matchers = subjectKinds.map((kind) => ({ kind, matches: globMatcher(kind.globs) }));

/** Whether a file may map schemas to subjects, by its name. */
export const mayMapSubjects = globMatcher(subjectGlobs);

/** Whether a file says that it maps schemas to subjects. */
export function mapsSubjects(path: string, text: string): boolean {
  return matchers.some(({ kind, matches }) => matches(path) && kind.claims(text));
}

/** The files that may say what is registered around schemas. */
export const aroundGlobs: readonly string[] = subjectKinds.flatMap(({ globs, decidedBy }) => (decidedBy ? globs : []));

/** Files that may decide of what is no literal in a file that maps subjects. */
export function decidersOf(path: string): (other: string) => boolean {
  return globMatcher(matchers.flatMap(({ kind, matches }) => (matches(path) ? (kind.decidedBy ?? []) : [])));
}

/** What a file says of subjects; or why it cannot be read. */
export function findSubjects(path: string, text: string): SubjectFile | { readonly problem: Problem } {
  const kinds = matchers.filter(({ kind, matches }) => matches(path) && kind.claims(text));
  try {
    const read = kinds.map(({ kind }) => kind.read(path, text));
    return {
      subjects: read.flatMap(({ subjects }) => subjects),
      expressions: read.flatMap(({ expressions }) => expressions),
    };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { problem: { at: error.at, message: error.message, severity: "failure" } };
  }
}
