import { describe, expect, it } from "vitest";
import { formats } from "../../../src/formats/index.ts";

const format = formats.find(({ name }) => name === "odcs");

interface Document {
  readonly property?: string;
  readonly object?: string;
  readonly root?: string;
  readonly version?: string;
}

function contract({ property = "", object = "", root = "", version = "v3.1.0" }: Document): string {
  return `apiVersion: ${version}
kind: DataContract
id: urn:shop:orders
version: 1.0.0
${root === "" ? "status: active" : root}
schema:
  - name: orders
    ${object === "" ? "physicalType: table" : object}
    properties:
      - {name: order_id, logicalType: string}
      - {name: amount${property === "" ? "" : `, ${property}`}}
`;
}

async function told(base: Document, head: Document): Promise<readonly string[]> {
  const source = (document: Document) => ({
    entry: "c.yaml",
    part: "",
    files: new Map([["c.yaml", contract(document)]]),
  });
  const compared = await format?.compare("c", source(base), source(head), {});
  expect(compared?.problems).toEqual([]);
  return (compared?.changes ?? []).map(({ rule, element, breaks }) =>
    [rule.replace("table/", ""), element, ...breaks].filter((part) => part !== "").join(" "),
  );
}

const number = "logicalType: number";
const text = "logicalType: string";
const options = (type: string, written: string) => `logicalType: ${type}, logicalTypeOptions: {${written}}`;

/** Role, before, after, what is told: once, with the property's path. */
const ofProperty: readonly (readonly [string, string, string, string])[] = [
  ["id", `id: a, ${text}`, `id: b, ${text}`, "id-changed amount"],
  ["physicalName", `physicalName: AMT, ${text}`, `physicalName: AMOUNT, ${text}`, "column-renamed amount forward"],
  ["logicalType", text, number, "column-retyped amount backward forward"],
  ["physicalType", `physicalType: int`, "physicalType: bigint", "column-widened amount forward"],
  ["required, dropped", `required: true, ${text}`, text, "column-newly-nullable amount forward"],
  ["required, added", text, `required: true, ${text}`, "column-no-longer-nullable amount backward"],
  ["unique", `unique: true, ${text}`, text, "unique-changed amount backward forward"],
  ["primaryKey", `primaryKey: true, ${text}`, text, "key-changed backward forward"],
  ["partitioned", `partitioned: true, ${text}`, text, "layout-changed"],
  ["classification, gone", `classification: pii, ${text}`, text, "classification-removed amount forward"],
  [
    "classification",
    `classification: pii, ${text}`,
    `classification: public, ${text}`,
    "classification-changed amount backward forward",
  ],
  [
    "minLength",
    options("string", "minLength: 1"),
    options("string", "minLength: 2"),
    "bound-tightened amount backward",
  ],
  ["maxLength", options("string", "maxLength: 1"), options("string", "maxLength: 2"), "bound-loosened amount forward"],
  [
    "pattern",
    options("string", "pattern: a"),
    options("string", "pattern: b"),
    "constraint-changed amount backward forward",
  ],
  ["format of a string", options("string", "format: uuid"), text, "constraint-removed amount forward"],
  [
    "minimum of a date",
    options("date", 'minimum: "2020-01-01"'),
    options("date", 'minimum: "2021-01-01"'),
    "bound-tightened amount backward",
  ],
  ["maximum", options("integer", "maximum: 9"), options("integer", "maximum: 99"), "bound-loosened amount forward"],
  [
    "exclusiveMinimum",
    options("integer", "exclusiveMinimum: 0"),
    options("integer", "exclusiveMinimum: 1"),
    "bound-tightened amount backward",
  ],
  [
    "exclusiveMaximum",
    options("integer", "exclusiveMaximum: 9"),
    options("integer", "maximum: 9"),
    "bound-loosened amount forward",
  ],
  [
    "multipleOf",
    options("integer", "multipleOf: 10"),
    options("integer", "multipleOf: 5"),
    "bound-loosened amount forward",
  ],
  [
    "format of an integer",
    options("integer", "format: i32"),
    options("integer", "format: i64"),
    "column-widened amount forward",
  ],
  [
    "format of a number",
    options("number", "format: f64"),
    options("number", "format: f32"),
    "column-narrowed amount backward forward",
  ],
  [
    "timezone",
    options("timestamp", "timezone: true"),
    options("timestamp", "timezone: false"),
    "column-retyped amount backward forward",
  ],
  ["minItems", options("array", "minItems: 1"), options("array", "minItems: 0"), "bound-loosened amount forward"],
  [
    "uniqueItems",
    options("array", "uniqueItems: true"),
    options("array", "uniqueItems: false"),
    "constraint-removed amount forward",
  ],
  [
    "minProperties",
    options("object", "minProperties: 1"),
    options("object", "minProperties: 2"),
    "bound-tightened amount backward",
  ],
  ["relationships", `${text}, relationships: [{to: a.b}]`, text, "constraint-removed amount forward"],
  [
    "properties",
    "logicalType: object, properties: [{name: a, logicalType: string}, {name: b, logicalType: string}]",
    "logicalType: object, properties: [{name: a, logicalType: string}]",
    "column-removed amount.b forward",
  ],
  [
    "required of an object",
    `${options("object", "required: [a]")}, properties: [{name: a, logicalType: string}]`,
    "logicalType: object, properties: [{name: a, logicalType: string}]",
    "column-newly-nullable amount.a forward",
  ],
  [
    "items",
    "logicalType: array, items: {logicalType: string}",
    "logicalType: array, items: {logicalType: boolean}",
    "column-retyped amount[] backward forward",
  ],
];

/** What the preview of 3.2 adds. */
const ofPreview: readonly (readonly [string, string, string, string])[] = [
  ["enum", `${text}, enum: [{value: a}]`, `${text}, enum: [{value: a}, {value: b}]`, "enum-value-added amount forward"],
  [
    "map",
    "logicalType: map, map: {key: {logicalType: string}, value: {logicalType: string}}",
    "logicalType: map, map: {key: {logicalType: string}, value: {logicalType: boolean}}",
    "column-retyped amount{} backward forward",
  ],
];

describe("every role of a field, changed once, is told once", () => {
  it.each(ofProperty)("%s", async (_, before, after, expected) => {
    expect(await told({ property: before }, { property: after })).toEqual([expected]);
  });

  it.each(ofPreview)("%s (preview)", async (_, before, after, expected) => {
    const version = "v3.2.0";
    expect(await told({ property: before, version }, { property: after, version })).toEqual([expected]);
  });

  it.each([
    ["id of an object", { object: "id: a" }, { object: "id: b" }, []],
    [
      "physicalName of an object",
      { object: "physicalName: a" },
      { object: "physicalName: b" },
      ["table-renamed forward"],
    ],
    [
      "physicalType of an object",
      { object: "physicalType: table" },
      { object: "physicalType: topic" },
      ["constraint-changed backward forward"],
    ],
    [
      "relationships of an object",
      { object: "relationships: [{from: orders.a, to: x.a}]" },
      { object: "relationships: [{from: orders.a, to: y.a}]" },
      ["constraint-removed forward", "constraint-added backward"],
    ],
    ["status", { root: "status: active" }, { root: "status: deprecated" }, ["lifecycle-changed"]],
    ["status, withdrawn", { root: "status: active" }, { root: "status: draft" }, ["promise-withdrawn forward"]],
    ["status, retired", { root: "status: active" }, { root: "status: retired" }, ["retired forward"]],
  ])("%s", async (_, before, after, expected) => {
    expect(await told(before, after)).toEqual(expected);
  });
});
