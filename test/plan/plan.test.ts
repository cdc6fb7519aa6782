import { expect, it } from "vitest";
import { breakingProposal, exampleFiles, proposalPath } from "../../src/demo/shop.ts";
import { migrationPlan } from "../../src/report/plan.ts";
import { reviewOf } from "../review/world.ts";

const { [proposalPath]: _, ...base } = exampleFiles("producer");

it("the example", async () => {
  const review = await reviewOf({
    base,
    head: { ...base, [proposalPath]: breakingProposal() },
    config: base[".github/contract-review.yml"] ?? "",
    domains: {
      "shop/finance": exampleFiles("finance"),
      "shop/growth": { "growth.yml": exampleFiles("growth")["consumers.yml"] ?? "" },
      "shop/partner": exampleFiles("partner"),
    },
  });
  expect(migrationPlan(review, undefined)).toBe("");
});
