import { expect, test } from "vitest";
import { founded } from "./shop.ts";
import { box, days, page, reactions, reads, said, story } from "./story.ts";

test("two teams acknowledge, one by review and one by command, the check turns green, and it is merged", async () => {
  const told = await story(founded());
  const { github, pull, after } = told;
  expect(github.reviewersOf(pull)).toEqual({ users: [], teams: ["finance-data", "growth"] });
  expect(box(told)).toBe("action_required: 2 consumers break: merchant_id removed, status newly nullable");
  await reads(told, "asked");

  await after(() => github.review(pull, "APPROVED", "finn"));
  expect(box(told)).toBe(
    "action_required: 2 consumers break, 1 of 2 settled: merchant_id removed, status newly nullable",
  );
  await reads(told, "one-acknowledged");

  const ack = { comment: pull.comments[0] };
  await after(() => {
    ack.comment = github.comment(pull, "Fine with us.\n\n/contract ack ready-by=2026-12-10", "gus");
  });
  expect(ack.comment && reactions(ack.comment)).toEqual(["eyes", "rocket"]);
  expect(box(told)).toBe("success: 2 consumers break, all acknowledged: merchant_id removed, status newly nullable");
  await reads(told, "acknowledged");

  github.traffic.clear();
  await after(() => github.mergePull(pull, "carla"));
  expect(github.traffic.count("api")).toBe(0);

  // gus promised something, and is asked once whether it is so
  await told.wait(days(10));
  expect(said(told)).toHaveLength(1);
  await told.wait(days(1));
  await after(() => told.again(1));
  await told.wait(days(30));
  expect(said(told).slice(1)).toEqual([
    `- @gus: **dashboard** was to be ready for this change by Thu 10 Dec, and that day has passed.

Where it is ready, nothing is to be done; where it is not, please say here by when it will be. This is asked once.`,
  ]);
}, 900_000);

test("one rejects, then accepts; the answers survive a restart that lost everything, and every webhook ten times", async () => {
  const told = await story(founded());
  const { github, pull, after } = told;
  await after(() => github.comment(pull, '/contract reject reason="we close the books on Friday"', "finn"));
  expect(box(told)).toBe("failure: Rejected by finn for settlement: merchant_id removed, status newly nullable");
  await reads(told, "rejected");
  await after(() => github.review(pull, "APPROVED", "fay"));
  await after(() => github.comment(pull, "/contract ack", "gus"));
  expect(box(told)).toMatch(/^success: 2 consumers break, all acknowledged/);
  await reads(told, "accepted");
  const before = page(told);

  await told.restart();
  await after(() => github.comment(pull, "/contract recheck", "eve"));
  expect(page(told)).toBe(before);

  await after(() => told.again(9));
  await after(() => told.again(1, "renamed"));
  expect(page(told)).toBe(before);
  const asked = pull.events.filter(({ event }) => event === "review_requested");
  expect(asked.map(({ team }) => team?.slug)).toEqual(["finance-data", "growth"]);
  expect(new Set(pull.comments.flatMap((comment) => reactions(comment)))).toEqual(new Set(["eyes", "rocket"]));
}, 900_000);
