import { expect, test } from "vitest";
import { everythingOnGitHub } from "../../src/app/history.ts";
import { breakingProposal, producer, proposalPath } from "../../src/demo/shop.ts";
import { rebuildLedger } from "../../src/store/ledger-commands.ts";
import { accessFor } from "../app/access.ts";
import { founded } from "./shop.ts";
import { box, page, reactions, reads, said, story } from "./story.ts";

const governed = founded({ policy: 'exception-approvers: ["@shop/governance"]' });
const contract = "checkout_raw.payments";
const label = `contract-exception:${contract}`;
const request = `/contract exception ${contract} reason="a" controls="b" rollback="c" until=2026-12-20`;

test("a label by the first of two owners; renamed, deleted, taken off: it counts only while it is on under its name", async () => {
  const told = await story(async (github) => {
    await governed(github);
    github.addCollaborator(producer, "finn", "triage");
  });
  const { github, pull, after } = told;
  const open = /^action_required: 2 consumers break: /;
  const half = /^action_required: 2 consumers break, 1 of 2 settled: /;
  await after(() => github.comment(pull, request, "carla"));
  await after(() => github.label(pull, label, "finn"));
  expect(box(told)).toMatch(half);
  await reads(told, "first-of-two-owners");

  await after(() => github.renameLabel(producer, label, "wontfix", "carla"));
  expect(pull.labels).toEqual(["wontfix"]);
  expect(box(told)).toMatch(open);
  await reads(told, "label-renamed");
  // made anew, so that it can be put on again
  expect(github.repository(producer).labels.has(label)).toBe(true);
  await after(() => github.label(pull, label, "finn"));
  expect(box(told)).toMatch(half);
  await after(() => github.deleteLabel(producer, label, "carla"));
  expect(box(told)).toMatch(open);

  await after(() => github.label(pull, label, "greta"));
  expect(box(told)).toMatch(/^success: 2 consumers break, all excepted until 2026-12-20/);
  await after(() => github.unlabel(pull, label, "eve"));
  expect(box(told)).toMatch(open);
  expect(said(told)).toHaveLength(1);
}, 900_000);

test("approved before the check; two owners at the same moment; the ledger rebuilt in between", async () => {
  const told = await story(governed);
  const { github, pull, after } = told;
  const { webhookUrl } = github.app;
  await after(async () => {
    github.app.webhookUrl = undefined;
    const wider = breakingProposal().replace(/^.*amount_minor.*\n/m, "");
    await github.push(producer, "payments-v5", { [proposalPath]: wider }, { by: "carla" });
    github.review(pull, "APPROVED", "finn");
    await github.settled();
    github.app.webhookUrl = webhookUrl;
  });
  await after(() => github.comment(pull, "/contract recheck", "eve"));
  expect(box(told)).toMatch(/^action_required: 2 consumers break: /);
  await reads(told, "approved-before-the-check");

  const both = [pull.comments[0], pull.comments[0]];
  await after(() => {
    both[0] = github.comment(pull, "/contract ack", "fay");
    both[1] = github.comment(pull, "/contract ack", "gus");
  });
  expect(box(told)).toMatch(/^success: 2 consumers break, all acknowledged: /);
  expect(both.map((comment) => comment && reactions(comment))).toEqual(Array(2).fill(["eyes", "rocket"]));
  await reads(told, "both-at-once");
  const before = page(told);

  const { database } = told.store;
  const kinds = async () =>
    database.query(
      "select kind, subject, count(*)::integer as count from contract_review.ledger where kind <> 'review' group by 1, 2 order by 1",
    );
  const kept = await kinds();
  expect(kept).toEqual([
    { kind: "command", subject: "shop/checkout#1", count: 3 },
    { kind: "pull-request-review", subject: "shop/checkout#1", count: 1 },
  ]);
  await database.script(
    "alter table contract_review.ledger disable trigger all; delete from contract_review.ledger where seq = 2; alter table contract_review.ledger enable trigger all;",
  );
  const rebuilt = await rebuildLedger(database, await everythingOnGitHub(await accessFor(github), github.app.id));
  expect(rebuilt.status).toBe(0);
  expect(rebuilt.output).toContain("The ledger was not whole (entry 2 is missing)");
  expect(await kinds()).toEqual(kept);
  await after(() => github.comment(pull, "/contract recheck", "eve"));
  expect(page(told)).toBe(before);
}, 900_000);
