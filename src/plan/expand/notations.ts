import { isMap, isSeq, type Node } from "yaml";
import { isList, isValueMap, type Value } from "../value.ts";
import { type Container, member } from "./document.ts";

/** A place where a format keeps named things. */
interface Slot {
  /** The same place on the other side has the same key. */
  readonly key: string;
  readonly node: Container;
  /** Whole tables or named types, or columns, fields and properties. */
  readonly holds: "parts" | "elements";
}

/** How a format that is written as JSON or YAML keeps its elements. */
export interface Notation {
  /** The containers directly below a node; `root` for the document itself. */
  slots(node: Node, root: boolean): readonly Slot[];
  /** The same element as one that old records may lack. `fresh`: an id that neither side has. */
  optional(item: Value, fresh: () => string): Value;
}

function slot(key: string, node: Node | undefined, holds: Slot["holds"] = "elements"): readonly Slot[] {
  return isMap(node) || isSeq(node) ? [{ key, node, holds }] : [];
}

/** The item with members replaced, or left out where they are undefined; anything but a map stays as it is. */
function changed(item: Value, members: Readonly<Record<string, Value | undefined>>): Value {
  if (!isValueMap(item)) return item;
  const made = new Map(item);
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined) made.delete(name);
    else made.set(name, value);
  }
  return made;
}

function inItems(node: Node, key: string): readonly Slot[] {
  return [...slot(key, member(node, key)), ...slot(`items.${key}`, member(member(node, "items"), key))];
}

const catalog: Notation = {
  slots: (node, root) => (root ? slot("columns", member(node, "columns")) : []),
  optional: (item) => changed(item, { nullable: true, primary_key: undefined }),
};

const noKey = { primaryKey: undefined, primaryKeyPosition: undefined, unique: undefined, primary: undefined };

const odcs: Notation = {
  slots: (node, root) => (root ? slot("schema", member(node, "schema"), "parts") : inItems(node, "properties")),
  optional: (item) => changed(item, { ...noKey, id: undefined, required: false }),
};

const dcs: Notation = {
  slots: (node, root) => (root ? slot("models", member(node, "models"), "parts") : inItems(node, "fields")),
  optional: (item) => changed(item, { ...noKey, required: false }),
};

const dbt: Notation = {
  slots: (node, root) =>
    root ? slot("models", member(node, "models"), "parts") : slot("columns", member(node, "columns")),
  optional: (item) => changed(item, { constraints: undefined, tests: undefined, data_tests: undefined }),
};

const bigquery: Notation = {
  slots: (node, root) => {
    if (root && isSeq(node)) return slot("", node);
    return slot("fields", member(node, "fields") ?? (root ? member(member(node, "schema"), "fields") : undefined));
  },
  optional: (item) =>
    isValueMap(item) && item.get("mode") === "REPEATED" ? item : changed(item, { mode: "NULLABLE" }),
};

const iceberg: Notation = {
  slots(node, root) {
    const type = member(node, "type");
    if (!root)
      return [
        ...slot("fields", member(type, "fields")),
        ...slot("element", member(member(type, "element"), "fields")),
        ...slot("value", member(member(type, "value"), "fields")),
      ];
    const current = text(member(node, "current-schema-id"));
    const all = member(node, "schemas");
    const schemas = isSeq(all) ? (all.items as Node[]) : [];
    const schema = schemas.find((one) => text(member(one, "schema-id")) === current) ?? member(node, "schema");
    return slot("fields", member(schema ?? node, "fields"));
  },
  optional: (item, fresh) => changed(withFreshIds(item, fresh), { required: false }),
};

/** Ids of columns are never used twice, not even for the same column brought back. */
function withFreshIds(value: Value, fresh: () => string): Value {
  if (isList(value)) return value.map((one) => withFreshIds(one, fresh));
  if (!isValueMap(value)) return value;
  const ids = new Set(["id", "element-id", "key-id", "value-id"]);
  return new Map(
    [...value].map(([name, one]) => [name, ids.has(name) ? { digits: fresh() } : withFreshIds(one, fresh)]),
  );
}

const avro: Notation = {
  slots(node, root) {
    const named = root ? (isSeq(node) ? slot("", node, "parts") : slot("types", member(node, "types"), "parts")) : [];
    return [...named, ...slot("fields", member(node, "fields")), ...inside(member(node, "type"), "type", 0)];
  },
  optional(item) {
    if (!isValueMap(item)) return item;
    const type = item.get("type") ?? null;
    const branches = isList(type) ? type.filter((one) => one !== "null") : [type];
    return changed(item, { type: ["null", ...branches], default: null, aliases: undefined });
  },
};

/** Records within a field's type. */
function inside(type: Node | undefined, key: string, depth: number): readonly Slot[] {
  if (depth > 20 || !(isMap(type) || isSeq(type))) return [];
  if (isSeq(type))
    return type.items.flatMap((branch, index) =>
      inside(branch as Node, `${key}|${branchName(branch, index)}`, depth + 1),
    );
  return [
    ...slot(`${key}.fields`, member(type, "fields")),
    ...["items", "values", "type"].flatMap((name) => inside(member(type, name), `${key}.${name}`, depth + 1)),
  ];
}

function branchName(branch: unknown, index: number): string {
  return text(member(branch as Node, "name")) ?? text(branch as Node) ?? String(index);
}

const jsonSchema: Notation = {
  slots: (node) => [
    ...inItems(node, "properties"),
    ...slot("$defs", member(node, "$defs"), "parts"),
    ...slot("definitions", member(node, "definitions"), "parts"),
  ],
  optional: (item) => item,
};

function text(node: Node | null | undefined): string | undefined {
  const { value, source } = (node ?? {}) as { value?: unknown; source?: string };
  return typeof value === "string" ? value : source;
}

/** By the format's name; a format without one is written as something else. */
export const notations: ReadonlyMap<string, Notation> = new Map([
  ["table", catalog],
  ["odcs", odcs],
  ["dcs", dcs],
  ["dbt", dbt],
  ["bigquery", bigquery],
  ["iceberg", iceberg],
  ["avro", avro],
  ["json-schema", jsonSchema],
]);
