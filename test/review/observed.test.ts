import { expect, it } from "vitest";
import { reviewOf, short, type Texts } from "./world.ts";

const table = (...columns: readonly string[]) =>
  `CREATE TABLE shop.orders (\n${columns.map((column) => `  ${column} BIGINT NOT NULL`).join(",\n")}\n);\n`;

async function verdicts(files: Texts, ...columns: readonly string[]) {
  const base = { "orders.sql": table("id", "amount", "city") };
  const review = await reviewOf({
    base,
    head: { "orders.sql": table(...columns) },
    domains: { "shop/growth": files },
    config: "version: 1\nowners: {ada@shop.example: '@shop/growth'}\n",
  });
  return { told: short(review), asked: review.ask.map(({ owner }) => owner), conclusion: review.conclusion };
}

it("a query nobody declared is read for the columns it means, and its owner is asked", async () => {
  const files = {
    "sql/weekly/query.sql": "SELECT o.ID, sum(o.AMOUNT) FROM PROD.SHOP.ORDERS o GROUP BY o.ID",
    "sql/weekly/metadata.yaml": "owners: [ada@shop.example]\n",
  };
  expect(await verdicts(files, "id", "city")).toEqual({
    told: [["weekly", "breaks", "the merge base", ["amount"]]],
    asked: ["@shop/growth"],
    conclusion: "action_required",
  });
  expect((await verdicts(files, "id", "amount")).told).toEqual([["weekly", "unaffected", "the merge base", []]]);
});

it("a query that is not understood reads everything", async () => {
  const files = { "a.sql": "SELECT {% for c in columns %} {{ c }}, {% endfor %} id FROM shop.orders" };
  expect((await verdicts(files, "id", "amount")).told).toEqual([["a", "breaks", "the merge base", ["city"]]]);
});

it("a table of the same last name in another schema, and a query of the columns alone that stay, are none of it", async () => {
  expect((await verdicts({ "a.sql": "select city from crm.orders" }, "id", "amount")).told).toEqual([]);
});

it("a job that ran is read for the columns that its outputs are made of", async () => {
  const dataset = { namespace: "postgres://db", name: "shop.orders" };
  const event = (field: string) =>
    JSON.stringify({
      job: {
        namespace: "airflow",
        name: "settle",
        facets: { ownership: { owners: [{ name: "team:ada@shop.example" }] } },
      },
      inputs: [dataset],
      outputs: [{ name: "o", facets: { columnLineage: { fields: { x: { inputFields: [{ ...dataset, field }] } } } } }],
      schemaURL: "https://openlineage.io/spec/2-0-2/OpenLineage.json",
    });
  expect(await verdicts({ "lineage/a.json": event("city") }, "id", "amount")).toEqual({
    told: [["settle", "breaks", "the merge base", ["city"]]],
    asked: ["@shop/growth"],
    conclusion: "action_required",
  });
  expect((await verdicts({ "lineage/a.json": event("id") }, "id", "amount")).told[0]?.[1]).toBe("unaffected");
});
