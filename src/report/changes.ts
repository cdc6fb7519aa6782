import type { Change, Diff, Direction, Review } from "../model.ts";
import { code, fenced, plainText, sentence, shorten } from "./escape.ts";
import { isMeant, meaningBlock } from "./meaning.ts";
import { happened, listed } from "./words.ts";

/** One block per change, what breaks first: what it was, what it is, why it breaks, the proof, the safe way. */
export function changeBlocks(review: Review): readonly string[] {
  return allChanges(review)
    .filter(({ change }) => change.breaks.length > 0 || isMeant(change))
    .map(({ change, diff }) => (isMeant(change) ? meaningBlock(change, diff) : block(change, diff)));
}

/** So many notices of one rule about one contract are one line. */
const manyAlike = 5;

/** What changed and breaks nobody, one line each; of many that are alike the first, and where the others are. */
export function harmless(review: Review): string {
  const notices = allChanges(review).filter(({ change }) => change.breaks.length === 0 && !isMeant(change));
  const alike = new Map<string, (typeof notices)[number][]>();
  for (const one of notices) {
    const known = alike.get(kindOf(one));
    if (known === undefined) alike.set(kindOf(one), [one]);
    else known.push(one);
  }
  const lines = notices.flatMap((notice) => {
    const { change, diff } = notice;
    const same = alike.get(kindOf(notice)) ?? [];
    const line = `- ${plainText(diff.contract.id)}: ${sentence(change.message)} (\`${change.rule}\`)`;
    if (same.length < manyAlike) return [line];
    const named = same
      .slice(1)
      .map(({ change: { element } }) => (element === "" ? "the whole contract" : code(element, 60)));
    return same[0] === notice ? [`${line}; likewise ${listed([...new Set(named)])}`] : [];
  });
  return lines.length === 0 ? "" : `Also changed, breaking nobody:\n\n${lines.join("\n")}`;
}

function kindOf({ change, diff }: ReturnType<typeof allChanges>[number]): string {
  return JSON.stringify([diff.contract.id, change.rule]);
}

/** Every change once, whichever baselines showed it, in the order found. */
export function allChanges(review: Review): readonly { readonly change: Change; readonly diff: Diff }[] {
  const seen = new Map<string, { readonly change: Change; readonly diff: Diff }>();
  for (const diff of review.diffs)
    for (const change of diff.changes)
      if (!seen.has(change.fingerprint)) seen.set(change.fingerprint, { change, diff });
  for (const verdict of review.verdicts)
    if ("changes" in verdict)
      for (const change of [...verdict.changes, ...verdict.unread])
        if (!seen.has(change.fingerprint)) {
          const { contract, baseline } = verdict;
          const diff = { contract, baseline, isNew: false, changes: [], problems: [], reach: new Map() };
          seen.set(change.fingerprint, { change, diff });
        }
  return [...seen.values()];
}

function block(change: Change, diff: Diff): string {
  const { element, before, after, breaks, message, advice, rule, basis, witnesses } = change;
  const name = element === "" ? diff.contract.id : `${diff.contract.id}.${element}`;
  const heading = `#### ✖ ${element === "" ? plainText(diff.contract.id) : code(element)} ${happened(change)}: breaks ${breaks.join(" and ")}`;
  const next = diff.contract.version === undefined ? "after" : `after (v${diff.contract.version.replace(/^v/, "")})`;
  const values = [
    `| | before (${plainText(diff.baseline)}) | ${plainText(next)} |`,
    "|---|---|---|",
    `| ${plainText(name)} | ${value(before)} | ${value(after)} |`,
  ].join("\n");
  const how = basis === "not-analysed" ? " This could not be analysed, and so counts as breaking." : "";
  const proofs = breaks.flatMap((direction) => proof(direction, witnesses[direction]));
  return [
    heading,
    values,
    `${sentence(message)} (rule \`${rule}\`).${how}`,
    ...proofs,
    `Safe way: ${sentence(advice)}`,
  ].join("\n\n");
}

const whoFails: Readonly<Record<Direction, string>> = {
  forward: "Written by head, and a reader of base cannot take it:",
  backward: "Written by base, and a reader of head cannot take it:",
};

function proof(direction: Direction, witness: unknown): readonly string[] {
  if (witness === undefined) return [];
  return [`${whoFails[direction]}\n\n${fenced(shorten(JSON.stringify(witness) ?? "", 1_000), "json")}`];
}

function value(side: unknown): string {
  if (side === null || side === undefined) return "absent";
  return code(typeof side === "string" ? side : JSON.stringify(side), 160);
}
