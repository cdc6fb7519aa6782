import { expect, it } from "vitest";
import { mutuallyRecursive } from "../../../bench/json-schema-inputs.mjs";
import { jsonSchema } from "../../../src/formats/json-schema/json-schema.ts";
import type { Options } from "../../../src/model.ts";

const dialect = { $schema: "https://json-schema.org/draft/2020-12/schema" };

async function told(base: unknown, head: unknown, options: Options = {}) {
  const source = (schema: unknown) => ({
    entry: "contract.json",
    part: "",
    files: new Map([
      ["contract.json", typeof schema === "string" ? schema : JSON.stringify({ ...dialect, ...(schema as object) })],
    ]),
  });
  const { changes, problems } = await jsonSchema.compare("contract", source(base), source(head), options);
  return [
    ...problems.map(({ message }) => message),
    ...changes.map(({ rule, element, breaks, basis }) =>
      [rule.replace("json-schema/", ""), element, breaks.join(), basis].join(" ").trim(),
    ),
  ];
}

function nested(levels: number, keyword: (inner: object) => object, innermost: object): object {
  let schema = innermost;
  for (let level = 0; level < levels; level++) schema = keyword(schema);
  return schema;
}

it("loses no break that lies deep", async () => {
  const deep = (type: string) => nested(120, (inner) => ({ properties: { a: inner } }), { type });
  expect(await told(deep("string"), deep("integer"))).toEqual([
    `type-changed ${Array(120).fill("a").join(".")} backward,forward witness`,
  ]);
  const deeper = (type: string) => nested(390, (inner) => ({ items: inner }), { type });
  expect(await told(deeper("string"), deeper("integer"))).toEqual(["not-proven  backward,forward not-analysed"]);
});

it("refuses what is nested without end", async () => {
  expect(await told(`${'{"not":'.repeat(5000)}{}${"}".repeat(5000)}`, {})).toEqual([
    "not valid JSON: nested deeper than 400 levels",
  ]);
});

it("never backtracks and never expands an expression without end", async () => {
  expect(await told({ type: "string", pattern: "^(a+)+$" }, { type: "string", pattern: "^(a|aa)+$" })).toEqual([]);
  expect(await told({ pattern: "(a{1000}){1000}" }, { pattern: "(b{1000}){1000}" })).toEqual([
    "not-proven  backward,forward not-analysed",
  ]);
});

it("takes numbers of any size as they are", async () => {
  expect(await told({ multipleOf: 1e-300 }, { multipleOf: 1e300 })).toEqual(["multiple-changed  backward witness"]);
  expect(await told({ minimum: 0 }, `{"minimum": 1e999999999}`)).toContainEqual(
    "not-proven  backward,forward not-analysed",
  );
});

it("writes no endless examples", async () => {
  expect(await told({ type: "array", minItems: 1e9 }, { type: "array", minItems: 2e9 })).toEqual([
    "not-proven  backward not-analysed",
  ]);
});

it("judges unions of types that refer to one another", async () => {
  for (const variant of [{}, { tagged: false }, { closed: false }]) {
    expect(
      await told(mutuallyRecursive(12, variant), mutuallyRecursive(12, variant).replace("$defs", "$defs")),
    ).toEqual([]);
    const changes = await told(mutuallyRecursive(12, variant), mutuallyRecursive(12, { ...variant, changed: true }));
    expect(changes[0]).toMatch(/^property-added note (?:back|for)ward witness$/);
  }
});

it("knows a long tagged union", async () => {
  const union = (many: number) => ({
    oneOf: Array.from({ length: many }, (_, at) => ({
      type: "object",
      properties: { kind: { const: `k${at}` }, value: { type: "string" } },
      required: ["kind"],
    })),
  });
  expect(await told(union(150), union(151))).toEqual(["alternative-added  forward witness"]);
});

it("answers an unknown policy or draft with a problem", async () => {
  expect(await told({}, { type: "string" }, { policy: "strict" })).toEqual(["no such policy of JSON Schema: strict"]);
  expect(await told({}, { type: "string" }, { draft: "3" })).toEqual(["no such draft of JSON Schema: 3"]);
});

it("reads each side in its own draft", async () => {
  const closed = '{"type": "number", "minimum": 1, "exclusiveMinimum": true}';
  const options = { draft: { base: "draft-04", head: "2020-12" } };
  expect(await told(closed, '{"type": "number", "exclusiveMinimum": 1}', options)).toEqual(["dialect-changed   rule"]);
});
