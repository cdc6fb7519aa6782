import { describe, expect, it } from "vitest";
import { additiveProposal, breakingProposal, exampleFiles, proposalPath } from "../../src/demo/shop.ts";
import { reviewOf, short, type World } from "./world.ts";

const { [proposalPath]: _, ...base } = exampleFiles("producer");
const config = base[".github/contract-review.yml"] ?? "";
const consumers = { "growth.yml": exampleFiles("growth")["consumers.yml"] ?? "" };
const proposing = (text: string): World => ({
  base,
  head: { ...base, [proposalPath]: text },
  config,
  domains: {
    "shop/finance": exampleFiles("finance"),
    "shop/growth": consumers,
    "shop/partner": exampleFiles("partner"),
  },
});

describe("the proposal that renames merchant_id and lets status be null", () => {
  it("breaks those who read what changed, at the version they pin, and nobody else", async () => {
    const review = await reviewOf(proposing(breakingProposal()));
    expect(short(review)).toEqual([
      ["chargebacks-hourly", "breaks", "v4", ["status"]],
      ["fraud-features", "move-pin", "v4", []],
      ["settlement-nightly", "breaks", "v3", ["merchant_id", "status"]],
    ]);
    expect(review.conclusion).toBe("action_required");
    expect(review.ask).toEqual([
      { owner: "@shop/finance-data", reachable: true, consumers: ["chargebacks-hourly", "settlement-nightly"] },
    ]);
    expect(review.tell).toEqual([{ owner: "@shop/fraud-ml", reachable: true, consumers: ["fraud-features"] }]);
    expect(review.reasons).toEqual(["2 consumers break"]);
  });

  it("is not green where a domain repository could not be read, and says which", async () => {
    const review = await reviewOf({
      ...proposing(breakingProposal()),
      domains: { "shop/finance": "404: is the App installed there?", "shop/growth": consumers },
    });
    expect(short(review)).toEqual([["fraud-features", "move-pin", "v4", []]]);
    expect(review.conclusion).toBe("action_required");
    expect(review.reasons).toEqual([
      expect.stringMatching(/^checkout_raw\.payments does not keep its mode FORWARD/),
      "shop/finance could not be read (404: is the App installed there?): readers there are unknown",
    ]);
  });
});

describe("the proposal that only adds a column that may be null", () => {
  it("passes and asks nobody", async () => {
    const review = await reviewOf(proposing(additiveProposal));
    expect(short(review)).toEqual([
      ["chargebacks-hourly", "move-pin", "v4", []],
      ["fraud-features", "move-pin", "v4", []],
      ["settlement-nightly", "move-pin", "v3", []],
    ]);
    expect([review.conclusion, review.ask, review.reasons]).toEqual(["success", [], []]);
  });

  it("is green with a warning where a domain repository could not be read", async () => {
    const review = await reviewOf({ ...proposing(additiveProposal), domains: { "shop/finance": "gone" } });
    expect(review.conclusion).toBe("success");
    expect(review.reasons).toEqual(["shop/finance could not be read (gone): readers there are unknown"]);
  });
});
