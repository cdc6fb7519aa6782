import { expect, test } from "vitest";
import { scanOwn } from "../../src/snapshot/domains.ts";
import { memoryRepository } from "../../src/snapshot/memory.ts";
import { inThisThread } from "../../src/work.ts";

test("a pull request that edits a descriptor changes neither who answers for it, nor how much it matters, nor what it read so far", async () => {
  const descriptor = (owner: string, criticality: string, fields: string) =>
    `apiVersion: contract-consumer/v1\nconsumer: audit\nowner: {github: "${owner}"}\ncriticality: ${criticality}\nreads: [{dataset: payments, fields: [${fields}]}]\n`;
  const refs = {
    base: { "c.yml": descriptor("@shop/finance-data", "regulatory", "a, b") },
    head: { "c.yml": descriptor("@shop/checkout", "low", "a") },
  };
  const [base, head] = [
    memoryRepository("shop/checkout", refs, "base"),
    memoryRepository("shop/checkout", refs, "head"),
  ];
  const scan = await scanOwn(base, head, new Map(), inThisThread);
  expect(
    "consumers" in scan &&
      scan.consumers.map(({ owners, criticality, reads, former }) => ({ owners, criticality, reads, former })),
  ).toEqual([
    { owners: ["@shop/finance-data"], criticality: "regulatory", reads: ["a"], former: undefined },
    { owners: ["@shop/finance-data"], criticality: "regulatory", reads: ["a", "b"], former: true },
  ]);
});
