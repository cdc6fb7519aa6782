import { get, type Member, type ObjectTree, type Tree, textOf, textsOf } from "../../../text/tree.ts";
import type { Constraint } from "../constraint.ts";
import { detailsIn, joinedDetails } from "../details.ts";
import { boundNames, boundsOf, enumOf, formDetails, formOf, tellingTags, textConstraint } from "../document.ts";
import { meaningsOf } from "../enum-meaning.ts";
import { lifeFrom } from "../lifecycle.ts";
import { proseIn } from "../prose.ts";
import { qualityOf } from "../quality.ts";
import { flagOf, locationOf, unreadable } from "../read.ts";
import type { ServiceLevel } from "../service-level.ts";
import { type Column, pathUnder, type Table } from "../table.ts";
import { type Type, unsaid } from "../type.ts";
import { sharedNames, type TypeNames } from "../type-names.ts";
import { writtenType } from "../type-text.ts";

/** A model as a table. @throws Unreadable */
export function modelIn(
  path: string,
  name: string,
  { at, value: model }: Member,
  document: Tree,
  levels: readonly ServiceLevel[],
): Table {
  if (model.kind !== "object") return unreadable(path, model, `model ${name} must be a mapping`);
  const fields = get(model, "fields");
  const reading: Reading = { path, document, primary: [], following: [], met: { fields: 0 } };
  const columns = fieldsIn(fields, "", reading);
  const key = textsOf(get(model, "primaryKey"));
  return {
    name,
    at: locationOf(path, at),
    columnsAt: locationOf(path, model.members.get("fields")?.at ?? at),
    columns,
    primaryKey: key.length > 0 ? key : reading.primary,
    ...lifeFrom(textOf(get(get(document, "info"), "status")), undefined),
    constraints: formOf(path, model, "type"),
    // the rules of versions before 1 stand beside the models and are about all of them
    quality: [...qualityOf(path, get(document, "quality")), ...qualityOf(path, get(model, "quality"))],
    levels,
    prose: proseIn(path, model),
    details: joinedDetails([
      detailsIn(path, model, new Set(["type", "fields", "primaryKey", "quality"])),
      formDetails(path, model, "type"),
    ]),
  };
}

interface Reading {
  readonly path: string;
  readonly document: Tree;
  /** Fields marked as the key, as they are met. */
  readonly primary: string[];
  /** Definitions on the way to here. */
  readonly following: readonly string[];
  /** Fields met so far, definitions put in place. */
  readonly met: { fields: number };
}

/** Definitions that refer to definitions could multiply without end. */
const [maxFields, maxFollowing] = [50_000, 200];

function fieldsIn(fields: Tree | undefined, parent: string, reading: Reading): readonly Column[] {
  if (fields === undefined || fields.kind === "null") return [];
  if (fields.kind !== "object") return unreadable(reading.path, fields, '"fields" must be a mapping of fields by name');
  return [...fields.members].map(([name, { at, value }]) => fieldIn(value, name, at, parent, reading));
}

function fieldIn(value: Tree, name: string, at: Tree | Member["at"], parent: string, reading: Reading): Column {
  const { path } = reading;
  const here = pathUnder(parent, name);
  if (++reading.met.fields > maxFields)
    unreadable(path, value, `more than ${maxFields} fields once definitions are followed`);
  if (value.kind !== "object" && value.kind !== "null")
    return unreadable(path, value, `field ${here} must be a mapping`);
  const { field, following } = inlined(
    value.kind === "object" ? value : { ...value, kind: "object", members: new Map() },
    reading,
  );
  const inside = { ...reading, following };
  if (flagOf(path, field, "primaryKey") || flagOf(path, field, "primary")) reading.primary.push(here);
  const place = (key: string) => field.members.get(key)?.at;
  const [typeAt, requiredAt] = [place("type"), place("required")];
  const typeText = spelled(field);
  return {
    name,
    path: here,
    at: locationOf(path, at),
    ...typeOf(field, typeText, here, inside),
    typeText,
    ...(typeAt && { typeAt: locationOf(path, typeAt) }),
    nullable: flagOf(path, field, "required") !== true,
    ...(requiredAt && { nullableAt: locationOf(path, requiredAt) }),
    constraints: constraintsOf(path, field),
    quality: qualityOf(path, get(field, "quality")),
    meanings: meaningsOf(path, field),
    prose: proseIn(path, field),
    details: detailsIn(path, field, compared),
  };
}

/** Members that are compared by rules of their own; everything else is a detail. */
const compared = new Set([
  ...["type", "required", "unique", "primaryKey", "primary", "references", "format", "precision", "scale", "pattern"],
  ...["enum", "pii", "classification", "fields", "items", "keys", "values", "$ref", "quality", "config"],
  ...[...boundNames, "exclusiveMinimum", "exclusiveMaximum"],
]);

/** Data Contract Specification, config: the types that engines are told to use; other settings are the engine's own, and may mean anything. */
function settingsOf(path: string, field: ObjectTree): readonly Constraint[] {
  const config = get(field, "config");
  if (config?.kind !== "object") return [];
  return [...config.members.keys()].flatMap((name) =>
    textConstraint(path, config, name, "rule").map((one) => ({ ...one, name: `config.${name}` })),
  );
}

/** The field with what its definition says beneath what it says itself. @throws Unreadable where the reference leads nowhere or in a circle */
function inlined(
  field: ObjectTree,
  reading: Reading,
): { readonly field: ObjectTree; readonly following: readonly string[] } {
  const { path, document, following } = reading;
  const reference = get(field, "$ref");
  if (reference === undefined) return { field, following };
  const target = textOf(reference) ?? "";
  if (!target.startsWith("#/"))
    return unreadable(path, reference, `${target} points outside the document: not analysed`);
  if (following.includes(target)) return unreadable(path, reference, `${target} refers to itself`);
  if (following.length > maxFollowing) return unreadable(path, reference, `more than ${maxFollowing} definitions deep`);
  const steps = target
    .slice(2)
    .split("/")
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const found = steps.reduce<Tree | undefined>((tree, step) => get(tree, step), document);
  if (found?.kind !== "object") return unreadable(path, reference, `${target} does not stand in the document`);
  const definition = inlined(found, { ...reading, following: [...following, target] });
  const members = new Map([...definition.field.members, ...field.members]);
  members.delete("$ref");
  return { field: { ...field, members }, following: definition.following };
}

/** `decimal(12,2)`: sizes stand beside the type. */
function spelled(field: ObjectTree): string {
  const type = textOf(get(field, "type")) ?? "";
  const [precision, scale] = ["precision", "scale"].map((key) => textOf(get(field, key)));
  if (precision === undefined && scale === undefined) return type;
  return `${type}(${precision ?? "38"},${scale ?? "0"})`;
}

/** Where the specification's types are not SQL's: it tells the instant from the clock on the wall. */
const ownNames: TypeNames = new Map([
  ...sharedNames,
  ...renamed("number", "decimal"),
  ...renamed("timestamp_tz", "timestamptz"),
  ...renamed("timestamp", "timestamptz"),
  ...renamed("timestamp_ntz", "timestamp"),
  ...renamed("bytes", "binary"),
]);

function renamed(name: string, as: string): TypeNames {
  const make = sharedNames.get(as);
  return new Map(make === undefined ? [] : [[name, make]]);
}

const bare = new Set(["decimal", "numeric", "number"]);

function typeOf(
  field: ObjectTree,
  text: string,
  here: string,
  reading: Reading,
): { type: Type; fields: readonly Column[] } {
  const [items, keys, values] = ["items", "keys", "values"].map((key) => get(field, key));
  switch (text.toLowerCase()) {
    case "object":
    case "record":
    case "struct":
      return { type: { kind: "struct" }, fields: fieldsIn(get(field, "fields"), here, reading) };
    case "array":
      return {
        type: { kind: "list" },
        fields: items === undefined ? [] : [fieldIn(items, "[]", items, here, reading)],
      };
    case "map": {
      const pair = [
        keys && fieldIn(keys, "{key}", keys, here, reading),
        values && fieldIn(values, "{}", values, here, reading),
      ];
      return { type: { kind: "map" }, fields: pair.filter((one) => one !== undefined) };
    }
  }
  // what is written out below counts, whatever the type above it is called
  if (get(field, "fields") !== undefined)
    return { type: { kind: "struct" }, fields: fieldsIn(get(field, "fields"), here, reading) };
  if (items !== undefined) return { type: { kind: "list" }, fields: [fieldIn(items, "[]", items, here, reading)] };
  if (text === "") return { type: unsaid, fields: [] };
  // Data Contract Specification 1.2, number and decimal: precision 38, scale 0 unless it says
  const sized = bare.has(text.toLowerCase()) ? `${text}(38,0)` : text;
  return writtenType(sized, here, locationOf(reading.path, field), ownNames);
}

function constraintsOf(path: string, field: ObjectTree): readonly Constraint[] {
  const sensitive = flagOf(path, field, "pii");
  const at = locationOf(path, field.members.get("pii")?.at ?? field);
  return [
    ...boundsOf(path, field),
    ...["pattern", "format", "references"].flatMap((key) => textConstraint(path, field, key, "rule")),
    ...enumOf(path, get(field, "enum")),
    ...(flagOf(path, field, "unique")
      ? [{ kind: "unique", name: "unique", value: "true", at: locationOf(path, field) } as const]
      : []),
    ...((get(field, "fields") ?? get(field, "items")) ? namedOtherwise(path, field) : []),
    ...(sensitive ? [{ kind: "classification", name: "pii", value: "true", at } as const] : []),
    ...textConstraint(path, field, "classification", "classification"),
    ...tellingTags(path, get(field, "tags")),
    ...settingsOf(path, field),
  ];
}

/** The type of a field that holds others, where it is not one of the words for it. */
function namedOtherwise(path: string, field: ObjectTree): readonly Constraint[] {
  return /^(?:object|record|struct|array)?$/i.test(textOf(get(field, "type")) ?? "")
    ? []
    : textConstraint(path, field, "type", "rule");
}
