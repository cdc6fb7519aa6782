import { join } from "node:path";
import { expect, test } from "vitest";
import { producer } from "../../src/demo/shop.ts";
import { founded } from "./shop.ts";
import { box, check, days, pass, said, story } from "./story.ts";

const contract = "checkout_raw.payments";
const request = `/contract exception ${contract} reason="a" controls="b" rollback="c" until=2026-12-01`;

test("a merge group passes by the answers on its pull requests, and no longer once an exception has ended", async () => {
  const told = await story(founded());
  const { github, pull, after } = told;
  const queued = async () => {
    const group = await github.makeMergeGroup([pull], "carla");
    await told.quiet();
    const run = github.checkRuns(producer, group.headSha).at(-1);
    await github.destroyMergeGroup(group, "dequeued", "carla");
    return `${run?.conclusion}: ${run?.output.title}`;
  };
  expect(await queued()).toMatch(/^action_required: 2 consumers break: /);
  await after(() => github.comment(pull, "/contract ack", "finn"));
  await after(() => github.comment(pull, request, "carla"));
  await after(() => github.comment(pull, `/contract approve ${contract}`, "gus"));
  expect(box(told)).toMatch(/^success: /);
  pass(60);
  expect(await queued()).toBe(
    "success: 2 consumers break, all acknowledged, excepted until 2026-12-01: merchant_id removed, status newly nullable",
  );
  // one that stays in the queue turns red by itself
  pass(60);
  const group = await github.makeMergeGroup([pull], "carla");
  await told.quiet();
  const run = () => github.checkRuns(producer, group.headSha).at(-1);
  expect(run()?.conclusion).toBe("success");
  await told.wait(days(2));
  expect(`${run()?.conclusion}: ${run()?.output.title}`).toMatch(
    /^action_required: 2 consumers break, 1 of 2 settled: /,
  );
  await github.destroyMergeGroup(group, "dequeued", "carla");
  expect(await queued()).toMatch(/^action_required: 2 consumers break, 1 of 2 settled: /);
}, 900_000);

test("buttons on the check: who presses is held against the owners; few calls in all", async () => {
  const told = await story(founded());
  const { github, pull, after } = told;
  const calls = () => github.traffic.on("api").length;
  const seen = github.traffic.summary();
  // the first look at two repositories included
  expect(calls(), JSON.stringify(seen)).toBeLessThanOrEqual(27);
  github.traffic.clear();
  await after(() => github.comment(pull, "/contract recheck", "eve"));
  expect(calls(), JSON.stringify(github.traffic.summary())).toBeLessThanOrEqual(15);

  expect(check(told).actions.map(({ identifier }) => identifier)).toEqual(["recheck", "acknowledge", "plan"]);
  await after(() => github.pressButton(check(told), "acknowledge", "eve"));
  expect(box(told)).toMatch(/^action_required: 2 consumers break: /);
  await after(() => github.pressButton(check(told), "acknowledge", "finn"));
  await after(() => told.again(2));
  expect(said(told).filter((body) => body.includes("pressed"))).toEqual([
    "`@eve` pressed a button on the check, which says `/contract ack`.",
    "`@finn` pressed a button on the check, which says `/contract ack`.",
  ]);
  expect(said(told)[0]).toContain("- **settlement**: acknowledged by `@finn`.");
  expect(said(told)[0]).toContain("- `/contract ack` by `@eve`: `@eve` does not answer for");
  await after(() => github.pressButton(check(told), "plan", "carla"));
  await expect(`${said(told)[0]?.split("---\n\n")[1]}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, "answers/plan-asked.md"),
  );
}, 900_000);
