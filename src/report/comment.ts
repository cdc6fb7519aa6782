import type { Aside } from "../answers/asides.ts";
import { shownDay } from "../answers/days.ts";
import type { ExceptionRequest, Outcome, Review } from "../model.ts";
import { title } from "./check-run.ts";
import { bare, code, plainText, sentence } from "./escape.ts";
import { snippets, whatToDeclare } from "./meaning.ts";
import { whatElse, whatWasSaid, whoAnswers } from "./questions.ts";
import { listed } from "./words.ts";

/** By this the one comment is found again; nobody reads it. */
export const commentMarker = "<!-- contract-review: the one comment -->";

/**
 * The one comment: who still answers, by when, with which words; what was said; who only needs to know. Undefined where there is
 * nothing to say. Owners who are told are mentioned; those who are asked hear through the review request.
 */
export function comment(review: Review, asides: readonly Aside[] = []): string | undefined {
  const { exceptions, outcomes } = review.answers;
  const told = review.tell.map(
    ({ owner, reachable, consumers }) =>
      `${reachable ? owner : code(owner)}: nothing that ${listed(consumers.map((name) => `**${plainText(name)}**`))} reads breaks, but its pin must move to the new version.`,
  );
  const parts = [
    section("Still to do:", [...whatToDeclare(review), ...whoAnswers(review, true), ...whatElse(review)]),
    snippets(review),
    section("What was said:", whatWasSaid(review)),
    section("Exceptions:", exceptions.map(exceptionLine)),
    section("Did not count:", notCounting(outcomes)),
    section("Good to know, nobody needs to answer:", told),
    ...asides.map(({ by, words, markdown }) => `---\n\n${code(`@${by}`)} asked ${code(words)}:\n\n${markdown}`),
  ].filter((part) => part !== "");
  if (parts.length === 0) return undefined;
  return [
    commentMarker,
    `**Contract review: ${plainText(bare(title(review)))}**`,
    ...parts,
    "The check run has the details. `/contract help` lists what can be said here.",
  ].join("\n\n");
}

function section(heading: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `${heading}\n\n${lines.map((line) => `- ${line}`).join("\n")}`;
}

function exceptionLine({
  contract,
  by,
  until,
  covers,
  reason,
  controls,
  rollback,
  window,
  approvedBy,
  over,
}: ExceptionRequest) {
  const approved =
    approvedBy.length === 0
      ? "nobody has approved it"
      : `approved by ${listed(approvedBy.map((one) => code(`@${one}`)))}`;
  const state = over === undefined ? approved : `**no longer valid**: ${sentence(over)}`;
  const deploys = window === undefined ? "" : ` Window: ${plainText(window)}.`;
  return `${code(contract)} until ${shownDay(until)}, for ${listed(covers.map((name) => `**${plainText(name)}**`))}, requested by ${code(`@${by}`)}; ${state}. Reason: ${plainText(reason)}. Controls: ${plainText(controls)}. Rollback: ${plainText(rollback)}.${deploys}`;
}

/** The newest commands that came to nothing, until a later comment of whoever gave them counts. */
function notCounting(outcomes: readonly Outcome[]): readonly string[] {
  return outcomes
    .filter(({ counts }) => !counts)
    .filter(
      (one) => !outcomes.some(({ counts, by, at, id }) => counts && by === one.by && id !== one.id && at > one.at),
    )
    .slice(-3)
    .map(
      ({ words, by, says }) =>
        `${sentence(words.startsWith("/") ? `\`${words}\`` : words)} by ${code(`@${by}`)}: ${sentence(says, 600)}`,
    );
}
