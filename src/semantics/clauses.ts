import { isWord, singular, type Tokens } from "./tokens.ts";

/** What a text says of something that is counted in, left out, or taken before or after. */
export interface Clause {
  readonly what: string;
  readonly how: "included" | "excluded" | "before" | "after";
}

const hows: ReadonlyMap<string, Clause["how"]> = new Map<string, Clause["how"]>([
  ...words(
    "included",
    "include includes included including incl inclusive with plus contains containing counting counts",
  ),
  ...words(
    "excluded",
    "exclude excludes excluded excluding excl exclusive without less minus ex except omits omitting ignoring ignores disregarding",
  ),
  ...words("before", "before prior pre"),
  ...words("after", "after post"),
]);

function words(how: Clause["how"], list: string): readonly (readonly [string, Clause["how"]])[] {
  return list.split(" ").map((word) => [word, how] as const);
}

/** `tax included` follows, where `including tax` leads. */
const follows = new Set(["included", "excluded", "inclusive", "exclusive", "incl", "excl", "include", "exclude"]);
const negations = new Set(["not", "never", "no", "doesn't", "don't", "isn't", "aren't", "cannot", "without"]);
const fillers = new Set("of the any all and or to a are is been have has be already for , /".split(" "));
const ends = new Set([".", ";", ":", "(", ")"]);
const opposite = { included: "excluded", excluded: "included", before: "after", after: "before" } as const;

/** What is said of each of the subjects; `reach`: how many words may stand between, small words not counted. */
export function clausesOf(tokens: Tokens, subjects: ReadonlySet<string>, reach = 3): readonly Clause[] {
  return tokens.flatMap((word, at) => {
    const what = singular(word);
    if (!subjects.has(what)) return [];
    const how = saidBehind(tokens, at) ?? saidBefore(tokens, at, reach);
    return how === undefined ? [] : [{ what, how }];
  });
}

function saidBehind(tokens: Tokens, at: number): Clause["how"] | undefined {
  let flips = false;
  for (let next = at + 1, taken = 0; next < tokens.length && taken < 3; next++) {
    const word = tokens[next] ?? "";
    if (negations.has(word)) flips = true;
    else if (follows.has(word)) return turned(hows.get(word), flips);
    else if (word === "," || ends.has(word)) return undefined;
    else if (!fillers.has(word)) taken++;
  }
  return undefined;
}

function saidBefore(tokens: Tokens, at: number, reach: number): Clause["how"] | undefined {
  for (let back = at - 1, taken = 0; back >= 0 && taken < reach; back--) {
    const word = tokens[back] ?? "";
    const how = hows.get(word);
    if (word === "not" && tokens[back - 1] === "but") return "excluded";
    if (how !== undefined)
      return turned(
        how,
        tokens.slice(Math.max(0, back - 2), back).some((one) => negations.has(one)),
      );
    if (word === "net" && tokens[back + 1] === "of") return "excluded";
    if (word === "gross" && tokens[back + 1] === "of") return "included";
    if (ends.has(word)) return undefined;
    if (isWord(word) && !fillers.has(word)) taken++;
  }
  return undefined;
}

function turned(how: Clause["how"] | undefined, flips: boolean): Clause["how"] | undefined {
  return how === undefined || !flips ? how : opposite[how];
}
