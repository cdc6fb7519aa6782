import { expect, it } from "vitest";
import { readersOf } from "../../src/consumers/readers.ts";
import type { Consumer, Contract, DomainScan, Pin } from "../../src/model.ts";

function contract(format: string, ...names: readonly string[]): Contract {
  const [id = ""] = names;
  return { id, names, format, entry: "x", part: "", version: "2", mode: "FORWARD", owners: [], options: {} };
}

function domain(...reads: readonly (readonly [string, Pin?])[]): readonly DomainScan[] {
  const consumers = reads.map(
    ([name, version]): Consumer => ({
      ...{ domain: "finance", name: `${name} ${version ?? ""}`.trim(), contract: name, owners: [], version },
      ...{ reads: "everything", reliesOn: "everything", replays: false, strict: false, criticality: "medium" },
      ...{ confidence: "declared", kind: "x", evidence: { repository: "a/b", path: "c.yml" } },
    }),
  );
  return [{ repository: "a/b", required: true, commit: "1", consumers, malformed: [], problems: [] }];
}

const readers = (one: Contract, domains: readonly DomainScan[], others: readonly Contract[] = []) =>
  readersOf(one, domains, others).consumers.map(({ name }) => name);

it("quotes around a table's name do not hide who reads it", () => {
  const domains = domain(['"shop"."Orders"'], ["`shop.orders`"], ["[shop].[orders]"], ["shop.order"]);
  expect(readers(contract("sql", "shop.orders"), domains)).toEqual([
    '"shop"."Orders"',
    "`shop.orders`",
    "[shop].[orders]",
  ]);
  expect(readers(contract("sql", '"Shop".orders'), domain(["shop.orders"]))).toEqual(["shop.orders"]);
});

it("a database or package may be said or left out, as long as two parts of the name agree", () => {
  const domains = domain(["prod.shop.orders"], ["orders"], ["other.orders"], ["shop.orders.v2"]);
  expect(readers(contract("sql", "shop.orders"), domains)).toEqual(["prod.shop.orders"]);
  expect(readers(contract("sql", "prod.shop.orders"), domain(["shop.orders"], ["orders"]))).toEqual(["shop.orders"]);
  expect(readers(contract("json-schema", "https://a.example/shop.orders"), domain(["shop.orders"]))).toEqual([]);
});

it("a document's own id means each of its tables; a path of another format is no such id", () => {
  const domains = domain(["urn:shop:orders"], ["urn:shop:orders/lines"], ["urn:shop"]);
  expect(readers(contract("odcs", "urn:shop:orders/lines", "shop.lines"), domains)).toEqual([
    "urn:shop:orders",
    "urn:shop:orders/lines",
  ]);
  expect(readers(contract("json-schema", "urn:shop:orders/lines"), domains)).toEqual(["urn:shop:orders/lines"]);
});

it("a dbt model at a version is that version's contract, where there is one; else nobody is lost", () => {
  const [one, latest] = [contract("dbt", "trips.v1"), contract("dbt", "trips")];
  const domains = domain(["trips"], ["trips", "1"], ["trips", "v1"], ["trips", "9"], ["trips.v1"]);
  expect(readers(one, domains, [one, latest])).toEqual(["trips 1", "trips v1", "trips.v1"]);
  expect(readers(latest, domains, [one, latest])).toEqual(["trips", "trips 9"]);
});
