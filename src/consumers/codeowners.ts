import { wildcardMatcher } from "../text/glob.ts";

/** Where GitHub looks for the file: the first that exists counts, even where it is empty. */
export const codeownersPaths = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"] as const;

/** Who owns a path: logins, teams and addresses; nobody where no line matches or the last that does names nobody. */
export type OwnersOf = (path: string) => readonly string[];

/**
 * Reads a CODEOWNERS file as GitHub does: the last matching line wins, a line without owners clears, names are
 * case-sensitive, and a line that it does not understand (`!`, `[ ]`, an owner of no known shape) is skipped.
 */
export function readCodeowners(text: string): OwnersOf {
  const rules = text
    .split(/\r?\n/)
    .map(ruleOf)
    .filter((rule) => rule !== undefined)
    .reverse();
  return (path) => rules.find((rule) => matcherOf(rule)(path))?.owners ?? [];
}

interface LineRule {
  readonly pattern: string;
  readonly owners: readonly string[];
  matcher?: (path: string) => boolean;
}

function ruleOf(line: string): LineRule | undefined {
  const words = wordsOf(line.replace(/^\ufeff/, ""));
  const [pattern, ...owners] = words;
  if (pattern === undefined || pattern.startsWith("!") || pattern.startsWith("\\#") || /[[\]]/.test(pattern))
    return undefined;
  // nobody writes such a pattern; thousands of them would take long
  if (pattern.length > 400 || pattern.split("*").length > 20) return undefined;
  return owners.every(isOwner) ? { pattern: pattern.replaceAll("\\ ", " "), owners } : undefined;
}

/** The words of a line up to a `#`; a space after a backslash belongs to its word. */
function wordsOf(line: string): readonly string[] {
  const words: string[] = [];
  let word = "";
  for (let index = 0; index < line.length; index++) {
    const character = line[index] as string;
    if (character === "\\" && index + 1 < line.length) word += character + line[++index];
    else if (character !== " " && character !== "\t") {
      if (character === "#" && word === "") break;
      word += character;
    } else if (word !== "") {
      words.push(word);
      word = "";
    }
  }
  return word === "" ? words : [...words, word];
}

function isOwner(word: string): boolean {
  if (word.startsWith("@")) return /^@[A-Za-z0-9_-]+(?:\/[A-Za-z0-9._-]+)?$/.test(word);
  const at = word.indexOf("@");
  return at > 0 && at === word.lastIndexOf("@") && at < word.length - 1;
}

/** Patterns are gitignore's, but `docs/*` does not reach into folders. */
function matcherOf(rule: LineRule): (path: string) => boolean {
  if (rule.matcher !== undefined) return rule.matcher;
  const folder = rule.pattern.endsWith("/");
  const bare = folder ? rule.pattern.slice(0, -1) : rule.pattern;
  const anchored = bare.includes("/");
  const rooted = bare.startsWith("/") ? bare.slice(1) : bare;
  const full = anchored ? rooted : `**/${rooted}`;
  const inside = wildcardMatcher(`${full}/**`);
  const itself = wildcardMatcher(full);
  const flat = anchored && rooted.split("/").at(-1) === "*";
  const matcher = (path: string): boolean => (!folder && itself(path)) || ((folder || !flat) && inside(path));
  rule.matcher = rule.pattern === "/" ? () => false : matcher;
  return rule.matcher;
}
