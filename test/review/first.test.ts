import { expect, it } from "vitest";
import { breakingProposal, producer, propose } from "../../src/demo/shop.ts";
import { stage } from "./desk.ts";

it("tries", async () => {
  const { github, quiet } = await stage();
  const pull = await propose(github, breakingProposal());
  await quiet();
  const runs = github.checkRuns(producer);
  console.log(runs.map((r) => [r.status, r.conclusion, r.output, r.annotations]));
  console.log(github.reviewersOf(pull), pull.comments.map((c) => c.body));
  console.log(github.traffic);
  expect(runs.length).toBe(1);
});
