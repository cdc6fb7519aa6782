import { type Detector, replaced } from "../signal.ts";
import { contentOf, likeness, type Tokens } from "../tokens.ts";

const numbers = new Set(["0", "zero"]);
const names = new Set(["null", "nulls", "missing", "blank", "empty", "absent", "unset", "na", ...numbers]);
const verbs = new Set(
  "means mean if when for indicates represents until where stands = unless whenever denotes signifies".split(" "),
);
/** Clauses that have this much in common say the same. */
const alike = 0.6;

/** What a missing value means; a member that says nothing else. Strong where the two clauses share no word. */
export const nulls: Detector = ({ kind, before, after }) => {
  if (kind === "null meaning") return replaced("null_meaning", one(before.text), one(after.text));
  if (kind !== "text") return [];
  const [was, is] = [clausesOf(before.tokens), clausesOf(after.tokens)];
  const signals = replaced("null_meaning", one(was.join(" ")), one(is.join(" ")));
  if (was.length === 0 || is.length === 0) return signals;
  const [from, to] = [meantBy(was), meantBy(is)];
  if (likeness(from, to) >= alike) return [];
  const shared = [...from].some((word) => to.has(word));
  return signals.map((signal) => ({ ...signal, strength: shared ? "notice" : "strong" }));
};

function one(text: string): ReadonlySet<string> {
  return new Set(text.trim() === "" ? [] : [text.trim().slice(0, 120)]);
}

function meantBy(clauses: Tokens): ReadonlySet<string> {
  return new Set([...contentOf(clauses)].filter((word) => !names.has(word) && !verbs.has(word)));
}

function isCoded(tokens: Tokens): boolean {
  return tokens.some((word, at) => /^[1-9]\d*$/.test(word) && verbs.has(tokens[at + 1] ?? ""));
}

/** The clauses about null, each from its name to the end of its sentence. */
function clausesOf(tokens: Tokens): Tokens {
  const found: string[] = [];
  for (let at = 0; at < tokens.length && found.length < 80; at++) {
    const [name = "", verb = ""] = [tokens[at], tokens[at + 1]];
    if (!names.has(name) || !(verbs.has(verb) || verb === ":")) continue;
    // `0: open` is a code, and so is `0 means open, 1 means closed`
    if (numbers.has(name) && (verb === ":" || isCoded(tokens))) continue;
    const start = at;
    while (at < tokens.length && at - start < 24 && tokens[at] !== "." && tokens[at] !== ";") at++;
    found.push(...tokens.slice(start, at));
  }
  return found;
}
