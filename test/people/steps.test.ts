import { expect, test } from "vitest";
import { dueSteps, type Step } from "../../src/answers/deadlines.ts";
import { takeStep } from "../../src/publish/steps.ts";
import { stepMessage } from "../../src/report/steps.ts";
import { request, scene } from "../answers/scene.ts";
import { acme, openChange, repo } from "../github/acme.ts";

test("a reminder, an escalation and the end of an exception each say whom they want, for what, with which words", async () => {
  const told = await scene();
  told.asked.set("@shop/growth", "2026-11-30T09:00:00Z");
  told.comment("carla", `${request} consumers=settlement`);
  told.comment("greta", "/contract approve payments");
  told.pass(13);
  const steps = dueSteps({ answers: await told.answers() }, told.people(), told.policy, told.now());
  expect(steps.map((step) => stepMessage(step, told.policy.exceptionApprovers))).toEqual([
    '@shop/growth: what this change to `payments` means for **dashboard** still waits for your answer: approve this pull request or comment `/contract ack`, or `/contract reject reason="..."`.',
    '@shop/governance: `@shop/growth` did not answer for **dashboard** in time. An exception approver may now answer instead: comment `/contract ack`, or `/contract reject reason="..."`.',
    "@carla and @greta: the exception for **settlement** in `payments` ends on Sun 20 Dec. After that this pull request asks again.",
  ]);
});

test("a step that was taken is not taken again", async () => {
  const { github, octokit } = await acme();
  const pull = await openChange(github);
  const place = { octokit: octokit as never, owner: repo.owner, repo: repo.repo, appId: github.app.id };
  const step: Step = {
    kind: "reminder",
    key: "reminder 1 payments finance/settlement x --> y",
    due: "2026-12-01",
    whom: ["@acme/shop"],
    contract: "payments",
    about: ["settlement"],
  };
  const comments = () =>
    pull.comments.map(({ id, body, app }) => ({ id, body, ours: app === github.app, reactions: 0 }));
  await takeStep(place, pull.number, step, comments(), []);
  await takeStep(place, pull.number, step, comments(), []);
  expect(pull.comments).toHaveLength(1);
  expect(pull.comments[0]?.body.split("\n")[0]).toBe(
    "<!-- contract-review step reminder_1_payments_finance/settlement_x_--__y -->",
  );
});
