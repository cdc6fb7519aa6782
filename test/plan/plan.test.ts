import { join } from "node:path";
import { expect, it } from "vitest";
import { breakingProposal, exampleFiles, proposalPath } from "../../src/demo/shop.ts";
import { migrationPlan, planMarkdown, plansOf } from "../../src/report/plan.ts";
import { planJson } from "../../src/report/plan-json.ts";
import { reviewOf, type World } from "../review/world.ts";

const shown = (name: string) => join(import.meta.dirname, "shown", name);

const { [proposalPath]: _, ...base } = exampleFiles("producer");
const example: World = {
  base,
  head: { ...base, [proposalPath]: breakingProposal() },
  config: base[".github/contract-review.yml"] ?? "",
  domains: {
    "shop/finance": exampleFiles("finance"),
    "shop/growth": { "growth.yml": exampleFiles("growth")["consumers.yml"] ?? "" },
    "shop/partner": exampleFiles("partner"),
  },
};

/** One file that changes, and one consumer that reads all of it. */
function changing(path: string, from: string, to: string, reads: string): World {
  const consumer = `apiVersion: contract-consumer/v1
domain: finance
consumer: billing
owner: {github: "@shop/finance-data"}
reads:
  - dataset: ${reads}
`;
  return { base: { [path]: from }, head: { [path]: to }, domains: { "shop/finance": { "billing.yml": consumer } } };
}

const avro = changing(
  "schemas/order.avsc",
  `{
  "type": "record",
  "name": "Order",
  "namespace": "shop.orders",
  "fields": [
    {"name": "id", "type": "string"},
    {"name": "amount", "type": "int"},
    {"name": "status", "type": {"type": "enum", "name": "Status", "symbols": ["OPEN", "PAID"]}}
  ]
}
`,
  `{
  "type": "record",
  "name": "Order",
  "namespace": "shop.orders",
  "fields": [
    {"name": "id", "type": "string"},
    {"name": "amount", "type": "string"},
    {"name": "status", "type": {"type": "enum", "name": "Status", "symbols": ["OPEN", "PAID", "LOST"]}},
    {"name": "currency", "type": "string"}
  ]
}
`,
  "shop.orders.Order",
);

const protobuf = changing(
  "proto/shop/v1/parcel.proto",
  `syntax = "proto3";

package shop.v1;

// What travels.
message Parcel {
  string code = 1;
  int32 weight = 2; // grams
  string note = 3;
}
`,
  `syntax = "proto3";

package shop.v1;

// What travels.
message Parcel {
  string code = 1;
  string weight = 2; // grams
  string carrier = 3;
}
`,
  "shop.v1/parcel.proto",
);

const jsonSchema = changing(
  "schemas/refund.schema.json",
  `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "https://shop.example/refund.schema.json",
  "type": "object",
  "properties": {
    "id": { "type": "string" },
    "amount": { "type": "integer" }
  },
  "required": ["id", "amount"]
}
`,
  `{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "https://shop.example/refund.schema.json",
  "type": "object",
  "properties": {
    "id": { "type": "string", "pattern": "^r-[0-9]+$" },
    "amount": { "type": "integer" }
  },
  "required": ["id", "amount"]
}
`,
  "https://shop.example/refund.schema.json",
);

it.each([
  ["the example", "example.md", example],
  ["an Avro event", "avro.md", avro],
  ["a Protobuf event", "protobuf.md", protobuf],
  ["a JSON Schema document", "json-schema.md", jsonSchema],
])("the plan for %s, whole", async (_name, file, world) => {
  await expect(`${migrationPlan(await reviewOf(world), undefined)}\n`).toMatchFileSnapshot(shown(file));
});

it("the plan as JSON", async () => {
  const review = await reviewOf(avro);
  const plans = plansOf(review, "SHOP.orders.order").map((plan) => planJson(plan, review));
  await expect(`${JSON.stringify(plans, null, 2)}\n`).toMatchFileSnapshot(shown("avro.json"));
  expect(migrationPlan(review, "shop.orders.Other")).toBe("Nothing breaks in a contract called `shop.orders.Other`.");
});

it("nothing that breaks needs no plan", async () => {
  const review = await reviewOf({ ...avro, head: avro.base });
  expect(migrationPlan(review, undefined)).toBe("Nothing here breaks, so nothing needs a plan.");
});

it("names that strangers gave are no mark-up in a plan", async () => {
  const evil = "<img src=x> @everyone ```";
  const text = (columns: string) => `table: rides\ndatabase: fleet\nversion: 1\ncolumns:\n${columns}`;
  const column = (name: string) => `  - {name: ${JSON.stringify(name)}, type: INT}\n`;
  const world = changing(
    "rides.yml",
    text(column("id") + column(evil)),
    text(column("id") + column("x")),
    "fleet.rides",
  );
  const review = await reviewOf(world);
  const [plan] = plansOf(review, undefined);
  const markdown = plan === undefined ? "" : planMarkdown(plan, review);
  const [fences, outside] = [markdown.match(/^`{3,}/gm) ?? [], markdown.replace(/^(`{3,})[\s\S]*?^\1$/gm, "")];
  expect(fences).toEqual(["````yml", "````"].map((one) => expect.stringMatching(new RegExp(`^${one.slice(0, 4)}`))));
  expect(outside.replace(/`[^`\n]*`|<code>.*?<\/code>/g, "")).not.toMatch(/<img|@everyone/);
});
