import { type Detector, replaced, type Signal } from "../signal.ts";
import { contentOf, isWord, singular, type Tokens } from "../tokens.ts";

const rows = new Set(["row", "record", "line", "entry", "observation", "document", "message", "event"]);
const counts = new Set(["one", "each", "every", "single", "a", "1"]);
const links = new Set(["per", "for", "represents", "is", "represent", "corresponds", "describes", "holds", "contains"]);
const ends = new Set([".", ",", ";", ":", "(", ")"]);
/** What else stands in a text that says nothing but the grain. */
const frame = new Set(
  "row record line entry one single grain granularity level represent describe correspond hold contain exactly unique table dataset x".split(
    " ",
  ),
);
const small = new Set("a an the of each every one single exactly unique".split(" "));
const breaks = new Set(
  "that which with where when who and including excluding as from in on at was is are by".split(" "),
);

/** How many rows there are for what: `one row per order`, and members that say the grain and nothing else. */
export const grain: Detector = ({ kind, before, after }) => {
  if (kind === "grain") {
    const [was = [], is = []] = [before, after].map(({ tokens }) => {
      const said = grainOf(tokens);
      return said.length > 0 ? [...contentOf(said)] : named(tokens);
    });
    return another(was, is);
  }
  if (kind !== "text") return [];
  const [was = [], is = []] = [before, after].map(({ tokens }) => grainOf(tokens));
  const keys = replaced("identifier_scope", scopeOf(before.tokens), scopeOf(after.tokens)).filter(isStrong);
  return [...another(was, is), ...keys];
};

/** The words of a member that says the grain and nothing else: the `line` of `order line` is one, that of `line per order` is none. */
function named(tokens: Tokens): readonly string[] {
  const words: string[] = [];
  for (const word of contentOf(tokens)) if (!frame.has(word) || (rows.has(word) && words.length > 0)) words.push(word);
  return words;
}

const isStrong = ({ strength }: Signal) => strength === "strong";

/** As one term: `order attempt` in the place of `order` is another grain, not a grain and one more. */
function another(was: readonly string[], is: readonly string[]): readonly Signal[] {
  if ([...was].sort().join(" ") === [...is].sort().join(" ")) return [];
  const told = (words: readonly string[]) => new Set(words.length === 0 ? [] : [`one row per ${words.join(" ")}`]);
  return replaced("grain", told(was), told(is));
}

/** What there is one row of; nothing where the text does not say. */
function grainOf(tokens: Tokens): readonly string[] {
  for (const [at, word] of tokens.entries()) {
    if (word === "grain" || word === "granularity") {
      const start = [":", "is", "of", "="].includes(tokens[at + 1] ?? "") ? at + 2 : at + 1;
      const words = phrase(tokens, start, true);
      if (words.length > 0 && start === at + 2) return words;
    }
    if (!rows.has(singular(word))) continue;
    const link = tokens[at + 1] ?? "";
    const counted = counts.has(tokens[at - 1] ?? "") || at === 0;
    if (link === "per" || (counted && links.has(link))) {
      const words = phrase(tokens, at + 2, true);
      if (words.length > 0) return words;
    }
  }
  return [];
}

/** What an identifier is unique within: `unique per shop`, `globally unique`. */
function scopeOf(tokens: Tokens): ReadonlySet<string> {
  const scopes = new Set<string>();
  for (const [at, word] of tokens.entries()) {
    if (word !== "unique" && word !== "uniquely") continue;
    if (["globally", "universally"].includes(tokens[at - 1] ?? "")) scopes.add("globally unique");
    if (["per", "within", "in", "across", "for", "by"].includes(tokens[at + 1] ?? "")) {
      const words = phrase(tokens, at + 2, false);
      if (words.length > 0) scopes.add(`unique within ${words.join(" ")}`);
    }
  }
  return scopes;
}

/** The words up to the end of the phrase, small ones left out; `more`: `per order and day` goes on. */
function phrase(tokens: Tokens, start: number, more: boolean): readonly string[] {
  const words: string[] = [];
  for (let at = start; at < tokens.length && words.length < 8; at++) {
    const word = tokens[at] ?? "";
    const goesOn = more && (word === "and" || word === "per" || word === "x" || word === "by");
    if (goesOn) continue;
    if (ends.has(word) || breaks.has(word)) break;
    if (!isWord(word) || small.has(word)) continue;
    words.push(singular(word));
  }
  return words;
}
