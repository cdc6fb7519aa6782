import { expect, it } from "vitest";
import { findConsumers, isDescriptor } from "../../../src/consumers/find.ts";

const event = (facets: object, inputFacets: object = {}) => ({
  eventType: "COMPLETE",
  eventTime: "2026-11-20T03:00:00Z",
  run: { runId: "b5a1e5a0-0000-4000-8000-000000000001" },
  job: {
    namespace: "airflow",
    name: "finance.settle",
    facets: { ownership: { owners: [{ name: "team:finance-data", type: "MAINTAINER" }, { name: "@shop/finance" }] } },
  },
  inputs: [
    { namespace: "postgres://db", name: "shop.orders", facets: inputFacets },
    { namespace: "postgres://db", name: "shop.rates" },
  ],
  outputs: [{ namespace: "postgres://db", name: "finance.settlements", facets }],
  producer: "https://github.com/OpenLineage/OpenLineage",
  schemaURL: "https://openlineage.io/spec/2-0-2/OpenLineage.json",
});
const used = (...fields: readonly string[]) =>
  fields.map((field) => ({ namespace: "postgres://db", name: "shop.orders", field }));
const lineage = {
  columnLineage: { fields: { total: { inputFields: used("amount") } }, dataset: used("status") },
};

function found(text: string, path = "lineage/runs.json") {
  expect(isDescriptor(path, text)).toBe(true);
  const { consumers, malformed } = findConsumers(
    { repository: "shop/finance", files: [{ path, text }], codeowners: "" },
    new Map([["finance-data", ["@shop/finance"]]]),
  );
  return [
    ...consumers.map(({ name, contract, version, reads, confidence, owners, evidence: { line } }) => [
      ...[name, contract, version, reads.toString(), confidence, owners.join(), line],
    ]),
    ...malformed.map(({ at, message }) => [at.line, message]),
  ];
}

it("a job reads its inputs, the columns that every output names", () => {
  expect(found(JSON.stringify([event(lineage)], null, 1))).toEqual([
    ["finance.settle", "shop.orders", undefined, "amount,status", "observed", "@shop/finance", 26],
    ["finance.settle", "shop.rates", undefined, "did-not-say", "observed", "@shop/finance", 31],
  ]);
  expect(found(JSON.stringify(event({})))[0]).toContain("did-not-say");
});

it("runs on a line each are one reader of what any of them read", () => {
  const more = { columnLineage: { fields: { total: { inputFields: used("amount", "tax") } } } };
  expect(found(`${JSON.stringify(event(lineage))}\n${JSON.stringify(event(more))}\n`, "a.openlineage.ndjson")).toEqual([
    ["finance.settle", "shop.orders", undefined, "amount,status,tax", "observed", "@shop/finance", 1],
    ["finance.settle", "shop.rates", undefined, "did-not-say", "observed", "@shop/finance", 1],
  ]);
});

it("a version of the data is no version of the contract", () => {
  const versions = ["1.4.0", "6230987103479876", "12", ""].map((datasetVersion) => {
    const [first] = found(JSON.stringify(event(lineage, { version: { datasetVersion } })));
    return first?.[2];
  });
  expect(versions).toEqual(["1.4.0", undefined, undefined, undefined]);
});

it("what cannot be read is told with its line; a file that is none is left alone", () => {
  expect(found(`${JSON.stringify(event(lineage))}\n{"inputs": [\n`, "a.openlineage.ndjson")).toEqual([
    [2, expect.stringMatching(/^not valid JSON/)],
  ]);
  expect(isDescriptor("a.json", '{"inputs": []}')).toBe(false);
  expect(isDescriptor("openlineage.yml", '# openlineage\n"inputs": []\n')).toBe(false);
});
