import type { Change, Diff, Review } from "../model.ts";
import { declarationText } from "../semantics/snippet.ts";
import { code, fenced, plainText, sentence, shorten } from "./escape.ts";
import { happened, listed } from "./words.ts";

/** Whether a change of meaning is more than a notice: shown as a block of its own. */
export function isMeant({ meaning }: Change): boolean {
  return meaning !== undefined && meaning.known !== "notice";
}

/** A declared or strongly suspected change of meaning: what was said and is said, since when, why, what follows. */
export function meaningBlock(change: Change, diff: Diff): string {
  const { element, message, rule, advice, meaning, before, after, breaks } = change;
  if (meaning === undefined) return "";
  const name = element === "" ? diff.contract.id : `${diff.contract.id}.${element}`;
  const mark = breaks.length > 0 ? "✖" : "⚠";
  const how =
    meaning.known === "declared"
      ? `declared${breaks.length > 0 ? `, breaks ${breaks.join(" and ")}` : ""}`
      : meaning.stated === undefined
        ? "suspected"
        : "suspected, the author says no";
  const heading = `#### ${mark} ${element === "" ? plainText(diff.contract.id) : code(element)} ${happened(change)}: ${how}`;
  const texts = meaning.wording ?? { before, after };
  const values = [
    `| | before (${plainText(diff.baseline)}) | after |`,
    "|---|---|---|",
    `| ${plainText(name)} | ${said(texts.before)} | ${said(texts.after)} |`,
  ].join("\n");
  return [
    heading,
    values,
    `${sentence(message)} (rule \`${rule}\`).${facts(change)}`,
    meaning.known === "declared" ? `Safe way: ${sentence(advice)}` : "",
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

function facts({ meaning }: Change): string {
  const { declared, stated } = meaning ?? {};
  if (stated !== undefined)
    return ` The author states that only the wording changed: ${plainText(stated.reason)}. Owners see this and answer all the same.`;
  if (declared === undefined) return "";
  const { effective, history, reason, migration, evidence } = declared;
  const parts = [
    effective === undefined ? "" : `Holds from ${plainText(effective)}`,
    history === undefined ? "" : histories[history],
    reason === undefined ? "" : `Reason: ${ended(reason)}`,
    migration === undefined ? "" : `Migration: ${ended(migration)}`,
    evidence.length === 0 ? "" : `Evidence: ${listed(evidence.map((one) => code(one)))}`,
  ].filter((part) => part !== "");
  return parts.length === 0 ? "" : ` ${parts.join(". ")}.`;
}

const histories = {
  restated: "What was written before is restated",
  not_restated: "What was written before stays as it was",
  not_applicable: "What was written before is not concerned",
} as const;

/** Without the full stop that a sentence of theirs ends with. */
function ended(text: string): string {
  return plainText(text.trim().replace(/[.\s]+$/, ""), 400);
}

function said(text: unknown): string {
  if (text === null || text === undefined) return "nothing";
  return code(shorten(String(text).trim(), 300), 300);
}

/** What the author must add, in words: one line per contract. */
export function whatToDeclare({ undeclared = [] }: Review): readonly string[] {
  return contractsOf(undeclared).map(([contract, changes]) => {
    const names = [
      ...new Set(changes.map(({ element }) => (element === "" ? "the whole contract" : code(element, 60)))),
    ];
    const suspected = changes.some(({ meaning }) => meaning !== undefined);
    const why = suspected
      ? `the wording makes one suspect that ${listed(names)} of ${code(contract)} now ${names.length === 1 ? "means" : "mean"} something else. Declare it, or state that only the wording changed`
      : `the structure of ${listed(names)} of ${code(contract)} changes. Declare what changes in meaning with it, or state that nothing does (\`policy.declarations\`)`;
    return `**The author** adds ${code(pathFor(contract))}, ready to paste below: ${why}. No approval stands for it.`;
  });
}

/** Ready to paste: one file per contract. */
export function snippets({ undeclared = [], now }: Review): string {
  const files = contractsOf(undeclared).map(
    ([contract, changes]) =>
      `${code(pathFor(contract))}:\n\n${fenced(declarationText(contract, changes, now.slice(0, 10)), "yaml", 6_000)}`,
  );
  if (files.length === 0) return "";
  return `### Ready to paste\n\nKeep what is true, fill in the rest, and commit the file to this pull request.\n\n${files.join("\n\n")}`;
}

/** The same for a terminal. */
export function snippetTexts({ undeclared = [], now }: Review): readonly string[] {
  return contractsOf(undeclared).map(
    ([contract, changes]) =>
      `to be declared in ${pathFor(contract)}:\n${declarationText(contract, changes, now.slice(0, 10)).replace(/^/gm, "    ")}`,
  );
}

function contractsOf(changes: readonly Change[]): readonly (readonly [string, readonly Change[]])[] {
  const contracts = new Map<string, Change[]>();
  for (const change of changes) {
    const known = contracts.get(change.contract) ?? [];
    contracts.set(change.contract, known);
    known.push(change);
  }
  return [...contracts];
}

/** `.contracts/changes/urn-contract-checkout-orders.yml`: any name will do. */
function pathFor(contract: string): string {
  const slug = contract
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60);
  return `.contracts/changes/${slug === "" ? "change" : slug}.yml`;
}
