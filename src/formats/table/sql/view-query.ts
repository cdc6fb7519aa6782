import type { Column } from "../table.ts";
import type { Reading } from "./constraints.ts";
import { nameOf, type SqlDialect, takeNames } from "./names.ts";
import { Cursor, isText, type Token } from "./tokens.ts";
import { branchesOf, deepest, findTop, type Select, selectOf, unwrapped, withNames } from "./view-clauses.ts";
import { chainOf, type Item, itemOf } from "./view-item.ts";
import { isQuery, type Source, sourcesIn } from "./view-sources.ts";
import { typed } from "./view-type.ts";

/** A column of a table or view, by which a column of a query is known. */
export interface Origin {
  readonly table: string;
  /** The column, and the fields within it. */
  readonly path: readonly string[];
}

/** A column that a query gives. */
export interface Output {
  readonly name: string;
  readonly at: Token;
  /** Where it is no more than that column. */
  readonly origin?: Origin;
  /** The type where it is certain. */
  readonly type?: Pick<Column, "type" | "fields" | "typeText" | "typeAt">;
  readonly nullable: boolean;
  /** It may be null whatever it comes from. */
  readonly loose?: true;
  /** What stands behind it, in normal form. */
  readonly expression: string;
  /** Where that is a column and no more: which of several sources it is of, empty where nothing says. */
  readonly of?: string;
}

/** What is known of the tables and views that a query reads. */
export interface Surroundings {
  readonly reading: Reading;
  /** What a name in a query means, and its columns where they are known. */
  source(name: string): { readonly table: string; readonly columns: readonly Column[] | undefined } | undefined;
  /** Notes that the query reads a column. */
  uses(origin: Origin): void;
}

/** Columns in a query, by the source that has them. */
interface Visible {
  readonly alias: string | undefined;
  /** Undefined where they are not known. */
  readonly columns: readonly Output[] | undefined;
  /** How columns that are not known one by one are told apart in expressions. */
  readonly told: string;
}

interface Scope {
  readonly visible: readonly Visible[];
  readonly whole: boolean;
  readonly merged: boolean;
  readonly outer: Scope | undefined;
}

type Names = ReadonlyMap<string, readonly Output[] | undefined>;

/** More columns than this are not told one by one. */
const most = 2000;

/** The columns that a query gives, in their order; undefined where they cannot be known. */
export function outputsOf(query: readonly Token[], around: Surroundings): readonly Output[] | undefined {
  const found = inQuery(query, around, { names: new Map(), outer: undefined, depth: 0 });
  if (found === undefined || found.length > most) return undefined;
  const names = new Set(found.map(({ name }) => name.toLowerCase()));
  return names.size === found.length && !names.has("") ? found : undefined;
}

interface Place {
  readonly names: Names;
  readonly outer: Scope | undefined;
  readonly depth: number;
}

function inQuery(tokens: readonly Token[], around: Surroundings, place: Place): readonly Output[] | undefined {
  if (place.depth > deepest) return undefined;
  const { dialect } = around.reading;
  const parts = withNames(unwrapped(tokens));
  if (parts === undefined) return undefined;
  const names = new Map(parts.named.length === 0 ? [] : place.names);
  for (const { name, columns, query } of parts.named) {
    const key = nameOf(name, dialect);
    const given = parts.recursive ? new Map(names).set(key, undefined) : names;
    const found = inQuery(query, around, { ...place, names: given, depth: place.depth + 1 });
    const list = columns && takeNames(new Cursor([bracket("("), ...columns, bracket(")")]), dialect);
    names.set(key, renamed(found, list));
  }
  const within = { ...place, names: parts.named.length === 0 ? place.names : names };
  const inner = unwrapped(parts.query);
  if (isText(inner[0], "WITH")) return inQuery(inner, around, deeper(within));
  const branches = branchesOf(inner).map((branch) => inBranch(branch, around, within));
  const [first, ...more] = branches;
  if (first === undefined || more.length === 0) return first;
  return first.map((output, index) => {
    const others = more.map((branch) => branch?.[index]);
    const same = others.every((one) => one !== undefined && sameType(one, output));
    const { origin: _origin, type, ...rest } = output;
    const nullable = output.nullable || others.some((one) => one === undefined || one.nullable);
    return { ...rest, nullable, ...(same && type && { type }) };
  });
}

/** With the names that are listed for them. */
export function renamed(
  outputs: readonly Output[] | undefined,
  names: readonly string[] | undefined,
): readonly Output[] | undefined {
  if (names === undefined || outputs === undefined) return outputs;
  return names.length > outputs.length
    ? undefined
    : outputs.map((output, index) => ({ ...output, name: names[index] ?? output.name }));
}

const bracket = (text: string): Token => ({ kind: "symbol", text, raw: text, line: 1, column: 1 });

function sameType(one: Output, other: Output): boolean {
  const told = ({ type }: Output) => type && JSON.stringify([type.type, type.typeText.toLowerCase()]);
  return told(one) !== undefined && told(one) === told(other);
}

function inBranch(tokens: readonly Token[], around: Surroundings, place: Place): readonly Output[] | undefined {
  const select = selectOf(tokens);
  if (select === undefined) {
    const inner = unwrapped(tokens);
    return inner.length < tokens.length ? inQuery(inner, around, { ...place, depth: place.depth + 1 }) : undefined;
  }
  const scope = scopeOf(select, around, place);
  for (const part of [...select.items, select.from, select.rest]) note(part, select.from, scope, around, place);
  const found: Output[] = [];
  for (const tokens of select.items) {
    const given = starOf(tokens, scope, around) ?? [
      outputOf(itemOf(tokens, around.reading.dialect), scope, around, select),
    ];
    if (given.includes(undefined) || found.length > most) return undefined;
    found.push(...given.filter((one) => one !== undefined));
  }
  return found;
}

function scopeOf({ from }: Select, around: Surroundings, place: Place): Scope {
  const { list, merged, whole } = sourcesIn(from, around.reading.dialect);
  const visible = list.map((source) => visibleOf(source, around, place));
  return { visible, whole, merged, outer: place.outer };
}

function visibleOf(source: Source, around: Surroundings, place: Place): Visible {
  const { name, query, alias, optional } = source;
  const columns = query === undefined ? columnsOf(name, around, place) : inQuery(query, around, deeper(place));
  const known = source.renamed ? undefined : columns;
  return {
    alias,
    columns: optional ? known?.map((one) => ({ ...one, nullable: true, loose: true })) : known,
    told: name ?? alias ?? "",
  };
}

const deeper = (place: Place): Place => ({ ...place, depth: place.depth + 1 });

function columnsOf(name: string | undefined, around: Surroundings, { names }: Place): readonly Output[] | undefined {
  if (name === undefined) return undefined;
  if (names.has(name)) return names.get(name);
  const source = around.source(name);
  return source?.columns?.map((column) => ({
    name: column.name,
    at: bracket(""),
    origin: { table: source.table, path: [column.name] },
    ...(column.typeText !== "" && { type: column }),
    nullable: column.nullable,
    of: "",
    expression: column.name,
  }));
}

/** `*`, `t.*`, and without some of them; undefined where an item is anything else, its one member where it is not known. */
function starOf(
  tokens: readonly Token[],
  scope: Scope,
  around: Surroundings,
): readonly (Output | undefined)[] | undefined {
  const { dialect } = around.reading;
  const star = findTop(tokens, (token) => isText(token, "*"));
  const isStar = star === 0 || (star > 0 && isText(tokens[star - 1], "."));
  if (!isStar) return undefined;
  const prefix = tokens.slice(0, Math.max(0, star - 1));
  const sources = prefix.length === 0 ? scope.visible : sourcesCalled(chainOf(prefix, dialect), scope);
  // BigQuery takes what is there at the time
  for (const { origin } of dialect === "bigquery" ? [] : sources.flatMap((source) => source.columns ?? []))
    if (origin !== undefined) around.uses(origin);
  const unsure = prefix.length === 0 && (scope.merged || !scope.whole);
  const unknown = sources.length === 0 || sources.some(({ columns }) => columns === undefined);
  const columns = unsure || unknown ? undefined : sources.flatMap((source) => source.columns ?? []);
  const cursor = new Cursor(tokens.slice(star + 1));
  const but = cursor.skip("EXCEPT") || cursor.skip("EXCLUDE");
  const [only] = cursor.rest;
  const left = but
    ? (takeNames(cursor, dialect) ?? (only === undefined ? [] : [nameOf(cursor.take() ?? only, dialect)]))
    : [];
  if (columns === undefined || cursor.next !== undefined) return [undefined];
  const gone = new Set(left.map((name) => name.toLowerCase()));
  return columns
    .filter(({ name }) => !gone.has(name.toLowerCase()))
    .map((column) => ({ ...column, at: tokens[0] as Token }));
}

/** The sources that a prefix, `t` or `schema.t`, may mean. */
function sourcesCalled(prefix: readonly string[] | undefined, { visible }: Scope): readonly Visible[] {
  if (prefix === undefined) return [];
  const wanted = prefix.join(".").toLowerCase();
  const found = visible.filter(({ alias, told }) => {
    const name = told.toLowerCase();
    return alias?.toLowerCase() === wanted || (prefix.length > 1 && (name === wanted || name.endsWith(`.${wanted}`)));
  });
  return found.length === 1 ? found : [];
}

/** Letters' case tells columns apart where names keep it. */
export function foldedName(name: string, dialect: SqlDialect): string {
  return dialect === "bigquery" || dialect === "spark" ? name.toLowerCase() : name;
}

function sameName(one: string, other: string, dialect: SqlDialect): boolean {
  return foldedName(one, dialect) === foldedName(other, dialect);
}

interface Meant {
  readonly output: Output | undefined;
  /** Names of fields within the column. */
  readonly fields: readonly string[];
  /** Who has it, where no more than that is known. */
  readonly told: string;
}

/** What a reference means: in the query itself, else in one around it. Undefined where nobody can tell. */
function meaning(chain: readonly string[], scope: Scope, dialect: SqlDialect): Meant | undefined {
  const { visible, whole, outer } = scope;
  for (let length = Math.min(chain.length - 1, 3); length > 0; length--) {
    const [source] = sourcesCalled(chain.slice(0, length), scope);
    if (source === undefined) continue;
    const [name = "", ...fields] = chain.slice(length);
    const output = source.columns?.find((one) => sameName(one.name, name, dialect));
    return { output, fields, told: visible.length > 1 ? source.told : "" };
  }
  const [name = "", ...fields] = chain;
  const owners = visible.flatMap(({ columns }) => columns?.find((one) => sameName(one.name, name, dialect)) ?? []);
  const open = !whole || visible.some(({ columns }) => columns === undefined);
  if (owners.length === 1 && !open) return { output: owners[0], fields, told: "" };
  if (owners.length === 0 && !open && outer !== undefined) return meaning(chain, outer, dialect);
  return undefined;
}

function outputOf(item: Item, scope: Scope, around: Surroundings, { cubed }: Select): Output | undefined {
  const { expression, at } = item;
  const chain = chainOf(expression, around.reading.dialect);
  const meant = chain && meaning(chain, scope, around.reading.dialect);
  const name = item.name ?? "";
  const source = meant?.output;
  if (source !== undefined && meant?.fields.length === 0)
    return {
      ...source,
      name,
      at,
      nullable: source.nullable || cubed,
      ...(cubed && { loose: true }),
      ...(source.of !== undefined && { of: meant.told || source.of }),
    };
  if (source?.origin !== undefined && meant !== undefined) {
    const origin = { ...source.origin, path: [...source.origin.path, ...meant.fields] };
    return { name, at, nullable: true, origin, expression: meant.fields.join("."), of: meant.told };
  }
  const certain = typed(expression, around.reading, (inner) => {
    const found = chainOf(inner, around.reading.dialect);
    return found && meaning(found, scope, around.reading.dialect)?.output;
  });
  return {
    name,
    at,
    nullable: certain?.nullable !== false || cubed,
    ...(certain?.type && { type: certain.type }),
    ...(chain && { of: meant?.told ?? "" }),
    expression:
      chain?.at(-1) ?? expression.map(({ kind, raw }) => (kind === "word" ? raw.toLowerCase() : raw)).join(" "),
  };
}

/** Notes which columns of known tables a part of the query reads, and reads the queries within it. */
function note(
  tokens: readonly Token[],
  from: readonly Token[],
  scope: Scope,
  around: Surroundings,
  place: Place,
): void {
  const { dialect } = around.reading;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    if (isText(token, "(") && isQuery(tokens.slice(at + 1, at + 2))) {
      const end = behindSubquery(tokens, at);
      // those that are read from are read as sources
      if (tokens !== from || !isSource(tokens[at - 1]))
        inQuery(tokens.slice(at + 1, end - 1), around, { ...place, outer: scope, depth: place.depth + 1 });
      at = end - 1;
      continue;
    }
    if (token.kind !== "word" && token.kind !== "name") continue;
    const chain = [nameOf(token, dialect)];
    const before = tokens[at - 1];
    while (isText(tokens[at + 1], ".") && (tokens[at + 2]?.kind === "word" || tokens[at + 2]?.kind === "name")) {
      chain.push(nameOf(tokens[at + 2] as Token, dialect));
      at += 2;
    }
    if (isText(tokens[at + 1], "(") || isText(before, "AS") || isText(before, "::")) continue;
    const origin = meaning(chain, scope, dialect)?.output?.origin;
    if (origin !== undefined) around.uses(origin);
  }
}

function isSource(before: Token | undefined): boolean {
  return before === undefined || ["(", ",", "JOIN", "LATERAL", "ONLY"].some((text) => isText(before, text));
}

function behindSubquery(tokens: readonly Token[], start: number): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    if (isText(tokens[at], "(")) depth++;
    else if (isText(tokens[at], ")") && --depth === 0) return at + 1;
  }
  return tokens.length;
}
