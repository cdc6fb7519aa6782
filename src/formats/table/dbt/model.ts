import { get, itemsOf, type ObjectTree, type Place, type Tree, textOf, textsOf } from "../../../text/tree.ts";
import type { Constraint } from "../constraint.ts";
import { tellingTags, textConstraint } from "../document.ts";
import { lifeFrom } from "../lifecycle.ts";
import { proseIn } from "../prose.ts";
import { locationOf, unreadable } from "../read.ts";
import type { Column, Table } from "../table.ts";
import { unsaid } from "../type.ts";
import { sharedNames, type TypeNames } from "../type-names.ts";
import { writtenType } from "../type-text.ts";
import { type Built, builtFrom, type Surrounding } from "./build.ts";
import { isComputed } from "./config.ts";
import { type Kind, kinds, stemsOf } from "./files.ts";
import { testsOf } from "./tests.ts";

export interface Model {
  readonly name: string;
  readonly version: string | undefined;
  readonly table: Table;
  /** Its entry. */
  readonly model: Tree;
}

/** Whether a model, seed or snapshot is a contract: it says whether it is enforced, or the types of its columns. */
export function isContract(model: Tree): boolean {
  if (get(get(model, "config"), "column_types") !== undefined) return true;
  const typed = (of: Tree) => itemsOf(get(of, "columns")).some((column) => get(column, "data_type") !== undefined);
  const said = (of: Tree) => get(get(of, "config"), "contract") !== undefined;
  return [model, ...itemsOf(get(model, "versions"))].some((one) => typed(one) || said(one));
}

/** The files of one side, and which of the models is meant; empty for all. */
interface Around extends Omit<Surrounding, "properties"> {
  readonly part: string;
}

/** Every entry of a properties file that is described as its models are. */
export function entriesIn(tree: Tree | undefined): readonly Tree[] {
  return kinds.flatMap(({ list }) => itemsOf(get(tree, list)));
}

/** Every model of a properties file, each of its versions, and under its own name the latest one. @throws Unreadable */
export function modelsIn(path: string, tree: Tree, files: Around, names: TypeNames = sharedNames): readonly Model[] {
  return kinds.flatMap((kind) => ofKind(kind, path, tree, files, names));
}

function ofKind(kind: Kind, path: string, tree: Tree, files: Around, names: TypeNames): readonly Model[] {
  return itemsOf(get(tree, kind.list)).flatMap((model): readonly Model[] => {
    if (model.kind !== "object") return unreadable(path, model, `a ${kind.called} must have a name`);
    const name = nameOf(path, model, `a ${kind.called}`);
    const { part, ...around } = files;
    // the files of the others need not be read
    const isMeant = part === "" || part === name || part.startsWith(`${name}.v`);
    const own = isMeant ? around : { ...around, files: new Map<string, string>() };
    const reading: Reading = { path, model, name, files: { ...own, properties: path }, names };
    const whole = builtFrom(kind, stemsOf(model)(undefined), [model], [name], reading.files);
    if (!isContract(model) && textOf(get(whole.setting("contract"), "enforced")) !== "true") return [];
    const versions = itemsOf(get(model, "versions")).map((version) => ({ version, v: versionOf(path, version) }));
    if (versions.length === 0) return [{ name, version: undefined, table: tableIn(reading, undefined, whole), model }];
    const latest = textOf(get(model, "latest_version")) ?? highest(versions.map(({ v }) => v));
    const each = versions.map(({ version, v }) => {
      const stems = [...stemsOf(model)(version), ...(v === latest ? [name] : [])];
      const built = builtFrom(kind, stems, [version, model], [name, `v${v}`], reading.files);
      return { name, version: v, table: tableIn(reading, { version, v }, built), model };
    });
    const current = each.find(({ version }) => version === latest);
    if (current === undefined)
      return unreadable(path, get(model, "latest_version") ?? model, `${name} has no version ${latest}`);
    const at = get(model, "latest_version") ?? model;
    const moving: Constraint = { kind: "lifecycle", name: "latest_version", value: latest, at: locationOf(path, at) };
    const alias: Table = {
      ...current.table,
      name,
      aliasOf: latest,
      constraints: [...current.table.constraints, moving],
    };
    return [...each, { name, version: undefined, table: alias, model }];
  });
}

interface Reading {
  readonly path: string;
  readonly model: ObjectTree;
  readonly name: string;
  readonly files: Surrounding;
  readonly names: TypeNames;
}

interface Version {
  readonly version: Tree;
  readonly v: string;
}

/** Names are texts in this place, whatever YAML makes of `no`, `~` or `1e3`. */
function nameOf(path: string, item: Tree, what: string): string {
  const name = get(item, "name");
  const text = name?.kind === "null" ? name.raw : textOf(name);
  return text === undefined || text === "" ? unreadable(path, item, `${what} has no "name"`) : text;
}

function versionOf(path: string, version: Tree): string {
  return textOf(get(version, "v")) ?? unreadable(path, version, 'a version has no "v"');
}

/** dbt documentation, latest_version: the greatest number, or the last text where a version is none. */
function highest(versions: readonly string[]): string {
  const numbers = versions.every((version) => Number.isFinite(Number(version)));
  const sorted = [...versions].sort((a, b) => (numbers ? Number(a) - Number(b) : a < b ? -1 : 1));
  return sorted.at(-1) ?? "";
}

function tableIn(reading: Reading, version: Version | undefined, built: Built): Table {
  const { path, model, name } = reading;
  const { setting, placeOf, build } = built;
  const written = setting("materialized");
  const materialized = textOf(written);
  // dbt documentation, Constraints: a view or an ephemeral model has none, whatever its properties say
  const holds =
    materialized === undefined ||
    isComputed(written) ||
    ["table", "incremental", "materialized_view"].includes(materialized);
  const items = columnItems(reading, version);
  const own = itemsOf(get(model, "constraints")).map((item) => ({ item, columns: textsOf(get(item, "columns")) }));
  const nested = items.flatMap(({ item, name: column }) =>
    itemsOf(get(item, "constraints")).map((constraint) => ({ item: constraint, columns: [column] })),
  );
  const promises = holds ? [...own, ...nested] : [];
  const of = (type: string) => promises.filter(({ item }) => textOf(get(item, "type")) === type);
  const place = locationOf(path, version?.version ?? model);
  const relation = relationOf(setting, version === undefined ? name : `${name}_v${version.v}`);
  return {
    name: version === undefined ? name : `${name}.v${version.v}`,
    ...(relation !== undefined && { physicalName: relation }),
    build,
    at: place,
    columnsAt: locationOf(path, get(model, "columns") ?? model),
    columns: items.map((one) => columnIn(reading, one, promises)),
    ...lifeFrom(undefined, textOf(get(version?.version ?? model, "deprecation_date"))),
    primaryKey: of("primary_key").flatMap(({ columns }) => columns),
    prose: [...proseIn(path, model), ...proseIn(path, version?.version)],
    constraints: [
      ...enforcement(placeOf("contract").path, get(setting("contract"), "enforced")),
      ...promises.filter(({ columns }) => columns.length !== 1).flatMap((promise) => constraintOf(path, promise)),
      ...(materialized === undefined
        ? []
        : [{ kind: "layout", name: "materialized", value: materialized, at: place } as const]),
      // dbt documentation, Model access: protected unless it says
      {
        kind: "access",
        name: "access",
        value: (textOf(setting("access")) ?? "protected").toLowerCase(),
        at: placeOf("access"),
      },
      ...deprecation(path, get(version?.version ?? model, "deprecation_date")),
    ],
    quality: testsOf(path, testing(version?.version) ?? model),
  };
}

/** What queries call it, where a setting that is written out says another name or place than dbt's own. */
function relationOf(setting: Built["setting"], usual: string): string | undefined {
  const literal = (key: string) => (isComputed(setting(key)) ? undefined : textOf(setting(key))?.trim() || undefined);
  const parts = [
    literal("database") ?? literal("target_database"),
    literal("schema") ?? literal("target_schema"),
    literal("alias") ?? usual,
  ];
  const called = parts.filter((part) => part !== undefined).join(".");
  return called === usual ? undefined : called;
}

interface ColumnItem {
  readonly item: Tree;
  readonly name: string;
}

/** dbt documentation, Model versions: a version without columns has the model's; `include` and `exclude` choose among them. */
function columnItems({ path, model }: Reading, version: Version | undefined): readonly ColumnItem[] {
  const listed = (list: Tree | undefined) => {
    if (list !== undefined && list.kind !== "array" && list.kind !== "null")
      unreadable(path, list, '"columns" must be a list');
    return itemsOf(list);
  };
  const named = (item: Tree): ColumnItem => ({ item, name: nameOf(path, item, "a column") });
  const described = listed(get(model, "columns")).map(named);
  const own = [...described, ...typedBeside(model, described)];
  const changed = get(version?.version, "columns");
  if (changed === undefined) return unique(path, own);
  const items = listed(changed);
  const choice = items.find((item) => get(item, "include") !== undefined || get(item, "exclude") !== undefined);
  const written = items.filter((item) => item !== choice).map(named);
  const include = textsOf(get(choice, "include"));
  const all = include.includes("all") || include.includes("*") || (choice !== undefined && include.length === 0);
  const excluded = new Set(textsOf(get(choice, "exclude")));
  const overridden = new Set(unique(path, written).map(({ name }) => name));
  const inherited = own.filter(
    ({ name }) => (all || include.includes(name)) && !excluded.has(name) && !overridden.has(name),
  );
  return [...unique(path, inherited), ...written];
}

/** dbt documentation, column_types of seeds: columns that are listed only there. */
function typedBeside(model: Tree, described: readonly ColumnItem[]): readonly ColumnItem[] {
  const types = get(get(model, "config"), "column_types");
  if (types?.kind !== "object") return [];
  const known = new Set(described.map(({ name }) => name.toLowerCase()));
  return [...types.members].flatMap(([name, { at, value }]): readonly ColumnItem[] =>
    known.has(name.toLowerCase())
      ? []
      : [{ name, item: { ...at, kind: "object", members: new Map([["data_type", { at, value }]]) } }],
  );
}

function unique(path: string, items: readonly ColumnItem[]): readonly ColumnItem[] {
  const seen = new Set<string>();
  for (const { item, name } of items) {
    if (seen.has(name.toLowerCase())) unreadable(path, item, `two columns are called "${name}"`);
    seen.add(name.toLowerCase());
  }
  return items;
}

/** A constraint and the columns it is about. */
interface Promised {
  readonly item: Tree;
  readonly columns: readonly string[];
}

function columnIn({ path, names, model }: Reading, { item, name }: ColumnItem, promises: readonly Promised[]): Column {
  const own = promises.filter(({ columns }) => columns.includes(name));
  const notNull = own.find((promise) => textOf(get(promise.item, "type")) === "not_null")?.item;
  const written = get(item, "data_type") ?? get(get(get(model, "config"), "column_types"), name);
  const typeText = textOf(written) ?? "";
  const at = locationOf(path, item);
  return {
    name,
    path: name,
    at,
    ...(typeText === "" ? { type: unsaid, fields: [] } : writtenType(typeText, name, at, names)),
    typeText,
    ...(written && { typeAt: locationOf(path, written) }),
    nullable: notNull === undefined,
    ...(notNull && { nullableAt: locationOf(path, notNull) }),
    prose: proseIn(path, item),
    constraints: [
      ...own.filter(({ columns }) => columns.length === 1).flatMap((promise) => constraintOf(path, promise)),
      ...confidentiality(path, item),
    ],
    quality: testsOf(path, item),
  };
}

/** dbt documentation, Model versions: a version with tests of its own does not have the model's. */
function testing(version: Tree | undefined): Tree | undefined {
  return ["data_tests", "tests"].some((key) => get(version, key) !== undefined) ? version : undefined;
}

/** What projects write in a column's `meta`, its tags and its policy tags. */
function confidentiality(path: string, item: Tree): readonly Constraint[] {
  const config = get(item, "config");
  const metas = [get(config, "meta"), get(item, "meta")];
  const policy = get(item, "policy_tags") ?? get(config, "policy_tags");
  const found = [
    ...metas.flatMap((meta) => [
      ...["classification", "sensitivity"].flatMap((key) => textConstraint(path, meta, key, "classification")),
      ...["pii", "contains_pii"].flatMap((key) =>
        textConstraint(path, meta, key, "classification").filter(
          ({ kind, ...one }) => "value" in one && one.value === "true",
        ),
      ),
    ]),
    ...tellingTags(path, get(config, "tags")),
    ...tellingTags(path, get(item, "tags")),
    ...(policy === undefined || textsOf(policy).length === 0
      ? []
      : [
          {
            kind: "classification",
            name: "policy_tags",
            value: [...textsOf(policy)].sort().join(", "),
            at: locationOf(path, policy),
          } as const,
        ]),
  ];
  return [...new Map(found.map((constraint) => [constraint.name, constraint])).values()];
}

function enforcement(path: string, enforced: Tree | undefined): readonly Constraint[] {
  if (enforced === undefined || textOf(enforced)?.toLowerCase() !== "true") return [];
  return [{ kind: "enforcement", name: "contract enforcement", value: "true", at: locationOf(path, enforced) }];
}

function deprecation(path: string, date: Tree | undefined): readonly Constraint[] {
  const text = textOf(date);
  if (date === undefined || text === undefined) return [];
  return [{ kind: "lifecycle", name: "deprecation_date", value: text, at: locationOf(path, date) }];
}

/** Unique, checks, foreign keys and custom ones; nulls and the primary key are facts of the columns and the table. */
function constraintOf(path: string, { item, columns }: Promised): readonly Constraint[] {
  const type = textOf(get(item, "type"));
  if (type === undefined) return unreadable(path, item, 'a constraint has no "type"');
  if (type === "not_null" || type === "primary_key") return [];
  const at: Place = item;
  const on = columns.length < 2 ? "" : ` (${columns.join(", ")})`;
  const kind = type === "unique" ? "unique" : "rule";
  const parts = ["expression", "to", "to_columns"].flatMap((key) => textsOf(get(item, key)));
  const label = textOf(get(item, "name"));
  return [
    {
      kind,
      name: `${type}${on}${label === undefined ? "" : ` ${label}`}`,
      value: parts.join(" ") || "true",
      at: locationOf(path, at),
    },
  ];
}
