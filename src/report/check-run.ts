import type { Change, Conclusion, Location, Review } from "../model.ts";
import { changeClasses } from "../plan/classes.ts";
import { howSettled } from "../verdict/settled.ts";
import { allChanges, changeBlocks, harmless } from "./changes.ts";
import { classOfContract } from "./class.ts";
import { coverage } from "./coverage.ts";
import { bare, bytesOf, code, plainText, sentence } from "./escape.ts";
import { impactTable } from "./impact-table.ts";
import { isMeant, snippets, whatToDeclare } from "./meaning.ts";
import { isOpen, whatElse, whatWasSaid, whoAnswers } from "./questions.ts";
import { happened, listed, plural, shortCommit, versions } from "./words.ts";

/** What a check run shows; every text within GitHub's limits. */
export interface CheckRun {
  readonly conclusion: Conclusion;
  readonly title: string;
  readonly summary: string;
  readonly text: string;
  readonly annotations: readonly Annotation[];
  readonly actions: readonly Action[];
}

/** A button; GitHub takes at most three, with labels of 20 and descriptions of 40 characters. */
interface Action {
  readonly identifier: "recheck" | "acknowledge" | "plan";
  readonly label: string;
  readonly description: string;
}

interface Annotation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly annotation_level: "notice" | "warning" | "failure";
  readonly title: string;
  readonly message: string;
}

/** Bytes, below the 65,535 that GitHub takes, with room for what is added when it is published. */
const maxBytes = 51_000;
/** More would hide the ones that matter. */
const maxAnnotations = 150;

export function checkRun(review: Review): CheckRun {
  return {
    conclusion: review.conclusion,
    title: bare(title(review)),
    summary: summary(review),
    text: fitting([...changeBlocks(review), harmless(review), judged(review)].filter((part) => part !== "")),
    annotations: annotations(review),
    actions: actions(review),
  };
}

function actions({ answers: { questions } }: Review): readonly Action[] {
  const recheck = {
    identifier: "recheck",
    label: "Check again",
    description: "Look at this change from scratch",
  } as const;
  if (!questions.some(isOpen)) return [recheck];
  return [
    recheck,
    { identifier: "acknowledge", label: "Acknowledge", description: "Yes, for the consumers you answer for" },
    { identifier: "plan", label: "Plan", description: "How to make this change safely" },
  ];
}

/** What happened, in about ten words. */
export function title(review: Review): string {
  const words = plainTitle(review);
  return review.wouldBe === undefined || review.wouldBe === "success" ? words : `Observing, would ask: ${words}`;
}

function plainTitle(review: Review): string {
  const { problems, reasons, domains } = review;
  // what a draft would break asks nobody
  const diffs = review.diffs.filter(({ advisory }) => advisory === undefined);
  const verdicts = review.verdicts.filter(({ advisory }) => advisory === undefined);
  const failing = problems.find(({ severity }) => severity === "failure");
  if (failing !== undefined) return `Cannot be judged: ${failing.at.path} ${failing.message}`;
  if (review.diffs.length === 0) return "No contract changed";
  const count = (outcome: string) => verdicts.filter((verdict) => verdict.outcome === outcome).length;
  const [breaks, atRisk, unknown] = [count("breaks"), count("at-risk"), count("unknown")];
  const hurt = allChanges(review).filter(({ change }) => hurts(review, change.fingerprint));
  const what = [...new Set(hurt.map(({ change }) => `${change.element || change.contract} ${happened(change)}`))];
  const rejected = review.answers.questions.find(({ rejectedBy }) => rejectedBy !== undefined);
  if (rejected !== undefined) return `Rejected by ${rejected.rejectedBy?.by} for ${rejected.name}: ${what.join(", ")}`;
  const said = settled(review);
  if (breaks > 0) return `${plural(breaks, "consumer breaks", "consumers break")}${said}: ${what.join(", ")}`;
  if (atRisk > 0) return `${plural(atRisk, "consumer is", "consumers are")} at risk${said}: ${what.join(", ")}`;
  const broken = diffs.flatMap(({ changes }) => changes.filter(({ breaks }) => breaks.length > 0));
  const unread = domains.filter((domain) => "unreadable" in domain);
  const doubts = [
    ...unread.map(({ repository }) => `${repository} not read`),
    ...(unknown > 0 ? [plural(unknown, "consumer unknown", "consumers unknown")] : []),
  ];
  if (broken.length > 0) {
    const first = broken.slice(0, 3).map((change) => `${change.element || change.contract} ${happened(change)}`);
    const nobody = doubts.length > 0 ? doubts.join(", ") : (reasons[0] ?? "nobody who is known breaks");
    return `${first.join(", ")}: ${doubts.length > 0 ? nobody : "no known consumer breaks"}${said}`;
  }
  const meant = diffs.flatMap(({ changes }) => changes.filter(isMeant));
  if (meant.length > 0) {
    const first = [...new Set(meant.map((change) => `${change.element || change.contract} ${happened(change)}`))];
    const next = (review.undeclared ?? []).length > 0 ? "to be declared" : "no known consumer is at risk";
    return `${first.slice(0, 3).join(", ")}: ${[next, ...doubts].join(", ")}${said}`;
  }
  const changed = changedOf(review);
  const drafts = review.diffs.filter(
    ({ advisory, changes }) =>
      advisory !== undefined && changes.some(({ breaks: directions }) => directions.length > 0),
  );
  if (drafts.length > 0) return `${changed}, only ${plural(drafts.length, "draft breaks", "drafts break")}`;
  return `${changed}, nobody breaks${doubts.length > 0 ? ` (${doubts.join(", ")})` : ""}`;
}

/** How many contracts there are to tell of; a file may be touched and its contract say what it said. */
function changedOf(review: Review): string {
  const count = review.diffs.length;
  if (review.diffs.every(({ isNew }) => isNew)) return plural(count, "new contract", "new contracts");
  if (allChanges(review).length === 0 && review.diffs.every((diff) => versions(diff) === diff.contract.id))
    return `${plural(count, "contract", "contracts")} touched, nothing changed in ${count > 1 ? "them" : "it"}`;
  return plural(count, "contract changes", "contracts change");
}

/** How much of what was asked is settled: `, all acknowledged`, `, 1 of 3 settled`. */
function settled({ answers: { questions } }: Review): string {
  const done = questions.flatMap(({ settledBy }) => (settledBy === undefined ? [] : [settledBy]));
  if (done.length === 0) return "";
  if (done.length < questions.length) return `, ${done.length} of ${questions.length} settled`;
  return `, ${done.length > 1 ? "all " : ""}${howSettled(done)}`;
}

function summary(review: Review): string {
  const rows = [200, 100, 50, 20, 10, 5, 1];
  const parts = (most: number) =>
    [
      observing(review),
      `### What to do now\n\n${toDo(review)}`,
      snippets(review),
      review.verdicts.length > 0 ? `### Who is affected\n\n${impactTable(review, most)}` : nobody(review),
      coverage(review),
      problemList(review),
      compared(review),
    ]
      .filter((part) => part !== "")
      .join("\n\n");
  const whole = rows.map(parts).find((text) => bytesOf(text) <= maxBytes);
  return whole ?? fitting([parts(0)]);
}

function observing({ wouldBe, reasons }: Review): string {
  if (wouldBe === undefined) return "";
  const would = wouldBe === "success" ? "pass" : wouldBe === "failure" ? "fail" : "ask for action";
  return `> **Observe mode**: this check always passes. Enforced, it would ${would}${reasons.length > 0 ? ` (${plainText(reasons[0] ?? "")})` : ""}.`;
}

function toDo(review: Review): string {
  const lines: string[] = [];
  const failing = review.problems.filter(({ severity }) => severity === "failure");
  if (failing.length > 0)
    lines.push(
      `Mend ${listed(failing.map(({ at }) => code(place(at))))}; what is wrong with ${failing.length === 1 ? "it" : "them"} stands below.`,
    );
  lines.push(...whatToDeclare(review), ...whoAnswers(review), ...whatElse(review));
  const asked = lines.length > 0;
  const said = whatWasSaid(review);
  if (!asked && said.length === 0) for (const reason of review.reasons) lines.push(sentence(reason));
  const advice = [
    ...new Set(
      allChanges(review)
        .filter(({ change }) => hurts(review, change.fingerprint) && change.basis !== "suspected")
        .map(({ change }) => change.advice),
    ),
  ];
  const open = asked && advice.length > 0;
  if (open) lines.push(`Rather make it safe? ${sentence(advice[0] ?? "")} (\`/contract plan\`)`);
  if (review.ask.length > 0) lines.push("Nobody else needs to act.");
  const answered = said.length === 0 ? "" : `\n\nWhat was said:\n\n${said.map((line) => `- ${line}`).join("\n")}`;
  if (lines.length === 0) return `Nothing. Nobody needs to act.${answered}`;
  return `${lines.map((line) => `- ${line}`).join("\n")}${answered}`;
}

function hurts(review: Review, fingerprint: string): boolean {
  return review.verdicts.some(
    (verdict) => "changes" in verdict && verdict.changes.some((change) => change.fingerprint === fingerprint),
  );
}

function nobody({ diffs }: Review): string {
  if (diffs.length === 0) return "";
  const names = listed(diffs.map((diff) => plainText(versions(diff))));
  return `### Who is affected\n\nNo descriptor that was read names ${names} as something it reads.`;
}

function problemList({ problems }: Review): string {
  if (problems.length === 0) return "";
  const lines = problems.map(
    ({ at, message, severity }) => `- ${severity === "failure" ? "✖" : "⚠"} ${code(place(at))}: ${sentence(message)}`,
  );
  const failing = problems.some(({ severity }) => severity === "failure");
  const heading = failing ? "What could not be read, or must be mended" : "What to look at";
  return `### ${heading}\n\n${fitting(lines, 8_000, "\n")}`;
}

/** The baseline line: nobody is blamed for what changed on the target branch. */
function compared(review: Review): string {
  const { mergeBase, head, baseRef, diffs } = review;
  if (diffs.length === 0) return "";
  const changes = allChanges(review).map(({ change }) => change);
  const breaking = changes.filter(({ breaks }) => breaks.length > 0).length;
  const count = changes.length === 0 ? "" : `: ${plural(changes.length, "change")}, ${breaking} breaking`;
  return `Compared ${code(shortCommit(mergeBase))} (the merge base with ${code(baseRef)}) with ${code(shortCommit(head))}${count}; what changed on ${code(baseRef)} since then is not yours.`;
}

function judged(review: Review): string {
  if (review.diffs.length === 0) return "";
  const lines = review.diffs.map(
    (diff) =>
      `- ${plainText(versions(diff))}: ${plainText(diff.contract.format)}, mode ${diff.contract.mode}, ${diff.isNew ? "new, so nothing to compare with" : `compared with ${plainText(diff.baseline)}`}`,
  );
  return `#### How this was judged\n\n${lines.join("\n")}${kinds(review)}\n\nEach consumer is compared with the version it pins and looked at only for what it reads. Configuration from ${code(review.baseRef)}.`;
}

/** Whether anybody is to answer for a contract, or to declare something of it. */
function isAsked({ answers, undeclared = [] }: Review, id: string): boolean {
  return [...answers.questions, ...undeclared].some(({ contract }) => contract === id);
}

/** What kind of change each contract sees, where it is more than a compatible one: who decides, on what, and how it goes out. */
function kinds(review: Review): string {
  const lines = review.diffs.flatMap(({ contract }) => {
    const kind = classOfContract(review, contract.id);
    // what nobody is asked about needs no process
    if (kind === "compatible-additive" || !isAsked(review, contract.id)) return [];
    const { name, disposition, evidence, rollout } = changeClasses[kind];
    return [
      `- ${plainText(contract.id)} is a **${name}**: ${disposition}. Evidence to ask for: ${evidence}. Usual way out: ${rollout}.`,
    ];
  });
  return lines.length === 0 ? "" : `\n${lines.join("\n")}`;
}

function annotations(review: Review): readonly Annotation[] {
  const notes: Annotation[] = review.problems.map(({ at, message, severity }) => ({
    ...lines(at),
    annotation_level: severity,
    title: severity === "failure" ? "Cannot be judged" : "To look at",
    message: bare(message, 2_000),
  }));
  for (const { change, diff } of allChanges(review)) {
    if (change.breaks.length === 0 && change.meaning === undefined) continue;
    const consumers = review.verdicts.filter(
      (verdict) =>
        "changes" in verdict && verdict.changes.some(({ fingerprint }) => fingerprint === change.fingerprint),
    );
    const names = consumers.map(({ consumer }) => consumer.name);
    const hits = change.breaks.length > 0 ? "Breaks" : "Puts at risk";
    const whom = names.length === 0 ? "No known consumer reads it." : `${hits} ${listed([...new Set(names)])}.`;
    notes.push({
      ...lines(change.location),
      annotation_level: levelOf(change, names.length > 0),
      title: bare(`${change.element || diff.contract.id} ${happened(change)}`, 200),
      message: bare(`${change.message}. ${whom} ${change.advice} (${change.rule})`, 2_000),
    });
  }
  const order = { failure: 0, warning: 1, notice: 2 };
  return notes.sort((a, b) => order[a.annotation_level] - order[b.annotation_level]).slice(0, maxAnnotations);
}

function levelOf(change: Change, hurts: boolean): Annotation["annotation_level"] {
  if (change.breaks.length === 0) return isMeant(change) ? "warning" : "notice";
  return hurts || change.corrupts ? "failure" : "warning";
}

function lines({ path, line = 1 }: Location): { path: string; start_line: number; end_line: number } {
  return { path, start_line: line, end_line: line };
}

function place({ path, line, column }: Location): string {
  return [path, line, column].filter((part) => part !== undefined).join(":");
}

/** Whole parts as long as they fit in so many bytes, and a word on how many were left out. */
function fitting(parts: readonly string[], max = maxBytes, separator = "\n\n"): string {
  const shown: string[] = [];
  let length = 0;
  for (const part of parts) {
    length += bytesOf(part) + separator.length;
    if (length > max - 100) break;
    shown.push(part);
  }
  const left = parts.length - shown.length;
  if (left > 0) shown.push(`${left} more not shown here; \`contract-review check\` shows everything.`);
  return shown.join(separator);
}
