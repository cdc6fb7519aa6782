import { describe, expect, it } from "vitest";
import { cordata } from "../../../src/consumers/descriptors/cordata.ts";
import { refusal } from "./refusal.ts";

const v1 = `apiVersion: cordata.tech/v1
kind: TransformPipeline
metadata: {name: settlement-nightly, domain: finance, owner: finance-data@shop.example}
source:
  kind: glue_table
  database: checkout_raw
  table: payments
  schema_version: 3
contract:
  freshness_sla: PT6H
`;

const v2 = `apiVersion: cordata.tech/v2
kind: TransformPipeline
metadata: {name: chargebacks-hourly, domain: finance, owner: finance-data@shop.example}
source:
  database: checkout_raw
  table: payments
  contract:
    schema_version: 4
    fields: [payment_id, status]
    relies_on: [unit, delete_behaviour]
target: {contract: {freshness_sla: PT1H}}
`;

const shared = {
  domain: "finance",
  contract: "checkout_raw.payments",
  owners: ["finance-data@shop.example"],
  replays: false,
  strict: true,
  criticality: "medium",
  confidence: "declared",
};

describe("cordata.tech", () => {
  it("reads v1: the whole table at the pinned version", () => {
    expect(cordata.read("p/a.yml", v1)).toEqual([
      {
        ...shared,
        name: "settlement-nightly",
        version: "3",
        reads: "everything",
        reliesOn: "everything",
        freshness: 360,
        kind: "cordata.tech/v1",
        evidence: { path: "p/a.yml", line: 8, column: 19 },
      },
    ]);
  });

  it("reads v2, with the fields and meanings it relies on", () => {
    expect(cordata.read("p/a.yml", v2)).toEqual([
      {
        ...shared,
        name: "chargebacks-hourly",
        version: "4",
        reads: ["payment_id", "status"],
        reliesOn: ["unit", "delete_behaviour"],
        freshness: 60,
        kind: "cordata.tech/v2",
        evidence: { path: "p/a.yml", line: 8, column: 21 },
      },
    ]);
  });

  it("reads everything where v2 names no fields, and ignores keys it does not know", () => {
    const text = v2.replace(/ {4}(?:fields|relies_on).*\n/g, "").replace("target:", "traget: {x: 1}\ntarget:");
    expect(cordata.read("a.yml", text).map(({ reads, reliesOn }) => [reads, reliesOn])).toEqual([
      ["everything", "everything"],
    ]);
  });

  it("reads every document of a file and nothing of other kinds", () => {
    const text = `${v1}---\n${v2}---\napiVersion: v1\nkind: ConfigMap\n---\n- a\n`;
    expect(cordata.read("a.yml", text).map(({ name }) => name)).toEqual(["settlement-nightly", "chargebacks-hourly"]);
    expect(cordata.read("a.yml", "# apiVersion: cordata.tech/v1\na: 1\n")).toEqual([]);
  });

  it("is not hidden by a typing error in what it says it is", () => {
    const read = (text: string) => cordata.read("a.yml", text).map(({ name, kind }) => [name, kind]);
    expect(read(v1.replace("apiVersion", "apiversion"))).toEqual([["settlement-nightly", "cordata.tech/v1"]]);
    expect(cordata.claims("a.yml", v1.replace("cordata", "Cordata"))).toBe(true);
    expect(read(v1.replace("cordata", "Cordata"))).toEqual([["settlement-nightly", "cordata.tech/v1"]]);
  });

  it.each([
    [
      "v1 with v2's pin",
      v1.replace("  schema_version: 3", "  contract: {schema_version: 3}"),
      "8:13 `source.contract` belongs to cordata.tech/v2; v1 pins by `source.schema_version`",
    ],
    [
      "v2 with v1's pin",
      v2.replace("  table: payments", "  table: payments\n  schema_version: 4"),
      "7:19 `source.schema_version` belongs to cordata.tech/v1; v2 pins by `source.contract.schema_version`",
    ],
    [
      "an unknown version",
      v1.replace("/v1", "/v7"),
      "1:13 unknown `apiVersion` cordata.tech/v7; known are cordata.tech/v1 and /v2",
    ],
    [
      "no pin",
      v1.replace("  schema_version: 3\n", ""),
      "5:3 `source.schema_version` is missing: which version it reads",
    ],
    [
      "a pin that is no version",
      v1.replace("schema_version: 3", "schema_version: latest"),
      "8:19 `source.schema_version` must be a whole number from 1",
    ],
    ["no table", v1.replace("  table: payments\n", ""), "5:3 `source.table` is missing"],
    ["no name", v1.replace("name: settlement-nightly, ", ""), "3:11 `metadata.name` is missing"],
    [
      "no source",
      "apiVersion: cordata.tech/v1\nmetadata: {name: x}\n",
      "1:1 `source` is missing: which table it reads",
    ],
    [
      "fields that are none",
      v2.replace("[payment_id, status]", "[]"),
      "9:13 `source.contract.fields` is empty: leave it out where everything is read",
    ],
    [
      "fields that are no names",
      v2.replace("[payment_id, status]", "[{a: 1}]"),
      "9:14 `source.contract.fields` must be a list of names",
    ],
    [
      "a meaning nobody knows",
      v2.replace("[unit, delete_behaviour]", "[units]"),
      "10:16 `source.contract.relies_on` holds an unknown class of meaning; known are entity, grain, population, calculation, unit, timezone, precision, ordering, delete_behaviour, lateness, null_meaning, confidentiality, key, identifier_scope",
    ],
    [
      "broken YAML",
      `${v1}  bad: [`,
      "11:9 not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]",
    ],
  ])("refuses %s", (_, text, message) => {
    expect(cordata.claims("a.yml", text)).toBe(true);
    expect(refusal(cordata, text)).toBe(message);
  });
});
