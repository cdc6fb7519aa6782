import { countOf, type Tokens } from "./tokens.ts";

const isNumeral = (word: string) => /^\p{N}+$/u.test(word) || (word !== "one" && countOf(word) !== undefined);

/** Words for the same thing: what it is called in an answer, and how texts call it. */
export type Terms = Readonly<Record<string, string>>;

/** Finds the terms that a text uses. */
export type Finder = (tokens: Tokens) => ReadonlySet<string>;

/**
 * Compiles terms, whose spellings stand divided by `|`. A longer spelling wins, and what it took is not read again.
 * `counted`: whether a spelling after a numeral still counts; `7 days` is an amount, not the unit of a field.
 */
export function finder(terms: Terms, { counted = true }: { readonly counted?: boolean } = {}): Finder {
  const byFirst = new Map<string, { readonly words: readonly string[]; readonly called: string }[]>();
  for (const [called, spellings] of Object.entries(terms))
    for (const spelling of spellings.split("|")) {
      const words = spelling.split(" ");
      const first = words[0] ?? "";
      byFirst.set(first, [...(byFirst.get(first) ?? []), { words, called }]);
    }
  for (const list of byFirst.values()) list.sort((a, b) => b.words.length - a.words.length);
  return (tokens) => {
    const found = new Set<string>();
    for (let at = 0; at < tokens.length; at++) {
      const hit = byFirst
        .get(tokens[at] ?? "")
        ?.find(({ words }) => words.every((word, index) => tokens[at + index] === word));
      if (hit === undefined) continue;
      if (hit.called !== "" && (counted || !isNumeral(tokens[at - 1] ?? ""))) found.add(hit.called);
      at += hit.words.length - 1;
    }
    return found;
  };
}
