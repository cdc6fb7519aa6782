import type { Answer, Question, Shown } from "../model.ts";
import { nearest } from "../text/nearest.ts";
import type { May } from "./authority.ts";
import { type Board, isCalled, keptMark, standingOf } from "./board.ts";
import { named, namedChanges } from "./naming.ts";
import { wasShown, wasShownInPart } from "./print.ts";

interface Given {
  readonly by: string;
  readonly at: string;
  /** Only these, by name; empty: everything they answer for. */
  readonly only: readonly string[];
  readonly readyBy?: string | undefined;
  /** The commit that a review approved. */
  readonly commit?: string;
}

/** What came of a command, in words; `counts`: it is in force. */
export interface Came {
  readonly counts: boolean;
  readonly says: string;
}

/** An owner says yes: by review or by `/contract ack`. Takes back what owners of the same consumers rejected before. */
export async function acknowledge(board: Board, given: Given): Promise<Came> {
  const chosen = await choose(board, given);
  if ("says" in chosen) return chosen;
  const shown = await board.people.shown(given.at, given.commit);
  const done: Question[] = [];
  const says: string[] = [];
  for (const question of chosen.questions) {
    const standing = standingOf(board, question);
    if (!board.authority.mayAcknowledge(given.by, question)) {
      says.push(`${named([question])} needs somebody other than the author`);
      continue;
    }
    if (shown === undefined || !wasShown(shown.prints, question, board.questions)) {
      standing.lapsed = { says: whyNotShown(given, shown, question, board.questions), at: given.at };
      if (standing.settledBy === undefined) says.push(standing.lapsed.says);
      continue;
    }
    delete standing.rejectedBy;
    delete standing.lapsed;
    if (question.needs === "exception") {
      says.push(`${named([question])} needs an exception (\`/contract exception ${question.contract} ...\`)`);
      continue;
    }
    standing.settledBy = yes(board, given, shown, question);
    standing.byReview = given.commit !== undefined;
    done.push(question);
  }
  if (done.length > 0) says.unshift(`counts for ${named(done)}`);
  return { counts: done.length > 0, says: says.join("; ") };
}

function yes(board: Board, { by, at, readyBy }: Given, shown: Shown, { about }: Question): Answer {
  const kind = about === "contract" ? "approved" : "acknowledged";
  return { kind, by, at, ...(readyBy !== undefined && { readyBy }), ...keptMark(board, shown) };
}

function whyNotShown(
  { by, commit }: Given,
  shown: Shown | undefined,
  question: Question,
  all: readonly Question[],
): string {
  const verb = commit === undefined ? "answered" : "approved";
  if (shown === undefined) return `\`@${by}\` ${verb} before the check had shown what breaks`;
  const others = question.changes.filter(
    (change) => !wasShownInPart(shown.prints, { ...question, changes: [change] }, all),
  );
  const count = question.changes.length;
  if (others.length === 0 || others.length === count) return `\`@${by}\` ${verb} other changes than these`;
  return `\`@${by}\` ${verb} for ${count - others.length} of these ${count} changes; since then: ${namedChanges(others)}`;
}

/** An owner says no, with a reason; the check fails until an owner of the same consumer says yes. */
export async function reject(
  board: Board,
  given: Given & { readonly reason: string; readonly falseAlarm?: true },
): Promise<Came> {
  const chosen = await choose(board, given);
  if ("says" in chosen) return chosen;
  const shown = await board.people.shown(given.at, undefined);
  const done: Question[] = [];
  const says: string[] = [];
  for (const question of chosen.questions) {
    const standing = standingOf(board, question);
    if (shown !== undefined && !wasShownInPart(shown.prints, question, board.questions)) {
      standing.lapsed = { says: `\`@${given.by}\` rejected other changes than these`, at: given.at };
      says.push(standing.lapsed.says);
      continue;
    }
    delete standing.settledBy;
    delete standing.lapsed;
    const { by, at, reason, falseAlarm } = given;
    const kept = shown && keptMark(board, shown);
    standing.rejectedBy = { kind: "rejected", by, at, reason, ...(falseAlarm && { falseAlarm }), ...kept };
    done.push(question);
  }
  if (done.length > 0) says.unshift(`stands against ${named(done)} until an owner of it writes \`/contract ack\``);
  return { counts: done.length > 0, says: says.join("; ") };
}

/** A review that no longer approves takes its yes with it. */
export function endApproval(board: Board, by: string): void {
  for (const standing of board.standing.values())
    if (standing.byReview && standing.settledBy?.by.toLowerCase() === by.toLowerCase()) delete standing.settledBy;
}

/** The questions somebody means: those named, or all they answer for; or why there is none. */
async function choose(
  board: Board,
  { by, at, only }: Given,
): Promise<{ readonly questions: readonly Question[] } | Came> {
  const open = board.questions.filter(({ about }) => about !== "coverage");
  if (open.length === 0) return { counts: false, says: "nothing here needs an answer" };
  const strangers = only.filter((name) => !open.some((question) => isCalled(question, name)));
  const [stranger] = strangers;
  if (stranger !== undefined) {
    const close = nearest(
      stranger,
      open.map(({ name }) => name),
    );
    return {
      counts: false,
      says: `nothing called \`${stranger}\` needs an answer here${close === undefined ? "" : `; did you mean \`${close}\`?`}`,
    };
  }
  const meant = only.length === 0 ? open : open.filter((question) => only.some((name) => isCalled(question, name)));
  const mine: Question[] = [];
  const others: Question[] = [];
  let unsure: May = "no";
  for (const question of meant) {
    const owns = await board.authority.owns(by, question, at);
    if (owns === "yes") mine.push(question);
    else others.push(question);
    if (owns === "cannot tell") unsure = owns;
  }
  if (mine.length > 0 && (only.length === 0 || others.length === 0)) return { questions: mine };
  const owners = [...new Set(others.flatMap((question) => question.owners))];
  const who =
    owners.length === 0 ? "nobody is named as their owner" : `${owners.map((one) => `\`${one}\``).join(", ")} answer`;
  if (unsure === "cannot tell")
    return { counts: false, says: `whether \`@${by}\` answers for ${named(others)} cannot be verified (${who})` };
  return { counts: false, says: `\`@${by}\` does not answer for ${named(others)}; ${who}` };
}
