import { expect, test } from "vitest";
import { readPeople } from "../../src/snapshot/answers.ts";
import { scanOwn } from "../../src/snapshot/domains.ts";
import { memoryRepository } from "../../src/snapshot/memory.ts";
import { inThisThread } from "../../src/work.ts";
import { acme, openChange, repo } from "../github/acme.ts";

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

test("owners are waited for whoever asked them first, and anew once the pull request is back", async () => {
  let time = Date.parse("2026-11-30T09:00:00Z");
  const { github, octokit } = await acme({ now: () => new Date(time) });
  const pull = await openChange(github);
  const read = async () => {
    const where = { octokit: octokit as never, ...repo, appId: github.app.id };
    const asked = { number: pull.number, labels: [], user: { login: "ann" } };
    return readPeople(where, asked, { shown: [], rejections: [] }, async () => "");
  };
  const later = () => {
    time += 600_000;
  };
  github.requestReviews(pull, { users: ["bob"] }, "ann");
  later();
  github.removeReviewRequests(pull, { users: ["bob"] }, "ann");
  github.requestReviews(pull, { users: ["bob"] }, "ann");
  expect([...(await read()).asked]).toEqual([["@bob", "2026-11-30T09:00:00Z"]]);
  expect((await read()).back).toBeUndefined();
  github.removeReviewRequests(pull, { users: ["bob"] }, "ann");
  await octokit.rest.pulls.requestReviewers({ ...repo, pull_number: pull.number, reviewers: ["bob"] });
  github.closePull(pull, "ann");
  later();
  github.reopenPull(pull, "ann");
  const { asked, back } = await read();
  expect([[...asked], back]).toEqual([[["@bob", "2026-11-30T09:10:00Z"]], "2026-11-30T09:20:00Z"]);
});
