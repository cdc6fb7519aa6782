import type { Change } from "../model.ts";

/** More entries are not written out: they would be longer than what can be shown. */
const most = 30;

/**
 * A declaration to fill in: every suspicion as a change, and beside it, commented out, as a matter of wording. Structural
 * changes, whose meaning only the author knows, as a matter of structure alone. `day`: `2026-11-30`.
 */
export function declarationText(dataset: string, changes: readonly Change[], day: string): string {
  const shown = changes.slice(0, most);
  const meant = shown.filter(({ meaning }) => meaning !== undefined);
  const structural = distinct(shown.filter(({ meaning }) => meaning === undefined));
  const left = changes.length - shown.length;
  return [
    "apiVersion: contract-change/v1",
    `dataset: ${quoted(dataset)}`,
    ...(meant.length === 0 ? [] : ["changes:", ...meant.flatMap((change) => entry(change, day))]),
    ...(meant.length === 0 || structural.length > 0 ? ["no_semantic_change:"] : []),
    ...structural.map((element) => `  - {${target(element, "field")}, reason: "..."}`),
    ...(meant.length === 0
      ? []
      : [
          "# Where only the wording changed, this in the place of its entry above:",
          ...(structural.length > 0 ? [] : ["# no_semantic_change:"]),
          ...distinct(meant).map((element) => `#   - {${target(element, "field")}, reason: "..."}`),
        ]),
    ...(left > 0 ? [`# ${left} more entries are needed and not shown here`] : []),
  ].join("\n");
}

function entry({ element, before, after, meaning }: Change, day: string): readonly string[] {
  return [
    `  - class: ${meaning?.class ?? "calculation"}`,
    `    ${target(element, "fields")}`,
    `    from: ${quoted(String(before ?? "..."))}`,
    `    to: ${quoted(String(after ?? "..."))}`,
    `    effective: ${day}`,
    "    history: not_restated # or restated, not_applicable",
    '    reason: "..."',
  ];
}

function target(element: string, key: "field" | "fields"): string {
  if (element === "") return "dataset: true";
  return key === "field" ? `field: ${quoted(element)}` : `fields: [${quoted(element)}]`;
}

function distinct(changes: readonly Change[]): readonly string[] {
  return [...new Set(changes.map(({ element }) => element))];
}

/** A JSON string is a YAML string; characters beyond ASCII that YAML may take for line breaks are written as escapes. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
