import { clausesOf } from "../clauses.ts";
import { type Detector, type Reading, replaced, type Signal } from "../signal.ts";
import { contentOf, isWord, type Tokens } from "../tokens.ts";

const negations = new Set(
  "not never no none neither nor without except excluding excludes excluded excl only unless cannot doesn't don't isn't aren't wasn't weren't hasn't haven't can't didn't won't".split(
    " ",
  ),
);
/** In a text that was written anew, a `not` more or less says nothing. */
const alike = 0.4;

/** What is left out or counted in, in place of the other; a `not`, `never` or `only` that came or went. */
export const negation: Detector = (reading) => {
  if (reading.kind !== "text" || reading.likeness < alike) return [];
  const flipped = turned(reading);
  if (flipped.length > 0) return flipped;
  const [before, after] = [reading.before, reading.after].map(({ tokens }) => negated(tokens));
  if (before === undefined || after === undefined) return [];
  // what one side leaves out in other words than the other is a rewording
  return replaced("population", before, after).filter(({ strength }) => strength === "notice");
};

/** The same thing included on one side and excluded on the other. */
function turned({ before, after }: Reading): readonly Signal[] {
  const [from, to] = [contentOf(before.tokens), contentOf(after.tokens)];
  const both = new Set([...from].filter((word) => to.has(word)));
  const [said, says] = [before.tokens, after.tokens].map(
    (tokens) =>
      new Map(
        clausesOf(tokens, both, 2)
          .filter(({ how }) => how === "included" || how === "excluded")
          .map(({ what, how }) => [what, how]),
      ),
  ) as [Map<string, string>, Map<string, string>];
  const words = [...said].filter(([what, how]) => says.has(what) && says.get(what) !== how);
  if (words.length === 0) return [];
  const told = (side: ReadonlyMap<string, string>) => new Set(words.map(([what]) => `${what} ${side.get(what)}`));
  return replaced("population", told(said), told(says));
}

const all = new Set("all everybody everyone everything anything any".split(" "));

/** Each negation with the word behind it; `all but guests` is one. */
function negated(tokens: Tokens): ReadonlySet<string> {
  return new Set(
    tokens.flatMap((word, at) => {
      if (!negations.has(word) && !(word === "but" && all.has(tokens[at - 1] ?? ""))) return [];
      const next = tokens[at + 1] ?? "";
      return [isWord(next) ? `${word} ${next}` : word];
    }),
  );
}
