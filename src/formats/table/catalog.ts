import { get, itemsOf, type Tree, textOf, Unreadable } from "../../text/tree.ts";
import { digest } from "../fingerprint.ts";
import { defineFormat, type Found, type Source } from "../format.ts";
import { diffTables } from "./diff.ts";
import { reach } from "./elements.ts";
import { proseIn, tableWordings } from "./prose.ts";
import { documentsOf, flagOf, locationOf, readDocument, requiredText, uniqueNames, unreadable } from "./read.ts";
import { tableRules } from "./rules.ts";
import { rowSamples } from "./sample.ts";
import { byName, type Column, type Table, type TableContract } from "./table.ts";
import { dialectNames, type TypeNames } from "./type-names.ts";
import { writtenType } from "./type-text.ts";
import { witnessRow } from "./witness.ts";

/**
 * A catalog's version history (a list of tables, each at a version) or a proposal of one new version. The names are those
 * of readers, `database.table`.
 */
export const catalogFormat = defineFormat<typeof tableRules, TableContract>({
  name: "table",
  family: "table",
  globs: ["**/*.yml", "**/*.yaml", "**/*.json"],
  claims: (_path, text) => /(?:^|[\s{,"])table"?\s*:/.test(text) && /(?:^|[\s{,"])columns"?\s*:/.test(text),
  mode: "FORWARD",
  rules: tableRules,
  find(path, text) {
    if (!/\btable\b/.test(text) || !/\b(?:version|columns)\b/.test(text)) return [];
    const entries = entriesOf(path, readDocument(path, text));
    return entries.map(
      ({ part, name, version, tree }): Found => ({
        ...{ part, names: [name], version },
        ...(part !== "" && { says: digest(written(tree)) }),
      }),
    );
  },
  parse(source, options) {
    const names = typeof options.dialect === "string" ? dialectNames.get(options.dialect) : undefined;
    return { tables: pick(source).map((entry) => tableOf(entry, names)), dialect: byName({ ordered: true }) };
  },
  diff: diffTables,
  wordings: tableWordings,
  reach,
  witness: witnessRow,
  samples: rowSamples,
});

interface Entry {
  readonly path: string;
  readonly tree: Tree;
  readonly part: string;
  readonly name: string;
  readonly version: string | undefined;
}

/** What a document holds; nothing where it is something else. @throws Unreadable */
function entriesOf(path: string, tree: Tree): readonly Entry[] {
  if (tree.kind === "object") {
    if (!isEntry(tree)) return [];
    return [{ path, tree, part: "", name: nameOf(path, tree), version: versionOf(path, tree) }];
  }
  const items = itemsOf(tree);
  if (!items.some(isEntry)) return [];
  const entries = items.map((item): Entry => {
    if (item.kind !== "object") return unreadable(path, item, "expected a table with its version and columns");
    const name = nameOf(path, item);
    const version = versionOf(path, item);
    if (version === undefined) return unreadable(path, item, `table ${name} has no "version"`);
    return { path, tree: item, part: `${name}@${version}`, name, version };
  });
  const seen = new Set<string>();
  for (const { part, name, version, tree: item } of entries) {
    if (seen.has(part)) unreadable(path, item, `version ${version} of ${name} stands twice`);
    seen.add(part);
  }
  return entries;
}

/** Everything an entry says, wherever in the file it says it. */
function written(tree: Tree): unknown {
  if (tree.kind === "array") return tree.items.map(written);
  if (tree.kind !== "object") return textOf(tree) ?? null;
  return Object.fromEntries([...tree.members].map(([key, { value }]) => [key, written(value)]));
}

function isEntry(tree: Tree): boolean {
  return textOf(get(tree, "table")) !== undefined && ["version", "columns"].some((key) => get(tree, key) !== undefined);
}

function nameOf(path: string, tree: Tree): string {
  const table = requiredText(path, tree, "table", "a table");
  const database = get(tree, "database") === undefined ? "" : requiredText(path, tree, "database", `table ${table}`);
  return database === "" || table.startsWith(`${database}.`) ? table : `${database}.${table}`;
}

function versionOf(path: string, tree: Tree): string | undefined {
  const version = get(tree, "version");
  if (version === undefined) return undefined;
  const text = textOf(version);
  if (text === undefined || !/^[0-9]{1,9}$/.test(text)) unreadable(path, version, '"version" must be a whole number');
  return text;
}

/** The part that is meant; without one, every table at its highest version. */
function pick(source: Source): readonly Entry[] {
  const entries = documentsOf(source).flatMap(({ path, tree }) => entriesOf(path, tree));
  const path = source.entry;
  if (source.part !== "") {
    const entry = entries.find(({ part }) => part === source.part);
    if (entry === undefined) throw new Unreadable(`${source.part} does not stand in the file`, { path });
    return [entry];
  }
  if (entries.length === 0) throw new Unreadable('expected a table: "table", "version" and "columns"', { path });
  const current = new Map<string, Entry>();
  for (const entry of entries) {
    const known = current.get(entry.name);
    if (known === undefined || Number(known.version ?? 0) < Number(entry.version ?? 0)) current.set(entry.name, entry);
  }
  return [...current.values()];
}

function tableOf({ path, tree, name }: Entry, names: TypeNames | undefined): Table {
  const list = get(tree, "columns");
  if (list === undefined) return unreadable(path, tree, `table ${name} has no "columns"`);
  if (list.kind !== "array" || list.items.length === 0)
    return unreadable(path, list, `"columns" of ${name} must be a list with at least one column`);
  const read = list.items.map((item) => ({ item, column: columnOf(path, item, names) }));
  uniqueNames(
    read.map(({ column }) => column),
    "column",
  );
  const ordered = inOrder(path, read);
  return {
    name,
    at: locationOf(path, tree),
    columnsAt: locationOf(path, list),
    columns: ordered.map(({ column }) => column),
    primaryKey: ordered
      .filter(({ item }) => flagOf(path, item, "primary_key") === true)
      .map(({ column }) => column.path),
    constraints: [],
    prose: proseIn(path, tree),
  };
}

function columnOf(path: string, item: Tree, names: TypeNames | undefined): Column {
  if (item.kind !== "object") return unreadable(path, item, "a column must have a name and a type");
  const name = requiredText(path, item, "name", "a column");
  const typeText = requiredText(path, item, "type", `column ${name}`);
  const key = flagOf(path, item, "primary_key") === true;
  const place = (field: string) => item.members.get(field)?.at;
  const [typeAt, nullableAt, defaultAt] = [place("type"), place("nullable"), place("default")];
  const value = get(item, "default");
  if (value?.kind === "array" || value?.kind === "object") unreadable(path, value, '"default" must be a single value');
  const fallback = textOf(value);
  return {
    name,
    path: name,
    at: locationOf(path, item),
    ...writtenType(typeText, name, locationOf(path, item), names),
    typeText,
    constraints: [],
    prose: proseIn(path, item),
    ...(typeAt && { typeAt: locationOf(path, typeAt) }),
    nullable: flagOf(path, item, "nullable") ?? !key,
    ...(nullableAt && { nullableAt: locationOf(path, nullableAt) }),
    ...(fallback !== undefined && { default: fallback }),
    ...(defaultAt && { defaultAt: locationOf(path, defaultAt) }),
  };
}

interface Read {
  readonly item: Tree;
  readonly column: Column;
}

/** By `ordinal` or `position` where every column has one, else as they stand. */
function inOrder(path: string, read: readonly Read[]): readonly Read[] {
  const placed = read.map((one) => ({ one, ordinal: ordinalOf(path, one.item) }));
  if (placed.some(({ ordinal }) => ordinal === undefined)) return read;
  return placed.sort((a, b) => (a.ordinal ?? 0) - (b.ordinal ?? 0)).map(({ one }) => one);
}

function ordinalOf(path: string, item: Tree): number | undefined {
  const value = get(item, "ordinal") ?? get(item, "position");
  if (value === undefined) return undefined;
  if (value.kind !== "number" || !Number.isSafeInteger(value.value))
    unreadable(path, value, "a column's position must be a whole number");
  return value.kind === "number" ? value.value : undefined;
}
