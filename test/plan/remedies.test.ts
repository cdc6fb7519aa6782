import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { rules } from "../../src/formats/rules.ts";
import { keptBecause } from "../../src/plan/kept.ts";
import { remedies, remedyOf } from "../../src/plan/remedies.ts";

const breaking = [...rules].filter(([, { breaks }]) => breaks.length > 0).map(([id]) => id);

it("every rule that can break somebody has a remedy, and no other has one", () => {
  expect([...remedies.keys()].sort()).toEqual(breaking.sort());
});

it("a rule stands in the table once", () => {
  expect(new Set(remedies.keys()).size).toBe(remedies.size);
  expect(remedies.get("table/column-removed")).toBe("keep-beside");
});

it("a change of meaning is declared, and a rule of no row goes by what it breaks", () => {
  const change = { rule: "else/happened", basis: "rule", breaks: ["forward"] } as const;
  expect(remedyOf({ ...change, basis: "suspected" })).toBe("declare");
  expect(remedyOf({ ...change, rule: "table/column-removed", basis: "declared" })).toBe("declare");
  expect(remedyOf(change)).toBe("readers-first");
  expect(remedyOf({ ...change, breaks: ["backward"] })).toBe("writers-first");
  expect(remedyOf({ ...change, breaks: ["backward", "forward"] })).toBe("new-version");
});

it("what has no first step stands in the documentation with its reason, and can break somebody", () => {
  expect(Object.keys(keptBecause).filter((rule) => !remedies.has(rule))).toEqual([]);
  const page = readFileSync(join(import.meta.dirname, "../../docs/plans.md"), "utf8");
  const listed = (page.split("<!-- kept -->")[1] ?? "").split("<!-- /kept -->")[0]?.trim().split("\n").slice(2) ?? [];
  const rows = listed.flatMap((row) => {
    const [, rules = "", reason = ""] = row.split("|").map((cell) => cell.trim());
    return rules.split(" ").map((rule) => [rule.replaceAll("`", ""), reason]);
  });
  expect(Object.fromEntries(rows)).toEqual(keptBecause);
});
