import { describe, expect, it } from "vitest";
import { reviewOf, short } from "./world.ts";

const reader = (name: string, contract: string, fields: string) =>
  `apiVersion: contract-consumer/v1\nconsumer: ${name}\nowner: {github: "@shop/${name}"}\nreads:\n  - {contract: ${contract}, fields: [${fields}]}\n`;

describe("an Avro type within itself", () => {
  const tree = (value: string) =>
    JSON.stringify({
      type: "record",
      name: "acme.Node",
      fields: [
        { name: "value", type: value },
        { name: "label", type: "string" },
        { name: "next", type: ["null", "acme.Node"], default: null },
      ],
    });

  it("is read at every depth, however a consumer names it", async () => {
    const review = await reviewOf({
      base: { "node.avsc": tree("int") },
      head: { "node.avsc": tree("string") },
      domains: {
        "shop/d": Object.fromEntries(
          [
            ["top", "value"],
            ["deep", "next.next.value"],
            ["whole", "next"],
            ["other", "next.label"],
            ["typo", "next.lable"],
          ].map(([name = "", fields = ""]) => [`${name}.yml`, reader(name, "acme.Node", fields)]),
        ),
      },
    });
    expect(short(review)).toEqual([
      ["deep", "breaks", "the merge base", ["value"]],
      ["other", "unaffected", "the merge base", []],
      ["top", "breaks", "the merge base", ["value"]],
      ["typo", "unknown", "the merge base", "it reads next.lable, which the merge base does not have"],
      ["whole", "breaks", "the merge base", ["value"]],
    ]);
  });
});

describe("a named Avro type in a file of its own", () => {
  const address = (fields: readonly string[]) =>
    JSON.stringify({ type: "record", name: "acme.Address", fields: fields.map((name) => ({ name, type: "string" })) });
  const order = JSON.stringify({
    type: "record",
    name: "acme.Order",
    fields: [
      { name: "id", type: "string" },
      { name: "address", type: "acme.Address" },
    ],
  });

  it("breaks the readers of the untouched contract that uses it", async () => {
    const review = await reviewOf({
      base: { "a/Address.avsc": address(["street", "city"]), "a/Order.avsc": order },
      head: { "a/Address.avsc": address(["street"]), "a/Order.avsc": order },
      domains: {
        "shop/d": {
          "a.yml": reader("city", "acme.Order", "address.city"),
          "b.yml": reader("id", "acme.Order", "id"),
          "c.yml": reader("address", "acme.Address", "street"),
        },
      },
    });
    expect(short(review)).toEqual([
      ["address", "unaffected", "the merge base", []],
      ["city", "breaks", "the merge base", ["address.city"]],
      ["id", "unaffected", "the merge base", []],
    ]);
  });
});

describe("a JSON Schema", () => {
  const schema = (amount: string) =>
    JSON.stringify({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: "https://acme.example/order.json",
      type: "object",
      required: ["id"],
      properties: {
        id: { type: "string" },
        lines: { type: "array", items: { $ref: "#/$defs/line" } },
        labels: { type: "object", additionalProperties: { type: "string" } },
      },
      $defs: {
        line: {
          type: "object",
          required: ["amount"],
          properties: { amount: { type: amount }, sku: { type: "string" } },
        },
      },
    });

  it("is read through references, lists and maps", async () => {
    const review = await reviewOf({
      base: { "order.schema.json": schema("integer") },
      head: { "order.schema.json": schema("number") },
      domains: {
        "shop/d": {
          "a.yml": reader("amount", "https://acme.example/order.json", '"lines[].amount"'),
          "b.yml": reader("sku", "https://acme.example/order.json", '"lines[].sku"'),
          "c.yml": reader("label", "https://acme.example/order.json", "labels.colour"),
          "d.yml": reader("typo", "https://acme.example/order.json", "labls"),
        },
      },
    });
    expect(short(review)).toEqual([
      ["amount", "breaks", "the merge base", ["lines[].amount"]],
      ["label", "unaffected", "the merge base", []],
      ["sku", "unaffected", "the merge base", []],
      ["typo", "unknown", "the merge base", "it reads labls, which the merge base does not have"],
    ]);
  });
});

describe("a Protobuf message", () => {
  const proto = (weight: string) => `syntax = "proto3";
package shop.v1;
message Order { string id = 1; repeated Line lines = 2; Status status = 3; }
message Line { string sku = 1; ${weight} weight = 2; }
enum Status { STATUS_UNSPECIFIED = 0; PAID = 1; }
`;

  it("is read through the messages its fields lead to, by the message's own fields too", async () => {
    const review = await reviewOf({
      base: { "order.proto": proto("int64") },
      head: { "order.proto": proto("int32") },
      domains: {
        "shop/d": Object.fromEntries(
          [
            ["deep", "shop.v1.Order", "lines.weight"],
            ["field", "shop.v1.Order", "Order.lines"],
            ["other", "shop.v1.Order", "Order.status"],
            ["sku", "shop.v1.Line", "Line.sku"],
            ["typo", "shop.v1.Order", "Order.lnes"],
          ].map(([name = "", contract = "", fields = ""]) => [
            `${name}.yml`,
            reader(name, contract, fields).replace("]}", "], replay: true}"),
          ]),
        ),
      },
    });
    expect(short(review)).toEqual([
      ["deep", "breaks", "v1", ["Line.weight"]],
      ["field", "breaks", "v1", ["Line.weight"]],
      ["other", "unaffected", "v1", []],
      ["sku", "unaffected", "v1", []],
      ["typo", "unknown", "v1", "it reads Order.lnes, which v1 does not have"],
    ]);
  });
});
