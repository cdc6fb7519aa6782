import { markdownTable } from "markdown-table";
import type { Change, Comparison, Direction, Review, Verdict } from "../model.ts";
import { allChanges } from "./changes.ts";
import { title } from "./check-run.ts";
import { bare } from "./escape.ts";
import { isMeant, snippetTexts } from "./meaning.ts";
import { calmWords, happened, listed, listedVerdicts, reading, shortCommit, verdictWords, versions } from "./words.ts";

/** The review for a terminal: no colours, no Markdown, the same facts in the same order as the check run. */
export function terminal(review: Review): string {
  const { conclusion, wouldBe, reasons } = review;
  const observed = wouldBe === undefined ? "" : ` (observing; enforced it would be ${wouldBe})`;
  const parts = [
    `${conclusion === "success" ? "✔" : "✖"} ${bare(title(review), 400)}`,
    `conclusion: ${conclusion}${observed}${reasons.map((reason) => `\n  - ${bare(reason, 400)}`).join("")}`,
    review.verdicts.length > 0 ? table(review) : "",
    ...allChanges(review).map(({ change, diff }) => changeLines(change, `${diff.contract.id} (${diff.baseline})`)),
    ...snippetTexts(review),
    coverageLines(review),
    ...review.problems.map(({ at, message, severity }) => `${severity}: ${place(at)}: ${bare(message, 1_000)}`),
    `compared ${shortCommit(review.mergeBase)} (merge base with ${bare(review.baseRef)}) with ${shortCommit(review.head)}`,
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

/** One comparison for a terminal. */
export function comparisonText({ changes, problems }: Comparison): string {
  const verdict = (direction: Direction) =>
    problems.length > 0
      ? "no answer"
      : changes.some(({ breaks }) => breaks.includes(direction))
        ? "breaking"
        : "compatible";
  return `${[
    `backward (head reads what base wrote): ${verdict("backward")}\nforward  (base reads what head writes): ${verdict("forward")}`,
    ...changes.map((change) => changeLines(change, "")),
    ...problems.map(({ at, message }) => `cannot be read: ${place(at)}: ${bare(message, 1_000)}`),
  ].join("\n\n")}\n`;
}

function table(review: Review): string {
  const { listed: verdicts, calm } = listedVerdicts(review.verdicts);
  const rows = verdicts.map((verdict) => {
    const { consumer, outcome } = verdict;
    const { mark, words } = verdictWords[outcome];
    const versioned = versions({ contract: verdict.contract, baseline: verdict.baseline, isNew: false });
    return [
      mark,
      versioned,
      what(verdict),
      `${consumer.name} (${consumer.domain})`,
      reading(consumer),
      words,
      consumer.owners.join(" ") || "nobody",
    ];
  });
  const lines = markdownTable(
    [
      ["", "contract", "change", "consumer", "reads", "verdict", "owner"],
      ...rows.map((row) => row.map((cell) => bare(cell, 160).replaceAll("|", "/"))),
    ],
    {
      delimiterStart: false,
      delimiterEnd: false,
    },
  ).split("\n");
  const calmly = calm === 0 ? [] : [`  ${calmWords(calm)}; --output json lists all`];
  return [lines[0], ...lines.slice(2), ...calmly].join("\n");
}

function what(verdict: Verdict): string {
  if (verdict.outcome === "unknown") return verdict.why;
  if ("changes" in verdict)
    return listed(
      verdict.changes.map((change) => `${change.element || "the contract"} ${happened(change)}`),
      4,
    );
  return verdict.unread.length === 0
    ? "nothing it reads"
    : `not read: ${listed(
        verdict.unread.map(({ element }) => element),
        4,
      )}`;
}

function changeLines(change: Change, where: string): string {
  const { rule, element, before, after, breaks, message, advice, location, witnesses, basis } = change;
  const mark = breaks.length > 0 ? "✖" : isMeant(change) ? "⚠" : "·";
  const otherwise = isMeant(change) ? "may mean something else" : "breaks nobody";
  const effect = breaks.length > 0 ? `breaks ${breaks.join(" and ")}` : otherwise;
  const lines = [
    `${mark} ${bare(message, 600)} [${rule}] ${effect}${basis === "not-analysed" ? " (not analysed, so counted as breaking)" : ""}`,
    `    ${[where, element || "the whole contract", place(location)].filter((part) => part !== "").join("  ")}`,
    ...(before === null && after === null ? [] : [`    before ${show(before)}  after ${show(after)}`]),
    ...Object.entries(witnesses).map(([direction, witness]) => `    ${direction} proof ${show(witness)}`),
    ...(breaks.length > 0 ? [`    safe way: ${bare(advice, 600)}`] : []),
  ];
  return lines.join("\n");
}

function coverageLines({ domains }: Review): string {
  return domains
    .flatMap((domain) => {
      if ("unreadable" in domain)
        return [
          `domain ${domain.repository}: could not be read (${bare(domain.unreadable, 300)})${domain.required ? "" : ", best-effort"}`,
        ];
      const stale = domain.stale === undefined ? "" : `, ${domain.stale.hours} h old: ${domain.stale.why}`;
      const found = `domain ${domain.repository}@${shortCommit(domain.commit)}: ${domain.consumers.length} reads declared${stale}`;
      return [found, ...domain.malformed.map(({ at, message }) => `  ${place(at)}: ${bare(message, 300)}`)];
    })
    .join("\n");
}

function show(value: unknown): string {
  return value === null || value === undefined
    ? "absent"
    : bare(typeof value === "string" ? value : JSON.stringify(value), 240);
}

/** A place as people and editors write it: `path:line:column`, as far as it is known. */
export function place({
  path,
  line,
  column,
}: {
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
}): string {
  return [path, line, column].filter((part) => part !== undefined).join(":");
}
