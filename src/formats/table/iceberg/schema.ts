import { get, type ObjectTree, plain, type Tree, textOf } from "../../../text/tree.ts";
import type { Constraint } from "../constraint.ts";
import { proseIn } from "../prose.ts";
import { flagOf, locationOf, requiredText, unreadable } from "../read.ts";
import { type Column, pathUnder } from "../table.ts";
import { icebergType } from "./type.ts";

interface IcebergSchema {
  readonly columns: readonly Column[];
  /** Every field of every depth, elements, keys and values included, by id. */
  readonly ids: ReadonlyMap<string, Column>;
}

/** A schema (`type: struct`) of a format version; undefined where it stands alone. @throws Unreadable */
export function schemaIn(path: string, schema: Tree, version: number | undefined): IcebergSchema {
  const reading: Reading = { path, version, ids: new Map() };
  return { columns: fieldsIn(schema, "", reading), ids: reading.ids };
}

interface Reading {
  readonly path: string;
  readonly version: number | undefined;
  readonly ids: Map<string, Column>;
}

function fieldsIn(struct: Tree, parent: string, reading: Reading): readonly Column[] {
  const { path } = reading;
  const fields = get(struct, "fields");
  if (fields?.kind !== "array") return unreadable(path, fields ?? struct, 'a struct must have a list of "fields"');
  const columns = fields.items.map((field) => {
    if (field.kind !== "object") return unreadable(path, field, "a field must have an id, a name and a type");
    const name = requiredText(path, field, "name", "a field");
    return columnIn({ item: field, idKey: "id", typeKey: "type", requiredKey: "required" }, name, parent, reading);
  });
  const seen = new Set<string>();
  for (const { name, at } of columns) {
    if (seen.has(name))
      unreadable(path, { line: at.line ?? 1, column: at.column ?? 1 }, `two fields are called "${name}"`);
    seen.add(name);
  }
  return columns;
}

/** What a field's, element's, key's or value's facts are called; a key is always required. */
interface Spelling {
  readonly item: ObjectTree;
  readonly idKey: string;
  readonly typeKey: string;
  readonly requiredKey: string | undefined;
}

function columnIn(
  { item, idKey, typeKey, requiredKey }: Spelling,
  name: string,
  parent: string,
  reading: Reading,
): Column {
  const { path, ids } = reading;
  const here = pathUnder(parent, name);
  const id = requiredText(path, item, idKey, `field ${here}`);
  if (!/^\d{1,10}$/.test(id))
    unreadable(path, get(item, idKey) ?? item, `"${idKey}" of ${here} must be a whole number`);
  const written = get(item, typeKey);
  if (written === undefined) return unreadable(path, item, `field ${here} has no "${typeKey}"`);
  const required = requiredKey === undefined || flagOf(path, item, requiredKey) === true;
  const place = (key: string) => locationOf(path, item.members.get(key)?.at ?? item);
  const column: Column = {
    name,
    id,
    path: here,
    at: idKey === "id" ? locationOf(path, item) : place(typeKey),
    ...typeIn(written, here, reading),
    typeAt: place(typeKey),
    nullable: !required,
    ...(requiredKey !== undefined && { nullableAt: place(requiredKey) }),
    ...defaultOf(item, required, reading),
    constraints: storedDefault(path, item),
    // the element of a list and the parts of a map are written in the same mapping as they are
    prose: idKey === "id" ? proseIn(path, item) : [],
  };
  if (ids.has(id)) unreadable(path, get(item, idKey) ?? item, `two fields have the id ${id}`);
  ids.set(id, column);
  return column;
}

function typeIn(written: Tree, here: string, reading: Reading): Pick<Column, "type" | "typeText" | "fields"> {
  const { path } = reading;
  const text = textOf(written);
  if (text !== undefined) return { type: icebergType(text), typeText: text, fields: [] };
  if (written.kind !== "object")
    return unreadable(path, written, `the type of ${here} must be a name or a nested type`);
  const kind = textOf(get(written, "type"));
  const nested = (idKey: string, typeKey: string, requiredKey: string | undefined, name: string) =>
    columnIn({ item: written, idKey, typeKey, requiredKey }, name, here, reading);
  switch (kind) {
    case "struct":
      return { type: { kind }, typeText: kind, fields: fieldsIn(written, here, reading) };
    case "list":
      return { type: { kind }, typeText: kind, fields: [nested("element-id", "element", "element-required", "[]")] };
    case "map":
      return {
        type: { kind },
        typeText: kind,
        fields: [nested("key-id", "key", undefined, "{key}"), nested("value-id", "value", "value-required", "{}")],
      };
    default:
      return unreadable(path, written, `the type of ${here} must be a name, a struct, a list or a map`);
  }
}

/** Iceberg specification, Default values: a required field that is added needs both defaults, and format version 3. */
function defaultOf(
  item: ObjectTree,
  required: boolean,
  { path, version = 3 }: Reading,
): Pick<Column, "default" | "defaultAt"> {
  const [initial, write] = [get(item, "initial-default"), get(item, "write-default")];
  if (write === undefined || write.kind === "null") return {};
  if (required && (version < 3 || initial === undefined || initial.kind === "null")) return {};
  return { default: JSON.stringify(plain(write)), defaultAt: locationOf(path, write) };
}

function storedDefault(path: string, item: ObjectTree): readonly Constraint[] {
  const initial = get(item, "initial-default");
  if (initial === undefined || initial.kind === "null") return [];
  return [
    {
      kind: "stored-default",
      name: "initial-default",
      value: JSON.stringify(plain(initial)),
      at: locationOf(path, initial),
    },
  ];
}
