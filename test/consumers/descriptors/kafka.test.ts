import { describe, expect, it } from "vitest";
import { asyncapi } from "../../../src/consumers/descriptors/asyncapi.ts";
import { kafkaGitops } from "../../../src/consumers/descriptors/kafka-gitops.ts";

const everything = {
  domain: "",
  version: undefined,
  reads: "everything",
  reliesOn: "everything",
  replays: false,
  strict: false,
  criticality: "medium",
  confidence: "unversioned",
};

describe("AsyncAPI", () => {
  it("3: what it receives it reads, once for each channel; what it sends it does not", () => {
    const text = `asyncapi: 3.0.0
info: {title: Billing, version: 1.0.0, contact: {email: billing@shop.example}}
channels:
  orders: {address: shop.orders}
  refunds: {}
  invoices: {address: shop.invoices}
operations:
  bill: {action: receive, channel: {$ref: '#/channels/orders'}}
  again: {action: receive, channel: {$ref: '#/channels/orders'}}
  refund: {action: receive, channel: {$ref: '#/channels/refunds'}}
  invoice: {action: send, channel: {$ref: '#/channels/invoices'}}
`;
    expect(asyncapi.claims("a.yaml", text)).toBe(true);
    const shared = { ...everything, name: "Billing", owners: ["billing@shop.example"], kind: "asyncapi/3.0.0" };
    expect(asyncapi.read("a.yaml", text)).toEqual([
      { ...shared, contract: "shop.orders", evidence: { path: "a.yaml", line: 9, column: 10 } },
      { ...shared, contract: "refunds", evidence: { path: "a.yaml", line: 10, column: 11 } },
    ]);
  });

  it("2: publish says what the application receives", () => {
    const text = "asyncapi: 2.6.0\nchannels:\n  shop.orders:\n    publish: {}\n  shop.invoices:\n    subscribe: {}\n";
    expect(asyncapi.read("b.yml", text)).toEqual([
      {
        ...everything,
        name: "b.yml",
        owners: [],
        contract: "shop.orders",
        kind: "asyncapi/2.6.0",
        evidence: { path: "b.yml", line: 4, column: 14 },
      },
    ]);
  });
});

it("kafka-gitops: a service reads the topics that it consumes", () => {
  const text = `topics:
  shop.orders: {partitions: 6, replication: 3}
services:
  billing:
    type: application
    produces: [shop.invoices]
    consumes:
      - shop.orders
  other:
    consumes: [application/json]
`;
  expect(kafkaGitops.claims("state.yaml", text)).toBe(true);
  expect(kafkaGitops.read("state.yaml", text)).toEqual([
    {
      ...everything,
      name: "billing",
      owners: [],
      contract: "shop.orders",
      kind: "kafka-gitops",
      evidence: { path: "state.yaml", line: 8, column: 9 },
    },
  ]);
});
