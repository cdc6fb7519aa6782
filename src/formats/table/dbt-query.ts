import type { Location } from "../../model.ts";
import { placesIn } from "./dbt-config.ts";
import { sqlTokens, type Token } from "./dbt-tokens.ts";

/** A part of a query in normal form: comments, spaces, the case of words and the spelling of joins do not count. */
export interface Part {
  readonly text: string;
  readonly at: Location;
}

/** What a model's own file selects. Jinja is opaque text in it; nothing is run. */
export interface Query {
  /** The whole of it, but for the order of rows that nothing limits. */
  readonly canonical: string;
  readonly at: Location;
  /** Which rows there are: `from`, `where`, `having` and so on, by the subquery they stand in. */
  readonly rows: ReadonlyMap<string, Part>;
  /** How many rows there are for what: `group by`, `distinct`. */
  readonly grouping: ReadonlyMap<string, Part>;
  /** What stands behind the columns it gives, by their names in lower case. */
  readonly columns: ReadonlyMap<string, Part>;
  /** Whether every column that it gives is named there: no star, no Jinja. */
  readonly plain: boolean;
  /** What is worked out on the way. */
  readonly rest: ReadonlyMap<string, Part>;
}

/** Reads a model's file. What is no plain SELECT is one text, in which every change counts. `given`: what its variables are. */
export function queryIn(path: string, text: string, given: ReadonlyMap<string, Part>): Query {
  const query = read(path, text);
  const canonical = [query.canonical, ...[...given.values()].map((one) => one.text)].join("\n");
  return { ...query, canonical, rest: new Map([...query.rest, ...given]) };
}

function read(path: string, text: string): Query {
  if (path.endsWith(".py")) return opaque(path, pythonOf(text));
  if (path.endsWith(".csv")) return headerOf(path, text);
  const place = placesIn(text);
  const reading: Reading = { at: (token) => ({ path, ...place(token?.offset ?? 0) }) };
  const tokens = sqlTokens(text).filter(({ kind, text: one }) => kind !== "jinja" || !/^\{\{ config \(/.test(one));
  while (tokens.at(-1)?.text === ";") tokens.pop();
  const start = tokens.findIndex(({ kind }) => kind !== "jinja");
  const bodies = start < 0 ? undefined : bodiesOf(tokens.slice(start));
  return bodies === undefined ? opaque(path, spelled(tokens)) : queryOf(bodies, tokens.slice(0, start), reading);
}

interface Reading {
  at(token: Token | undefined): Location;
}

function opaque(path: string, text: string): Query {
  const at = { path };
  const rest = new Map([["the whole file", { text, at }]]);
  return { canonical: text, at, rows: new Map(), grouping: new Map(), columns: new Map(), plain: false, rest };
}

/** The columns of a seed, by its first line; its rows are data. */
function headerOf(path: string, text: string): Query {
  const [first = ""] = text.replace(/^\ufeff/, "").split(/\r?\n/, 1);
  const at = { path, line: 1, column: 1 };
  const names = first.split(",").map((name) => name.trim().replace(/^"|"$/g, "").toLowerCase());
  const columns = new Map(names.filter((name) => name !== "").map((name) => [name, { text: name, at }]));
  const canonical = [...columns.keys()].sort().join(",");
  return { canonical, at, rows: new Map(), grouping: new Map(), columns, plain: columns.size > 0, rest: new Map() };
}

/** Python without its comments and empty lines; how far lines are moved in means something. */
function pythonOf(text: string): string {
  const lines = text.split("\n").map((line) => line.replace(/^\s*#.*$/, "").trimEnd());
  return lines.filter((line) => line !== "").join("\n");
}

/** A subquery by its name, and last the query itself under none. */
interface Body {
  readonly name: string;
  readonly tokens: readonly Token[];
}

/** `with a as (...), b as (...) select ...`; undefined where it is anything else. */
function bodiesOf(tokens: readonly Token[]): readonly Body[] | undefined {
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

/** Behind the bracket that closes the one here. */
function groupEnd(tokens: readonly Token[], start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    depth += nesting(tokens[at]);
    if (depth === 0) return at + 1;
  }
  return undefined;
}

function balanced(tokens: readonly Token[]): boolean {
  let depth = 0;
  for (const token of tokens) {
    depth += nesting(token);
    if (depth < 0) return false;
  }
  return depth === 0;
}

function nesting(token: Token | undefined): number {
  if (token?.kind !== "symbol") return 0;
  return token.text === "(" || token.text === "[" ? 1 : token.text === ")" || token.text === "]" ? -1 : 0;
}

function queryOf(bodies: readonly Body[], above: readonly Token[], { at }: Reading): Query {
  const [rows, grouping, rest] = [new Map<string, Part>(), new Map<string, Part>(), new Map<string, Part>()];
  const columns = new Map<string, Part>();
  let plain = false;
  const final = finalOf(bodies);
  const written = [spelled(above)];
  if (above.length > 0) rest.set("above the query", { text: spelled(above), at: at(above[0]) });
  for (const body of bodies) {
    const branches = branchesOf(body.tokens);
    written.push(`( ${branches.map(writtenOf).join(" ")} )`);
    for (const [index, branch] of branches.entries()) {
      const label = `${body.name === "" ? "" : `${body.name}: `}${index === 0 ? "" : `${index + 1}. `}`;
      for (const { name, tokens } of branch) {
        const part: Part = { text: spelled([...tokens], name === "from"), at: at(tokens[0]) };
        if (name === "select") {
          const { distinct, items } = itemsOf(tokens);
          if (distinct.length > 0) grouping.set(`${label}distinct`, { text: spelled(distinct), at: at(distinct[0]) });
          const isFinal = body.name === final && index === 0;
          if (isFinal) plain = items.every(isPlain);
          for (const [position, item] of items.entries()) {
            const called = outputOf(item);
            const one = { text: spelled(expressionOf(item)), at: at(item[0]) };
            if (isFinal) columns.set(called ?? `#${position + 1}`, one);
            else rest.set(`${label}${called ?? `#${position + 1}`}`, one);
          }
        } else if (name === "group by") grouping.set(`${label}group by`, part);
        else if (name === "window") rest.set(`${label}window`, part);
        else if (name !== "order by" || ordersMatter(branch))
          rows.set(`${label}${name}`, { ...part, text: `${name} ${part.text}`.trim() });
      }
    }
  }
  const place = at(bodies.at(-1)?.tokens[0]);
  return { canonical: renumbered(written.join(" "), bodies), at: place, rows, grouping, columns, plain, rest };
}

/** The subquery whose columns the model gives: `select * from` it and no more is it. */
function finalOf(bodies: readonly Body[]): string {
  let [name, tokens] = ["", bodies.at(-1)?.tokens ?? []];
  for (let step = 0; step < bodies.length; step++) {
    const [select, star, from, source, ...more] = tokens;
    if (select?.text !== "select" || star?.text !== "*" || from?.text !== "from" || source === undefined) return name;
    const next = bodies.find((body) => body.name !== "" && body.name === nameOf(source));
    // what else stands there may leave rows out, and never columns
    if (next === undefined || (more[0] !== undefined && !startsClause(more[0]))) return name;
    [name, tokens] = [next.name, next.tokens];
  }
  return name;
}

function startsClause({ kind, text }: Token): boolean {
  return kind === "word" && /^(?:where|order|limit|qualify)$/.test(text);
}

interface Clause {
  readonly name: string;
  readonly tokens: readonly Token[];
}

const limits: ReadonlySet<string> = new Set(["limit", "offset", "fetch"]);
const clauses = new Set(["select", "from", "where", "having", "qualify", "window", "limit", "offset", "fetch"]);
const setOperators = new Set(["union", "intersect", "except", "minus"]);

/** The SELECTs that set operators join, each as its clauses; the operator stands before the one that it adds. */
function branchesOf(tokens: readonly Token[]): readonly (readonly Clause[])[] {
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

/** The order of rows decides which there are only where they are limited; Jinja may do so. */
function ordersMatter(branch: readonly Clause[]): boolean {
  return branch.some(
    ({ name, tokens }) => limits.has(name) || (name === "order by" && tokens.some(({ kind }) => kind === "jinja")),
  );
}

function writtenOf(branch: readonly Clause[]): string {
  return branch
    .filter(({ name }) => name !== "order by" || ordersMatter(branch))
    .map(({ name, tokens }) => {
      if (name !== "select") return `${name} ${spelled(tokens, name === "from")}`;
      const { distinct, items } = itemsOf(tokens);
      const told = items.map((item) => `${spelled(expressionOf(item))} as ${outputOf(item) ?? ""}`);
      return `select ${spelled(distinct)} ${told.join(" , ")}`;
    })
    .join(" ");
}

/** The items of a SELECT, and what stands before them of their rows. */
function itemsOf(tokens: readonly Token[]): {
  readonly distinct: readonly Token[];
  readonly items: readonly (readonly Token[])[];
} {
  let start = 0;
  if (tokens[0]?.text === "all") start = 1;
  if (tokens[0]?.text === "distinct")
    start = tokens[1]?.text === "on" && tokens[2]?.text === "(" ? (groupEnd(tokens, 2) ?? 1) : 1;
  if (tokens[0]?.text === "top") start = 2;
  const items: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens.slice(start)) {
    depth += nesting(token);
    if (token.text === "," && depth === 0) items.push([]);
    else items.at(-1)?.push(token);
  }
  const before = tokens[0]?.text === "all" ? [] : tokens.slice(0, start);
  return { distinct: before, items: items.filter(({ length }) => length > 0) };
}

/** What an item is called: its alias, else its own name. Undefined where nobody can tell. */
function outputOf(item: readonly Token[]): string | undefined {
  const last = item.at(-1);
  if (last === undefined || (last.kind !== "word" && last.kind !== "name") || item.some(isJinjaStatement))
    return undefined;
  const before = item.at(-2);
  if (before === undefined || before.text === "as" || before.text === ".") return nameOf(last);
  return isAlias(item) ? nameOf(last) : undefined;
}

/** `total t` without `as`: a name behind a value. */
function isAlias(item: readonly Token[]): boolean {
  const [before, last] = [item.at(-2), item.at(-1)];
  if (before === undefined || last === undefined || (last.kind !== "word" && last.kind !== "name")) return false;
  if (before.text === "as") return true;
  if (last.kind === "word" && valueWords.has(last.text)) return false;
  if (before.kind === "symbol") return before.text === ")" || before.text === "]";
  return before.kind !== "word" || before.text === "end" || !operators.has(before.text);
}

const valueWords = new Set(["end", "null", "true", "false"]);
const operators = new Set(
  "and or not is in like ilike between then else when case div mod interval at zone".split(" "),
);

function expressionOf(item: readonly Token[]): readonly Token[] {
  if (item.at(-2)?.text === "as") return item.slice(0, -2);
  return item.length > 1 && isAlias(item) ? item.slice(0, -1) : item;
}

function isPlain(item: readonly Token[]): boolean {
  const [only] = item;
  const isStar = item.some(({ text }, index) => text === "*" && (item.length === 1 || item[index - 1]?.text === "."));
  const isBareJinja = item.length === 1 && only?.kind === "jinja";
  const isLeadingStar = only?.text === "*";
  return !isStar && !isLeadingStar && !isBareJinja && !item.some(isJinjaStatement) && outputOf(item) !== undefined;
}

function isJinjaStatement({ kind, text }: Token): boolean {
  return kind === "jinja" && text.startsWith("{%");
}

/** Names in quotes are names: their case is kept where it says something. */
function nameOf({ kind, text }: Token): string {
  return (kind === "name" ? text.slice(1, -1) : text).toLowerCase();
}

/** Words with single spaces; `as`, `inner` and `outer` say nothing in a list of tables. */
function spelled(tokens: readonly Token[], tables = false): string {
  const kept = tables
    ? tokens.filter(({ kind, text }) => kind !== "word" || !["as", "inner", "outer"].includes(text))
    : tokens;
  return kept.map(({ text }) => (text === "!=" ? "<>" : text)).join(" ");
}

/** The names of subqueries do not count where they are read, only which is which. */
function renumbered(written: string, bodies: readonly Body[]): string {
  const numbers = new Map(bodies.filter(({ name }) => name !== "").map(({ name }, index) => [name, `#${index + 1}`]));
  const words = written.split(" ");
  return words
    .map((word, at) => {
      const isRead = ["from", "join"].includes(words[at - 1] ?? "") || words[at + 1] === ".";
      return isRead ? (numbers.get(word) ?? word) : word;
    })
    .join(" ");
}
