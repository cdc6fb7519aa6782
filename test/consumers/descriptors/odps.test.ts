import { describe, expect, it } from "vitest";
import { odps } from "../../../src/consumers/descriptors/odps.ts";
import { refusal } from "./refusal.ts";

const text = `apiVersion: v1.0.0
kind: DataProduct
id: 6f1c1c2e
name: settlements
status: active
domain: finance
inputPorts:
  - name: orders
    version: 1.4.0
    contractId: urn:contract:checkout:orders
    customProperties:
      - {property: fields, value: [order_id, amount]}
      - {property: criticality, value: high}
  - name: rates
    version: 2.0.0
    contractId: urn:contract:fx:rates
outputPorts:
  - name: daily
    version: 2.0.0
    contractId: urn:contract:finance:daily
    inputContracts:
      - {id: urn:contract:checkout:orders, version: 1.4.0}
      - {id: urn:contract:checkout:orders, version: 1.3.0}
support:
  - {channel: "#finance", url: https://chat.example/finance}
  - {channel: mail, url: mailto:finance@shop.example}
team:
  name: finance-data
  members:
    - {username: "@shop/finance-data", role: owner}
    - {username: "@shop/somebody", role: steward}
`;

describe("ODPS", () => {
  it("reads input ports, and output ports that draw on a version no input port has", () => {
    const shared = {
      domain: "finance",
      owners: ["@shop/finance-data"],
      contact: "#finance https://chat.example/finance",
      reliesOn: "everything",
      replays: false,
      strict: true,
      confidence: "declared",
      kind: "odps/v1.0.0",
    };
    expect(odps.read("s.odps.yaml", text)).toEqual([
      {
        ...shared,
        name: "settlements",
        contract: "urn:contract:checkout:orders",
        version: "1.4.0",
        reads: ["order_id", "amount"],
        criticality: "high",
        evidence: { path: "s.odps.yaml", line: 8, column: 5 },
      },
      {
        ...shared,
        name: "settlements",
        contract: "urn:contract:fx:rates",
        version: "2.0.0",
        reads: "did-not-say",
        criticality: "medium",
        evidence: { path: "s.odps.yaml", line: 14, column: 5 },
      },
      {
        ...shared,
        name: "settlements/daily",
        contract: "urn:contract:checkout:orders",
        version: "1.3.0",
        reads: "did-not-say",
        criticality: "medium",
        evidence: { path: "s.odps.yaml", line: 23, column: 9 },
      },
    ]);
  });

  it.each([
    ["its name where no member owns it", text.replace("role: owner", "role: dev"), ["finance-data"]],
    ["nobody where there is no team", text.slice(0, text.indexOf("team:")), []],
  ])("owner: %s", (_, product, owners) => {
    expect(odps.read("a.yml", product)[0]?.owners).toEqual(owners);
  });

  it("goes by a port's name where it names no contract", () => {
    const product = "apiVersion: v1.0.0\nkind: DataProduct\nid: p\ninputPorts: [{name: orders}]\n";
    expect(odps.read("a.yml", product).map(({ name, contract, confidence }) => [name, contract, confidence])).toEqual([
      ["p", "orders", "unversioned"],
    ]);
  });

  it("refuses a file that is called one and is none", () => {
    const wrong = text.replace("DataProduct", "Dataproduct");
    expect(odps.claims("x/a.odps.yaml", wrong)).toBe(true);
    expect(() => odps.read("x/a.odps.yaml", wrong)).toThrow("`apiVersion` must be v1.0.0 and `kind` DataProduct");
    expect(odps.read("x/a.yaml", wrong)).toEqual([]);
  });

  it("leaves other people's kinds of the same name alone", () => {
    expect(odps.read("a.yml", "apiVersion: mesh.example/v1\nkind: DataProduct\n")).toEqual([]);
  });

  it.each([
    [
      "an unknown version",
      text.replace("v1.0.0", "v2.0.0"),
      "1:13 unknown `apiVersion` v2.0.0 of a DataProduct; known is v1.0",
    ],
    [
      "ports that are no list",
      text.replace(/inputPorts:\n(?: .*\n)+/, "inputPorts: orders\n"),
      "7:13 `inputPorts` must be a list",
    ],
    [
      "an input contract without id",
      text.replace("{id: urn:contract:checkout:orders, version: 1.3.0}", "{version: 1.3.0}"),
      "23:9 `outputPorts[0].inputContracts[1].id` is missing",
    ],
    [
      "a criticality nobody knows",
      text.replace("value: high", "value: vital"),
      "13:40 `inputPorts[0].customProperties.criticality` must be one of low, medium, high, regulatory",
    ],
    ["a product without any name", "apiVersion: v1.0.0\nkind: DataProduct\n", "1:1 `id` is missing"],
  ])("refuses %s", (_, wrong, message) => {
    expect(odps.claims("a.yml", wrong)).toBe(true);
    expect(refusal(odps, wrong)).toBe(message);
  });
});
