import { expect, it } from "vitest";
import { reviewOf, short } from "./world.ts";

const domains = (contract: string, ...fields: readonly string[]) => ({
  "shop/billing": {
    "c.yml": `apiVersion: contract-consumer/v1\nconsumer: billing\nowner: {github: "@shop/b"}\nreads: [{contract: "${contract}", fields: [${fields.join(", ")}]}]\n`,
  },
});

const jsonSchema = (tags: readonly string[]) =>
  JSON.stringify({
    $schema: "http://json-schema.org/draft-07/schema#",
    type: "object",
    properties: { id: { type: "string" }, ssn: { type: "string", "confluent:tags": tags } },
  });
const proto = (tags: readonly string[]) =>
  `syntax = "proto3";\nimport "confluent/meta.proto";\nmessage Order {\n  string id = 1;\n  string ssn = 2 [(confluent.field_meta).tags = ${JSON.stringify(tags[0] ?? "NONE")}];\n}\n`;
const avro = (tags: readonly string[]) =>
  JSON.stringify({
    type: "record",
    name: "Order",
    fields: [
      { name: "id", type: "string" },
      { name: "ssn", type: "string", "confluent:tags": tags },
    ],
  });

it.each([
  ["order.schema.json", "order.schema.json", jsonSchema],
  ["order.proto", "Order", proto],
  ["order.avsc", "Order", avro],
])(
  "%s: a confidentiality tag that goes breaks its readers, one that comes puts them at risk",
  async (path, name, text) => {
    const outcome = async (from: readonly string[], to: readonly string[], field: string) => {
      const head = { [path]: text(to) };
      const review = await reviewOf({ base: { [path]: text(from) }, head, domains: domains(name, field) });
      return short(review).map(([, verdict]) => verdict);
    };
    expect(await outcome(["PII"], ["NONE"], "ssn")).toEqual(["breaks"]);
    expect(await outcome(["NONE"], ["PII"], "ssn")).toEqual(["at-risk"]);
    expect(await outcome(["GOLD"], ["NONE"], "ssn")).toEqual(["at-risk"]);
    expect(await outcome(["PII"], ["NONE"], "id")).toEqual(["unaffected"]);
  },
);
