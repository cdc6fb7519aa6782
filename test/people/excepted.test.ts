import { expect, test } from "vitest";
import { breakingProposal, producer, proposalPath } from "../../src/demo/shop.ts";
import { config, founded } from "./shop.ts";
import { box, check, days, pass, reactions, said, story } from "./story.ts";

const governed = founded({ policy: 'exception-approvers: ["@shop/governance"]' });
const contract = "checkout_raw.payments";
const label = `contract-exception:${contract}`;
const request = `/contract exception ${contract} reason="the books close in December" controls="daily totals compared" rollback="revert the release" until=2026-12-20`;

test("requested, approved by the first of two owners, then by all; pushed on, and it holds for what was approved", async () => {
  const told = await story(governed);
  const { github, pull, after } = told;
  await after(() => github.comment(pull, request, "carla"));
  expect(github.repository(producer).labels.get(label)?.description).toBe(
    "Approves the requested exception for this contract; who may is checked",
  );
  expect(said(told)).toEqual([
    `**Contract review: 2 consumers break: merchant_id removed, status newly nullable**

Still to do:

- \`@shop/finance-data\` answers for **settlement** by Mon 7 Dec: approve this pull request or comment \`/contract ack\`, or \`/contract reject reason="..."\`.
- \`@shop/growth\` likewise for **dashboard** by Mon 7 Dec.
- An exception for **settlement** and **dashboard** until Sun 20 Dec, requested by \`@carla\`, waits for \`@shop/finance-data\` and \`@shop/growth\` or an exception approver: put on the label \`${label}\`, or comment \`/contract approve ${contract}\`.

Exceptions:

- \`${contract}\` until Sun 20 Dec, for **settlement** and **dashboard**, requested by \`@carla\`; nobody has approved it. Reason: the books close in December. Controls: daily totals compared. Rollback: revert the release.

The check run has the details. \`/contract help\` lists what can be said here.`,
  ]);

  await after(() => github.comment(pull, `/contract approve ${contract}`, "finn"));
  expect(box(told)).toBe(
    "action_required: 2 consumers break, 1 of 2 settled: merchant_id removed, status newly nullable",
  );
  await after(() => github.label(pull, label, "greta"));
  expect(box(told)).toBe(
    "success: 2 consumers break, all excepted until 2026-12-20: merchant_id removed, status newly nullable",
  );

  await after(() => github.push(producer, "payments-v5", { "README.md": "# Payments\n" }, { by: "carla" }));
  expect(box(told)).toMatch(/^success: 2 consumers break, all excepted until 2026-12-20/);
  expect(said(told)[0]).toContain(
    "**settlement**: excepted until Sun 20 Dec, approved by `@finn` (kept: the same 2 changes).",
  );

  const wider = breakingProposal().replace(/^.*amount_minor.*\n/m, "");
  await after(() => github.push(producer, "payments-v5", { [proposalPath]: wider }, { by: "carla" }));
  expect(box(told)).toBe(
    "action_required: 2 consumers break, 1 of 2 settled: merchant_id removed, amount_minor removed, status newly nullable",
  );
  expect(
    said(told)[0]?.split("Exceptions:")[0],
  ).toBe(`**Contract review: 2 consumers break, 1 of 2 settled: merchant_id removed, amount_minor removed, status newly nullable**

Still to do:

- \`@shop/finance-data\` answers for **settlement** by Mon 7 Dec: approve this pull request or comment \`/contract ack\`, or \`/contract reject reason="..."\`.

What was said:

- **settlement**: open; the exception requested by \`@carla\` is for 2 of these 3 changes, not for \`amount_minor\`.
- **dashboard**: excepted until Sun 20 Dec, approved by \`@greta\` (kept: the same change).

`);
}, 900_000);

test("labels by an outsider, by the author, by an owner who left since; renamed; expired", async () => {
  const told = await story(governed);
  const { github, pull, after } = told;
  await after(() => github.comment(pull, request, "carla"));
  await after(() => github.label(pull, label, "eve"));
  expect(pull.labels).toEqual([]);
  await after(() => github.label(pull, label, "carla"));
  expect(pull.labels).toEqual([]);
  expect(said(told).slice(1)).toEqual([
    `\`@eve\`, the label \`${label}\` is taken off again: \`@eve\` neither answers for what breaks nor is an exception approver.`,
    `\`@carla\`, the label \`${label}\` is taken off again: the author does not approve an exception of their own.`,
  ]);
  expect(box(told)).toMatch(/^action_required: 2 consumers break: /);

  await after(() => github.label(pull, label, "greta"));
  expect(box(told)).toMatch(/^success: 2 consumers break, all excepted/);
  github.team("shop/governance").members.delete("greta");
  await after(() => github.comment(pull, "/contract recheck", "eve"));
  expect(box(told)).toMatch(/^action_required: 2 consumers break: /);
  expect(pull.labels).toEqual([]);

  github.team("shop/governance").members.set("greta", "member");
  await after(() => github.label(pull, label, "greta"));
  expect(box(told)).toMatch(/^success/);
  pass(days(20));
  await after(() => github.comment(pull, "/contract recheck", "eve"));
  expect(box(told)).toMatch(/^success/);
  pass(days(1));
  await after(() => github.comment(pull, "/contract recheck", "eve"));
  expect(box(told)).toMatch(/^action_required: 2 consumers break: /);
  expect(said(told)[0]).toContain("**no longer valid**: expired on 2026-12-20");
}, 900_000);

test("a fork's author edits the configuration and approves themself: the base branch's is obeyed, nothing counts", async () => {
  const told = await story(async (github) => {
    await governed(github);
    github.createUser("mallory");
    github.repository(producer).private = false;
    await github.fork(producer, "mallory");
  });
  const { github } = told;
  const files = {
    [proposalPath]: breakingProposal(),
    ".github/contract-review.yml": config(
      'author-may-approve: true\nexception-approvers: ["@mallory"]\nbreaking: acknowledge',
    ),
  };
  await github.push("mallory/checkout", "mine", files, { by: "mallory", from: "main" });
  const pull = await github.openPullRequest({ repository: producer, head: "mallory:mine", author: "mallory" });
  const forked = { ...told, pull };
  await told.quiet();
  expect(box(forked)).toBe("action_required: 2 consumers break: merchant_id removed, status newly nullable");
  const mine = github.comment(pull, `/contract ack\n${request}\n/contract approve ${contract}`, "mallory");
  await told.after(() => undefined);
  expect(box(forked)).toMatch(/^action_required: 2 consumers break: /);
  expect(reactions(mine)).toEqual(["eyes", "confused"]);
  expect(said(forked)[0]).toContain(`Did not count:

- \`/contract ack\` by \`@mallory\`: \`@mallory\` does not answer for private consumer 1 and private consumer 2; private owner 1, private owner 2 answer
- \`/contract approve\` by \`@mallory\`: the author does not approve an exception of their own`);
  expect(check(forked).output.summary).toContain("approve this pull request or comment `/contract ack`");
}, 900_000);
