import type { Change } from "../model.ts";
import type { Plan } from "../plan/plan.ts";
import { flow } from "../plan/value.ts";
import { bare } from "./escape.ts";

/** Rules that change what values mean, by the class of meaning under which a producer declares them. */
const meanings: readonly (readonly [RegExp, string])[] = [
  [/^table\/key-changed$/, "key"],
  [/newly-nullable$|nullable-added$|presence-lost$|default-changed$|required-removed$/, "null_meaning"],
  [/classification-/, "confidentiality"],
  [/decimal-|column-narrowed$|column-widened$|column-resized$|multiple-changed$/, "precision"],
  [/logical-type-changed$/, "unit"],
  [/definition-changed$/, "calculation"],
];

/** A file to paste, `.contracts/changes/<slug>.yml`: what changes in meaning, to be completed by whoever knows. Undefined where nothing does. */
export function declarationFile({ contract, changes }: Plan, today: string, effective: string) {
  const declared = changes.flatMap(({ change }) => {
    const meaning = meanings.find(([rule]) => rule.test(change.rule))?.[1];
    return meaning === undefined ? [] : [entry(change, meaning, effective)];
  });
  if (declared.length === 0) return undefined;
  const name = contract.id
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .toLowerCase()
    .slice(0, 60);
  const text = [
    "apiVersion: contract-change/v1",
    `dataset: ${flow(bare(contract.id, 300))}`,
    "changes:",
    ...declared.flat(),
    "",
  ].join("\n");
  return { path: `.contracts/changes/${today}-${name || "change"}.yml`, text };
}

function entry({ element, before, after, advice }: Change, meaning: string, effective: string): readonly string[] {
  return [
    `  - class: ${meaning}`,
    element === "" ? "    dataset: true" : `    fields: [${flow(bare(element, 300))}]`,
    `    from: ${written(before)}`,
    `    to: ${written(after)}`,
    `    effective: ${effective}T00:00:00Z`,
    "    history: not_restated                 # restated | not_restated | not_applicable",
    '    reason: ""                            # why, in a sentence for those who read it',
    `    migration: ${flow(bare(advice, 300))}`,
  ];
}

function written(side: unknown): string {
  if (side === null || side === undefined) return "absent";
  const value = bare(typeof side === "string" ? side : JSON.stringify(side), 200);
  return value.trim() === "" ? "not said" : flow(value);
}
