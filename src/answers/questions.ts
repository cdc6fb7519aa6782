import type { Change, Diff, DomainScan, Policy, Question, Verdict } from "../model.ts";
import { asksPeople, needsOwner } from "../verdict/meaning.ts";
import { notYetDue } from "../verdict/mode.ts";

/** What the questions follow from. */
export interface Asking {
  readonly diffs: readonly Diff[];
  readonly verdicts: readonly Verdict[];
  readonly domains: readonly DomainScan[];
  /** ISO 8601, UTC. */
  readonly now: string;
}

/**
 * What somebody must settle before this may pass; nothing where the policy lets nobody settle it. One question per consumer of
 * one contract, one per contract whose mode breaks and that nobody is known to read, one per domain that leaves readers in doubt.
 */
export function questionsOf({ diffs: all, verdicts: each, domains, now }: Asking, policy: Policy): readonly Question[] {
  if (policy.breaking === "forbid") return [];
  // a draft promises nothing that anybody could be asked about
  const diffs = all.filter(({ advisory }) => advisory === undefined);
  const verdicts = each.filter(({ advisory }) => advisory === undefined);
  const needs = policy.breaking === "exception" ? "exception" : "acknowledgement";
  const breaking = diffs.flatMap(({ changes }) =>
    changes.filter((change) => change.breaks.length > 0 || asksPeople(change)),
  );
  const hurt = verdicts.filter(isHurt);
  const questions = new Map<string, Question>();
  const add = (question: Question) => {
    const key = questionKey(question);
    const known = questions.get(key);
    questions.set(key, known === undefined ? question : both(known, question));
  };
  for (const verdict of verdicts) {
    const unknown = verdict.outcome === "unknown" && (breaking.length > 0 || hurt.length > 0);
    if (!isHurt(verdict) && !unknown) continue;
    const { consumer, contract } = verdict;
    const { name, domain, owners, contact, criticality } = consumer;
    const changes = isHurt(verdict) ? verdict.changes : breaking.filter((change) => change.contract === contract.id);
    const about = unknown ? "unknown" : "consumer";
    const at = contact === undefined ? {} : { contact };
    add({ about, contract: contract.id, name, domain, owners, ...at, criticality, changes, needs });
  }
  for (const { contract, changes, isNew } of diffs) {
    const broken = notYetDue(changes, now).filter((change) => needsOwner(change, contract.mode, policy));
    if (isNew || broken.length === 0 || hurt.some((verdict) => verdict.contract.id === contract.id)) continue;
    const { id, owners } = contract;
    const question = { about: "contract", contract: id, name: id, domain: "", owners, changes: broken } as const;
    add({ ...question, criticality: "medium", needs: policy.noConsumers === "exception" ? "exception" : needs });
  }
  if (breaking.length > 0 || hurt.length > 0)
    for (const domain of domains) {
      if (!("unreadable" in domain) || !domain.required) continue;
      const question = { about: "coverage", contract: "", name: domain.repository, domain: "", owners: [] } as const;
      add({ ...question, criticality: "medium", changes: breaking, needs: "exception" });
    }
  return [...questions.values()];
}

/** Identifies a question within a review. */
export function questionKey({ about, contract, domain, name }: Question): string {
  return JSON.stringify([about === "unknown" ? "consumer" : about, contract, domain, name]);
}

type Hurt = Extract<Verdict, { outcome: "breaks" | "at-risk" }>;

function isHurt(verdict: Verdict): verdict is Hurt {
  return verdict.outcome === "breaks" || verdict.outcome === "at-risk";
}

/** Verdicts with what was said of them. */
export function withAnswers(verdicts: readonly Verdict[], questions: readonly Question[]): readonly Verdict[] {
  const known = new Map(questions.map((question) => [questionKey(question), question]));
  return verdicts.map((verdict) => {
    const { name, domain } = verdict.consumer;
    const key = JSON.stringify(["consumer", verdict.contract.id, domain, name]);
    const question = isHurt(verdict) || verdict.outcome === "unknown" ? known.get(key) : undefined;
    if (question === undefined) return verdict;
    const { settledBy, rejectedBy } = question;
    return { ...verdict, ...(settledBy && { settledBy }), ...(rejectedBy && { rejectedBy }) };
  });
}

/** One consumer may read one contract at several versions: all their changes are asked about at once. */
function both(one: Question, other: Question): Question {
  const changes = new Map<string, Change>();
  for (const change of [...one.changes, ...other.changes]) changes.set(change.fingerprint, change);
  const owners = [...new Set([...one.owners, ...other.owners])];
  const grave = gravity.indexOf(one.criticality) > gravity.indexOf(other.criticality) ? one : other;
  const about = one.about === "unknown" || other.about === "unknown" ? "unknown" : one.about;
  return { ...other, ...one, about, owners, changes: [...changes.values()], criticality: grave.criticality };
}

const gravity: readonly Question["criticality"][] = ["low", "medium", "high", "regulatory"];
