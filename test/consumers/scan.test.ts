import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readCodeowners } from "../../src/consumers/codeowners.ts";
import { codeownersOf, scanConsumers } from "../../src/consumers/scan.ts";
import type { Repository } from "../../src/model.ts";
import { openFolder } from "../../src/snapshot/folder.ts";
import { memoryRepository } from "../../src/snapshot/memory.ts";
import { inThisThread } from "../../src/work.ts";

const shared = process.env.CONTRACT_REVIEW_SHARED ?? join(import.meta.dirname, "../../../shared");
const examples = join(shared, "examples");

async function scan(...[repository, mapped]: [Repository, ReadonlyMap<string, readonly string[]>]) {
  const found = await scanConsumers(repository, mapped, inThisThread.consumers);
  if ("unreadable" in found) throw new Error(found.unreadable);
  return found;
}

it.skipIf(!existsSync(examples))("finds who reads what in the example repositories", async () => {
  const mapped = new Map([["finance-data@shop.example", ["@shop/finance-data"]]]);
  const found = [];
  for (const name of ["finance", "growth", "partner"]) {
    const { consumers, malformed, problems } = await scan(openFolder(`shop/${name}`, join(examples, name)), mapped);
    expect([malformed, problems]).toEqual([[], []]);
    for (const { domain, name: called, contract, version, reads, owners, replays } of consumers)
      found.push([domain, called, contract, version, reads, owners, replays]);
  }
  expect(found).toEqual([
    [
      "finance",
      "chargebacks-hourly",
      "checkout_raw.payments",
      "4",
      ["payment_id", "status", "amount_minor"],
      ["@shop/finance-data"],
      false,
    ],
    ["finance", "settlement-nightly", "checkout_raw.payments", "3", "everything", ["@shop/finance-data"], false],
    [
      "growth",
      "fraud-features",
      "checkout_raw.payments",
      "4",
      ["payment_id", "amount_minor"],
      ["@shop/fraud-ml"],
      true,
    ],
    ["growth", "revenue_dashboard", "fct_payments", "1", "did-not-say", ["growth@shop.example"], false],
    ["growth", "revenue_dashboard", "checkout_raw.payments", undefined, "did-not-say", ["growth@shop.example"], false],
    ["growth", "source checkout_raw.payments", "checkout_raw.payments", undefined, "did-not-say", [], false],
    [
      "finance",
      "settlements",
      "urn:contract:checkout:orders",
      "1.4.0",
      ["order_id", "amount", "booked_at"],
      ["@shop/finance-data"],
      false,
    ],
  ]);
});

it("tells which files could have held descriptors and could not be read", async () => {
  const repository = memoryRepository("shop/x", {
    main: {
      "a.yml": { refused: "not-utf8" },
      "b.yaml": { refused: "symlink" },
      "c.txt": { refused: "too-large" },
      "d.yml": "",
      // what nobody declares consumers in
      "pnpm-lock.yaml": { refused: "too-large" },
      "vendor/big.yml": { refused: "too-large" },
      "test/fixtures/old.sql": { refused: "not-utf8" },
    },
  });
  expect(await scan(repository, new Map())).toEqual({
    consumers: [],
    malformed: [],
    problems: [
      {
        at: { path: "a.yml" },
        message: "not read in shop/x, so that a consumer declared there is not seen: it is not UTF-8 text",
        severity: "warning",
      },
      {
        at: { path: "b.yaml" },
        message: "not read in shop/x, so that a consumer declared there is not seen: it is a symbolic link",
        severity: "warning",
      },
    ],
  });
});

it.each([
  ["the first of three places", { ".github/CODEOWNERS": "* @a", CODEOWNERS: "* @b" }, ["@a"]],
  ["the first even where it is empty", { ".github/CODEOWNERS": "", CODEOWNERS: "* @b" }, []],
  ["the root before docs", { "docs/CODEOWNERS": "* @c", CODEOWNERS: "* @b" }, ["@b"]],
  ["docs", { "docs/CODEOWNERS": "* @c" }, ["@c"]],
  ["nobody where it cannot be read", { CODEOWNERS: { refused: "too-large" as const }, "docs/CODEOWNERS": "* @c" }, []],
])("CODEOWNERS: %s", async (_, main, owners) => {
  expect(readCodeowners(await codeownersOf(memoryRepository("x", { main })))("a")).toEqual(owners);
});
