import { markdownTable } from "markdown-table";
import { dayOf, shownDay } from "../answers/days.ts";
import { exceptionLabel } from "../answers/label.ts";
import { answerWords } from "../answers/words.ts";
import type { Addressee, ExceptionRequest, Question, Review } from "../model.ts";
import { code, plainText, sentence } from "./escape.ts";
import { listed } from "./words.ts";

/** How an owner says yes or no; said once, `likewise` after that. */
const words = 'approve this pull request or comment `/contract ack`, or `/contract reject reason="..."`';

/** Whether nobody has settled or rejected a question yet. */
export function isOpen({ settledBy, rejectedBy }: Question): boolean {
  return settledBy === undefined && rejectedBy === undefined;
}

/** One line per owner who still answers: for what, by when, with which words. `mention`: of owners that GitHub would not ask. */
export function whoAnswers(review: Review, mention = false): readonly string[] {
  const open = review.answers.questions.filter(isOpen);
  const lines: string[] = [];
  let said = false;
  for (const addressee of review.ask) {
    const { owner, reachable } = addressee;
    const theirs = open.filter((one) => one.owners.some((other) => other.toLowerCase() === owner.toLowerCase()));
    const consumers = theirs.filter(({ about }) => about === "consumer");
    const contracts = theirs.filter(({ about }) => about === "contract");
    if (consumers.length > 0 && !reachable)
      lines.push(
        `Nobody on GitHub answers for ${bold(consumers)}: ${code(owner)} is not mapped. Add it under \`owners\` in \`.github/contract-review.yml\`.`,
      );
    else if (consumers.length > 0) {
      const excepting = consumers.some(({ needs }) => needs === "exception");
      const how = excepting ? ": an exception is needed" : said ? "" : `: ${words}`;
      lines.push(
        `${who(addressee, mention)} ${said && !excepting ? "likewise" : "answers"} for ${bold(consumers)}${by(consumers, review.now)}${how}.${refused(addressee)}`,
      );
      said ||= !excepting;
    }
    if (contracts.length > 0)
      lines.push(
        `${who(addressee, mention)} answers for ${bold(contracts)}${by(contracts, review.now)}, which no known consumer is hurt by: somebody other than the author approves this pull request or comments \`/contract ack\`.${refused(addressee)}`,
      );
  }
  const orphans = open.filter(({ about, owners }) => about === "consumer" && owners.length === 0);
  if (orphans.length > 0)
    lines.push(
      `Nobody is named who answers for ${bold(orphans)}: name an owner in the descriptor or in the domain repository's CODEOWNERS.`,
    );
  return lines;
}

/** What else stands in the way: rejections, doubts, exceptions that wait for approval. */
export function whatElse(review: Review): readonly string[] {
  const { questions, exceptions } = review.answers;
  const lines = questions.flatMap((question) =>
    question.rejectedBy === undefined
      ? []
      : [
          `**${plainText(question.name)}** was ${sentence(answerWords(question.rejectedBy, question.changes.length))}. This holds until an owner of it comments \`/contract ack\`.`,
        ],
  );
  const open = questions.filter(isOpen);
  for (const question of open.filter(({ about }) => about === "unknown"))
    lines.push(
      `What this means for **${plainText(question.name)}** is unknown: mend its descriptor, or ${question.owners.length === 0 ? "name its owner" : `${listed(question.owners.map((owner) => code(owner)))} comments \`/contract ack\``}.`,
    );
  const gaps = open.filter(({ about }) => about === "coverage");
  if (gaps.length > 0) {
    const names = gaps.map(({ name }) => name).join(",");
    lines.push(
      `Let the App read ${listed(gaps.map(({ name }) => code(name)))}, or have the gap excepted by name: ${requestWords(review, names)}.`,
    );
  }
  for (const request of exceptions) if (waits(request, questions)) lines.push(waiting(request, questions));
  const excepting = open.filter(({ about, needs }) => about !== "coverage" && needs === "exception");
  const requested = new Set(exceptions.filter(({ over }) => over === undefined).flatMap(({ covers }) => covers));
  if (excepting.some(({ name }) => !requested.has(name))) lines.push(`Request the exception: ${requestWords(review)}.`);
  return lines;
}

/** An exception that somebody must still approve. */
function waits({ over, covers }: ExceptionRequest, questions: readonly Question[]): boolean {
  return over === undefined && questions.some((one) => isOpen(one) && covers.includes(one.name));
}

function waiting({ by, contract, until, covers, label }: ExceptionRequest, questions: readonly Question[]): string {
  const open = questions.filter((one) => isOpen(one) && covers.includes(one.name));
  const owners = [...new Set(open.flatMap((one) => one.owners))];
  const whom =
    owners.length === 0
      ? "an exception approver"
      : `${listed(owners.map((owner) => code(owner)))} or an exception approver`;
  return `An exception for ${bold(open)} until ${shownDay(until)}, requested by ${code(`@${by}`)}, waits for ${whom}: put on the label ${code(label)}, or comment ${code(`/contract approve ${contract}`)}.`;
}

/** The words that request an exception, to be filled in. */
function requestWords({ diffs }: Review, consumers?: string): string {
  const contract = diffs[0]?.contract.id ?? "CONTRACT";
  const only = consumers === undefined ? "" : ` consumers=${consumers}`;
  return `${code(`/contract exception ${contract} reason="..." controls="..." rollback="..." until=YYYY-MM-DD${only}`, 300)}, approved by the label ${code(
    exceptionLabel(
      contract,
      diffs.map((diff) => diff.contract.id),
    ),
  )} or ${code(`/contract approve ${contract}`)}`;
}

/** One line per answered question. */
export function whatWasSaid({ answers }: Review): readonly string[] {
  return answers.questions.flatMap(({ name, settledBy, lapsed, changes }) => {
    if (settledBy !== undefined)
      return [`**${plainText(name)}**: ${sentence(answerWords(settledBy, changes.length))}.`];
    if (lapsed !== undefined) return [`**${plainText(name)}**: open; ${sentence(lapsed.says)}.`];
    return [];
  });
}

/** Every question and where it stands, for `/contract status`. */
export function statusTable(review: Review): string {
  const { questions } = review.answers;
  if (questions.length === 0) return "Nobody needs to answer anything.";
  const rows = questions.map((question) => {
    const { contract, name, owners, due, lapsed, changes, settledBy, rejectedBy } = question;
    const answer = settledBy ?? rejectedBy;
    const open = `open${due === undefined ? "" : ` until ${shownDay(due)}`}${lapsed === undefined ? "" : `; ${lapsed.says}`}`;
    const says = sentence(answer === undefined ? open : answerWords(answer, changes.length));
    const whose =
      owners.length === 0
        ? "nobody named"
        : listed(
            owners.map((owner) => code(owner)),
            3,
          );
    return [plainText(contract), plainText(name), whose, says];
  });
  return markdownTable([["contract", "about", "who answers", "answer"], ...rows], { alignDelimiters: false });
}

function who({ owner, asked }: Addressee, mention: boolean): string {
  return mention && typeof asked === "object" ? owner : code(owner);
}

function refused({ asked }: Addressee): string {
  return typeof asked === "object" ? ` (No review could be requested: ${sentence(asked.refused)}.)` : "";
}

function bold(questions: readonly Question[]): string {
  return listed(questions.map(({ name }) => `**${plainText(name)}**`));
}

/** The day that comes first. */
function by(questions: readonly Question[], now: string): string {
  const [day] = questions.flatMap(({ due }) => (due === undefined ? [] : [due])).sort();
  if (day === undefined) return "";
  return day < dayOf(now) ? ` (overdue since ${shownDay(day)})` : ` by ${shownDay(day)}`;
}
