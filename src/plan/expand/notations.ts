import { isMap, isSeq, type Node } from "yaml";
import type { Edit } from "../edits.ts";
import { isList, isValueMap, type Value } from "../value.ts";
import { appended, type Container, type Document, member, replaced } from "./document.ts";

/** A place where a format keeps named things. */
export interface Slot {
  /** The same place on the other side has the same key. */
  readonly key: string;
  readonly node: Container;
  /**
   * Whole tables or named types; columns, fields and properties, which records may lack; what has a name and is no part of a
   * record; or members with a fixed meaning, which are only looked into.
   */
  readonly holds: "parts" | "elements" | "named" | "members";
  /** What stands between the element and the names, as in `find.request.depot`. */
  readonly step?: string;
  /** Where its items are written as another format writes them. */
  readonly as?: Notation;
}

/** How a format that is written as JSON or YAML keeps its elements. */
export interface Notation {
  /** The containers directly below a node; `root` for the document itself. */
  slots(node: Node, root: boolean): readonly Slot[];
  /** The same element as one that old records may lack. `fresh`: an id that neither side has. */
  optional(item: Value, fresh: () => string): Value;
  /** The same, under another name than its former self. Default: `optional`. */
  beside?(item: Value, fresh: () => string): Value;
  /** Members by which an element says that it goes: the words, unless there is a value. */
  readonly marks: readonly (readonly [key: string, value?: boolean])[];
  /** How a whole contract says so, and from which day on it may be gone. */
  retiring?(document: Document, words: string, day: string | undefined): readonly Edit[];
}

function deprecatedStatus(document: Document, node: Node | undefined): readonly Edit[] {
  const known = text(member(node, "status"));
  return known?.toLowerCase() === "deprecated" ? [] : set(document, node, "status", "deprecated");
}

/** ODCS 3: the end of life is a service level. */
function ended(document: Document, day: string): readonly Edit[] {
  const levels = member(document.root, "slaProperties");
  const named = isSeq(levels) ? levels.items.map((item) => text(member(item as Node, "property"))) : [];
  if (named.includes("endOfLife") || !isMap(document.root)) return [];
  const end: Value = new Map<string, Value>([
    ["property", "endOfLife"],
    ["value", day],
  ]);
  const edit = isSeq(levels)
    ? appended(document, levels, "", end)
    : appended(document, document.root, "slaProperties", [end]);
  return edit === undefined ? [] : [edit];
}

const described = [["description"]] as const;
const documented = [["doc"]] as const;

/** A member with this text, in the place of what stood there. */
function set(document: Document, node: Node | undefined, key: string, text: string): readonly Edit[] {
  if (!isMap(node)) return [];
  const known = member(node, key);
  const edit = known === undefined ? appended(document, node, key, text) : replaced(known, JSON.stringify(text));
  return edit === undefined ? [] : [edit];
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
  marks: described,
};

const noKey = { primaryKey: undefined, primaryKeyPosition: undefined, unique: undefined, primary: undefined };

const odcs: Notation = {
  slots: (node, root) =>
    root
      ? [...slot("schema", member(node, "schema"), "parts"), ...slot("dataset", member(node, "dataset"), "parts")]
      : [...inItems(node, "properties"), ...slot("columns", member(node, "columns"))],
  optional: (item) =>
    changed(item, {
      ...{ ...noKey, id: undefined },
      ...(isValueMap(item) && item.has("isNullable") ? { isNullable: true } : { required: false }),
    }),
  marks: described,
  retiring: (document, _words, day) => [
    ...deprecatedStatus(document, document.root),
    ...(day === undefined ? [] : ended(document, day)),
  ],
};

const dcs: Notation = {
  slots: (node, root) => (root ? slot("models", member(node, "models"), "parts") : inItems(node, "fields")),
  optional: (item) => changed(item, { ...noKey, required: false }),
  marks: described,
  retiring: (document) => deprecatedStatus(document, member(document.root, "info")),
};

const dbt: Notation = {
  slots: (node, root) =>
    root ? slot("models", member(node, "models"), "parts") : slot("columns", member(node, "columns")),
  optional: (item) =>
    changed(
      item,
      Object.fromEntries(["constraints", "tests", "data_tests"].map((key) => [key, bearable(item, key)] as const)),
    ),
  marks: described,
};

/** What old rows need not fulfil is all that a new column may promise. */
function bearable(item: Value, key: string): Value | undefined {
  const all = isValueMap(item) ? item.get(key) : undefined;
  if (!isList(all)) return undefined;
  const kept = all.filter(
    (one) =>
      !/^(?:not_null|unique|primary_key)$/.test(
        String(isValueMap(one) ? (one.get("type") ?? [...one.keys()][0]) : one),
      ),
  );
  return kept.length === 0 ? undefined : kept;
}

const bigquery: Notation = {
  slots: (node, root) => {
    if (root && isSeq(node)) return slot("", node);
    return slot("fields", member(node, "fields") ?? (root ? member(member(node, "schema"), "fields") : undefined));
  },
  optional: (item) =>
    isValueMap(item) && item.get("mode") === "REPEATED" ? item : changed(item, { mode: "NULLABLE" }),
  marks: described,
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
  marks: documented,
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
    const messages = root ? slot("messages", member(node, "messages"), "named") : [];
    const request = slot("request", member(node, "request")).map((one) => ({ ...one, step: ".request" }));
    const fields = slot("fields", member(node, "fields"));
    return [...named, ...messages, ...request, ...fields, ...inside(member(node, "type"), "type", 0)];
  },
  optional(item) {
    if (!isValueMap(item)) return item;
    const type = item.get("type") ?? null;
    const branches = isList(type) ? type.filter((one) => one !== "null") : [type];
    return changed(item, { type: ["null", ...branches], default: null, aliases: undefined });
  },
  beside(item, fresh) {
    const one = avro.optional(item, fresh);
    return isValueMap(one) ? changed(one, { type: renamedTypes(one.get("type") ?? null) }) : one;
  },
  marks: documented,
};

/** A name is defined once: types that are defined within get one of their own. */
function renamedTypes(type: Value): Value {
  const names = new Map(definedIn(type).map((name) => [name, `${name}V2`]));
  const rename = (value: Value, key: string): Value => {
    if (isList(value)) return key === "symbols" ? value : value.map((one) => rename(one, key));
    if (isValueMap(value))
      return new Map(
        [...value].map(([name, one]) => [name, name === "aliases" || name === "default" ? one : rename(one, name)]),
      );
    const known = typeof value === "string" && /^(?:name|type|items|values)$/.test(key) ? names.get(value) : undefined;
    return known ?? value;
  };
  return rename(type, "type");
}

function definedIn(type: Value): readonly string[] {
  if (isList(type)) return type.flatMap(definedIn);
  if (!isValueMap(type)) return [];
  const [kind, name, fields] = [type.get("type"), type.get("name"), type.get("fields")];
  const own =
    typeof kind === "string" && typeof name === "string" && /^(?:record|error|enum|fixed)$/.test(kind) ? [name] : [];
  const within = isList(fields) ? fields.map((field) => (isValueMap(field) ? (field.get("type") ?? null) : null)) : [];
  return [
    ...own,
    ...[kind ?? null, type.get("items") ?? null, type.get("values") ?? null, ...within].flatMap(definedIn),
  ];
}

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
  marks: [["description"], ["deprecated", true]],
  retiring: (document, words) => [
    ...set(document, document.root, "description", words),
    ...[appended(document, document.root as Container, "deprecated", true)].flatMap((edit) => edit ?? []),
  ],
};

const registries = new Set(["channels", "messages", "schemas", "paths"]);

/** Documents that carry schemas: wherever in them records have fields or properties, and what has a name around them. */
const carrier: Notation = {
  slots(node) {
    if (!isMap(node)) return [];
    return node.items.flatMap(({ key, value }): readonly Slot[] => {
      const name = text(key as Node) ?? "";
      const inner = value as Node | null;
      if (name === "properties") return slot(name, inner ?? undefined).map((one) => ({ ...one, as: jsonSchema }));
      if (name === "fields" && isSeq(inner)) return slot(name, inner).map((one) => ({ ...one, as: avro }));
      return isMap(inner) ? [{ key: name, node: inner, holds: registries.has(name) ? "parts" : "members" }] : [];
    });
  },
  optional: (item) => item,
  marks: described,
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
  ["asyncapi", carrier],
  ["openapi", carrier],
]);
