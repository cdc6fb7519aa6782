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
