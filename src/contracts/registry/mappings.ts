import type { Problem } from "../../model.ts";
import { mapsSubjects, mayMapSubjects, subjectGlobs } from "../../subjects/find.ts";
import type { Subject, SubjectFile } from "../../subjects/subject.ts";
import type { Work } from "../../work.ts";
import type { Side } from "../sources.ts";

/** What the files of one side say of subjects. */
export interface Mapped {
  readonly subjects: readonly Subject[];
  readonly expressions: SubjectFile["expressions"];
  /** Files that map subjects and cannot be read, with what is known of them. */
  readonly unread: readonly { readonly problem: Problem; readonly text: string }[];
}

/** Whether a change touches files that map subjects. */
export async function changesMappings(paths: readonly string[], base: Side, head: Side): Promise<boolean> {
  for (const path of paths.filter(mayMapSubjects))
    for (const side of [base, head]) {
      const file = await side.read(path);
      if ("text" in file && mapsSubjects(path, file.text)) return true;
    }
  return false;
}

const known = new WeakMap<Side, Map<readonly string[], Promise<Mapped>>>();

/** What the files of one side say, read once for each list of globs however many ask. */
export function mappedIn(side: Side, work: Work, globs: readonly string[] = subjectGlobs): Promise<Mapped> {
  const own = known.get(side) ?? new Map<readonly string[], Promise<Mapped>>();
  known.set(side, own);
  const mapped = own.get(globs) ?? readIn(side, work, globs);
  own.set(globs, mapped);
  return mapped;
}

async function readIn(side: Side, work: Work, globs: readonly string[]): Promise<Mapped> {
  const paths = await side.repository.list(globs);
  const files = await side.texts(paths);
  const subjects: Subject[] = [];
  const expressions: SubjectFile["expressions"][number][] = [];
  const unread: { problem: Problem; text: string }[] = [];
  for (const [path, text] of files) {
    if (!mapsSubjects(path, text)) continue;
    const read = await work.subjects(path, text);
    if ("problem" in read) unread.push({ problem: read.problem, text });
    else {
      subjects.push(...read.subjects);
      expressions.push(...read.expressions);
    }
  }
  return { subjects, expressions, unread };
}
