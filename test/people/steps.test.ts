import { expect, test } from "vitest";
import { dueSteps, readySteps, type Step } from "../../src/answers/deadlines.ts";
import { tallyOf } from "../../src/answers/tally.ts";
import { takeSteps, untaken } from "../../src/publish/steps.ts";
import { escalation, expiry, readiness, reminder } from "../../src/report/steps.ts";
import { request, scene } from "../answers/scene.ts";
import { acme, openChange, repo } from "../github/acme.ts";

test("a reminder, an escalation and the end of an exception each say whom they want, for what, with which words", async () => {
  const told = await scene();
  told.asked.set("@shop/growth", "2026-11-30T09:00:00Z");
  told.comment("carla", `${request} consumers=settlement`);
  told.comment("greta", "/contract approve payments");
  told.pass(14);
  const steps = dueSteps({ answers: await told.answers() }, told.people(), told.policy, told.now());
  const of = (kind: Step["kind"]) => steps.filter((step) => step.kind === kind);
  expect(reminder(of("reminder"))).toBe(`This change still waits for your answer:

- @shop/growth: **dashboard** (\`payments\`)

Please approve this pull request or comment \`/contract ack\`, or \`/contract reject reason="..."\`.`);
  expect(
    escalation(of("escalation"), ["@shop/governance"], ["The channel `oncall` was told."]),
  ).toBe(`The time to answer is over:

- \`@shop/growth\` did not answer for **dashboard** (\`payments\`)

@shop/governance: an exception approver may now answer instead: comment \`/contract ack\`, or \`/contract reject reason="..."\`.

The channel \`oncall\` was told.`);
  expect(escalation(of("escalation"), [], [])).toBe(`The time to answer is over:

- \`@shop/growth\` did not answer for **dashboard** (\`payments\`)

Nobody may answer instead, since the configuration names no \`exception-approvers\`. @shop/growth: approve this pull request or comment \`/contract ack\`, or \`/contract reject reason="..."\`.`);
  expect(
    expiry(of("expiry")),
  ).toBe(`- @carla and @greta: the exception for **settlement** in \`payments\` ends on Sun 20 Dec.

After that day this pull request asks again.`);
});

test("who promised to be ready by a day is asked once after it, in the same step before and after a merge", async () => {
  const told = await scene();
  told.comment("finn", "/contract ack ready-by=2026-12-10");
  told.comment("gus", "/contract ack ready-by=2026-12-11");
  told.pass(11);
  const due = async () =>
    dueSteps({ answers: await told.answers() }, told.people(), told.policy, told.now()).filter(
      ({ kind }) => kind === "ready",
    );
  const steps = await due();
  expect(steps.map(({ at, whom, about }) => [at, whom, about])).toEqual([
    ["2026-12-11T08:00:00Z", ["@finn"], [{ name: "settlement", domain: "finance" }]],
  ]);
  expect(
    readiness(steps),
  ).toBe(`- @finn: **settlement** was to be ready for this change by Thu 10 Dec, and that day has passed.

Where it is ready, nothing is to be done; where it is not, please say here by when it will be. This is asked once.`);
  const [answer] = tallyOf({ answers: await told.answers() }, told.people(), (words) => words).answers;
  const { contract = "", about: name = "", by = "", at = "", readyBy = "" } = answer ?? {};
  expect(readySteps(7, [{ contract, about: { name, domain: "" }, by, at, readyBy }])[0]?.key).toBe(steps[0]?.key);
});

const step = (name: string): Step => ({
  kind: "reminder",
  key: `reminder 1 payments finance/${name} x --> y`,
  at: "2026-12-01T09:00:00Z",
  whom: ["@acme/shop"],
  contract: "payments",
  about: [{ name, domain: "finance" }],
});

test("steps that were taken together are not taken again, others are", async () => {
  const { github, octokit } = await acme();
  const pull = await openChange(github);
  const place = { octokit: octokit as never, owner: repo.owner, repo: repo.repo, appId: github.app.id };
  const comments = () =>
    pull.comments.map(({ id, body, app }) => ({ id, body, ours: app === github.app, reactions: 0 }));
  const both = [step("settlement"), step("invoices")];
  expect(untaken(both, comments())).toEqual(both);
  await takeSteps(place, pull.number, both, "Please.");
  expect(pull.comments.map(({ body }) => body)).toEqual([
    "<!-- contract-review step 2a56e09a472dc7ad -->\n<!-- contract-review step 0adeed10ff82417c -->\n\nPlease.",
  ]);
  expect(untaken([...both, step("ledger")], comments())).toEqual([step("ledger")]);
  const theirs = comments().map((comment) => ({ ...comment, ours: false }));
  expect(untaken(both, theirs)).toEqual(both);
  // what is too long for one comment is cut, and its steps are taken all the same
  await takeSteps(place, pull.number, [step("ledger")], "x".repeat(90_000));
  expect(pull.comments[1]?.body).toMatch(/^<!-- contract-review step [0-9a-f]{16} -->\n\nx{60000,}\.\.\.$/);
  expect(untaken([step("ledger")], comments())).toEqual([]);
});
