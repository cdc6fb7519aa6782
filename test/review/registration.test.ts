import { expect, it } from "vitest";
import { reviewOf, short } from "./world.ts";

const schema = (...fields: readonly string[]) =>
  JSON.stringify({
    type: "record",
    name: "Order",
    fields: fields.map((name) => ({ name, type: name === "address" ? "shop.Address" : "string" })),
  });
const body = (schema: string, more: object = {}) => JSON.stringify({ schemaType: "AVRO", schema, ...more }, null, 1);

const domains = {
  "shop/billing": {
    "c.yml":
      'apiVersion: contract-consumer/v1\nconsumer: billing\nowner: {github: "@shop/b"}\nreads: [{subject: orders-value}]\n',
  },
};

it("a registered schema is compared by its own format, under its subject", async () => {
  const review = await reviewOf({
    base: { "orders-value.subject.json": body(schema("id", "city")) },
    head: { "orders-value.subject.json": body(schema("id")) },
    domains,
  });
  expect(review.diffs.map(({ contract: { id, format, mode } }) => [id, format, mode])).toEqual([
    ["orders-value", "schema-registry", "FULL"],
  ]);
  expect(short(review)).toEqual([["billing", "breaks", "the merge base", ["city"]]]);
});

it("a rule that no longer refuses breaks who relied on it, a new tag puts at risk", async () => {
  const rule = { name: "ssn", kind: "CONDITION", type: "CEL", mode: "WRITE", expr: "true" };
  const withRule = (onFailure: string, more: object = {}) =>
    body(schema("id"), { ruleSet: { domainRules: [{ ...rule, onFailure }] }, ...more });
  const outcomes = async (head: string) => {
    const base = { "orders-value.subject.json": withRule("ERROR") };
    const review = await reviewOf({ base, head: { "orders-value.subject.json": head }, domains });
    return short(review).map(([, outcome]) => outcome);
  };
  expect(await outcomes(withRule("NONE"))).toEqual(["breaks"]);
  expect(await outcomes(withRule("ERROR", { metadata: { tags: { "**.id": ["PII"] } } }))).toEqual(["at-risk"]);
});

it("a new major version with a migration rule: the registry would pass it, its consumers are still told", async () => {
  const major = (version: string) => ({ metadata: { properties: { major_version: version } } });
  const migration = { name: "up", kind: "TRANSFORM", type: "JSONATA", mode: "UPGRADE", expr: "$" };
  const review = await reviewOf({
    base: { "orders-value.subject.json": body(schema("id", "city"), major("1")) },
    head: {
      "orders-value.subject.json": body(schema("id"), { ...major("2"), ruleSet: { migrationRules: [migration] } }),
    },
    domains,
  });
  expect(review.diffs.flatMap(({ changes }) => changes.map(({ rule }) => rule))).toEqual([
    "avro/field-removed",
    "registry/migration-added",
    "registry/property-changed",
  ]);
  expect(short(review)).toEqual([["billing", "breaks", "the merge base", ["city"]]]);
});

it("references lead to the files of their subjects; one that is not there is never taken for safe", async () => {
  const references = [{ name: "shop.Address", subject: "address", version: 1 }];
  const address = (...fields: readonly string[]) =>
    body(
      JSON.stringify({
        type: "record",
        name: "shop.Address",
        fields: fields.map((name) => ({ name, type: "string" })),
      }),
    );
  const base = {
    "s/orders-value.subject.json": body(schema("id", "address"), { references }),
    "s/address.subject.json": address("street", "city"),
  };
  const review = await reviewOf({ base, head: { ...base, "s/address.subject.json": address("street") }, domains });
  expect(short(review)).toEqual([["billing", "breaks", "the merge base", ["address.city"]]]);
  const { "s/address.subject.json": _, ...alone } = base;
  const without = await reviewOf({
    base: alone,
    head: { ...alone, "s/orders-value.subject.json": `${base["s/orders-value.subject.json"]}\n` },
  });
  expect([without.conclusion, without.problems.map(({ message }) => message)]).toEqual([
    "failure",
    ["the referenced subject address is not at hand as a file beside this one"],
  ]);
});

it("a schemaType that is not known is never taken for safe", async () => {
  const text = JSON.stringify({ schemaType: "THRIFT", schema: "struct" });
  const review = await reviewOf({ base: {}, head: { "a.subject.json": text } });
  expect([review.conclusion, review.problems.map(({ message }) => message)]).toEqual([
    "failure",
    ["a schemaType of THRIFT is not known"],
  ]);
});
