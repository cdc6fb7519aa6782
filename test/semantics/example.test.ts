import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { changesOf, suspected } from "./pair.ts";

const read = (name: string) =>
  readFileSync(new URL(`../../examples/pairs/meaning/${name}.odcs.yaml`, import.meta.url), "utf8");

describe("eight lines that change what an order is, and no type", () => {
  it("are told with what each spoke of, and where", async () => {
    const changes = await changesOf("odcs", "orders.odcs.yaml", read("base"), read("head"));
    expect(suspected(changes)).toEqual([
      ["", "grain", "strong", "one row per order attempt", "one row per order", 16],
      ["amount", "unit", "strong", "whole units", "cents (minor units)", 23],
      ["amount", "calculation", "strong", "tax included", "tax excluded", 23],
      ["booked_at", "timezone", "strong", "UTC", "local time", 32],
      ["booked_at", "timezone", "strong", "UTC", "Europe/Vienna", 30],
      ["status", "calculation", "strong", "3 = reversed", "3 = refunded", 36],
    ]);
    const told = changes.map(({ rule, element, before, after, breaks, location }) => [
      ...[rule, element, before, after, breaks, location.line],
    ]);
    // what is exact stands beside what is suspected, and nothing else: the structure is untouched
    expect(told.filter(([rule]) => !String(rule).endsWith("-suspected"))).toEqual([
      [
        ...["table/classification-raised", "amount"],
        ...[{ classification: "internal" }, { classification: "restricted" }, ["forward"], 24],
      ],
      [
        ...["table/sla-loosened", ""],
        ...[
          { sla: "latency", on: "orders.booked_at", is: "5 m" },
          { sla: "latency", on: "orders.booked_at", is: "30 m" },
          ["forward"],
          40,
        ],
      ],
    ]);
    expect(changes.filter(({ rule, breaks }) => rule.endsWith("-suspected") && breaks.length > 0)).toEqual([]);
  });

  it("are nothing where the contract is compared with itself", async () => {
    expect(suspected(await changesOf("odcs", "orders.odcs.yaml", read("base"), read("base")))).toEqual([]);
  });
});
