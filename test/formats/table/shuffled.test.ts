import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { inThisThread } from "../../../src/work.ts";

const odcs = `apiVersion: v3.2.0
kind: DataContract
id: urn:shop
version: 1.0.0
status: active
tags: [a, b, c]
team:
  name: shop
  members: [{username: ann, role: owner, tags: [x, y]}, {username: bob, role: developer}, {username: cyd}]
roles: [{role: reader, access: read}, {role: admin, access: admin}, {role: auditor, firstLevelApprovers: ann}]
support: [{channel: "#shop", tool: slack}, {channel: mail, url: "https://a.example"}, {channel: desk}]
servers:
  - {server: prod, type: postgres, host: h, schema: raw, roles: [{role: reader}, {role: writer}], customProperties: [{property: p, value: 1}, {property: q, value: 2}]}
  - {server: dev, environment: dev, type: postgres, host: d, schema: raw}
  - {server: lake, type: s3, location: "s3://a", description: for analysts}
slaProperties:
  - {property: latency, value: 4, unit: h, driver: regulatory}
  - {property: latency, value: 2, unit: h, driver: operational, element: orders.amount}
  - {property: retention, value: 3, unit: y, description: kept}
  - {property: latency, value: 9, unit: h, driver: analytics}
authoritativeDefinitions: [{type: a, url: "https://a"}, {type: b, url: "https://b"}, {type: a, url: "https://c"}]
customProperties: [{property: a, value: 1}, {property: b, value: {z: 1, y: 2}}, {property: a, value: 3}]
schema:
  - name: orders
    relationships: [{from: orders.id, to: x.a}, {from: orders.id, to: y.a}, {from: orders.amount, to: z.a, customProperties: [{property: a, value: 1}]}]
    quality:
      - {metric: rowCount, mustBeGreaterThan: 5, dimension: completeness}
      - {metric: rowCount, mustBeGreaterThan: 5, dimension: accuracy}
      - {name: same, metric: rowCount, mustBeLessThan: 99}
      - {name: same, type: sql, query: select 1, mustBe: 1}
    authoritativeDefinitions: [{type: definition, url: "https://a"}, {type: definition, url: "https://b"}, {type: videoTutorial, url: "https://c"}]
    properties:
      - name: id
        logicalType: string
        primaryKey: true
        primaryKeyPosition: 2
        tags: [core, pii, gold]
        examples: [a, b]
      - name: amount
        logicalType: number
        primaryKey: true
        primaryKeyPosition: 1
        transformSourceObjects: [s.a, s.b]
        synonyms: [{synonym: total}, {synonym: sum}]
        customProperties: [{property: unit, value: EUR}, {property: note, value: n}]
      - name: state
        logicalType: string
        enum: [{value: a, label: A, tags: [x, y]}, {value: b, label: B}, {value: c}]
        relationships: [{to: s.a}, {to: s.b}]
        quality: [{metric: nullValues, mustBe: 0}, {metric: invalidValues, arguments: {validValues: [a, b, c]}, mustBe: 0}]
      - name: parcel
        logicalType: object
        logicalTypeOptions: {required: [w, other]}
        properties: [{name: w, logicalType: number}, {name: h, logicalType: number}]
  - name: lines
    properties: [{name: id, logicalType: string}, {name: sku, logicalType: string}]
`;

const dcs = `dataContractSpecification: 1.2.1
id: urn:shop
info: {title: Shop, version: 1.0.0, contact: {email: a@shop.example, name: ann}}
servers:
  prod: {type: kafka, topic: orders, roles: [{name: reader}, {name: writer}]}
  lake: {type: s3, location: "s3://a", format: json}
terms: {usage: for reports, policies: [{type: a, url: "https://a"}, {type: b, url: "https://b"}]}
servicelevels: {latency: {threshold: 4h, description: late}, retention: {period: P1Y}}
tags: [a, b]
links: {a: "https://a", b: "https://b"}
models:
  orders:
    quality: [{type: sql, query: select 1, mustBe: 1}, {type: sql, query: select 2, mustBe: 1}]
    fields:
      id: {type: string, tags: [core, pii], examples: [a, b], config: {snowflakeType: A, bigqueryType: B}}
      state: {type: string, enum: [a, b, c], codes: {a: open, b: shut, c: gone}, $ref: "#/definitions/d"}
  lines: {fields: {id: {type: string}, sku: {type: string}}}
definitions: {d: {type: string, maxLength: 9}, e: {type: string, tags: [x, y]}}
`;

/** The same numbers every time. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function shuffled<T>(items: readonly T[], next: () => number): T[] {
  const left = [...items];
  return items.flatMap(() => left.splice(Math.floor(next() * left.length), 1));
}

/** Lists whose order a reader may rely on: what a key column leads to, and the ends of an interval, are not among these documents. */
function anyOrder(value: unknown, next: () => number): unknown {
  if (Array.isArray(value)) return shuffled(value, next).map((item) => anyOrder(item, next));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(shuffled(Object.entries(value), next).map(([key, item]) => [key, anyOrder(item, next)]));
}

async function told(format: string, base: string, head: string) {
  const source = (text: string) => ({ entry: "c.yaml", part: "", files: new Map([["c.yaml", text]]) });
  const sides = { base: source(base), head: source(head), history: [] };
  const { changes, problems } = await inThisThread.compare({ contract: "c", format, ...sides, options: {} });
  expect(problems).toEqual([]);
  return changes.map(({ rule, element, message }) => [rule, element, message]);
}

describe.each([
  ["odcs", odcs],
  ["dcs", dcs],
])("%s", (format, text) => {
  it.each(Array.from({ length: 40 }, (_, index) => index + 1))("every list in another order, %i", async (seed) => {
    expect(await told(format, text, stringify(anyOrder(parse(text), numbers(seed))))).toEqual([]);
  });
});

describe("a name that changes under a stable id is told once", () => {
  const document = (names: {
    table?: string;
    column?: string;
    server?: string;
    role?: string;
    level?: string;
    rule?: string;
  }) => `apiVersion: v3.1.0
kind: DataContract
id: urn:shop
version: 1.0.0
status: active
servers: [{id: s1, server: ${names.server ?? "prod"}, type: postgres, host: h, description: d, roles: [{role: x}]}]
roles: [{id: r1, role: ${names.role ?? "reader"}, access: read}]
slaProperties: [{id: l1, property: ${names.level ?? "latency"}, value: 4, unit: h, description: d}]
schema:
  - id: t1
    name: ${names.table ?? "orders"}
    properties:
      - {id: c1, name: ${names.column ?? "amount"}, logicalType: number, description: Total, examples: [1], quality: [{id: q1, name: ${names.rule ?? "filled"}, metric: nullValues, mustBe: 0}]}
      - {id: c2, name: other, logicalType: number}
`;
  it.each([
    [{ table: "bookings" }, "table/table-renamed", ""],
    [{ column: "total" }, "table/column-renamed", "amount"],
    [{ server: "main" }, "table/server-renamed", ""],
    [{ role: "analyst" }, "table/access-narrowed", ""],
    [{ rule: "complete" }, "table/details-changed", "amount"],
  ])("%j", async (names, rule, element) => {
    const changes = await told("odcs", document({}), document(names));
    expect(changes.map(([id, at]) => [id, at])).toEqual([[rule, element]]);
  });
});
