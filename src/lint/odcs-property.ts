import type { ObjectTree } from "../text/tree.ts";
import { reference } from "./forms.ts";
import { type Generation, type Parts, scalar } from "./odcs-parts.ts";
import { qualityOf } from "./odcs-quality.ts";
import {
  all,
  anything,
  count,
  either,
  flag,
  integer,
  lazy,
  list,
  type Members,
  mapping,
  number,
  oneOf,
  positive,
  type Shape,
  text,
  under,
} from "./shape.ts";

/** Open Data Contract Standard 3, Schema: objects and their properties. */
export function schemaObject(generation: Generation, parts: Parts): Shape {
  const { authoritativeDefinitions, customProperties, tags } = parts;
  const preview = generation === "3.2";
  const element: Readonly<Record<string, Shape>> = {
    ...parts.id,
    name: text(),
    physicalType: text(),
    description: text(),
    businessName: text(),
    authoritativeDefinitions,
    tags,
    customProperties,
    ...(preview && { synonyms: list(synonym(parts)) }),
  };
  const quality = qualityOf(generation, parts);
  const relation = relationship(preview, customProperties);
  const property = lazy(() => all(mapping({ required: { name: text() }, open: true }), base));
  const item = lazy(() => base);
  const base = mapping((tree) => {
    const type = typeOf(tree);
    return {
      ...(preview && (type === "map" || type === undefined) && { required: { map: mapOf(item) } }),
      optional: {
        ...element,
        primaryKey: flag,
        primaryKeyPosition: integer,
        logicalType: oneOf(...typesOf(generation)),
        logicalTypeOptions: mapping(optionsOf(generation, type)),
        physicalName: text(),
        required: flag,
        unique: flag,
        partitioned: flag,
        partitionKeyPosition: integer,
        classification: text(),
        encryptedName: text(),
        transformSourceObjects: list(text()),
        transformLogic: text(),
        transformDescription: text(),
        examples: list(anything),
        criticalDataElement: flag,
        quality,
        properties: type === "object" || type === undefined ? list(property) : only("object"),
        items: type === "array" || type === undefined ? item : only("array"),
        ...(generation !== "3.0" && { relationships: list(relation.ofProperty) }),
        ...(preview && {
          semanticType: oneOf("column", "measure", "dimension"),
          enum: list(enumValue(parts), { least: 1, distinct: true }),
        }),
      },
    };
  });
  return mapping({
    required: { name: text() },
    optional: {
      ...element,
      logicalType: oneOf("object"),
      physicalName: text(),
      dataGranularityDescription: text(),
      properties: list(property),
      quality,
      ...(generation !== "3.0" && { relationships: list(relation.ofObject) }),
      ...(preview && { context: context(parts) }),
    },
  });
}

function only(type: string): Shape {
  return (tree, key, listener) => listener.error(tree, key, `stands only where \`logicalType\` is ${type}`);
}

/** Undefined where there is none; empty where it is no text. */
function typeOf(tree: ObjectTree): string | undefined {
  const value = tree.members.get("logicalType")?.value;
  return value === undefined ? undefined : value.kind === "string" ? value.value : "";
}

function typesOf(generation: Generation): readonly string[] {
  const plain = ["string", "date", "number", "integer", "object", "array", "boolean"];
  if (generation === "3.0") return plain;
  return generation === "3.1" ? [...plain, "timestamp", "time"] : [...plain, "timestamp", "time", "map"];
}

const mapOf = (item: Shape): Shape => mapping({ required: { key: item, value: item } });

/** What may be said of a type. Without a type nothing may: every type would have to allow it. */
function optionsOf(generation: Generation, type: string | undefined): Members {
  const exclusive = (value: Shape): Shape => (generation === "3.0" ? flag : value);
  const bounds = (value: Shape): Readonly<Record<string, Shape>> => ({
    minimum: value,
    maximum: value,
    exclusiveMinimum: exclusive(value),
    exclusiveMaximum: exclusive(value),
  });
  switch (type) {
    case undefined:
      return {};
    case "string":
      return { optional: { minLength: count, maxLength: count, pattern: text(), format: text() } };
    case "date":
      return { optional: { format: text(), ...bounds(text()) } };
    case "timestamp":
    case "time":
      if (generation === "3.0") return { open: true };
      return { optional: { format: text(), ...bounds(text()), timezone: flag, defaultTimezone: text() } };
    case "integer": {
      const sizes = ["8", "16", "32", "64", "128"].flatMap((bits) => [`i${bits}`, `u${bits}`]);
      return { optional: { multipleOf: positive, ...bounds(number), format: oneOf(...sizes) } };
    }
    case "number":
      return { optional: { multipleOf: positive, ...bounds(number), format: oneOf("f32", "f64") } };
    case "object": {
      const required = list(text(), { least: 1, distinct: true });
      return { optional: { minProperties: count, maxProperties: count, required } };
    }
    case "array":
      return { optional: { minItems: count, maxItems: count, uniqueItems: flag } };
    default:
      return { open: true };
  }
}

function relationship(nested: boolean, customProperties: Shape) {
  const one = text(reference(nested));
  const end = either((tree) => (tree.kind === "array" ? list(one, { least: 1 }) : one));
  const shared = { type: oneOf("foreignKey"), customProperties };
  const sameForm: Shape = (tree, key, listener) => {
    if (tree.kind !== "object") return;
    const [from, to] = ["from", "to"].map((name) => tree.members.get(name)?.value);
    if (from === undefined || to === undefined || (from.kind === "array") === (to.kind === "array")) return;
    listener.error(to, under(key, "to"), "must be a list where `from` is one, and a single reference where it is one");
  };
  return {
    ofObject: all(mapping({ required: { from: end, to: end }, optional: shared }), sameForm),
    ofProperty: mapping({ required: { to: end }, optional: shared }),
  };
}

function enumValue({ id, tags, customProperties, authoritativeDefinitions }: Parts): Shape {
  return mapping({
    required: { value: scalar },
    optional: { ...id, label: text(), description: text(), tags, customProperties, authoritativeDefinitions },
  });
}

function synonym({ id, customProperties }: Parts): Shape {
  return mapping({
    required: { synonym: text() },
    optional: { ...id, description: text(), locale: text(), source: text(), status: text(), customProperties },
  });
}

/** The preview of 3.2: a text, or instructions, constraints and statements for whoever reads the data by machine. */
export function context({ tags, customProperties, authoritativeDefinitions }: Parts): Shape {
  const shared = { id: text(), tags, customProperties, authoritativeDefinitions };
  const written = mapping({
    optional: {
      instructions: text(),
      constraints: list(mapping({ required: { constraint: text() }, optional: shared })),
      verifiedStatements: list(mapping({ required: { question: text() }, optional: { ...shared, answer: text() } })),
    },
  });
  return either((tree) => (tree.kind === "object" ? written : text()));
}
