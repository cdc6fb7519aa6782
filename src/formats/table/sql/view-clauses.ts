import { isText, type Token } from "./tokens.ts";

/** One SELECT of a query, in its parts. */
export interface Select {
  readonly items: readonly (readonly Token[])[];
  readonly from: readonly Token[];
  /** Everything behind FROM: WHERE, GROUP BY and so on. */
  readonly rest: readonly Token[];
  /** Rows are summed up over several groupings, where a column that is grouped by may be null. */
  readonly cubed: boolean;
}

/** A subquery that has a name, and the columns listed for it. */
export interface Named {
  readonly name: Token;
  readonly columns: readonly Token[] | undefined;
  readonly query: readonly Token[];
}

const setOperators = new Set(["UNION", "INTERSECT", "EXCEPT", "MINUS"]);
const afterFrom = ["WHERE", "GROUP", "HAVING", "QUALIFY", "WINDOW", "ORDER", "LIMIT", "OFFSET", "FETCH", "FOR"];

/** Queries within queries, or brackets within brackets, deeper than this are not read. */
export const deepest = 32;

/** A WITH of more subqueries than this is not read. */
const mostNamed = 500;

function nesting(token: Token | undefined): number {
  if (token?.kind !== "symbol") return 0;
  return token.text === "(" || token.text === "[" ? 1 : token.text === ")" || token.text === "]" ? -1 : 0;
}

/** Behind the bracket that closes the one at `start`; undefined where it never closes. */
export function behindBracket(tokens: readonly Token[], start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    depth += nesting(tokens[at]);
    if (depth === 0) return at + 1;
  }
  return undefined;
}

/** Without the brackets around the whole of it. */
export function unwrapped(tokens: readonly Token[]): readonly Token[] {
  if (!isText(tokens[0], "(")) return tokens;
  let lead = 0;
  while (lead < deepest && isText(tokens[lead], "(")) lead++;
  let [depth, around] = [0, lead];
  for (let at = 0; at < tokens.length; at++) {
    depth += nesting(tokens[at]);
    // a bracket that closes before the end is none around the whole
    if (depth < around && at < tokens.length - 1 - depth) around = Math.max(0, depth);
    if (depth < 0) return tokens;
  }
  return around === 0 || depth !== 0 ? tokens : tokens.slice(around, -around);
}

/** Where a token outside of all brackets is as asked for; -1 where none is. */
export function findTop(tokens: readonly Token[], test: (token: Token, index: number) => boolean, start = 0): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    if (depth === 0 && test(token, at)) return at;
    depth += nesting(token);
  }
  return -1;
}

/** `WITH a AS (...), b (x) AS (...)`, and the query that follows; undefined where it is not understood. */
export function withNames(
  tokens: readonly Token[],
): { readonly named: readonly Named[]; readonly recursive: boolean; readonly query: readonly Token[] } | undefined {
  if (!isText(tokens[0], "WITH")) return { named: [], recursive: false, query: tokens };
  const named: Named[] = [];
  const recursive = isText(tokens[1], "RECURSIVE");
  let at = recursive ? 2 : 1;
  for (;;) {
    const name = tokens[at++];
    if (name?.kind !== "word" && name?.kind !== "name") return undefined;
    let columns: readonly Token[] | undefined;
    if (isText(tokens[at], "(")) {
      const end = behindBracket(tokens, at);
      if (end === undefined) return undefined;
      columns = tokens.slice(at + 1, end - 1);
      at = end;
    }
    if (!isText(tokens[at++], "AS")) return undefined;
    while (isText(tokens[at], "NOT") || isText(tokens[at], "MATERIALIZED")) at++;
    const end = isText(tokens[at], "(") ? behindBracket(tokens, at) : undefined;
    if (end === undefined) return undefined;
    if (named.length >= mostNamed) return undefined;
    named.push({ name, columns, query: tokens.slice(at + 1, end - 1) });
    at = end;
    if (!isText(tokens[at], ",")) return { named, recursive, query: tokens.slice(at) };
    at++;
  }
}

/** The queries that UNION and its like join. */
export function branchesOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const branches: (readonly Token[])[] = [];
  let start = 0;
  for (;;) {
    const end = findTop(
      tokens,
      (token, index) =>
        token.kind === "word" &&
        setOperators.has(token.text.toUpperCase()) &&
        // BigQuery's and Spark's `* EXCEPT (a)`
        !(isText(token, "EXCEPT") && isText(tokens[index - 1], "*")) &&
        !(isText(tokens[index - 1], ".") || isText(tokens[index - 1], "AS")),
      start,
    );
    branches.push(tokens.slice(start, end < 0 ? tokens.length : end));
    if (end < 0) return branches;
    start = end + 1;
    while (["ALL", "DISTINCT", "BY", "NAME"].some((word) => isText(tokens[start], word))) start++;
  }
}

/** One SELECT; undefined where it is anything else, or its rows are structs. */
export function selectOf(tokens: readonly Token[]): Select | undefined {
  if (!isText(tokens[0], "SELECT")) return undefined;
  let start: number | undefined = 1;
  if (isText(tokens[start], "ALL")) start++;
  if (isText(tokens[start], "DISTINCT"))
    start = isText(tokens[++start], "ON") ? behindBracket(tokens, start + 1) : start;
  if (start === undefined || isText(tokens[start], "AS")) return undefined;
  if (isText(tokens[start], "TOP"))
    start = isText(tokens[start + 1], "(") ? behindBracket(tokens, start + 1) : start + 2;
  if (start === undefined) return undefined;
  const ends = (words: ReadonlySet<string>) => (token: Token, index: number) =>
    token.kind === "word" &&
    words.has(token.text.toUpperCase()) &&
    !isText(tokens[index - 1], ".") &&
    !isText(tokens[index - 1], "AS") &&
    // `is distinct from`, and a column that is called like a clause
    !(isText(token, "FROM") && isText(tokens[index - 1], "DISTINCT") && index > (start ?? 0)) &&
    !(["OFFSET", "FOR", "WINDOW"].some((word) => isText(token, word)) && index === start);
  const from = findTop(tokens, ends(new Set(["FROM", ...afterFrom])), start);
  const listEnd = from < 0 ? tokens.length : from;
  const hasFrom = from >= 0 && isText(tokens[from], "FROM");
  const fromEnd = hasFrom ? findTop(tokens, ends(new Set(afterFrom)), from + 1) : listEnd;
  const restStart = fromEnd < 0 ? tokens.length : fromEnd;
  const rest = tokens.slice(restStart);
  return {
    items: listed(tokens.slice(start, listEnd)),
    from: hasFrom ? tokens.slice(from + 1, restStart) : [],
    rest,
    cubed: rest.some((token) => ["ROLLUP", "CUBE", "GROUPING", "SETS"].some((word) => isText(token, word))),
  };
}

/** Split at the commas outside of brackets. */
export function listed(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const items: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    depth += nesting(token);
    if (depth === 0 && isText(token, ",")) items.push([]);
    else items.at(-1)?.push(token);
  }
  return items.filter(({ length }) => length > 0);
}
