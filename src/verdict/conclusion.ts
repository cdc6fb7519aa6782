import type { Answer, Change, Conclusion, Config, Diff, DomainScan, Problem, Question, Verdict } from "../model.ts";
import { asksPeople, needsOwner } from "./meaning.ts";
import { breaksMode, keepsMode, notYetDue } from "./mode.ts";
import { howSettled } from "./settled.ts";

/** What the conclusion follows from. */
export interface Facts {
  /** Each contract against its approved baseline. */
  readonly diffs: readonly Diff[];
  readonly verdicts: readonly Verdict[];
  readonly domains: readonly DomainScan[];
  readonly problems: readonly Problem[];
  /** What the author must still declare or attest. */
  readonly undeclared?: readonly Change[];
  /** What people were asked, with what they said. */
  readonly questions: readonly Question[];
  /** ISO 8601, UTC. */
  readonly now: string;
}

export interface Concluded {
  readonly conclusion: Conclusion;
  readonly reasons: readonly string[];
  readonly wouldBe?: Conclusion;
}

interface Row {
  readonly conclusion: Conclusion;
  readonly reason: string;
}

const gravity: readonly Conclusion[] = ["success", "action_required", "failure"];

/** The worst row wins; `observe` always concludes success and keeps what it would have been. */
export function conclude(facts: Facts, { policy, enforcement }: Pick<Config, "policy" | "enforcement">): Concluded {
  const held = promised(facts);
  const rows = [
    ...unreadable(facts),
    ...corruption(facts),
    ...silent(held),
    ...breaking(held, policy),
    ...doubt(held),
    ...drafts(facts),
  ];
  const worst = rows.reduce((max, row) => Math.max(max, gravity.indexOf(row.conclusion)), 0);
  const conclusion = gravity[worst] ?? "failure";
  const reasons = [...rows]
    .sort((a, b) => gravity.indexOf(b.conclusion) - gravity.indexOf(a.conclusion))
    .map(({ reason }) => reason);
  if (enforcement === "observe") return { conclusion: "success", wouldBe: conclusion, reasons };
  return { conclusion, reasons };
}

/** Without what is compared with a draft. */
function promised(facts: Facts): Facts {
  return {
    ...facts,
    diffs: facts.diffs.filter(({ advisory }) => advisory === undefined),
    verdicts: facts.verdicts.filter(({ advisory }) => advisory === undefined),
  };
}

/** A draft never blocks; what it would break is said. */
function drafts({ diffs, verdicts }: Facts): readonly Row[] {
  return diffs.flatMap(({ contract, advisory, changes }): readonly Row[] => {
    if (advisory === undefined || keepsMode(contract.mode, changes)) return [];
    const readers = verdicts.filter(
      (verdict) => verdict.contract.id === contract.id && verdict.advisory !== undefined && "changes" in verdict,
    );
    const hurt = readers.length === 0 ? "" : `; ${affected(readers)}, and no answer is needed`;
    return [
      {
        conclusion: "success",
        reason: `${contract.id} has the status ${advisory}, which promises nothing yet: what breaks is told${hurt}`,
      },
    ];
  });
}

function unreadable({ problems }: Facts): readonly Row[] {
  return problems
    .filter(({ severity }) => severity === "failure")
    .map(({ at, message }) => ({ conclusion: "failure", reason: `${at.path}: ${message}` }));
}

function corruption({ diffs }: Facts): readonly Row[] {
  const corrupting = diffs.flatMap(({ changes }) => changes.filter(({ corrupts }) => corrupts));
  return corrupting.map(({ message }) => ({
    conclusion: "failure",
    reason: `${message}; data already written would be read as something else, which nobody can accept`,
  }));
}

/** No answer of an owner stands for what only the author can say. */
function silent({ undeclared = [] }: Facts): readonly Row[] {
  return [...new Set(undeclared.map(({ contract }) => contract))].map((contract) => {
    const [first, ...others] = undeclared.filter((change) => change.contract === contract);
    const more = others.length === 0 ? "" : ` and ${others.length} more`;
    const reason = `${contract}: the author must declare what changed in meaning, or state that it is only wording: ${first?.message}${more} (policy.declarations)`;
    return { conclusion: "action_required", reason };
  });
}

function breaking({ diffs, verdicts, questions, now }: Facts, policy: Config["policy"]): readonly Row[] {
  const conclusion: Conclusion = policy.breaking === "forbid" ? "failure" : "action_required";
  const forbidden = policy.breaking === "forbid" ? "; policy.breaking forbids it" : "";
  const hurt = verdicts.filter(({ outcome }) => outcome === "breaks" || outcome === "at-risk");
  const rows: Row[] = rejections(questions);
  const open = hurt.filter(({ settledBy, rejectedBy }) => settledBy === undefined && rejectedBy === undefined);
  const settled = hurt.filter(({ settledBy }) => settledBy !== undefined);
  const excepting = policy.breaking === "exception" ? "; an exception is needed (policy.breaking)" : "";
  if (open.length > 0) rows.push({ conclusion, reason: `${affected(open)}${forbidden}${excepting}` });
  if (settled.length > 0)
    rows.push({ conclusion: "success", reason: `${affected(settled)}, ${howSettled(settled.map(answerOf))}` });
  for (const { contract, changes: all, isNew } of diffs) {
    const isOwned = (changes: readonly Change[]) => changes.some((one) => needsOwner(one, contract.mode, policy));
    if (isNew || (keepsMode(contract.mode, all) && !isOwned(all))) continue;
    if (hurt.some((verdict) => verdict.contract.id === contract.id)) continue;
    const changes = notYetDue(all, now);
    const owned = isOwned(changes);
    if (keepsMode(contract.mode, changes) && !owned) {
      const day = all
        .flatMap(({ announced = "" }) => announced)
        .sort()
        .at(-1);
      const reason = `${contract.id} goes as announced for ${day}; no known consumer reads it`;
      rows.push({ conclusion: "success", reason });
      continue;
    }
    const what = keepsMode(contract.mode, changes)
      ? `${contract.id} may mean something else (${first(changes.filter(asksPeople))})`
      : `${contract.id} does not keep its mode ${contract.mode} (${first(changes.filter((change) => breaksMode(contract.mode, change)))})`;
    const asked = questions.find(({ about, name }) => about === "contract" && name === contract.id);
    if (asked?.rejectedBy !== undefined) continue;
    if (policy.breaking === "forbid") rows.push({ conclusion, reason: `${what}${forbidden}` });
    else if (asked?.settledBy !== undefined)
      rows.push({ conclusion: "success", reason: `${what}; ${howSettled([asked.settledBy])}` });
    else if (policy.noConsumers === "pass" && !owned)
      rows.push({ conclusion: "success", reason: `${what}; no known consumer reads it` });
    else {
      const who = policy.noConsumers === "exception" ? "an exception is needed" : "its owner's approval is needed";
      rows.push({ conclusion, reason: `${what}; no known consumer is affected, ${who} (policy.no-consumers)` });
    }
  }
  return rows;
}

function rejections(questions: readonly Question[]): Row[] {
  return questions.flatMap(({ name, rejectedBy }) =>
    rejectedBy === undefined
      ? []
      : [{ conclusion: "failure", reason: `rejected by ${rejectedBy.by} for ${name}: ${rejectedBy.reason ?? ""}` }],
  );
}

function answerOf({ settledBy }: Verdict): Answer | undefined {
  return settledBy;
}

function affected(hurt: readonly Verdict[]): string {
  const count = (outcome: string, one: string, many: string) => {
    const number = hurt.filter((verdict) => verdict.outcome === outcome).length;
    return number === 0 ? [] : [`${number} ${number === 1 ? `consumer ${one}` : `consumers ${many}`}`];
  };
  return [...count("breaks", "breaks", "break"), ...count("at-risk", "is at risk", "are at risk")].join(", ");
}

function first(changes: readonly Change[]): string {
  const [one, ...others] = changes;
  return one === undefined ? "" : `${one.message}${others.length === 0 ? "" : ` and ${others.length} more`}`;
}

/** Doubt fails closed where anything breaks, and is a warning where nothing does. */
function doubt({ diffs, verdicts, domains, questions }: Facts): readonly Row[] {
  const anythingBreaks =
    diffs.some(({ changes }) => changes.some((change) => change.breaks.length > 0 || asksPeople(change))) ||
    verdicts.some(({ outcome }) => outcome === "breaks" || outcome === "at-risk");
  const conclusion: Conclusion = anythingBreaks ? "action_required" : "success";
  const rows: Row[] = [];
  if (diffs.length === 0) return rows;
  for (const domain of domains)
    if ("unreadable" in domain) {
      const excepted = questions.find(
        ({ about, name }) => about === "coverage" && name === domain.repository,
      )?.settledBy;
      const until = excepted === undefined ? "" : `, ${howSettled([excepted])}`;
      rows.push({
        conclusion: domain.required && excepted === undefined ? conclusion : "success",
        reason: `${domain.repository} could not be read (${domain.unreadable}): readers there are unknown${until}`,
      });
    }
  for (const domain of domains) {
    const [first, ...others] = "commit" in domain ? domain.problems : [];
    if (first === undefined) continue;
    const more = others.length === 0 ? "" : ` and ${others.length} more`;
    const reason = `in ${domain.repository}, ${first.at.path}${more} could not be read: a consumer declared there is not seen`;
    rows.push({ conclusion: domain.required ? conclusion : "success", reason });
  }
  for (const verdict of verdicts)
    if (verdict.outcome === "unknown" && verdict.rejectedBy === undefined) {
      const settled = verdict.settledBy === undefined ? "" : ` (${howSettled([verdict.settledBy])})`;
      rows.push({
        conclusion: settled === "" ? conclusion : "success",
        reason: `${verdict.consumer.name}: what this means for it is unknown: ${verdict.why}${settled}`,
      });
    }
  return rows;
}
