import { nameOf, type SqlDialect } from "./names.ts";
import type { Token } from "./tokens.ts";
import { isText } from "./tokens.ts";
import { behindBracket, findTop, unwrapped } from "./view-clauses.ts";

/** An item of a select list. */
export interface Item {
  readonly expression: readonly Token[];
  /** What the column is called; undefined where nobody can tell. */
  readonly name: string | undefined;
  readonly at: Token;
}

/** Behind these words a word goes on with the expression, so that it is no alias. */
const operators = new Set(
  "AND OR NOT IS IN LIKE ILIKE RLIKE SIMILAR TO BETWEEN THEN ELSE WHEN CASE DIV MOD INTERVAL AT ZONE COLLATE OVER ESCAPE FROM DISTINCT SELECT ALL ANY SOME EXISTS ISNULL".split(
    " ",
  ),
);
/** Words that are values or end an expression. */
const ends = new Set("END NULL TRUE FALSE PRECEDING FOLLOWING ROW UNKNOWN ISNULL NOTNULL".split(" "));

export function itemOf(tokens: readonly Token[], dialect: SqlDialect): Item {
  const at = tokens[0] as Token;
  const as = findTop(tokens, (token) => isText(token, "AS"));
  if (as > 0) {
    const alias = tokens[as + 1];
    const named = tokens.length === as + 2 && isName(alias) ? nameOf(alias, dialect) : undefined;
    return { expression: tokens.slice(0, as), name: named, at };
  }
  const last = tokens.at(-1) as Token;
  if (isAlias(tokens)) return { expression: tokens.slice(0, -1), name: nameOf(last, dialect), at };
  return { expression: tokens, name: ownName(tokens, dialect), at };
}

function isName(token: Token | undefined): token is Token {
  return token?.kind === "word" || token?.kind === "name";
}

/** `total t`: a name behind a value. */
function isAlias(tokens: readonly Token[]): boolean {
  const [before, last] = [tokens.at(-2), tokens.at(-1)];
  if (before === undefined || !isName(last)) return false;
  const word = last.kind === "word" ? last.text.toUpperCase() : "";
  if (ends.has(word) || operators.has(word)) return false;
  if (before.kind === "symbol") return before.text === ")" || before.text === "]";
  // `x::double precision`
  const cast = tokens.findLastIndex((token) => isText(token, "::"));
  if (cast >= 0) {
    const type = typeEnd(tokens, cast + 1);
    if (type >= tokens.length) return false;
  }
  return before.kind !== "word" || before.text.toUpperCase() === "END" || !operators.has(before.text.toUpperCase());
}

/** Behind the type that begins at an index. */
export function typeEnd(tokens: readonly Token[], start: number): number {
  let at = start + 1;
  const takes = (...words: readonly string[]) => {
    if (words.every((word, offset) => isText(tokens[at + offset], word))) at += words.length;
  };
  if (isText(tokens[start], "DOUBLE")) takes("PRECISION");
  if (isText(tokens[start], "CHARACTER") || isText(tokens[start], "BIT")) takes("VARYING");
  if (isText(tokens[at], "(")) at = behindBracket(tokens, at) ?? tokens.length;
  if (isText(tokens[start], "TIMESTAMP") || isText(tokens[start], "TIME")) {
    takes("WITH", "TIME", "ZONE");
    takes("WITHOUT", "TIME", "ZONE");
  }
  while (isText(tokens[at], "[")) at = behindBracket(tokens, at) ?? tokens.length;
  return at;
}

/** `a`, `t.a`, `s.t.a`: the parts of a reference; undefined where an expression is anything else. */
export function chainOf(tokens: readonly Token[], dialect: SqlDialect): readonly string[] | undefined {
  const inner = unwrapped(tokens);
  const parts: string[] = [];
  for (const [index, token] of inner.entries()) {
    if (index % 2 === 1 ? !isText(token, ".") : !isName(token)) return undefined;
    if (index % 2 === 0) parts.push(nameOf(token, dialect));
  }
  const [only] = inner;
  const isValue = inner.length === 1 && only?.kind === "word" && valueWords.test(only.text);
  return inner.length % 2 === 0 || isValue ? undefined : parts;
}

const valueWords = /^(?:null|true|false|default|current_\w+|localtime\w*|session_user|user)$/i;

/** Functions whose calls PostgreSQL names otherwise than they are written. */
const renamedCalls =
  /^(?:trim|cast|extract|array|row|case|position|overlay|substring|normalize|coalesce|greatest|least|nullif|exists|in|any|all|some|values|select|not|interval|xml\w*|json_?\w*|treat|collation|grouping|merge_action)$/i;

/** What an engine calls a column that has no alias. */
function ownName(tokens: readonly Token[], dialect: SqlDialect): string | undefined {
  const inner = unwrapped(tokens);
  const chain = chainOf(inner, dialect);
  if (chain !== undefined) return chain.at(-1);
  if (dialect !== "postgres") return undefined;
  const cast = findTop(inner, (token) => isText(token, "::"));
  if (cast > 0) {
    const type = typeEnd(inner, cast + 1);
    const more = type < inner.length && !isText(inner[type], "::");
    return more ? undefined : chainOf(inner.slice(0, cast), dialect)?.at(-1);
  }
  const [name, open] = inner;
  const called = name !== undefined && isName(name) && isText(open, "(") && behindBracket(inner, 1) === inner.length;
  return called && !renamedCalls.test(name.text) ? nameOf(name, dialect) : undefined;
}
