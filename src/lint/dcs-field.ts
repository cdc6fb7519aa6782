import { address, stableId } from "./forms.ts";
import {
  all,
  anything,
  flag,
  integer,
  kinds,
  lazy,
  list,
  mapping,
  named,
  number,
  oneOf,
  type Shape,
  text,
  wordUnder,
} from "./shape.ts";

const open = true;

const types = oneOf(
  ..."number decimal numeric timestamp timestamp_tz timestamp_ntz time date int integer long bigint float double".split(
    " ",
  ),
  ..."string text varchar boolean bytes json variant array map object record struct null".split(" "),
);

export const links: Shape = named(text(address), stableId, 1);
const pair = list(number, { least: 2, most: 2 });
const [between, scalarOrNested] = [
  list(number, { least: 2, most: 2, distinct: true }),
  kinds("a value", "string", "number", "boolean", "array", "object"),
];

const sql = mapping({
  required: { query: text() },
  optional: {
    dialect: text(),
    mustBe: number,
    mustNotBe: number,
    mustBeGreaterThan: number,
    mustBeGreaterThanOrEqualTo: number,
    mustBeGreaterOrEqualTo: number,
    mustBeLessThan: number,
    mustBeLessThanOrEqualTo: number,
    mustBeLessOrEqualTo: number,
    mustBeBetween: pair,
    mustNotBeBetween: pair,
  },
  open,
});

const library = mapping({
  required: { metric: text() },
  optional: {
    rule: text(),
    arguments: named(scalarOrNested),
    mustBeGreaterThan: number,
    mustBeGreaterOrEqualTo: number,
    mustBeLessThan: number,
    mustBeLessOrEqualTo: number,
    mustBeBetween: between,
    mustNotBeBetween: between,
  },
  open,
});

const custom = mapping({
  required: { engine: text() },
  optional: { description: text(), implementation: kinds("a text, list or mapping", "string", "array", "object") },
  open,
});

const byType: ReadonlyMap<string, Shape> = new Map([
  ["text", mapping({ required: { description: text() }, open })],
  ["sql", sql],
  ["library", library],
  ["custom", custom],
]);

/** Data Contract Specification 1.2, Quality: without a type it would have to be of every type. */
const check: Shape = all(
  mapping({ optional: { type: oneOf(...byType.keys()), description: text() }, open }),
  (tree, key, listener) => {
    if (tree.kind !== "object") return;
    const type = tree.members.has("type") ? (wordUnder(tree, "type") ?? "") : undefined;
    for (const [name, shape] of byType) if (type === undefined || type === name) shape(tree, key, listener);
  },
);

export const quality: Shape = list(check);

const lineage = mapping({
  required: {
    inputFields: list(
      mapping({
        required: { namespace: text(), name: text(), field: text() },
        optional: {
          transformations: list(
            mapping({
              required: { type: text() },
              optional: { subtype: text(), description: text(), masking: flag },
              open,
            }),
          ),
        },
        open,
      }),
    ),
  },
  optional: { transformationDescription: text(), transformationType: text() },
  open,
});

/** What a field and a definition share. */
const common: Readonly<Record<string, Shape>> = {
  title: text(),
  description: text(),
  format: text(),
  minLength: integer,
  maxLength: integer,
  pattern: text(),
  minimum: number,
  exclusiveMinimum: number,
  maximum: number,
  exclusiveMaximum: number,
  example: text(),
  examples: list(anything),
  pii: flag,
  classification: text(),
  tags: list(text()),
  links,
};

/** Some tools keep their own types of a field under `config`. */
export function configOf(...texts: readonly string[]): Shape {
  const own = mapping({ optional: Object.fromEntries(texts.map((name) => [name, text()])), open });
  return all(own, named(kinds("a value", "string", "number", "boolean", "object", "array", "null")));
}

const field: Shape = lazy(() =>
  mapping({
    optional: {
      ...common,
      type: types,
      required: flag,
      fields: named(field),
      items: field,
      keys: field,
      values: field,
      primary: flag,
      primaryKey: flag,
      references: text(),
      unique: flag,
      enum: list(text(), { distinct: true }),
      precision: number,
      scale: number,
      $ref: text(),
      quality,
      lineage,
      config: configOf(
        "avroLogicalType",
        "avroType",
        "bigqueryType",
        "databricksType",
        "glueType",
        "redshiftType",
        "snowflakeType",
        "sqlserverType",
      ),
    },
    open,
  }),
);

export const fields: Shape = named(field);

export const definition: Shape = mapping({
  required: { type: types },
  optional: {
    ...common,
    domain: text(),
    name: text(),
    fields,
    items: field,
    keys: field,
    values: field,
    precision: integer,
    scale: integer,
  },
  open,
});
