import { balanced, groupEnd, nesting } from "./groups.ts";
import { nameOf } from "./items.ts";
import type { Token } from "./tokens.ts";

/** A subquery by its name, and last the query itself under none. */
export interface Body {
  readonly name: string;
  readonly tokens: readonly Token[];
}

/** `with a as (...), b as (...) select ...`; undefined where it is anything else. */
export function bodiesOf(tokens: readonly Token[]): readonly Body[] | undefined {
  const bodies: Body[] = [];
  let at = 0;
  if (tokens[at]?.text === "with") {
    at += tokens[at + 1]?.text === "recursive" ? 2 : 1;
    for (;;) {
      const name = tokens[at];
      if (name?.kind !== "word" && name?.kind !== "name") return undefined;
      at++;
      const columns = tokens[at]?.text === "(" ? groupEnd(tokens, at) : at;
      if (columns === undefined || tokens[columns]?.text !== "as") return undefined;
      const listed = tokens.slice(at, columns);
      at = columns + 1;
      while (tokens[at]?.text === "not" || tokens[at]?.text === "materialized") at++;
      const end = tokens[at]?.text === "(" ? groupEnd(tokens, at) : undefined;
      if (end === undefined) return undefined;
      bodies.push({ name: nameOf(name), tokens: [...listed, ...tokens.slice(at + 1, end - 1)] });
      at = end;
      if (tokens[at]?.text !== ",") break;
      at++;
    }
  }
  const main = tokens.slice(at);
  if (!["select", "("].includes(main[0]?.text ?? "") || !balanced(main)) return undefined;
  return [...bodies, { name: "", tokens: main }];
}

export interface Clause {
  readonly name: string;
  readonly tokens: readonly Token[];
}

export const limits: ReadonlySet<string> = new Set(["limit", "offset", "fetch"]);
const clauses = new Set(["select", "from", "where", "having", "qualify", "window", "limit", "offset", "fetch"]);
const setOperators = new Set(["union", "intersect", "except", "minus"]);

/** The SELECTs that set operators join, each as its clauses; the operator stands before the one that it adds. */
export function branchesOf(tokens: readonly Token[]): readonly (readonly Clause[])[] {
  const branches: { name: string; tokens: Token[] }[][] = [[{ name: "", tokens: [] }]];
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    const branch = branches.at(-1) as { name: string; tokens: Token[] }[];
    const next = tokens[index + 1]?.text;
    if (depth === 0 && token.kind === "word") {
      const isBy = (token.text === "group" || token.text === "order") && next === "by";
      const isExcept = token.text === "except" && next === "(" && branch.at(-1)?.name === "select";
      if (setOperators.has(token.text) && !isExcept) {
        branches.push([{ name: "set operator", tokens: [token] }]);
        continue;
      }
      if (isBy || (clauses.has(token.text) && !isDistinctFrom(tokens, index))) {
        branch.push({ name: isBy ? `${token.text} by` : token.text, tokens: [] });
        continue;
      }
    }
    depth += nesting(token);
    if (token.text === "by" && branch.at(-1)?.tokens.length === 0 && branch.at(-1)?.name.endsWith(" by")) continue;
    branch.at(-1)?.tokens.push(token);
  }
  return branches.map((branch) => branch.filter(({ name, tokens: own }) => name !== "" || own.length > 0));
}

/** `is distinct from` begins no clause. */
function isDistinctFrom(tokens: readonly Token[], index: number): boolean {
  return tokens[index]?.text === "from" && tokens[index - 1]?.text === "distinct";
}
