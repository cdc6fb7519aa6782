import { expect, it } from "vitest";
import { checkRun } from "../../src/report/check-run.ts";
import { terminal } from "../../src/report/terminal.ts";
import { reviewOf } from "../review/world.ts";

const table = (name: string, columns: string) => `create table ${name} (id int primary key${columns});\n`;

/** Twelve who read a table beside the one that changes, and one who reads what goes. */
const consumers = [...Array(12).keys()].map((index) => ["other", `calm-${String(index + 10)}`] as const);

const world = {
  base: { "migrations/V1__all.sql": table("shop.orders", ", total int") + table("shop.other", "") },
  head: {
    "migrations/V1__all.sql": table("shop.orders", ", total int") + table("shop.other", ""),
    "migrations/V2__less.sql": "alter table shop.orders drop column total;\n",
  },
  domains: {
    "acme/finance": Object.fromEntries(
      [...consumers, ["orders", "report"] as const].map(([name, consumer]) => [
        `${consumer}/consumers.yml`,
        `apiVersion: contract-consumer/v1\nconsumer: ${consumer}\nowner: { github: "@acme/${consumer}" }\nreads: [{ dataset: shop.${name} }]\n`,
      ]),
    ),
  },
};

it("of many who read nothing that changed the first ten are listed, behind who breaks, and the others counted", async () => {
  const review = await reviewOf(world);
  const rows = (text: string, start: string) =>
    text
      .split("\n")
      .filter((line) => line.startsWith(start))
      .map((line) => /calm-\d+|report/.exec(line)?.[0]);
  const first = consumers.slice(0, 10).map(([, name]) => name);
  const { summary } = checkRun(review);
  expect([rows(summary, "| ✖"), rows(summary, "| ✔")]).toEqual([["report"], first]);
  expect(summary).toContain("\n\n2 more consumers read nothing that changed.\n");
  const text = terminal(review);
  expect([rows(text, "✖ |"), rows(text, "✔ |")]).toEqual([["report"], first]);
  expect(text).toContain("\n  2 more consumers read nothing that changed; --output json lists all\n");
});
