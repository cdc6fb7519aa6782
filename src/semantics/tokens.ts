/** A text as its words in lower case, with the marks that units and clauses need: brackets, signs, the ends of clauses. */
export type Tokens = readonly string[];

const token = /[\p{L}\p{N}µ]+(?:[_'’][\p{L}\p{N}]+)*|[%‰$€£¥°()/=:;,.\n]/gu;
/** A description longer than this is read so far: what follows is no definition any more. */
const longest = 20_000;
const shortened = new Set(["incl", "excl", "approx", "e", "g", "i", "vs", "no"]);

/** Reads a text; a full stop stands only where a sentence ends. */
export function tokensOf(text: string): Tokens {
  const found: string[] = [];
  const read = text.slice(0, longest);
  for (const match of read.matchAll(token)) {
    const [word] = match;
    const next = read[match.index + 1];
    // `1.5`, `incl. VAT` and `a.b` end no sentence
    if (word === "." && ((next !== undefined && !/\s/.test(next)) || shortened.has(found.at(-1) ?? ""))) continue;
    found.push(word === "\n" ? "." : word.toLowerCase().replaceAll("’", "'"));
  }
  return found;
}

export function isWord(one: string): boolean {
  return one.length > 1 || /[\p{L}\p{N}]/u.test(one);
}

const numerals = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** A number in digits or, up to twelve, in letters. */
export function countOf(word: string): number | undefined {
  if (/^\d{1,6}$/.test(word)) return Number(word);
  const named = numerals.indexOf(word);
  return named === -1 ? undefined : named + 1;
}

const stops = new Set(
  "a an the of to in on at by for from with and or is are was were be been being it its this that these those as which who whose when where will may can has have had do does we our you your their there here then than so such if into over also any per each every all one see note e g i".split(
    " ",
  ),
);

/** What a text is about: its words without the small ones, in the singular. */
export function contentOf(tokens: Tokens): ReadonlySet<string> {
  return new Set(tokens.filter((one) => isWord(one) && !stops.has(one)).map(singular));
}

/** `orders` to `order`, `entries` to `entry`: enough to tell whether two words are one. */
export function singular(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 3 && word.endsWith("s") && !word.endsWith("ss") && !word.endsWith("us")) return word.slice(0, -1);
  return word;
}

/** How much two sets have in common, from 0 to 1. */
export function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  const all = one.size + other.size - shared;
  return all === 0 ? 1 : shared / all;
}

/** Whether only case, punctuation, small words, number and one letter of a word differ: the same said otherwise. */
export function sameWords(one: Tokens, other: Tokens): boolean {
  const [before, after] = [one, other].map((tokens) =>
    tokens.filter((word) => isWord(word) && !stops.has(word)).map(singular),
  ) as [string[], string[]];
  if (before.length !== after.length) return false;
  const differing = before.flatMap((word, index) =>
    word === after[index] ? [] : [[word, after[index] ?? ""] as const],
  );
  return differing.every(([was, is]) => isRespelled(was, is));
}

/** Whether two longer words differ in one letter, or in two that changed places: `recieved` and `received`. */
function isRespelled(one: string, other: string): boolean {
  if (Math.min(one.length, other.length) < 5 || Math.abs(one.length - other.length) > 1) return false;
  if (/\d/.test(one) || /\d/.test(other)) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  let end = 0;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  const [was, is] = [one.slice(start, one.length - end), other.slice(start, other.length - end)];
  if (was.length <= 1 && is.length <= 1) return true;
  return was.length === 2 && is.length === 2 && was[0] === is[1] && was[1] === is[0];
}
