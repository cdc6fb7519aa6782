import type { Location } from "../../../model.ts";
import { type Body, bodiesOf, branchesOf, type Clause, limits } from "./clauses.ts";
import { expressionOf, isPlain, itemsOf, nameOf, outputOf, spelled } from "./items.ts";
import { placesIn, sqlTokens, type Token } from "./tokens.ts";

/** A part of a query in normal form: comments, spaces, the case of words and the spelling of joins do not count. */
export interface Part {
  readonly text: string;
  /** What an item of a subquery's list is called, where it has a name. */
  readonly named?: string;
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
  /** Every word of it. */
  readonly words: ReadonlySet<string>;
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
  return bodies === undefined
    ? opaque(path, spelled(tokens))
    : queryOf(withoutPassing(bodies), tokens.slice(0, start), reading);
}

interface Reading {
  at(token: Token | undefined): Location;
}

function opaque(path: string, text: string): Query {
  const at = { path };
  const rest = new Map([["the whole file", { text, at }]]);
  const none = { rows: new Map(), grouping: new Map(), columns: new Map(), plain: false };
  return { canonical: text, at, ...none, rest, words: new Set() };
}

/** The columns of a seed, by its first line; its rows are data. */
function headerOf(path: string, text: string): Query {
  const [first = ""] = text.replace(/^\ufeff/, "").split(/\r?\n/, 1);
  const at = { path, line: 1, column: 1 };
  const names = first.split(",").map((name) => name.trim().replace(/^"|"$/g, "").toLowerCase());
  const columns = new Map(names.filter((name) => name !== "").map((name) => [name, { text: name, at }]));
  const canonical = [...columns.keys()].sort().join(",");
  return {
    canonical,
    at,
    rows: new Map(),
    grouping: new Map(),
    columns,
    plain: columns.size > 0,
    rest: new Map(),
    words: new Set(columns.keys()),
  };
}

/** Python without its comments and empty lines; how far lines are moved in means something. */
function pythonOf(text: string): string {
  const lines = text.split("\n").map((line) => line.replace(/^\s*#.*$/, "").trimEnd());
  return lines.filter((line) => line !== "").join("\n");
}

function queryOf(bodies: readonly Body[], above: readonly Token[], { at }: Reading): Query {
  const [rows, grouping, rest] = [new Map<string, Part>(), new Map<string, Part>(), new Map<string, Part>()];
  const columns = new Map<string, Part>();
  let plain = false;
  const final = finalOf(bodies);
  const all = bodies.map(({ name, tokens }) => ({ name, branches: branchesOf(tokens) }));
  const style: Style = {
    // which rows are left may follow from their order, wherever that is said
    ordered: bodies.some(({ tokens }) => tokens.some((token, index) => takesSome(token, tokens[index + 1]))),
    // what set operators join they join by place
    placed: all.some(({ branches }) => branches.length > 1),
  };
  const written = [spelled(above)];
  if (above.length > 0) rest.set("above the query", { text: spelled(above), at: at(above[0]) });
  for (const { name: called, branches } of all) {
    written.push(`( ${branches.map((branch) => writtenOf(branch, style)).join(" ")} )`);
    for (const [index, branch] of branches.entries()) {
      const label = `${called === "" ? "" : `${called}: `}${index === 0 ? "" : `${index + 1}. `}`;
      for (const { name, tokens } of branch) {
        const part: Part = { text: spelled([...tokens], name === "from"), at: at(tokens[0]) };
        if (name === "select") {
          const { distinct, items } = itemsOf(tokens);
          if (distinct.length > 0)
            grouping.set(`${label}distinct`, { text: `${spelled(distinct)} ${listed(items)}`, at: at(distinct[0]) });
          const isFinal = called === final && index === 0;
          if (isFinal) plain = items.every(isPlain);
          for (const [position, item] of items.entries()) {
            const named = outputOf(item);
            const one = { text: spelled(expressionOf(item)), at: at(item[0]), ...(named !== undefined && { named }) };
            if (isFinal) columns.set(named ?? `#${position + 1}`, one);
            else rest.set(`${label}${named ?? `#${position + 1}`}`, one);
          }
        } else if (name === "group by") grouping.set(`${label}group by`, { ...part, text: byPlace(tokens, branch) });
        else if (name === "window") rest.set(`${label}window`, part);
        else if (name !== "order by" || ordersMatter(branch, style))
          rows.set(`${label}${name}`, { ...part, text: `${name} ${part.text}`.trim() });
      }
    }
  }
  const place = at(bodies.at(-1)?.tokens[0]);
  const canonical = renumbered(written.join(" "), bodies);
  const words = new Set(bodies.flatMap(({ tokens }) => tokens.map(nameOf)));
  return { canonical, at: place, rows, grouping, columns, plain, rest, words };
}

/** `with final as (...) select * from final` is what stands in `final`, where nothing else reads that. */
function withoutPassing(bodies: readonly Body[]): readonly Body[] {
  let left = bodies;
  for (;;) {
    const [select, star, from, source, ...more] = left.at(-1)?.tokens ?? [];
    if (select?.text !== "select" || star?.text !== "*" || from?.text !== "from" || source === undefined) return left;
    const name = nameOf(source);
    const inner = left.slice(0, -1).filter((body) => body.name === name);
    const reads = left.flatMap(({ tokens }) => tokens.filter((token) => nameOf(token) === name));
    const [only] = inner;
    if (only?.tokens[0]?.text !== "select" || more.length > 0 || inner.length > 1 || reads.length !== 1) return left;
    left = [...left.slice(0, -1).filter((body) => body !== only), { name: "", tokens: only.tokens }];
  }
}

/** The subquery whose columns the model gives: `select * from` it and no more is it. */
function finalOf(bodies: readonly Body[]): string {
  const subqueries = new Map(bodies.filter(({ name }) => name !== "").map((body) => [body.name, body]));
  let [name, tokens] = ["", bodies.at(-1)?.tokens ?? []];
  for (let step = 0; step < bodies.length; step++) {
    const [select, star, from, source, next] = tokens;
    if (select?.text !== "select" || star?.text !== "*" || from?.text !== "from" || source === undefined) return name;
    const inner = subqueries.get(nameOf(source));
    // what else stands there may leave rows out, and never columns
    if (inner === undefined || (next !== undefined && !startsClause(next))) return name;
    [name, tokens] = [inner.name, inner.tokens];
  }
  return name;
}

function startsClause({ kind, text }: Token): boolean {
  return kind === "word" && /^(?:where|order|limit|qualify)$/.test(text);
}

/** What about the whole query decides how its parts count. */
interface Style {
  readonly ordered: boolean;
  readonly placed: boolean;
}

/** `limit 10`, `top 10`, `distinct on (...)`: which rows are left depends on their order. */
function takesSome({ kind, text }: Token, next: Token | undefined): boolean {
  if (kind !== "word") return false;
  return limits.has(text) || text === "top" || (text === "distinct" && next?.text === "on");
}

/** The order of rows counts where it decides which there are; Jinja may add what does. */
function ordersMatter(branch: readonly Clause[], { ordered }: Style): boolean {
  return (
    ordered || branch.some(({ name, tokens }) => name === "order by" && tokens.some(({ kind }) => kind === "jinja"))
  );
}

function writtenOf(branch: readonly Clause[], style: Style): string {
  return branch
    .filter(({ name }) => name !== "order by" || ordersMatter(branch, style))
    .map(({ name, tokens }) => {
      if (name === "group by") return `${name} ${byPlace(tokens, branch)}`;
      if (name !== "select") return `${name} ${spelled(tokens, name === "from")}`;
      const { distinct, items } = itemsOf(tokens);
      const told = items.map((item) => `${spelled(expressionOf(item))} as ${outputOf(item) ?? ""}`);
      return `select ${spelled(distinct)} ${(style.placed ? told : told.sort()).join(" , ")}`;
    })
    .join(" ");
}

/** Every item, whatever their order: what rows are told apart by where all of it counts. */
function listed(items: readonly (readonly Token[])[]): string {
  return items
    .map((item) => spelled(expressionOf(item)))
    .sort()
    .join(" , ");
}

/** `group by 1` as what stands there first. */
function byPlace(tokens: readonly Token[], branch: readonly Clause[]): string {
  const select = branch.find(({ name }) => name === "select");
  const items = select === undefined ? [] : itemsOf(select.tokens).items;
  if (tokens.length === 1 && tokens[0]?.text === "all") return `all ${listed(items)}`;
  return itemsOf(tokens)
    .items.map((item) => {
      const [only] = item;
      const meant = item.length === 1 && only?.kind === "number" ? items[Number(only.text) - 1] : undefined;
      return spelled(meant === undefined ? item : expressionOf(meant));
    })
    .join(" , ");
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
