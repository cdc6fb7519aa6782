import { expect, it } from "vitest";
import { readConfig } from "../src/config.ts";
import { breakingProposal, exampleFiles, proposalPath } from "../src/demo/shop.ts";
import { redact } from "../src/redact.ts";
import { checkRun } from "../src/report/check-run.ts";
import { comment } from "../src/report/comment.ts";
import { reviewOf } from "./review/world.ts";

it("names nothing of a repository that fewer people may see, and loses no verdict", async () => {
  const { [proposalPath]: _, ...base } = exampleFiles("producer");
  const text = base[".github/contract-review.yml"] ?? "";
  const { config } = readConfig(".github/contract-review.yml", text);
  const review = await reviewOf({
    base,
    head: { ...base, [proposalPath]: breakingProposal() },
    config: text,
    domains: {
      "shop/finance": {
        ...exampleFiles("finance"),
        "pipelines/broken.yml": "apiVersion: cordata.tech/v1\nsource: {database: checkout_raw, table: payments: [",
      },
      "shop/growth": { "consumers.yml": exampleFiles("growth")["consumers.yml"] ?? "" },
      "shop/vault": "404: is the App installed there?",
    },
  });
  const hidden = new Set(["shop/finance", "shop/vault"]);
  const domains = review.domains.map((domain) =>
    hidden.has(domain.repository) ? { ...domain, hidden: true as const } : domain,
  );
  const shown = redact({ ...review, domains }, config);
  expect(shown.verdicts.map(({ consumer, outcome }) => [consumer.name, consumer.domain, outcome])).toEqual([
    ["private consumer 1", "private", "breaks"],
    ["private consumer 2", "private", "breaks"],
    ["fraud-features", "growth", "move-pin"],
    ["private consumer 3", "private", "unknown"],
  ]);
  const { title, summary, text: details } = checkRun(shown);
  const all = [title, summary, details, comment(shown)].join("\n");
  expect(["finance", "settlement", "chargebacks", "vault", "broken.yml"].filter((word) => all.includes(word))).toEqual(
    [],
  );
  expect(all).toContain("fraud-features");
  expect([shown.conclusion, shown.reasons]).toEqual([
    "action_required",
    [
      "2 consumers break",
      "private repository 2 could not be read (404: is the App installed there?): readers there are unknown",
      "private consumer 3: what this means for it is unknown: its descriptor cannot be understood",
    ],
  ]);
});
