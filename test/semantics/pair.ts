import { sourceOf } from "../../src/formats/pairs.ts";
import type { Change } from "../../src/model.ts";
import { inThisThread } from "../../src/work.ts";

/** Compares two texts of one format as the command line and the App do; the path is the same on both sides. */
export async function changesOf(format: string, path: string, base: string, head: string): Promise<readonly Change[]> {
  const [from, to] = [base, head].map((text) => sourceOf(new Map([[path, text]]), path));
  const { changes, problems } = await inThisThread.compare({
    contract: "it",
    format,
    base: from,
    head: to,
    history: [],
    options: {},
  });
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return changes;
}

/** What is suspected, in short: the element, the class, how strong, what stood and stands, on which line. */
export function suspected(changes: readonly Change[]) {
  return changes
    .filter(({ rule }) => rule.startsWith("semantics/") && rule.endsWith("-suspected"))
    .map(({ element, meaning, before, after, location }) => [
      element,
      meaning?.class,
      meaning?.known,
      before,
      after,
      location.line,
    ]);
}
