import { expect, it } from "vitest";
import { accepts, wordsOf } from "../../../src/formats/json-schema/automaton.ts";
import { languageOf } from "../../../src/formats/json-schema/language.ts";

const texts = [
  "",
  "a",
  "aa",
  "aaa",
  "b",
  "ab",
  "ba",
  "foo",
  "foo bar",
  "xfoo",
  "foobar",
  "cat",
  "dogs",
  "a-b",
  "12",
  "123-A",
  "ABCDEFG1",
  "é",
  "áx",
  "\n",
  "a\nb",
  "😀",
  "{",
  "_",
  " ",
  "\u2028",
  "\u00a0",
];
const sources = [
  "",
  "a",
  "^a+$",
  "^$",
  ".",
  "[^]",
  "^a|b$",
  "(^a|b)c*$",
  "x*^a",
  "\\bfoo\\b",
  "\\Bo",
  "^\\d{3}-[A-Z]$",
  "^\\p{Letter}+$",
  "^(?!a)b.*",
  "^(?!.*x).*$",
  "^(?=.*[A-Z])(?=.*\\d).{8,}$",
  "foo(?=bar)",
  "foo(?!b)",
  "(?<=c)at",
  "^(a|aa)+$",
  "^\\S+@\\S+$",
  "\\s",
  "^.{1}$",
  "a\\-b",
  "[\\w-.]+$",
  "{",
  "^[^a]*$",
  "(?:ab)?$",
  "^\\w+$",
  "^(?:[a-z]+\\.)*$",
];

it.each(sources)("%j means what the language says, never by backtracking", (source) => {
  const language = languageOf(source);
  if (typeof language === "string") throw new Error(language);
  let native: RegExp;
  try {
    native = new RegExp(source, "u");
  } catch {
    native = new RegExp(source);
  }
  expect(texts.filter((text) => accepts(language, text))).toEqual(texts.filter((text) => native.test(text)));
  for (const word of wordsOf(language, 0, Number.POSITIVE_INFINITY, new Set(), 5).words) expect(word).toMatch(native);
});

it.each([
  ["(a+)b\\1", /Backreferences/],
  ["a(?=b.)c", /lookaround/],
  ["(a{1000}){1000}", /too large/],
  ["a.{14}$", /too large/],
  ["(", /./],
])("%j is not analysed", (source, reason) => {
  expect(languageOf(source)).toMatch(reason);
});

it("knows when a language is exhausted", () => {
  const language = languageOf("^[ab]{1,2}$");
  if (typeof language === "string") throw new Error(language);
  expect(wordsOf(language, 0, 9, new Set(["a", "ba"]), 9)).toEqual({ words: ["b", "aa", "ab", "bb"], complete: true });
  expect(wordsOf(language, 3, 9, new Set(), 9)).toEqual({ words: [], complete: true });
});
