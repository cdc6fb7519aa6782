import { describe, expect, it } from "vitest";
import { consumer } from "../../../src/consumers/descriptors/consumer.ts";
import { refusal } from "./refusal.ts";

const text = `apiVersion: contract-consumer/v1
consumer: fraud-features
owner: {github: "@shop/fraud-ml", email: fraud-ml@shop.example}
criticality: high
reads:
  - dataset: checkout_raw.payments
    version: 4
    fields: [payment_id, amount_minor]
    relies_on: [unit, timezone]
    replay: true
  - contract: urn:contract:checkout:orders
    version: {min: 1.10, max: 2.0}
  - subject: payments-value
contact: "#fraud-oncall"
attested: 2026-10-01
expires: 2027-04-01
`;

describe("contract-consumer", () => {
  it("reads every contract it names, by whichever name", () => {
    const shared = {
      domain: "",
      name: "fraud-features",
      owners: ["@shop/fraud-ml"],
      contact: "#fraud-oncall",
      criticality: "high",
      expires: "2027-04-01",
      kind: "contract-consumer/v1",
    };
    expect(consumer.read("c.yml", text)).toEqual([
      {
        ...shared,
        contract: "checkout_raw.payments",
        version: "4",
        reads: ["payment_id", "amount_minor"],
        reliesOn: ["unit", "timezone"],
        replays: true,
        strict: true,
        confidence: "declared",
        evidence: { path: "c.yml", line: 6, column: 5 },
      },
      {
        ...shared,
        contract: "urn:contract:checkout:orders",
        version: { min: "1.10", max: "2.0" },
        reads: "everything",
        reliesOn: "everything",
        replays: false,
        strict: false,
        confidence: "declared",
        evidence: { path: "c.yml", line: 11, column: 5 },
      },
      {
        ...shared,
        contract: "payments-value",
        version: undefined,
        reads: "everything",
        reliesOn: "everything",
        replays: false,
        strict: false,
        confidence: "unversioned",
        evidence: { path: "c.yml", line: 13, column: 5 },
      },
    ]);
  });

  it.each([
    ['{github: "@shop/a"}', ["@shop/a"]],
    ["{github: shop/a}", ["@shop/a"]],
    ["{github: [shop/a, octo]}", ["@shop/a", "@octo"]],
    ["{email: a@shop.example}", ["a@shop.example"]],
    ["a@shop.example", ["a@shop.example"]],
    ['{github: "everyone|x"}', ["everyone|x"]],
    ["{}", []],
  ])("owner %s", (owner, owners) => {
    const one = `apiVersion: contract-consumer/v1\nconsumer: x\nowner: ${owner}\nreads: [{dataset: a}]\n`;
    expect(consumer.read("c.yml", one).map((each) => each.owners)).toEqual([owners]);
  });

  it("reads several documents, and a consumer that reads nothing", () => {
    const two = `${text}---\napiVersion: contract-consumer/v1\nconsumer: other\nreads: []\n`;
    expect(consumer.read("c.yml", two).map(({ name }) => name)).toEqual(Array(3).fill("fraud-features"));
  });

  it.each([
    [
      "an unknown version",
      text.replace("/v1", "/v2"),
      "1:13 unknown `apiVersion` contract-consumer/v2; known is contract-consumer/v1",
    ],
    ["no name", text.replace("consumer: fraud-features\n", ""), "1:1 `consumer` is missing"],
    ["no reads", "apiVersion: contract-consumer/v1\nconsumer: x\n", "1:1 `reads` must be a list of what it reads"],
    [
      "no contract",
      text.replace("subject: payments-value", "table: x"),
      "13:5 `reads[2]` needs one of `dataset`, `contract` and `subject`",
    ],
    [
      "two names at once",
      text.replace("subject: payments-value", "{subject: a, dataset: b}"),
      "13:5 `reads[2]` needs one of `dataset`, `contract` and `subject`",
    ],
    [
      "a range without end",
      text.replace(", max: 2.0", ""),
      "12:14 `reads[1].version` as a range needs `min` and `max`",
    ],
    [
      "a version that is a list",
      text.replace("version: 4", "version: [4]"),
      "7:14 `reads[0].version` must be a version",
    ],
    [
      "a replay that is a word",
      text.replace("replay: true", "replay: yes"),
      "10:13 `reads[0].replay` must be true or false",
    ],
    [
      "an unknown criticality",
      text.replace("high", "vital"),
      "4:14 `criticality` must be one of low, medium, high, regulatory",
    ],
    ["a day that is none", text.replace("2027-04-01", "2027-13-01"), "16:10 `expires` must be a day, as in 2027-04-01"],
  ])("refuses %s", (_, wrong, message) => {
    expect(consumer.claims("a.yml", wrong)).toBe(true);
    expect(refusal(consumer, wrong)).toBe(message);
  });
});
