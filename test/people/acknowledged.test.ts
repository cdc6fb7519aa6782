import { expect, test } from "vitest";
import { founded } from "./shop.ts";
import { box, check, reactions, said, story } from "./story.ts";

const line = `approve this pull request or comment \`/contract ack\`, or \`/contract reject reason="..."\``;

test("two teams acknowledge, one by review and one by command, the check turns green, and it is merged", async () => {
  const told = await story(founded());
  const { github, pull, after } = told;
  expect(github.reviewersOf(pull)).toEqual({ users: [], teams: ["finance-data", "growth"] });
  expect(box(told)).toBe("action_required: 2 consumers break: merchant_id removed, status newly nullable");
  expect(check(told).output.summary?.split("### Who")[0]).toBe(`### What to do now

- \`@shop/finance-data\` answers for **settlement** by Mon 7 Dec: ${line}.
- \`@shop/growth\` likewise for **dashboard** by Mon 7 Dec.
- Rather make it safe? Keep merchant_id beside merchant_ref until no consumer reads it; announce the date, then remove it. (\`/contract plan\`)
- Nobody else needs to act.

`);
  expect(said(told)).toEqual([
    `**Contract review: 2 consumers break: merchant_id removed, status newly nullable**

Still to do:

- \`@shop/finance-data\` answers for **settlement** by Mon 7 Dec: ${line}.
- \`@shop/growth\` likewise for **dashboard** by Mon 7 Dec.

The check run has the details. \`/contract help\` lists what can be said here.`,
  ]);

  await after(() => github.review(pull, "APPROVED", "finn"));
  expect(box(told)).toBe(
    "action_required: 2 consumers break, 1 of 2 settled: merchant_id removed, status newly nullable",
  );
  expect(said(told)).toEqual([
    `**Contract review: 2 consumers break, 1 of 2 settled: merchant_id removed, status newly nullable**

Still to do:

- \`@shop/growth\` answers for **dashboard** by Mon 7 Dec: ${line}.

What was said:

- **settlement**: acknowledged by \`@finn\`.

The check run has the details. \`/contract help\` lists what can be said here.`,
  ]);

  const ack = { comment: pull.comments[0] };
  await after(() => {
    ack.comment = github.comment(pull, "Fine with us.\n\n/contract ack ready-by=2026-12-10", "gus");
  });
  expect(ack.comment && reactions(ack.comment)).toEqual(["eyes", "rocket"]);
  expect(box(told)).toBe("success: 2 consumers break, all acknowledged: merchant_id removed, status newly nullable");
  expect(check(told).output.summary?.split("Scanned")[0]).toBe(`### What to do now

Nothing. Nobody needs to act.

What was said:

- **settlement**: acknowledged by \`@finn\`.
- **dashboard**: acknowledged by \`@gus\`, ready by Thu 10 Dec.

### Who is affected

| | contract | change | consumer | reads | verdict | owner |
| - | - | - | - | - | - | - |
| ✔ | checkout_raw.payments v4 → v5 | \`status\` newly nullable | dashboard (growth) | current, 2 fields, contract-consumer/v1 | breaks, settled | acknowledged by \`@gus\`, ready by Thu 10 Dec |
| ✔ | checkout_raw.payments v3 → v5 | \`merchant_id\` removed · \`status\` newly nullable | settlement (finance-data) | v3, every field, contract-consumer/v1 | breaks, settled | acknowledged by \`@finn\` |

`);

  github.traffic.clear();
  await after(() => github.mergePull(pull, "carla"));
  expect(github.traffic.count("api")).toBe(0);
}, 900_000);

test("one rejects, then accepts; the answers survive a restart that lost everything, and every webhook ten times", async () => {
  const told = await story(founded());
  const { github, pull, after } = told;
  await after(() => github.comment(pull, '/contract reject reason="we close the books on Friday"', "finn"));
  expect(box(told)).toBe("failure: Rejected by finn for settlement: merchant_id removed, status newly nullable");
  expect(said(told)[0]).toContain(
    "- **settlement** was rejected by `@finn`: we close the books on Friday. This holds until an owner of it comments `/contract ack`.",
  );
  await after(() => github.review(pull, "APPROVED", "fay"));
  await after(() => github.comment(pull, "/contract ack", "gus"));
  expect(box(told)).toMatch(/^success: 2 consumers break, all acknowledged/);
  const before = { comments: said(told), summary: check(told).output.summary };

  await told.restart();
  await after(() => github.comment(pull, "/contract recheck", "eve"));
  expect({ comments: said(told), summary: check(told).output.summary }).toEqual(before);

  await after(() => told.again(10));
  expect(box(told)).toMatch(/^success: 2 consumers break, all acknowledged/);
  expect({ comments: said(told), summary: check(told).output.summary }).toEqual(before);
  const asked = pull.events.filter(({ event }) => event === "review_requested");
  expect(asked.map(({ team }) => team?.slug)).toEqual(["finance-data", "growth"]);
}, 900_000);
