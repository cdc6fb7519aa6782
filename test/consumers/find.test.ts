import { describe, expect, it } from "vitest";
import { findConsumers, mentions } from "../../src/consumers/find.ts";

const registration = (name: string, owner: string): string =>
  `apiVersion: contract-consumer/v1\nconsumer: ${name}\nowner: ${owner}\nreads: [{dataset: raw.payments}]\n`;
const mapped = new Map([
  ["data@shop.example", ["@shop/data"]],
  ["code@shop.example", ["@shop/code"]],
]);
const found = (files: Record<string, string>, codeowners = "") =>
  findConsumers(
    {
      repository: "shop/finance",
      files: Object.entries(files).map(([path, text]) => ({ path, text })),
      codeowners,
    },
    mapped,
  );

it("says where each consumer was found, and takes the domain from the repository where none is given", () => {
  expect(found({ "a/b.yml": registration("x", "data@shop.example"), "c.yml": "a: 1\n" })).toEqual({
    consumers: [
      {
        domain: "finance",
        name: "x",
        contract: "raw.payments",
        owners: ["@shop/data"],
        version: undefined,
        reads: "everything",
        reliesOn: "everything",
        replays: false,
        strict: false,
        criticality: "medium",
        confidence: "unversioned",
        kind: "contract-consumer/v1",
        evidence: { repository: "shop/finance", path: "a/b.yml", line: 4, column: 9 },
      },
    ],
    malformed: [],
  });
});

it.each([
  ["mapped by configuration", "DATA@shop.example", "* @shop/code", ["@shop/data"]],
  ["as it is where it can be reached", '"@octo"', "* @shop/code", ["@octo"]],
  ["CODEOWNERS where it cannot", "who@shop.example", "* @shop/code", ["@shop/code"]],
  ["CODEOWNERS, mapped", "who@shop.example", "* code@shop.example", ["@shop/code"]],
  ["CODEOWNERS where it names nobody", '""', "* @shop/code", ["@shop/code"]],
  [
    "as text where nobody can be reached",
    "who@shop.example",
    "* other@shop.example",
    ["who@shop.example", "other@shop.example"],
  ],
  ["never a name that tries to be more", '"@everyone|x"', "", ["@everyone|x"]],
])("the owner is %s", (_, owner, codeowners, owners) => {
  expect(found({ "a.yml": registration("x", owner) }, codeowners).consumers.map((one) => one.owners)).toEqual([owners]);
});

it("keeps what it cannot understand with its place, its text and who owns the file", () => {
  const wrong = "apiVersion: contract-consumer/v1\nkind: DataProduct\nreads: [\n";
  expect(found({ "a.yml": wrong, "b.yml": registration("x", "data@shop.example") }, "a.yml @shop/code")).toEqual({
    consumers: [expect.objectContaining({ name: "x" })],
    malformed: [
      {
        at: { path: "a.yml", line: 4, column: 1 },
        message: expect.stringMatching(/^not valid YAML: /),
        text: wrong,
        owners: ["@shop/code"],
      },
    ],
  });
});

describe("mentions", () => {
  it.each([
    ["dataset: checkout_raw.payments", "checkout_raw.payments", true],
    ["database: checkout_raw\ntable: payments\n", "checkout_raw.payments", true],
    ["DATABASE: CHECKOUT_RAW\nTABLE: PAYMENTS", "checkout_raw.payments", true],
    ["database: checkout_raw\ntable: payments_v2\n", "checkout_raw.payments", false],
    ["table: payments", "checkout_raw.payments", false],
    ["contractId: urn:contract:checkout:orders", "urn:contract:checkout:orders", true],
    ["contractId: urn:contract:checkout", "urn:contract:checkout:orders", false],
    ["überpayments", "payments", true],
    ["anything", "", false],
  ])("%j of %s: %s", (text, name, expected) => {
    expect(mentions(text, name)).toBe(expected);
  });
});
