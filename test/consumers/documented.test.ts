import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { findConsumers } from "../../src/consumers/find.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/descriptors.md"), "utf8");
const examples = page
  .split("```yaml\n")
  .slice(1)
  .map((part) => part.slice(0, part.indexOf("```")));

it("understands every example of its documentation", () => {
  const files = examples.map((text, index) => ({ path: `${index}.yml`, text }));
  const { consumers, malformed } = findConsumers({ repository: "shop/x", files, codeowners: "" }, new Map());
  expect(malformed).toEqual([]);
  expect(consumers.map(({ kind, domain, name, contract, version }) => [kind, domain, name, contract, version])).toEqual(
    [
      ["contract-consumer/v1", "fraud", "fraud-features", "checkout_raw.payments", "4"],
      ["cordata.tech/v2", "finance", "chargebacks-hourly", "checkout_raw.payments", "4"],
      ["odps/v1.0.0", "finance", "settlements", "urn:contract:checkout:orders", "1.4.0"],
      ["asyncapi/3.0.0", "x", "Billing", "shop.orders", undefined],
      ["kafka-gitops", "x", "billing", "shop.orders", undefined],
      ["kafka-gitops", "x", "refunds", "shop.orders", undefined],
    ],
  );
});
