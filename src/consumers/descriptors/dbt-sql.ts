import { callsIn } from "./dbt-calls.ts";
import { pathsOf } from "./dbt-project.ts";
import type { DeclaredConsumer, Descriptor } from "./descriptor.ts";
import { unpinned } from "./read.ts";

/**
 * SQL of a dbt project: whatever a model, snapshot, analysis or test refers to by `ref` or `source` it reads. A reference
 * without a version means the latest one. Which columns it reads is not looked into.
 */
export const dbtSql: Descriptor = {
  kind: "dbt-sql",
  globs: ["**/*.sql"],
  claims: (_path, text) => text.includes("{{") && callsIn(text).length > 0,
  read(path, text) {
    const starts = lineStarts(text);
    const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.sql$/, "");
    const [, group] = /\bconfig\s{0,20}\([^)]{0,500}?\bgroup\s{0,20}=\s{0,20}['"]([^'"]{1,200})['"]/.exec(text) ?? [];
    const models = [name, name.replace(/[._]v\d+$/, "")].map((model) => `dbt model ${model}`);
    const ownedBy = group === undefined ? [...models, ...pathsOf(path)] : [`dbt group ${group}`];
    const found = new Map<string, DeclaredConsumer>();
    for (const { kind, name: contract, version, offset } of callsIn(text)) {
      const key = `${contract} ${version ?? ""}`;
      if (!found.has(key))
        found.set(key, {
          ...unpinned,
          ...{ name, contract, owners: [], version, reads: "did-not-say" },
          confidence: version === undefined ? "unversioned" : "declared",
          ...{ kind: `dbt ${kind}`, ownedBy },
          evidence: placeAt(path, offset, starts),
        });
    }
    return [...found.values()];
  },
};

/** Where each line of a text begins. */
export function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** Where an offset into a text is. */
export function placeAt(path: string, offset: number, starts: readonly number[]) {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { path, line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}
