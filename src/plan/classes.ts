import type { Change, Question } from "../model.ts";

/** What kind of change it is, and so who decides, on what evidence, and how it usually goes out. */
export type ChangeClass =
  | "compatible-additive"
  | "semantic-correction"
  | "deprecation"
  | "breaking-structure"
  | "emergency-exception";

export interface ClassTerms {
  /** In running words: `breaking structure`. */
  readonly name: string;
  readonly disposition: string;
  /** What whoever decides should ask to see. */
  readonly evidence: string;
  readonly rollout: string;
}

/** The terms of every class, the lightest first. */
export const changeClasses: Readonly<Record<ChangeClass, ClassTerms>> = {
  "compatible-additive": {
    name: "compatible additive",
    disposition: "automated checks decide",
    evidence: "a fixture that an old reader reads",
    rollout: "deploy the producer, then consumers adopt what is new",
  },
  deprecation: {
    name: "deprecation",
    disposition: "approval for a limited time",
    evidence: "who still uses it, and that they were told",
    rollout: "both are supported until the announced day, then the old one goes",
  },
  "semantic-correction": {
    name: "semantic correction",
    disposition: "the owners of what reads it review it",
    evidence: "a reconciliation of before and after",
    rollout: "a canary, then for everybody from an announced day on",
  },
  "breaking-structure": {
    name: "breaking structure",
    disposition: "no ordinary merge",
    evidence: "a migration and a way back",
    rollout: "a version beside the old one, or expand and contract",
  },
  "emergency-exception": {
    name: "emergency exception",
    disposition: "somebody accountable overrides",
    evidence: "impact, controls and the day it ends",
    rollout: "repair, then prove afterwards that it held",
  },
};

/** The ends of a life that is announced rather than cut. */
const deprecating = new Set(["table/lifecycle-changed", "protobuf/field-deprecated", "json-schema/deprecated"]);

/** Meaning that stands in the contract itself, not in its structure. */
const meaning =
  /^(?:semantics|meaning|quality|sla)\/|^table\/(?:default-changed|stored-default-changed|definition-changed|classification-(?:removed|changed|added|lowered|raised))$|^avro\/default-changed$|^protobuf\/field-default-changed$/;

/** Derived from the change's own facts; an approved exception that covers it comes first. */
export function classOf(change: Change, excepted = false): ChangeClass {
  const { rule, basis, breaks, corrupts } = change;
  if (excepted) return "emergency-exception";
  if (basis === "declared" || basis === "suspected" || (meaning.test(rule) && !corrupts)) return "semantic-correction";
  if (deprecating.has(rule)) return "deprecation";
  return breaks.length > 0 || corrupts ? "breaking-structure" : "compatible-additive";
}

/** The class of several changes together is the heaviest of theirs; of none, compatible. */
export function heaviest(classes: readonly ChangeClass[]): ChangeClass {
  const order = Object.keys(changeClasses) as ChangeClass[];
  return order[Math.max(0, ...classes.map((one) => order.indexOf(one)))] ?? "breaking-structure";
}

/** Whether an approved exception settles a question that this change is part of. */
export function isExcepted({ fingerprint }: Change, questions: readonly Question[]): boolean {
  return questions.some(
    ({ settledBy, changes }) =>
      settledBy?.kind === "excepted" && changes.some((change) => change.fingerprint === fingerprint),
  );
}
