import { describe, expect, it } from "vitest";
import { inThisThread } from "../../../src/work.ts";

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
  return toldOf(contract(base), contract(head));
}

async function toldOf(base: string, head: string): Promise<readonly string[]> {
  const source = (text: string) => ({ entry: "c.yaml", part: "", files: new Map([["c.yaml", text]]) });
  const sides = { base: source(base), head: source(head), history: [] };
  const { changes, problems } = await inThisThread.compare({ contract: "c", format: "odcs", ...sides, options: {} });
  expect(problems).toEqual([]);
  return changes.map(({ rule, element, breaks }) =>
    [rule.replace(/^(?:table|semantics)\//, ""), element, ...breaks].filter((part) => part !== "").join(" "),
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
  ["minimum", options("integer", "minimum: 1"), options("integer", "minimum: 2"), "bound-tightened amount backward"],
  ["maxItems", options("array", "maxItems: 1"), options("array", "maxItems: 2"), "bound-loosened amount forward"],
  [
    "maxProperties",
    options("object", "maxProperties: 1"),
    options("object", "maxProperties: 2"),
    "bound-loosened amount forward",
  ],
  [
    "format of a date",
    options("date", "format: yyyy"),
    options("date", "format: dd"),
    "constraint-changed amount backward forward",
  ],
  [
    "quality",
    `${text}, quality: [{metric: nullValues, mustBeLessThan: 1}]`,
    `${text}, quality: [{metric: nullValues, mustBeLessThan: 5}]`,
    "quality-loosened amount forward",
  ],
  ["tags, of those that tell", `${text}, tags: [pii]`, text, "classification-removed amount forward"],
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

/** What says in words what a value means: a suspicion, that the author must declare or explain. */
const ofMeaning: readonly (readonly [string, string, string, string])[] = [
  ["description", `${text}, description: in EUR`, `${text}, description: in USD`, "unit-suspected amount"],
  ["businessName", `${text}, businessName: a`, `${text}, businessName: b`, "entity-suspected amount"],
  [
    "authoritativeDefinitions",
    `${text}, authoritativeDefinitions: [{type: businessDefinition, url: "https://a.example"}]`,
    `${text}, authoritativeDefinitions: [{type: businessDefinition, url: "https://b.example"}]`,
    "entity-suspected amount",
  ],
  ["transformLogic", `${text}, transformLogic: a`, `${text}, transformLogic: b`, "calculation-suspected amount"],
  [
    "transformDescription",
    `${text}, transformDescription: net`,
    `${text}, transformDescription: gross`,
    "calculation-suspected amount",
  ],
  [
    "defaultTimezone",
    options("timestamp", "defaultTimezone: Etc/UTC"),
    options("timestamp", "defaultTimezone: Europe/Paris"),
    "timezone-suspected amount",
  ],
  [
    "customProperties",
    `${text}, customProperties: [{property: unit, value: EUR}]`,
    `${text}, customProperties: [{property: unit, value: USD}]`,
    "unit-suspected amount",
  ],
];

const sla = (property: string, value: string, unit: string) =>
  `status: active\nslaProperties: [{property: ${property}, value: "${value}"${unit === "" ? "" : `, unit: ${unit}`}}]`;

/** Service levels: property, less and more of it, and what more is. */
const ofService: readonly (readonly [string, string, string, string, string])[] = [
  ["availability", "98", "99", "percent", "sla-tightened backward"],
  ["throughput", "9", "18", "", "sla-tightened backward"],
  ["retention", "3", "6", "d", "sla-tightened backward"],
  ["endOfSupport", "2027-01-01", "2028-01-01", "", "sla-tightened"],
  ["endOfLife", "2027-01-01", "2028-01-01", "", "sla-tightened"],
  ["errorRate", "1", "2", "percent", "sla-loosened forward"],
  ["generalAvailability", "2027-01-01", "2028-01-01", "", "sla-loosened forward"],
  ["frequency", "1", "2", "d", "sla-loosened forward"],
  ["latency", "4", "8", "h", "sla-loosened forward"],
  ["timeToDetect", "1", "2", "h", "sla-loosened forward"],
  ["timeToNotify", "1", "2", "h", "sla-loosened forward"],
  ["timeToRepair", "1", "2", "h", "sla-loosened forward"],
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

  it.each(ofMeaning)("%s (meaning)", async (_, before, after, expected) => {
    expect(await told({ property: before }, { property: after })).toEqual([expected]);
  });

  it("timezone is another type, and told by that alone", async () => {
    const zoned = (zone: boolean) => ({ property: options("timestamp", `timezone: ${zone}`) });
    expect(await told(zoned(true), zoned(false))).toEqual(["column-retyped amount backward forward"]);
  });

  it.each(ofService)("%s of a service", async (property, less, more, unit, expected) => {
    const [base, head] = [{ root: sla(property, less, unit) }, { root: sla(property, more, unit) }];
    expect(await told(base, head)).toEqual([expected]);
  });

  it("the order of a key's columns", async () => {
    const two = (first: number, second: number) =>
      contract({ property: `${text}, primaryKey: true, primaryKeyPosition: ${first}` }).replace(
        "{name: order_id, logicalType: string}",
        `{name: order_id, logicalType: string, primaryKey: true, primaryKeyPosition: ${second}}`,
      );
    expect(await toldOf(two(1, 2), two(2, 1))).toEqual(["key-changed backward forward"]);
  });

  it.each([
    [
      "quality of an object",
      "quality: [{metric: rowCount, mustBeGreaterThan: 5}]",
      "quality: [{metric: rowCount, mustBeGreaterThan: 3}]",
      "quality-loosened forward",
    ],
    [
      "dataGranularityDescription",
      "dataGranularityDescription: one row per order",
      "dataGranularityDescription: one row per line",
      "grain-suspected",
    ],
  ])("%s", async (_, before, after, expected) => {
    expect(await told({ object: before }, { object: after })).toEqual([expected]);
  });

  it.each(ofPreview)("%s (preview)", async (_, before, after, expected) => {
    const version = "v3.2.0";
    expect(await told({ property: before, version }, { property: after, version })).toEqual([expected]);
  });

  it.each([
    ["id of an object", { object: "id: a" }, { object: "id: b" }, ["id-changed"]],
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
      ["constraint-changed backward forward"],
    ],
    ["status", { root: "status: active" }, { root: "status: deprecated" }, ["lifecycle-changed"]],
    ["status, withdrawn", { root: "status: active" }, { root: "status: draft" }, ["promise-withdrawn forward"]],
    ["status, retired", { root: "status: active" }, { root: "status: retired" }, ["retired forward"]],
  ])("%s", async (_, before, after, expected) => {
    expect(await told(before, after)).toEqual(expected);
  });
});
