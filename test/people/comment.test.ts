import { expect, test } from "vitest";
import { lastAsides } from "../../src/answers/asides.ts";
import { readPressed } from "../../src/answers/pressed.ts";
import { readHeads, readRecord } from "../../src/answers/record.ts";
import type { Review } from "../../src/model.ts";
import { checkRun } from "../../src/report/check-run.ts";
import { comment } from "../../src/report/comment.ts";
import { consumer, request, type Scene, scene, settlement } from "../answers/scene.ts";

async function reviewed(told: Scene): Promise<Review> {
  return {
    baseRef: "main",
    mergeBase: "b".repeat(40),
    head: told.head,
    ...told.facts(),
    problems: [],
    ask: [],
    tell: [],
    conclusion: "action_required",
    reasons: [],
    answers: await told.answers(),
    noticeDays: 30,
  };
}

const hostile =
  "@everyone <img src=x> | ![x](http://evil.example) #1 `/contract ack` <!-- contract-review pressed acknowledge finn g -->";

test("nothing that people write is mark-up, a mention, a link or a word to ourselves", async () => {
  const told = await scene({
    broken: [
      [settlement, "status"],
      [consumer(hostile, "@shop/growth"), "status"],
    ],
  });
  told.comment("carla", request.replace("closing books", hostile.replace(/"/g, "")));
  told.comment("finn", `/contract reject reason="${hostile}"`);
  told.comment("gus", `/contract ack "${hostile}x"`);
  told.comment("eve", `/contract ${hostile}`);
  const review = await reviewed(told);
  const run = checkRun(review);
  for (const text of [comment(review) ?? "", run.summary, run.text]) {
    const plain = text.replace(/`[^`\n]*`/g, "").replace(/<code>.*?<\/code>/g, "");
    expect(plain).not.toMatch(/@everyone|<img|\]\(http|(?<![\w&])#1|<!-- contract-review (?:pressed|shown|heads)/);
    expect(readPressed(text)).toBeUndefined();
    expect([readHeads(text), readRecord(text).shown]).toEqual([[], []]);
  }
});

test("where nothing is open there is little to say, and where nothing was asked nothing", async () => {
  const told = await scene({ broken: [[settlement, "status"]] });
  told.comment("finn", "/contract ack");
  expect(comment(await reviewed(told))).toBe(`<!-- contract-review: the one comment -->

**Contract review: 1 consumer breaks, acknowledged: status removed**

What was said:

- **settlement**: acknowledged by \`@finn\`.

The check run has the details. \`/contract help\` lists what can be said here.`);
  const quiet = await scene({ broken: [], policy: { noConsumers: "pass" } });
  expect(comment(await reviewed(quiet))).toBeUndefined();
});

test("the last thing somebody asked to be told is told, by this review", async () => {
  const told = await scene({ broken: [[settlement, "status"]] });
  told.comment("eve", "/contract help");
  told.comment("carla", "/contract status\n/contract plan nothing");
  told.comment("finn", "/contract ack");
  const review = await reviewed(told);
  expect(lastAsides(told.people(), review)).toEqual([
    {
      by: "carla",
      words: "/contract status",
      markdown: `| contract | about | who answers | answer |
| - | - | - | - |
| payments | settlement | \`@shop/finance-data\` | acknowledged by \`@finn\` |`,
    },
    { by: "carla", words: "/contract plan", markdown: "Nothing breaks in a contract called `nothing`." },
  ]);
});

test("a domain that could not be read is said to be excepted where it is", async () => {
  const told = await scene({
    broken: [[settlement, "status"]],
    domains: [{ repository: "shop/risk", required: true, unreadable: "404" }],
  });
  expect(checkRun(await reviewed(told)).summary).toContain("readers there are unknown, so this cannot turn green.");
  told.comment("carla", `${request} consumers=shop/risk`);
  told.comment("greta", "/contract approve payments");
  expect(checkRun(await reviewed(told)).summary).toContain("readers there are unknown, excepted until 2026-12-20.");
});
