import { expect, test } from "vitest";
import { breakingProposal, exampleFiles, producer, proposalPath } from "../../src/demo/shop.ts";
import { config, founded } from "./shop.ts";
import { box, days, page, pass, reactions, reads, story } from "./story.ts";

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
  await reads(told, "exception-requested");

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
  await reads(told, "exception-kept");

  const wider = breakingProposal().replace(/^.*amount_minor.*\n/m, "");
  await after(() => github.push(producer, "payments-v5", { [proposalPath]: wider }, { by: "carla" }));
  expect(box(told)).toBe(
    "action_required: 2 consumers break, 1 of 2 settled: merchant_id removed, amount_minor removed, status newly nullable",
  );
  await reads(told, "exception-further-change");

  const before = page(told);
  await after(() => github.push(producer, "main", { "NOTES.md": "elsewhere" }, { by: "cleo" }));
  const files = {
    "README.md": "# Payments\n",
    "catalog.yml": exampleFiles("producer")["catalog.yml"] ?? "",
    ".github/contract-review.yml": config('exception-approvers: ["@shop/governance"]'),
    [proposalPath]: wider,
  };
  await after(() => github.push(producer, "payments-v5", files, { by: "carla", from: "main", replace: true }));
  expect(page(told)).toBe(before);
}, 900_000);

test("labels by an outsider, by the author, by an owner who left since; expired", async () => {
  const told = await story(governed);
  const { github, pull, after } = told;
  await after(() => github.comment(pull, request, "carla"));
  await after(() => github.label(pull, label, "eve"));
  expect(pull.labels).toEqual([]);
  await after(() => github.label(pull, label, "carla"));
  await after(() => github.label(pull, label, "eve"));
  expect(pull.labels).toEqual([]);
  await reads(told, "labels-refused");
  expect(box(told)).toMatch(/^action_required: 2 consumers break: /);

  await after(() => github.label(pull, label, "greta"));
  expect(box(told)).toMatch(/^success: 2 consumers break, all excepted/);
  github.team("shop/governance").members.delete("greta");
  await after(() => github.comment(pull, "/contract recheck", "eve"));
  expect(box(told)).toMatch(/^action_required: 2 consumers break: /);
  expect(pull.labels).toEqual([]);
  await reads(told, "label-by-one-who-left");

  github.team("shop/governance").members.set("greta", "member");
  await after(() => github.label(pull, label, "greta"));
  expect(box(told)).toMatch(/^success/);
  pass(days(20));
  await after(() => github.comment(pull, "/contract recheck", "eve"));
  expect(box(told)).toMatch(/^success/);
  pass(days(1));
  await after(() => github.comment(pull, "/contract recheck", "eve"));
  expect(box(told)).toMatch(/^action_required: 2 consumers break: /);
  await reads(told, "exception-expired");
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
  await reads(forked, "fork");
}, 900_000);
