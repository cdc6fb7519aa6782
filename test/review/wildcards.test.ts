import { expect, it } from "vitest";
import { reviewOf, short } from "./world.ts";

/** Fields of descriptors that mean more than one element: `lines.*`, `lines[*]`, `*`; and what means none. */

const reader = (name: string, contract: string, field: string) => ({
  [`${name}.yml`]: `apiVersion: contract-consumer/v1\nconsumer: ${name}\nowner: {github: "@shop/${name}"}\nreads:\n  - {contract: ${contract}, fields: [${field}]}\n`,
});

const json = (amount: string) =>
  JSON.stringify({
    $id: "https://acme.example/order.json",
    type: "object",
    additionalProperties: false,
    properties: {
      id: { type: "string" },
      lines: {
        type: "array",
        items: { type: "object", properties: { sku: { type: "string" }, amount: { type: amount } } },
      },
    },
  });

it("a JSON Schema's lists", async () => {
  const contract = "https://acme.example/order.json";
  const review = await reviewOf({
    base: { "order.schema.json": json("integer") },
    head: { "order.schema.json": json("number") },
    domains: {
      "shop/d": {
        ...reader("a-star", contract, "lines.*"),
        ...reader("b-brackets", contract, "'lines[*]'"),
        ...reader("c-one", contract, "'lines[*].amount'"),
        ...reader("d-other", contract, "'lines[*].sku'"),
        ...reader("e-quoted", contract, "'`lines`[].amount'"),
        ...reader("f-everything", contract, "'*'"),
        ...reader("g-beside", contract, "id"),
        ...reader("h-part", contract, "'li*'"),
        ...reader("i-middle", contract, "lines.*.sku"),
      },
    },
  });
  const why = (element: string) =>
    `it reads ${element}, which the merge base does not have; a star means all fields, alone or behind one field, as in \`lines.*\``;
  expect(short(review)).toEqual([
    ["a-star", "breaks", "the merge base", ["lines[].amount"]],
    ["b-brackets", "breaks", "the merge base", ["lines[].amount"]],
    ["c-one", "breaks", "the merge base", ["lines[].amount"]],
    ["d-other", "unaffected", "the merge base", []],
    ["e-quoted", "breaks", "the merge base", ["lines[].amount"]],
    ["f-everything", "breaks", "the merge base", ["lines[].amount"]],
    ["g-beside", "unaffected", "the merge base", []],
    ["h-part", "unknown", "the merge base", why("li*")],
    ["i-middle", "unknown", "the merge base", why("lines.*.sku")],
  ]);
});

it("a table's structs", async () => {
  const table = (type: string) => `CREATE TABLE d.orders (id INT64, meta STRUCT<at TIMESTAMP, price ${type}>);\n`;
  const review = await reviewOf({
    base: { "ddl/orders.sql": table("INT64") },
    head: { "ddl/orders.sql": table("STRING") },
    domains: {
      "shop/d": {
        ...reader("a-star", "d.orders", "meta.*"),
        ...reader("b-quoted", "d.orders", "'`meta`.price'"),
        ...reader("c-other", "d.orders", "meta.at"),
        ...reader("d-beside", "d.orders", "'\"id\"'"),
      },
    },
  });
  expect(short(review)).toEqual([
    ["a-star", "breaks", "the merge base", ["meta.price"]],
    ["b-quoted", "breaks", "the merge base", ["meta.price"]],
    ["c-other", "unaffected", "the merge base", []],
    ["d-beside", "unaffected", "the merge base", []],
  ]);
});

it("a Protobuf message's messages", async () => {
  const proto = (type: string) =>
    `syntax = "proto3";\npackage shop.v1;\nmessage Order { string id = 1; repeated Line lines = 2; }\nmessage Line { string sku = 1; ${type} weight = 2; }\n`;
  const review = await reviewOf({
    base: { "order.proto": proto("int64") },
    head: { "order.proto": proto("string") },
    domains: {
      "shop/d": {
        ...reader("a-star", "shop.v1.Order", "lines.*"),
        ...reader("b-brackets", "shop.v1.Order", "'lines[*]'"),
        ...reader("c-other", "shop.v1.Order", "lines.sku"),
      },
    },
  });
  expect(short(review)).toEqual([
    ["a-star", "breaks", "v1", ["Line.weight"]],
    ["b-brackets", "breaks", "v1", ["Line.weight"]],
    ["c-other", "unaffected", "v1", []],
  ]);
});
