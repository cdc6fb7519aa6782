import { markdownTable } from "markdown-table";
import { answerWords } from "../answers/words.ts";
import type { Addressee, Change, Review, Verdict } from "../model.ts";
import { code, plainText, sentence } from "./escape.ts";
import { calmWords, happened, listed, listedVerdicts, reading, verdictWords, versions } from "./words.ts";

const header = ["", "contract", "change", "consumer", "reads", "verdict", "owner"];

/** Who is affected, one row per consumer, the gravest first. Rows beyond `most` are counted, never lost without a word. */
export function impactTable(review: Review, most: number): string {
  const { listed: verdicts, calm } = listedVerdicts(review.verdicts);
  const rows: string[][] = [];
  let previous = "";
  for (const verdict of verdicts.slice(0, most)) {
    const contract = contractCell(verdict);
    rows.push([markOf(verdict), contract === previous ? "" : contract, ...cells(verdict, review)]);
    previous = contract;
  }
  const calmly = calm === 0 ? "" : `\n\n${calmWords(calm)}.`;
  const table = markdownTable([header, ...rows], { alignDelimiters: false, padding: true }) + calmly;
  const left = verdicts.slice(most);
  if (left.length === 0) return table;
  const counts = Object.entries(verdictWords).flatMap(([outcome, { words }]) => {
    const count = left.filter((verdict) => verdict.outcome === outcome).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  return `${table}\n\n${left.length} more consumers are not shown (${counts.join(", ")}); \`contract-review check\` lists them all.`;
}

function markOf({ outcome, settledBy, advisory }: Verdict): string {
  return settledBy === undefined && advisory === undefined ? verdictWords[outcome].mark : verdictWords.unaffected.mark;
}

function contractCell({ contract, baseline, outcome }: Verdict): string {
  return plainText(outcome === "unknown" ? contract.id : versions({ contract, baseline, isNew: false }));
}

function cells(verdict: Verdict, review: Review): readonly string[] {
  const { consumer, outcome } = verdict;
  const word = verdictWords[outcome].words;
  const name = `${plainText(consumer.name, 80)} (${plainText(consumer.domain, 60)})`;
  const shown = shownWord(verdict, word);
  return [changeCell(verdict), name, plainText(reading(consumer)), shown, ownerCell(verdict, review)];
}

function shownWord({ outcome, settledBy, rejectedBy, advisory }: Verdict, word: string): string {
  if (outcome === "unaffected" || outcome === "move-pin") return word;
  if (advisory !== undefined) return `${word}, only ${plainText(advisory, 40)}`;
  if (rejectedBy !== undefined) return `**${word}**, rejected`;
  return settledBy === undefined ? `**${word}**` : `${word}, settled`;
}

function changeCell(verdict: Verdict): string {
  if (verdict.outcome === "unknown") return plainText(verdict.why, 200);
  if ("changes" in verdict) return phrases(verdict.changes, happened);
  return verdict.unread.length === 0 ? "nothing it reads" : phrases(verdict.unread, () => "not read");
}

function phrases(changes: readonly Change[], say: (change: Change) => string): string {
  const all = new Set(changes.map((change) => phrase(change, say(change))));
  return [...all].slice(0, 4).join(" · ") + (all.size > 4 ? ` · ${all.size - 4} more` : "");
}

function phrase({ element }: Change, words: string): string {
  return `${element === "" ? "the whole contract" : code(element, 60)} ${words}`;
}

/** Who answers, and whether they were asked or told; what to configure where nobody can be reached. */
function ownerCell({ consumer, outcome, settledBy, rejectedBy }: Verdict, review: Review): string {
  const answer = settledBy ?? rejectedBy;
  if (answer !== undefined) return sentence(answerWords(answer, 1).replace(/ \(kept: .*?\)/, ""), 200);
  if (consumer.owners.length === 0)
    return outcome === "unaffected" ? "nobody" : "nobody: name an owner in the descriptor or in CODEOWNERS";
  const concerned =
    outcome === "breaks" || outcome === "at-risk" ? review.ask : outcome === "move-pin" ? review.tell : [];
  return listed(
    consumer.owners.map((owner) => {
      const addressee = concerned.find((one) => one.owner.toLowerCase() === owner.toLowerCase());
      const said = addressee === undefined ? "" : standing(addressee, outcome === "move-pin" ? "told" : "to be asked");
      return said === "" ? code(owner) : `${code(owner)}, ${said}`;
    }),
    3,
  );
}

function standing({ reachable, asked }: Addressee, otherwise: string): string {
  if (!reachable) return "not reachable: map it under `owners`";
  if (asked === undefined || asked === "asked") return asked ?? otherwise;
  return `not asked: ${plainText(asked.refused)}`;
}
