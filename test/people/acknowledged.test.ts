import { expect, test } from "vitest";
import { box, check, said, story } from "./story.ts";

test("two teams acknowledge, one by review and one by command, and the check turns green", async () => {
  const told = await story();
  const { github, pull, after } = told;
  console.log(check(told).output.summary, check(told).output.text, said(told));
  expect(box(told)).toBe("action_required: 3 consumers break: merchant_id removed, status may be null");
  await after(() => github.review(pull, "APPROVED", "finn"));
  console.log(check(told).output.summary, said(told));
  expect(box(told)).toBe("action_required: x");
});
