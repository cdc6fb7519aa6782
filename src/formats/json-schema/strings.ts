import { type Answer, none, some, unknown } from "./answer.ts";
import { type Automaton, accepts, product, TooLarge, wordsOf } from "./automaton.ts";
import type { StringConstraint } from "./formula.ts";
import { languageOf } from "./language.ts";
import { codePoints } from "./value.ts";

/** Undefined where the constraint's expression cannot be analysed. */
export function stringHolds(constraint: StringConstraint, text: string): boolean | undefined {
  switch (constraint.is) {
    case "longer":
      return codePoints(text) >= constraint.than;
    case "shorter":
      return codePoints(text) <= constraint.than;
    case "string-in":
      return constraint.values.has(text) !== constraint.not;
    case "pattern": {
      const language = languageOf(constraint.source);
      return typeof language === "string" ? undefined : accepts(language, text) !== constraint.not;
    }
  }
}

/** No text longer than this is ever written out. */
const maxWritten = 70_000;
const products = new Map<string, Automaton>();

/** A text that satisfies all constraints. */
export function solveStrings(constraints: readonly StringConstraint[]): Answer {
  let min = 0;
  let max = Number.POSITIVE_INFINITY;
  const excluded = new Set<string>();
  const patterns = new Map<string, boolean>();
  for (const constraint of constraints) {
    if (constraint.is === "longer") min = Math.max(min, constraint.than);
    if (constraint.is === "shorter") max = Math.min(max, constraint.than);
    if (constraint.is === "pattern") {
      if (patterns.get(constraint.source) === !constraint.not) return none;
      patterns.set(constraint.source, constraint.not);
    } else if (constraint.is === "string-in") {
      if (!constraint.not) return oneOf(constraint.values, constraints);
      for (const value of constraint.values) excluded.add(value);
    }
  }
  if (min > max) return none;
  if (patterns.size === 0) return plain(min, max, excluded);
  const automata: Automaton[] = [];
  const polarity: boolean[] = [];
  for (const [source, not] of [...patterns].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const language = languageOf(source);
    if (typeof language === "string")
      return unknown(`the pattern ${JSON.stringify(source)} is not analysed: ${language}`);
    automata.push(language);
    polarity.push(!not);
  }
  try {
    const key = JSON.stringify([...patterns].sort());
    let language = products.get(key);
    if (language === undefined) {
      language = product(automata, (parts) => parts.every((part, at) => part === polarity[at]));
      if (products.size > 500) products.clear();
      products.set(key, language);
    }
    const { words, complete } = wordsOf(language, min, max, excluded, 1);
    const [word] = words;
    if (word !== undefined) return some(word);
    return complete ? none : unknown("no text found");
  } catch (error) {
    if (error instanceof TooLarge) return unknown(`a combination of patterns is not analysed: ${error.message}`);
    throw error;
  }
}

function oneOf(values: ReadonlySet<string>, constraints: readonly StringConstraint[]): Answer {
  let doubt: Answer = none;
  for (const value of values) {
    const held = constraints.map((constraint) => stringHolds(constraint, value));
    if (held.every((one) => one === true)) return some(value);
    if (!held.includes(false)) doubt = unknown("a pattern is not analysed");
  }
  return doubt;
}

function plain(min: number, max: number, excluded: ReadonlySet<string>): Answer {
  if (min > maxWritten) return unknown(`texts of ${min} characters are not written out`);
  // the empty text is a text too, but a poor example
  const lengths = min === 0 ? [1, 0] : [min];
  for (const length of lengths) {
    if (length > max) continue;
    if (length === 0) return excluded.has("") ? none : some("");
    // far more texts of one character exist than any schema can name
    for (let offset = 0; offset <= excluded.size && offset < 6000; offset++) {
      const last = String.fromCodePoint(offset < 26 ? 0x61 + offset : 0xe000 + offset);
      const text = "a".repeat(length - 1) + last;
      if (!excluded.has(text)) return some(text);
    }
    return unknown("too many texts are excluded");
  }
  return none;
}
