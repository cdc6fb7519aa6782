import { get, itemsOf, type ObjectTree, type Tree, textOf, textsOf } from "../../text/tree.ts";
import type { Constraint } from "./constraint.ts";
import { boundsOf, enumOf, formOf, tellingTags, textConstraint } from "./document.ts";
import { meaningsOf } from "./enum-meaning.ts";
import { endOfLife, lifeFrom } from "./lifecycle.ts";
import { typesOf } from "./odcs-type.ts";
import { proseIn, proseOfAll } from "./prose.ts";
import { qualityOf } from "./quality.ts";
import { flagOf, locationOf, requiredText, unreadable } from "./read.ts";
import type { ServiceLevel } from "./service-level.ts";
import { type Column, pathUnder, type Table } from "./table.ts";

export type Generation = 2 | 3;

/** What a member is called in each generation of the standard. */
const keys = {
  2: {
    table: "table",
    columns: "columns",
    column: "column",
    key: "isPrimaryKey",
    unique: "isUnique",
    partitioned: "partitionStatus",
  },
  3: {
    table: "name",
    columns: "properties",
    column: "name",
    key: "primaryKey",
    unique: "unique",
    partitioned: "partitioned",
  },
} as const;

/** One schema object as a table. @throws Unreadable */
export function tableIn(
  path: string,
  item: Tree,
  generation: Generation,
  document: Tree,
  levels: (own: readonly string[]) => readonly ServiceLevel[],
): Table {
  if (item.kind !== "object") return unreadable(path, item, "a schema object must have a name");
  const key = keys[generation];
  const name = requiredText(path, item, key.table, "a schema object");
  const list = get(item, key.columns);
  const reading: Reading = {
    path,
    generation,
    servers: itemsOf(get(document, "servers")),
    primary: [],
    partitions: [],
  };
  const columns = columnsIn(list, "", reading);
  const [id, physicalName] = [textOf(get(item, "id")), textOf(get(item, "physicalName"))];
  return {
    name,
    ...(id !== undefined && { id }),
    ...(physicalName !== undefined && { physicalName }),
    at: locationOf(path, item),
    columnsAt: locationOf(path, list ?? item),
    columns,
    primaryKey: ordered(reading.primary),
    ...lifeFrom(textOf(get(document, "status")), endOfLife(document, name)),
    constraints: [
      ...(generation === 3 ? formOf(path, item, "physicalType") : []),
      ...relationships(path, item),
      ...layout(path, item, ordered(reading.partitions)),
      ...textConstraint(path, document, "status", "lifecycle"),
    ],
    quality: qualityOf(path, get(item, "quality")),
    levels: levels(namesOf(item, generation)),
    prose: [...proseIn(path, item), ...proseOfAll(path, document)],
  };
}

/** Everything that an element of a service level may call a table. */
export function namesOf(item: Tree, generation: Generation): readonly string[] {
  return [keys[generation].table, "physicalName", "id"]
    .map((name) => textOf(get(item, name)))
    .filter((name) => name !== undefined);
}

interface Reading {
  readonly path: string;
  readonly generation: Generation;
  readonly servers: readonly Tree[];
  /** Columns of the key and of the partition, as they are met, with the position they claim. */
  readonly primary: Positioned[];
  readonly partitions: Positioned[];
}

interface Positioned {
  readonly path: string;
  readonly position: number;
}

const ordered = (columns: readonly Positioned[]) =>
  [...columns].sort((a, b) => a.position - b.position).map(({ path }) => path);

function columnsIn(list: Tree | undefined, parent: string, reading: Reading): readonly Column[] {
  if (list === undefined || list.kind === "null") return [];
  const { path, generation } = reading;
  if (list.kind !== "array") return unreadable(path, list, `"${keys[generation].columns}" must be a list`);
  const columns = list.items.map((item) =>
    columnIn(item, requiredText(path, item, keys[generation].column, "a property"), parent, reading),
  );
  const seen = new Set<string>();
  for (const [index, { name }] of columns.entries()) {
    if (seen.has(name)) unreadable(path, list.items[index] ?? list, `two properties are called "${name}"`);
    seen.add(name);
  }
  return columns;
}

function columnIn(item: Tree, name: string, parent: string, reading: Reading): Column {
  const { path, generation, primary, partitions } = reading;
  if (item.kind !== "object") return unreadable(path, item, "a property must have a name");
  const key = keys[generation];
  const here = pathUnder(parent, name);
  const position = (of: string) => {
    const number = Number(textOf(get(item, of)));
    return number >= 1 ? number : Number.MAX_SAFE_INTEGER;
  };
  if (flagOf(path, item, key.key)) primary.push({ path: here, position: position("primaryKeyPosition") });
  if (flagOf(path, item, key.partitioned)) partitions.push({ path: here, position: position("partitionKeyPosition") });
  const options = get(item, "logicalTypeOptions");
  const demanded = new Set(textsOf(get(options, "required")));
  const fields = fieldsIn(item, here, reading);
  const required =
    generation === 3 ? flagOf(path, item, "required") === true : flagOf(path, item, "isNullable") !== true;
  const requiredAt = item.members.get(generation === 3 ? "required" : "isNullable")?.at;
  const typeAt = item.members.get("physicalType")?.at ?? item.members.get("logicalType")?.at;
  const [id, physicalName] = [textOf(get(item, "id")), textOf(get(item, "physicalName"))];
  return {
    name,
    ...(id !== undefined && { id }),
    ...(physicalName !== undefined && { physicalName }),
    path: here,
    at: locationOf(path, item),
    ...typesOf(path, item, here, reading.servers),
    ...(fields.length > 0 && {
      fields: fields.map((field) => (demanded.has(field.name) ? { ...field, nullable: false } : field)),
    }),
    ...(typeAt && { typeAt: locationOf(path, typeAt) }),
    nullable: !required,
    ...(requiredAt && { nullableAt: locationOf(path, requiredAt) }),
    constraints: constraintsOf(path, item, options, key.unique),
    quality: qualityOf(path, get(item, "quality")),
    meanings: meaningsOf(path, item),
    prose: proseIn(path, item),
  };
}

/** The fields of an object, the one element of an array, the key and value of a map (the preview of 3.2). */
function fieldsIn(item: ObjectTree, here: string, reading: Reading): readonly Column[] {
  const [element, map] = [get(item, "items"), get(item, "map")];
  if (element !== undefined) return [columnIn(element, "[]", here, reading)];
  if (map === undefined) return columnsIn(get(item, "properties"), here, reading);
  const [keys, values] = [get(map, "key"), get(map, "value")];
  return [
    ...(keys === undefined ? [] : [columnIn(keys, "{key}", here, reading)]),
    ...(values === undefined ? [] : [columnIn(values, "{}", here, reading)]),
  ];
}

function constraintsOf(
  path: string,
  item: ObjectTree,
  options: Tree | undefined,
  uniqueKey: string,
): readonly Constraint[] {
  const unique = flagOf(path, item, uniqueKey);
  const type = textOf(get(item, "logicalType"));
  return [
    ...boundsOf(path, options),
    ...textConstraint(path, options, "pattern", "rule"),
    // the format of a number is its size, and so part of its type
    ...(type === "integer" || type === "number" ? [] : textConstraint(path, options, "format", "rule")),
    ...(flagOf(path, options ?? item, "uniqueItems") ? textConstraint(path, options, "uniqueItems", "rule") : []),
    ...enumOf(path, get(item, "enum")),
    ...(unique ? [{ kind: "unique", name: "unique", value: "true", at: locationOf(path, item) } as const] : []),
    ...textConstraint(path, item, "classification", "classification"),
    ...tellingTags(path, get(item, "tags")),
    ...relationships(path, item),
    ...(["items", "properties", "map"].every((name) => get(item, name) === undefined)
      ? []
      : ["physicalType", "logicalType"].flatMap((name) => textConstraint(path, item, name, "rule"))),
  ];
}

function relationships(path: string, item: Tree): readonly Constraint[] {
  const list = itemsOf(get(item, "relationships")).map((relationship): Constraint => {
    const [from, to] = ["from", "to"].map((key) => textsOf(get(relationship, key)).join(", "));
    const name = `relationship${from === "" ? "" : ` from ${from}`} to ${to}`;
    const value = textOf(get(relationship, "type")) ?? "foreignKey";
    return { kind: "rule", name, value, at: locationOf(path, relationship) };
  });
  return [...new Map(list.map((constraint) => [constraint.name, constraint])).values()];
}

function layout(path: string, item: Tree, partitions: readonly string[]): readonly Constraint[] {
  if (partitions.length === 0) return [];
  return [{ kind: "layout", name: "partition", value: partitions.join(", "), at: locationOf(path, item) }];
}
