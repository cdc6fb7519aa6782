import type { Location, Wording } from "../../../model.ts";
import type { Emit } from "../../format.ts";
import { diffTables } from "../diff.ts";
import { type KeptTable, keptTables } from "../pair-identity.ts";
import { tableWordings } from "../prose.ts";
import { between, type Differing, wordingFrom } from "../query/differing.ts";
import type { Part, Query } from "../query/query.ts";
import type { TableRules } from "../rules.ts";
import type { Column, Table, TableContract } from "../table.ts";
import type { Build, Decisive } from "./build.ts";

/** Compares models: what their entries say, and whether and how their project still makes them. */
export function diffModels(base: TableContract, head: TableContract, emit: Emit<TableRules>): void {
  const pairs = keptTables(base, head);
  const gone = new Map(pairs.flatMap(toldGone));
  for (const [{ base: table, prefix }, { says, at }] of gone)
    emit("table-removed", {
      element: prefix,
      before: table.name,
      after: null,
      message: `the ${table.build?.called ?? "model"} ${table.name} is gone: ${says}${table.life?.ends === undefined ? "" : `; its end is announced for ${table.life.ends}`}`,
      location: at,
      ...(table.life?.ends !== undefined && { announced: table.life.ends }),
    });
  for (const pair of pairs)
    if (pair.head.build?.without === undefined && pair.base.build?.without !== undefined) come(pair, emit);
  const kept = new Map([...gone.keys()].map((pair) => [pair.head, pair.base]));
  diffTables(base, { ...head, tables: head.tables.map((table) => kept.get(table) ?? table) }, emit);
  for (const pair of pairs.filter((one) => !gone.has(one))) {
    diffSettings(pair, emit);
    diffGiven(pair, emit);
  }
}

/** Where texts about models differ, and where the queries behind them do. */
export function modelWordings(base: TableContract, head: TableContract): readonly Wording[] {
  return [
    ...tableWordings(base, head),
    ...keptTables(base, head).flatMap((pair) => (toldGone(pair).length > 0 ? [] : queryWordings(pair))),
  ];
}

interface Gone {
  readonly says: string;
  readonly at: Location;
}

function toldGone(pair: KeptTable): readonly (readonly [KeptTable, Gone])[] {
  const [was, is] = [pair.base.build, pair.head.build];
  if (was === undefined || is === undefined || was.without !== undefined) return [];
  const gone = is.without ?? goneFile(was, is, pair.head.at);
  return gone === undefined ? [] : [[pair, gone]];
}

function goneFile(was: Build, is: Build, at: Location): Gone | undefined {
  if (was.project !== undefined && is.project === undefined)
    return { says: `no dbt_project.yml stands above it any more (it was in ${was.project})`, at };
  if (was.file !== undefined && is.file === undefined)
    return { says: `its file ${was.file} is no longer among the project's ${was.called}s`, at };
  if (was.described === true && is.described === false)
    return { says: "its entry stands under none of the project's paths any more", at };
  return undefined;
}

function come({ base, head, prefix }: KeptTable, emit: Emit<TableRules>): void {
  const message = `the ${base.build?.called ?? "model"} ${base.name} is made again`;
  emit("table-added", { element: prefix, before: null, after: head.name, message, location: head.at });
}

/** A setting that only a run of dbt can tell, and that is no longer what it was, may have any value. */
function diffSettings({ base, head, prefix }: KeptTable, emit: Emit<TableRules>): void {
  const [was, is] = [base.build?.decisive, head.build?.decisive];
  if (was === undefined || is === undefined) return;
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    const [before, after] = [was.get(key), is.get(key)];
    if (!(before?.computed || after?.computed) || before?.text === after?.text) continue;
    // whatever it was, it stands now
    if (key === "enabled" && !after?.computed) continue;
    const told = (one: Decisive | undefined) => (one === undefined ? "not set" : `\`${one.text}\``);
    emit("setting-computed", {
      element: prefix,
      before: before === undefined ? null : { setting: key, is: before.text },
      after: after === undefined ? null : { setting: key, is: after.text },
      message: `${key} of ${head.name} was ${told(before)} and is ${told(after)}, which only a run of dbt can tell`,
      basis: "not-analysed",
      location: after?.at ?? head.at,
    });
  }
}

/** A column that the query certainly gave, and certainly gives no longer, though the entry still lists it. */
function diffGiven({ base, head, prefix }: KeptTable, emit: Emit<TableRules>): void {
  const [was, is] = [base.build?.query, head.build?.query];
  if (was === undefined || is === undefined || !was.plain || !is.plain || is.columns.size === 0) return;
  for (const column of head.columns) {
    const name = column.name.toLowerCase();
    if (!was.columns.has(name) || is.columns.has(name) || !base.columns.some((one) => sameName(one, column))) continue;
    emit("column-removed", {
      element: prefix === "" ? column.path : `${prefix}.${column.path}`,
      before: column.typeText,
      after: null,
      message: `${is.at.path} no longer gives the column ${column.name}, which its entry still lists`,
      location: is.at,
    });
  }
}

function sameName(one: Column, other: Column): boolean {
  return one.name.toLowerCase() === other.name.toLowerCase();
}

function queryWordings({ base, head, prefix }: KeptTable): readonly Wording[] {
  const [was, is] = [base.build, head.build];
  if (was === undefined || is === undefined) return [];
  const keys =
    was.uniqueKey && is.uniqueKey ? between(named("unique_key", was.uniqueKey), named("unique_key", is.uniqueKey)) : [];
  if (was.query === undefined || is.query === undefined || was.query.canonical === is.query.canonical)
    return wordingFrom(prefix, "grouping", keys, head.at);
  return [...inQueries(was.query, is.query, base, prefix), ...wordingFrom(prefix, "grouping", keys, head.at)];
}

const named = (name: string, part: Part) => new Map(part.text === "" ? [] : [[name, part]]);

function inQueries(was: Query, is: Query, { columns }: Table, prefix: string): readonly Wording[] {
  const paths = new Map(columns.map((column) => [column.name.toLowerCase(), column.path]));
  const given = between(was.columns, is.columns);
  const fields = given.flatMap((one) => {
    const path = paths.get(one.name);
    const isKept = one.before !== undefined && one.after !== undefined;
    if (path === undefined || !isKept) return [];
    return wordingFrom(prefix === "" ? path : `${prefix}.${path}`, "expression", [one], is.at);
  });
  // what stands under no name may be any of the columns
  const unnamed = given.filter(({ name, before, after }) =>
    // what one of two plain lists lacks is told as such
    paths.has(name) ? !(was.plain && is.plain) && (before === undefined || after === undefined) : !isName(name),
  );
  const found = [
    ...wordingFrom(prefix, "rows", between(was.rows, is.rows), is.at),
    ...wordingFrom(prefix, "grouping", between(was.grouping, is.grouping), is.at),
    ...fields,
    ...wordingFrom(prefix, "expression", [...unnamed, ...onTheWay(was, is, paths)], is.at),
  ];
  if (found.length > 0 || given.length > 0 || between(was.rest, is.rest).length > 0) return found;
  return [{ element: prefix, kind: "expression", before: was.canonical, after: is.canonical, location: is.at }];
}

/** What changes in subqueries, but for columns that come where nothing spoke of them, or go where nothing does any more. */
function onTheWay(was: Query, is: Query, promised: ReadonlyMap<string, string>): readonly Differing[] {
  return between(was.rest, is.rest).filter(({ before, after }) => {
    const named = (before ?? after)?.named;
    if (named === undefined || promised.has(named) || (before !== undefined && after !== undefined)) return true;
    if (wholeRows.some((word) => was.words.has(word) || is.words.has(word))) return true;
    return (before === undefined ? was : is).words.has(named);
  });
}

/** Where one of these stands, a further column may tell rows apart. */
const wholeRows = ["distinct", "natural", "union", "intersect", "except", "minus", "all", "pivot", "unpivot"];

const isName = (name: string) => !name.startsWith("#") && !name.includes("*");
