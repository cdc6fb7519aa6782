import { expect, it } from "vitest";
import { breakingProposal, exampleFiles, proposalPath } from "../../src/demo/shop.ts";
import { checkRun } from "../../src/report/check-run.ts";
import { redactionOf } from "../../src/report/redact.ts";
import { reviewOf } from "../review/world.ts";

it("names nothing of a repository that fewer people may see, and loses no verdict", async () => {
  const { [proposalPath]: _, ...base } = exampleFiles("producer");
  const broken = "apiVersion: cordata.tech/v1\nsource: {database: checkout_raw, table: payments: [";
  const review = await reviewOf({
    base,
    head: { ...base, [proposalPath]: breakingProposal() },
    config: base[".github/contract-review.yml"] ?? "",
    domains: {
      "shop/finance": { ...exampleFiles("finance"), "pipelines/broken.yml": broken },
      "shop/growth": { "consumers.yml": exampleFiles("growth")["consumers.yml"] ?? "" },
      "shop/vault": "404: is the App installed there?",
    },
  });
  const private_ = new Set(["shop/finance", "shop/vault"]);
  const domains = review.domains.map((one) => (private_.has(one.repository) ? { ...one, hidden: true as const } : one));
  const redact = redactionOf({ domains, verdicts: review.verdicts });
  const { title, summary, text } = checkRun({ ...review, domains });
  const all = redact([title, summary, text].join("\n"));
  expect(["finance", "settlement", "chargebacks", "vault", "broken.yml"].filter((word) => all.includes(word))).toEqual(
    [],
  );
  expect(all).toContain("fraud-features");
  expect(all).toMatch(/private consumer 1 \(private\)[^\n]*\*\*breaks\*\*/);
  expect(all).toMatch(/private consumer 2 \(private\)[^\n]*\*\*breaks\*\*/);
  expect(all).toContain("private repository 2");
});

it("leaves everything as it is where nothing is hidden", async () => {
  const review = await reviewOf({ base: {}, head: {} });
  expect(redactionOf(review)("shop/finance")).toBe("shop/finance");
});
