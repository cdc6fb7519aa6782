import type { Basis } from "../model.ts";
import type { Rules } from "./format.ts";

const source = "Confluent Schema Registry, Data Contracts, Tags: rules and policies apply to fields by their tags";

/** What tags of a schema promise, in whichever language they stand. */
export const tagRules = {
  "tag-added": {
    invariant: "What is tagged stays what it was tagged as.",
    breaks: ["forward"],
    source,
    advice: "Tell consumers what the tag obliges them to (masking, access, retention) before it is registered.",
    mirror: "tag-removed",
  },
  "tag-removed": {
    invariant: "What is tagged keeps its tags.",
    breaks: ["forward"],
    source,
    advice: "Keep the tag until it is certain that what it protected needs no protection.",
    mirror: "tag-added",
  },
} as const satisfies Rules;

/** One tag that one side has and the other has not. */
export interface TagChange {
  readonly rule: keyof typeof tagRules;
  readonly tag: string;
  readonly before: string | null;
  readonly after: string | null;
  /** What its tag protected goes unprotected, as with a classification that is taken away; any other may mean anything. */
  readonly basis: Basis;
}

export function tagChanges(base: Iterable<string>, head: Iterable<string>): readonly TagChange[] {
  const [was, is] = [new Set(base), new Set(head)];
  return [
    ...[...was].filter((tag) => !is.has(tag)).map((tag) => removed(tag)),
    ...[...is].filter((tag) => !was.has(tag)).map((tag) => added(tag)),
  ];
}

function added(tag: string): TagChange {
  return { rule: "tag-added", tag, before: null, after: tag, basis: "suspected" };
}

function removed(tag: string): TagChange {
  return { rule: "tag-removed", tag, before: tag, after: null, basis: isTelling(tag) ? "rule" : "suspected" };
}

const telling = /^(?:pii|phi|pci|gdpr|personal|sensitive|confidential|restricted|secret)(?:[ ._:/-].*)?$/i;

/** Whether a tag says how confidential something is. */
export function isTelling(tag: string): boolean {
  return telling.test(tag.trim());
}
