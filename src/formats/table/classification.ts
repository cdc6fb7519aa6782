import type { Basis, Direction } from "../../model.ts";
import type { Constraint } from "./constraint.ts";

/** Words of one line mean the same; later lines are more confidential. Words of line 2 stand in another order elsewhere. */
const ladder: readonly (readonly (readonly string[])[])[] = [
  [["public", "open"]],
  [["internal", "internal only", "internal use only", "company internal"]],
  [["confidential"], ["restricted"], ["sensitive"], ["private"]],
  [["highly confidential", "strictly confidential"], ["highly restricted"], ["highly sensitive"], ["secret"]],
  [["top secret"]],
];

interface Rank {
  readonly scale: string;
  readonly height: number;
  /** The words that mean the same. */
  readonly word: string;
}

function rankOf(text: string): Rank | undefined {
  const word = text
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, " ")
    .trim();
  const height = ladder.findIndex((level) => level.flat().includes(word));
  if (height >= 0)
    return { scale: "words", height, word: ladder[height]?.find((same) => same.includes(word))?.[0] ?? word };
  // C1, L2, level 3: the higher, the more confidential
  const [, scale, number] = /^(c|l|level) ?(\d{1,2})$/.exec(word) ?? [];
  return scale === undefined ? undefined : { scale, height: Number(number), word };
}

type ClassificationChange =
  | { readonly rule: undefined; readonly verb: string }
  | {
      readonly rule: `classification-${"added" | "removed" | "raised" | "lowered" | "changed"}`;
      /** For people, after the column's name. */
      readonly verb: string;
      readonly breaks?: readonly Direction[];
      readonly basis?: Basis;
    };

/** What became of a classification; no rule where another word says the same. At least one side is there. */
export function classificationChange(before: string | undefined, after: string | undefined): ClassificationChange {
  if (after === undefined) return { rule: "classification-removed", verb: "was removed" };
  const [from, to] = [before === undefined ? undefined : rankOf(before), rankOf(after)];
  if (before === undefined) {
    const harmless = to?.scale === "words" && to.height <= 1;
    const how = harmless ? { breaks: [] } : ({ basis: "suspected" } as const);
    return { rule: "classification-added", verb: "was added", ...how };
  }
  if (from === undefined || to === undefined || from.scale !== to.scale) return changed;
  if (from.height === to.height) return from.word === to.word ? { rule: undefined, verb: "" } : changed;
  return to.height > from.height
    ? { rule: "classification-raised", verb: "was raised", basis: "suspected" }
    : { rule: "classification-lowered", verb: "was lowered" };
}

/**
 * What became of the name under which a column's values stand encrypted. Open Data Contract Standard, encryptedName: who may read the plain
 * values changes with it, and who reads the encrypted ones finds them by that name.
 */
export function encryptionChange(before: string | undefined, after: string | undefined): ClassificationChange {
  if (before === undefined) return { rule: "classification-added", verb: "was added", basis: "suspected" };
  if (after === undefined) return { rule: "classification-removed", verb: "was removed" };
  return { rule: "classification-changed", verb: "changed", breaks: ["forward"] };
}

const changed = { rule: "classification-changed", verb: "changed", basis: "not-analysed" } as const;

/** Whether a column, by its own constraints, says how confidential it is. */
export function classifies(constraints: readonly Constraint[]): boolean {
  return constraints.some(({ kind }) => kind === "classification");
}
