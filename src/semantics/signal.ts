import type { MeaningClass, Wording } from "../model.ts";
import { contentOf, likeness, type Tokens, tokensOf } from "./tokens.ts";

/** Two texts of one element, read. */
export interface Reading {
  readonly kind: Wording["kind"];
  /** The element's own name, `amount_cents`. */
  readonly name: string;
  readonly before: Side;
  readonly after: Side;
  /** How much the two have in common, from 0 to 1. */
  readonly likeness: number;
}

interface Side {
  /** As written; empty where there is none. */
  readonly text: string;
  readonly tokens: Tokens;
}

/** One thing that the two texts say differently. */
export interface Signal {
  readonly class: MeaningClass;
  readonly strength: "strong" | "notice";
  /** What each side speaks of, null where it does not. */
  readonly before: string | null;
  readonly after: string | null;
}

/** Looks for one kind of difference. Linear in the texts; no memory. */
export type Detector = (reading: Reading) => readonly Signal[];

export function readingOf({
  kind,
  element,
  before,
  after,
}: Pick<Wording, "kind" | "element" | "before" | "after">): Reading {
  const [from, to] = [before ?? "", after ?? ""].map((text) => ({ text, tokens: tokensOf(text) })) as [Side, Side];
  const name = element.split(/[.[\]{}]/).findLast((part) => part !== "") ?? "";
  return { kind, name, before: from, after: to, likeness: likeness(contentOf(from.tokens), contentOf(to.tokens)) };
}

/** Each side has something that the other lacks: strong. One side only: a notice. The same: silence. */
export function replaced(
  name: MeaningClass,
  before: ReadonlySet<string>,
  after: ReadonlySet<string>,
): readonly Signal[] {
  const gone = [...before].filter((one) => !after.has(one));
  const come = [...after].filter((one) => !before.has(one));
  if (gone.length === 0 && come.length === 0) return [];
  const strength = gone.length > 0 && come.length > 0 ? "strong" : "notice";
  return [{ class: name, strength, before: listed(gone), after: listed(come) }];
}

function listed(terms: readonly string[]): string | null {
  return terms.length === 0 ? null : terms.join(", ");
}
