import { expect, it } from "vitest";
import type { Answer, Change, Question } from "../../src/model.ts";
import { changeClasses, classOf, heaviest, isExcepted } from "../../src/plan/classes.ts";

const change: Change = {
  contract: "shop.orders",
  rule: "table/column-removed",
  element: "note",
  before: "VARCHAR",
  after: null,
  breaks: ["forward"],
  basis: "rule",
  witnesses: {},
  corrupts: false,
  message: "",
  advice: "",
  location: { path: "orders.yml" },
  fingerprint: "f",
};

it("the class of a change follows from its facts", () => {
  expect(classOf(change)).toBe("breaking-structure");
  expect(classOf({ ...change, rule: "table/column-added", breaks: [] })).toBe("compatible-additive");
  expect(classOf({ ...change, basis: "declared" })).toBe("semantic-correction");
  expect(classOf({ ...change, basis: "suspected", breaks: [] })).toBe("semantic-correction");
  expect(classOf({ ...change, rule: "table/classification-removed" })).toBe("semantic-correction");
  expect(classOf({ ...change, rule: "table/default-changed", breaks: [] })).toBe("semantic-correction");
  expect(classOf({ ...change, rule: "table/sla-loosened" })).toBe("semantic-correction");
  expect(classOf({ ...change, rule: "table/quality-tightened", breaks: ["backward"] })).toBe("semantic-correction");
  expect(classOf({ ...change, rule: "table/enum-meaning-changed" })).toBe("semantic-correction");
  expect(classOf({ ...change, rule: "json-schema/deprecated", breaks: [] })).toBe("deprecation");
  expect(classOf({ ...change, rule: "table/stored-default-changed", corrupts: true })).toBe("breaking-structure");
  expect(classOf({ ...change, rule: "table/lifecycle-changed", breaks: [] })).toBe("deprecation");
  expect(classOf({ ...change, rule: "protobuf/field-deprecated", breaks: [] })).toBe("deprecation");
  expect(classOf(change, true)).toBe("emergency-exception");
});

it("the heaviest speaks for a contract", () => {
  expect(heaviest([])).toBe("compatible-additive");
  expect(heaviest(["deprecation", "breaking-structure", "compatible-additive"])).toBe("breaking-structure");
  expect(heaviest(["emergency-exception", "breaking-structure"])).toBe("emergency-exception");
  expect(Object.values(changeClasses).map(({ name }) => name)).toEqual([
    "compatible additive",
    "deprecation",
    "semantic correction",
    "breaking structure",
    "emergency exception",
  ]);
});

it("an exception covers a change by an answer to the question about it, and nothing else does", () => {
  const question = (kind: Answer["kind"], changes: readonly Change[]): Question => ({
    about: "consumer",
    contract: "shop.orders",
    name: "billing",
    domain: "finance",
    owners: [],
    criticality: "medium",
    changes,
    needs: "acknowledgement",
    settledBy: { kind, by: "gus", at: "2026-11-30T09:00:00Z" },
  });
  expect(isExcepted(change, [question("excepted", [change])])).toBe(true);
  expect(isExcepted(change, [question("acknowledged", [change])])).toBe(false);
  expect(isExcepted(change, [question("excepted", [{ ...change, fingerprint: "other" }])])).toBe(false);
});
