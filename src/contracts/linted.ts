import type { Lint } from "../lint/lint.ts";
import type { ChangedFile, Config, Diff, Problem } from "../model.ts";
import type { Work } from "../work.ts";
import { configFor } from "./holdings.ts";
import type { Side } from "./sources.ts";

/** So many of a document's errors are told in a review; `contract-review lint` tells them all. */
const maxTold = 10;

/**
 * What is wrong with the contract documents that this change edits: each error of the standard's schema on its line, and in
 * one line what the checklist of adoption misses, as strictly as the policy says. What makes a document unreadable is told
 * by its comparison.
 */
export async function lintChanged(
  diffs: readonly Diff[],
  changed: readonly ChangedFile[],
  config: Config,
  head: Side,
  work: Work,
): Promise<readonly Problem[]> {
  const edited = new Set(changed.filter(({ deleted }) => !deleted).map(({ path }) => path));
  const documents = diffs.filter(
    ({ contract, problems }) => documented.has(contract.format) && edited.has(contract.entry) && problems.length === 0,
  );
  const problems: Problem[] = [];
  for (const entry of new Set(documents.map(({ contract }) => contract.entry))) {
    const file = await head.read(entry);
    if (!("text" in file)) continue;
    const owned = documents.every(({ contract }) => contract.entry !== entry || contract.owners.length > 0);
    const moded = configFor(entry, config)?.mode !== undefined;
    const found = (await work.lint(entry, file.text, { owned, moded })) ?? [];
    problems.push(...toProblems(found, config.policy.adoption));
  }
  return problems;
}

/** The formats that are documents about a contract, and not the schema itself. */
const documented: ReadonlySet<string> = new Set(["odcs", "dcs"]);

function toProblems(found: readonly Lint[], adoption: Config["policy"]["adoption"]): readonly Problem[] {
  const [missing, told] = [found.filter(isAdoption), found.filter((one) => !isAdoption(one))];
  const problems = told.slice(0, maxTold).map(({ at, message }): Problem => ({ at, message, severity: "warning" }));
  const [first] = told.slice(maxTold);
  if (first !== undefined) {
    const message = `${told.length - maxTold} more; \`contract-review lint\` tells all`;
    problems.push({ at: first.at, message, severity: "warning" });
  }
  const [lacking] = missing;
  if (lacking === undefined || adoption === "off") return problems;
  const items = missing.map(({ rule }) => itemWords[rule] ?? rule).join(", ");
  const message = `the checklist of adoption is not met: ${items} (policy.adoption)`;
  return [...problems, { at: lacking.at, message, severity: adoption === "error" ? "failure" : "warning" }];
}

function isAdoption({ rule }: Lint): boolean {
  return rule.startsWith("adoption/");
}

const itemWords: Readonly<Record<string, string>> = {
  "adoption/owner": "no owner",
  "adoption/freshness": "no freshness target",
  "adoption/quality": "no quality rule that can be run",
  "adoption/mode": "no explicit mode",
};
