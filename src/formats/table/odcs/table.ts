import { get, itemsOf, type ObjectTree, type Tree, textOf, textsOf } from "../../../text/tree.ts";
import type { Constraint } from "../constraint.ts";
import { type Details, detailsIn, detailsOfParts, joinedDetails, membersIn, under } from "../details.ts";
import { boundNames, boundsOf, enumOf, formDetails, formOf, tellingTags, textConstraint } from "../document.ts";
import { meaningsOf } from "../enum-meaning.ts";
import { endOfLife, lifeFrom } from "../lifecycle.ts";
import { mayBeTimes, proseIn } from "../prose.ts";
import { qualityOf } from "../quality.ts";
import { flagOf, locationOf, requiredText, unreadable } from "../read.ts";
import type { ServiceLevel } from "../service-level.ts";
import { type Column, pathUnder, type Table } from "../table.ts";
import { typesOf } from "./type.ts";

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
    required: "isNullable",
    encrypted: "encryptedColumnName",
  },
  3: {
    table: "name",
    columns: "properties",
    column: "name",
    key: "primaryKey",
    unique: "unique",
    partitioned: "partitioned",
    required: "required",
    encrypted: "encryptedName",
  },
} as const;
type Keys = (typeof keys)[Generation];

const named = ["id", "physicalName", "physicalType", "logicalType", "relationships", "quality"];

/** Members that are compared by rules of their own; everything else is a detail. */
const comparedOfTable = ({ table, columns }: Keys) =>
  new Set([...named.filter((name) => name !== "logicalType"), table, columns]);
const comparedOfColumn = ({ column, columns, key, unique, partitioned, required, encrypted }: Keys) =>
  new Set([
    ...named,
    ...[column, columns, key, unique, partitioned, required, encrypted],
    ...["logicalTypeOptions", "items", "map", "enum", "classification"],
  ]);

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
    ],
    quality: qualityOf(path, get(item, "quality")),
    levels: levels(namesOf(item, generation)),
    prose: proseIn(path, item),
    details: joinedDetails([
      detailsIn(path, item, comparedOfTable(key)),
      relationshipDetails(path, item),
      formDetails(path, item, "physicalType"),
    ]),
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
    constraints: constraintsOf(path, item, options, key),
    quality: qualityOf(path, get(item, "quality")),
    meanings: meaningsOf(path, item),
    prose: proseIn(path, item),
    details: joinedDetails([
      detailsIn(path, item, comparedOfColumn(key)),
      optionDetails(path, item),
      relationshipDetails(path, item),
      valueDetails(path, item),
    ]),
  };
}

/** Options that this type of value does not have, so that no rule reads them. */
function optionDetails(path: string, item: ObjectTree): Details {
  const timed = mayBeTimes(item);
  const read = [
    ...boundNames,
    ...["exclusiveMinimum", "exclusiveMaximum", "pattern", "format", "uniqueItems", "required"],
  ];
  const zoned = timed && textOf(get(get(item, "logicalTypeOptions"), "timezone")) !== "false";
  const zones = timed ? ["timezone", ...(zoned ? ["defaultTimezone"] : [])] : [];
  const own = membersIn(path, get(item, "logicalTypeOptions"), new Set([...read, ...zones]));
  return under("logicalTypeOptions", own);
}

/** What is written of a relationship beside where it leads. */
function relationshipDetails(path: string, item: ObjectTree): Details {
  const parts = itemsOf(get(item, "relationships")).map((one) => [relationshipName(one), one] as const);
  return detailsOfParts(path, "relationships", parts, new Set(["id", "from", "to", "type"]));
}

/** What is written of an enumerated value beside what it means. */
function valueDetails(path: string, item: ObjectTree): Details {
  const parts = itemsOf(get(item, "enum")).map((one) => [textOf(get(one, "value")) ?? "null", one] as const);
  return detailsOfParts(path, "enum", parts, new Set(["value", "label", "description"]));
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

function constraintsOf(path: string, item: ObjectTree, options: Tree | undefined, key: Keys): readonly Constraint[] {
  const unique = flagOf(path, item, key.unique);
  const type = textOf(get(item, "logicalType"));
  return [
    ...boundsOf(path, options),
    ...demandedOf(path, item, options),
    ...textConstraint(path, options, "pattern", "rule"),
    // the format of a number is its size, and so part of its type
    ...(type === "integer" || type === "number" ? [] : textConstraint(path, options, "format", "rule")),
    ...(flagOf(path, options ?? item, "uniqueItems") ? textConstraint(path, options, "uniqueItems", "rule") : []),
    ...enumOf(path, get(item, "enum")),
    ...(unique ? [{ kind: "unique", name: "unique", value: "true", at: locationOf(path, item) } as const] : []),
    ...textConstraint(path, item, "classification", "classification"),
    ...textConstraint(path, item, key.encrypted, "encryption"),
    ...tellingTags(path, get(item, "tags")),
    ...relationships(path, item),
    ...(["items", "properties", "map"].every((name) => get(item, name) === undefined)
      ? []
      : ["physicalType", "logicalType"].flatMap((name) => textConstraint(path, item, name, "rule"))),
  ];
}

function relationships(path: string, item: Tree): readonly Constraint[] {
  const list = itemsOf(get(item, "relationships")).map((one) => {
    const type = textOf(get(one, "type")) ?? "foreignKey";
    const to = textsOf(get(one, "to")).join(", ");
    const value = type === "foreignKey" ? to : `${to} (${type})`;
    return { kind: "rule", name: relationshipName(one), value, at: locationOf(path, one) } as const;
  });
  return [...new Map(list.map((constraint) => [`${constraint.name}\n${constraint.value}`, constraint])).values()];
}

/** Known by its id, else by what it leads from. */
function relationshipName(tree: Tree): string {
  const [id, from] = [textOf(get(tree, "id")), textsOf(get(tree, "from")).join(", ")];
  if (id !== undefined) return `relationship ${id}`;
  return from === "" ? "relationship" : `relationship from ${from}`;
}

/** Names that an object must have and that stand among its fields are those fields' own; others hold whatever it is. */
function demandedOf(path: string, item: ObjectTree, options: Tree | undefined): readonly Constraint[] {
  const list = get(options, "required");
  if (list?.kind !== "array") return [];
  const fields = new Set(itemsOf(get(item, "properties")).map((field) => textOf(get(field, "name"))));
  return [...new Set(textsOf(list))]
    .filter((name) => !fields.has(name))
    .map((name) => ({ kind: "rule", name: `required ${name}`, value: "true", at: locationOf(path, list) }) as const);
}

function layout(path: string, item: Tree, partitions: readonly string[]): readonly Constraint[] {
  if (partitions.length === 0) return [];
  return [{ kind: "layout", name: "partition", value: partitions.join(", "), at: locationOf(path, item) }];
}
