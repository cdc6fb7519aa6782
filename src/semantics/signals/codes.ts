import type { Detector, Signal } from "../signal.ts";
import { contentOf, tokensOf } from "../tokens.ts";

/** `1=settled`, `2 = pending`, `'A': active`, `3 - reversed`, `0 (inactive)`, `4 means lost`: a code and what it stands for. */
const entry =
  /(?<![\p{L}\p{N}_.-])["'`]?(\d{1,6}|[A-Z]{1,3})["'`]?(?: ?(?:=>|->|=|:|–) ?| - | \(| (?:means|stands for|denotes|indicates) )["'`]?(\p{L}[\p{L}\p{N}_'’ -]{0,60})/gu;

const same: Readonly<Record<string, string>> = {
  yes: "true",
  y: "true",
  on: "true",
  no: "false",
  n: "false",
  off: "false",
};

/** A code that stands for something else than before: strong. One that came or went: a notice. */
export const codes: Detector = ({ kind, before, after }) => {
  if (kind !== "text") return [];
  const [was, is] = [codesOf(before.text), codesOf(after.text)];
  if (was.size === 0 || is.size === 0) return [];
  const signals: Signal[] = [];
  for (const [code, label] of was) {
    const now = is.get(code);
    if (now === undefined || now === label) continue;
    const [from, to] = [wordsOf(label), wordsOf(now)];
    const shared = from.filter((word) => to.includes(word)).length;
    if (shared === from.length && shared === to.length) continue;
    const strength = shared === 0 ? "strong" : "notice";
    signals.push({ class: "calculation", strength, before: `${code} = ${label}`, after: `${code} = ${now}` });
  }
  return signals;
};

function wordsOf(label: string): readonly string[] {
  return [...contentOf(tokensOf(label))].map((word) => (Object.hasOwn(same, word) ? (same[word] ?? word) : word));
}

/** Fewer than two entries are no map: `e.g. 1 = one`. */
function codesOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, code = "", label = ""] of text.slice(0, 20_000).matchAll(entry)) {
    const words = label.split(/ (?=(?:and|or|,|\d)\b)/)[0] ?? label;
    if (!found.has(code)) found.set(code, words.trim().toLowerCase());
  }
  return found.size > 1 ? found : new Map();
}
