import { sha256 } from "@noble/hashes/sha2";
import { bytesToHex } from "@noble/hashes/utils";
import type { Question } from "../model.ts";

/** More digests than this and only whole questions, then only the whole review, can be recognised again. */
const most = 250;

type Asked = Pick<Question, "about" | "contract" | "domain" | "name" | "changes">;

/**
 * Digests by which a later review recognises what this one showed: one per question and change. Where they are too many, one
 * per question with all its changes; where those are too many, one for everything: then an answer holds only while all stays.
 */
export function printsOf(questions: readonly Asked[]): readonly string[] {
  const each = [...new Set(questions.flatMap(pairs))];
  if (each.length <= most) return each;
  const wholes = [...new Set(questions.map(wholeOf))];
  return wholes.length <= most ? wholes : [everythingOf(questions)];
}

/** Whether what was shown holds this question with every change it has now; `all`: the questions of now. */
export function wasShown(prints: readonly string[], question: Asked, all: readonly Asked[]): boolean {
  const shown = setOf(prints);
  return (
    pairs(question).every((print) => shown.has(print)) || shown.has(wholeOf(question)) || shown.has(everythingOf(all))
  );
}

/** Whether anything of this question was shown. */
export function wasShownInPart(prints: readonly string[], question: Asked, all: readonly Asked[]): boolean {
  const shown = setOf(prints);
  return wasShown(prints, question, all) || pairs(question).some((print) => shown.has(print));
}

function pairs(question: Asked): readonly string[] {
  const changes = question.changes.length === 0 ? [""] : question.changes.map(({ fingerprint }) => fingerprint);
  return changes.map((fingerprint) => digest([...subject(question), fingerprint]));
}

function wholeOf(question: Asked): string {
  return digest(["whole", ...subject(question), ...question.changes.map(({ fingerprint }) => fingerprint).sort()]);
}

function everythingOf(questions: readonly Asked[]): string {
  const known = everything.get(questions) ?? digest(["everything", ...questions.map(wholeOf).sort()]);
  everything.set(questions, known);
  return known;
}

/** The same lists are asked about for each of their questions. */
const everything = new WeakMap<readonly Asked[], string>();
const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

function setOf(prints: readonly string[]): ReadonlySet<string> {
  const known = sets.get(prints) ?? new Set(prints);
  sets.set(prints, known);
  return known;
}

function subject({ about, contract, domain, name }: Asked): readonly string[] {
  return [about === "unknown" ? "consumer" : about, contract, domain, name];
}

/** 64 bits: too many to be met by trying. */
function digest(parts: readonly string[]): string {
  return bytesToHex(sha256(JSON.stringify(parts))).slice(0, 16);
}
