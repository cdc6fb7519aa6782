import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { lintDocument } from "../../src/lint/lint.ts";

const beside = { owned: false, moded: false };

/** In short: place, severity, rule and words. */
function lint(text: string, said = beside, path = "orders.odcs.yaml"): readonly string[] | undefined {
  return lintDocument(path, text, said)?.map(
    ({ rule, severity, at, message }) => `${at.line}:${at.column} ${severity} ${rule}: ${message}`,
  );
}

it("names the line, the key and what would do, for each thing that the standard refuses", () => {
  const text = `apiVersion: v3.1.0
kind: DataContract
id: urn:shop:orders
version: 1.0
servers:
  - {server: prod, type: snowflake, account: acme, database: shop}
  - {server: lake, type: s3, location: "s3://bucket/{day}"}
schema:
  - name: orders
    quality:
      - {type: library, metric: rowCount, mustBe: 1, mustBeLessThan: 5}
      - {type: sql, query: SELECT 1}
    properties:
      - {name: order_id, logicalType: varchar, primarykey: true}
      - {logicalType: string, logicalTypeOptions: {minLenght: 1}}
      - {name: at, logicalType: integer, logicalTypeOptions: {format: i63, multipleOf: 0}}
      - {name: customer, relationships: [{to: customers}]}
      - {name: lines, logicalType: string, items: {logicalType: string}}
team: {members: [{name: Ada}]}
`;
  expect(lint(text, { owned: true, moded: true })?.filter((line) => !line.includes("adoption/"))).toEqual([
    "1:1 error schema: `status` is missing",
    "4:10 error schema: `version` must be a text; found `1.0`",
    "6:5 error schema: `servers[0].schema` is missing",
    "7:40 warning form: `servers[1].location` must be an address such as https://example.com/x; found `s3://bucket/{day}`",
    "11:54 error schema: `schema[0].quality[0].mustBeLessThan` stands beside mustBe: a check compares its result once",
    "12:9 error schema: `schema[0].quality[1]` must compare its result with one of mustBe, mustNotBe, mustBeGreaterThan, mustBeGreaterOrEqualTo, mustBeLessThan, mustBeLessOrEqualTo, mustBeBetween, mustNotBeBetween",
    "14:39 error schema: `schema[0].properties[0].logicalType` must be one of string, date, number, integer, object, array, boolean, timestamp, time; found `varchar`",
    "14:48 error schema: `schema[0].properties[0].primarykey` is not a known key here (did you mean `primaryKey`?)",
    "15:9 error schema: `schema[0].properties[1].name` is missing",
    "15:52 error schema: `schema[0].properties[1].logicalTypeOptions.minLenght` is not a known key here (did you mean `minLength`?)",
    "16:71 error schema: `schema[0].properties[2].logicalTypeOptions.format` must be one of i8, u8, i16, u16, i32, u32, i64, u64, i128, u128; found `i63` (did you mean `i64`?)",
    "16:88 error schema: `schema[0].properties[2].logicalTypeOptions.multipleOf` must be a number above 0; found `0`",
    "17:47 error schema: `schema[0].properties[3].relationships[0].to` must be `table.column` or a path such as `schema/orders/properties/id`; found `customers`",
    "18:51 error schema: `schema[0].properties[4].items` stands only where `logicalType` is array",
    "19:18 error schema: `team.members[0].username` is missing",
  ]);
});

it("knows which version it reads, says where one is a preview, and refuses one that it does not know", () => {
  const at = (version: string) => `apiVersion: ${version}\nkind: DataContract\nid: x\nversion: "1"\nstatus: active\n`;
  const all = { owned: true, moded: true };
  const other = (version: string) => lint(at(version), all)?.filter((line) => !line.includes("adoption/"));
  expect(other("v3.0.1")).toEqual([]);
  expect(other("v3.2.0")).toEqual([
    "1:13 notice preview: `apiVersion` v3.2.0 is not released: the document is held against the draft of its schema, which may still change",
  ]);
  const known = "v2.2.0, v2.2.1, v2.2.2, v3.0.0, v3.0.1, v3.0.2, v3.1.0, v3.2.0";
  expect(other("v4.0.0")).toEqual([`1:13 error schema: \`apiVersion\` must be one of ${known}`]);
  expect(lint("kind: DataContract\n", all)).toEqual([
    "1:1 error schema: `apiVersion` is missing: which version of the standard it is",
  ]);
  expect(other("v2.2.2")).toEqual(
    ["uuid", "type", "datasetName", "quantumName", "dataset"].map((key) => `1:1 error schema: \`${key}\` is missing`),
  );
});

const checklist = {
  owner: "no owner: name one under `team`, so that somebody answers for the contract",
  freshness: "no freshness target: say under `slaProperties (latency or frequency)` how old the data may be",
  quality: "no quality rule that can be run: a text is read by nobody at three in the morning",
  mode: "no explicit mode: set `mode` for it under `contracts` in .github/contract-review.yml",
};

it("warns of what the checklist of adoption misses, wherever it may be said", () => {
  const bare = "apiVersion: v3.1.0\nkind: DataContract\nid: x\nversion: '1'\nstatus: active\n";
  const missed = (more: string, said = beside) =>
    lint(`${bare}${more}`, said)?.map((line) => line.replace(/^.*adoption\/(\w+).*$/, "$1"));
  expect(lint(bare)).toEqual(
    Object.entries(checklist).map(([item, words]) => `1:1 warning adoption/${item}: ${words}`),
  );
  expect(missed("team: {name: checkout}\n")).toEqual(["freshness", "quality", "mode"]);
  expect(missed("team: [{username: ada}]\n")).toEqual(["freshness", "quality", "mode"]);
  expect(missed("slaProperties: [{property: Latency, value: 4}]\n")).toEqual(["owner", "quality", "mode"]);
  expect(missed("slaProperties: [{property: retention, value: 4}]\n")).toEqual(Object.keys(checklist));
  const quality = (rule: string) =>
    `schema: [{name: a, properties: [{name: b, logicalType: array, items: {quality: [${rule}]}}]}]\n`;
  expect(missed(quality("{metric: nullValues, mustBe: 0}"))).toEqual(["owner", "freshness", "mode"]);
  expect(missed(quality("{type: text, description: never null}"))).toEqual(Object.keys(checklist));
  expect(missed("", { owned: true, moded: true })).toEqual(["freshness", "quality"]);
});

it("finds the same in documents of the other standard", () => {
  const bare = "dataContractSpecification: 1.2.1\nid: x\ninfo: {title: t, version: '1'}\n";
  expect(lint(bare)?.map((line) => line.split(":", 2)[1]?.replace(/^\d+ /, ""))).toEqual(
    [
      "1 warning adoption/owner",
      "1 warning adoption/freshness",
      "1 warning adoption/quality",
      "1 warning adoption/mode",
    ].map((line) => line.replace(/^1 /, "")),
  );
  const full = `${bare.replace("title: t", "title: t, owner: checkout")}servicelevels: {freshness: {threshold: 25h}}
models: {orders: {fields: {id: {type: text, quality: [{type: sql, query: SELECT 1}]}}}}
`;
  expect(lint(full, { owned: false, moded: true })).toEqual([]);
  expect(lint(`${full}links: {}\n`, { owned: false, moded: true })).toEqual([
    "6:8 error schema: `links` must not be empty",
  ]);
});

it("leaves other documents alone and says where one does not parse", () => {
  expect(lint("kind: DataProduct\napiVersion: v1.0.0\n")).toBeUndefined();
  expect(lint("- a\n")).toBeUndefined();
  expect(lint("kind: DataContract\nkind: DataContract\n")).toEqual([
    '2:1 error unreadable: not valid YAML: duplicate key "kind"',
  ]);
  expect(lint('{"kind": "DataContract", "apiVersion": "v3.1.0", "__proto__": 1}', beside, "x.json")).toContain(
    "1:50 error schema: `__proto__` is not a known key here",
  );
});

it("has nothing against the documents that the agreement is shown on", () => {
  const text = readFileSync(join(import.meta.dirname, "documents/orders-3.1.odcs.yaml"), "utf8");
  expect(lint(text, { owned: false, moded: true })).toEqual([]);
});
