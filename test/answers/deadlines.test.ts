import { expect, test } from "vitest";
import { dueSteps, type Step } from "../../src/answers/deadlines.ts";
import { request, type Scene, scene } from "./scene.ts";

async function steps(told: Scene): Promise<string[]> {
  const answers = await told.answers();
  return dueSteps({ answers }, told.people(), told.policy, told.now()).map(
    ({ kind, due, whom, about }: Step) => `${due} ${kind} to ${whom.join(" ")} about ${about.join(" ")}`,
  );
}

test("who has not answered is reminded after a working day, and gone past after the last day; each once", async () => {
  const told = await scene();
  told.asked.set("@shop/finance-data", "2026-11-30T09:00:00Z");
  expect(await steps(told)).toEqual([]);
  told.pass(1);
  expect(await steps(told)).toEqual(["2026-12-01 reminder to @shop/finance-data about settlement"]);
  told.pass(6);
  expect(await steps(told)).toHaveLength(1);
  told.pass(1);
  expect(await steps(told)).toEqual([
    "2026-12-01 reminder to @shop/finance-data about settlement",
    "2026-12-08 escalation to @shop/finance-data about settlement",
  ]);
  const keys = async () => {
    const answers = await told.answers();
    return dueSteps({ answers }, told.people(), told.policy, told.now()).map(({ key }) => key);
  };
  const before = await keys();
  await told.push();
  expect(await keys()).toEqual(before);
  told.comment("finn", "/contract ack");
  expect(await steps(told)).toEqual([]);
});

test("who was asked on a Friday is reminded on Monday", async () => {
  const told = await scene();
  told.asked.set("@shop/growth", "2026-12-04T16:00:00Z");
  told.pass(6);
  expect(await steps(told)).toEqual([]);
  told.pass(1);
  expect(await steps(told)).toEqual(["2026-12-07 reminder to @shop/growth about dashboard"]);
});

test("nothing happens on drafts", async () => {
  const told = await scene({ draft: true });
  told.asked.set("@shop/finance-data", "2026-11-30T09:00:00Z");
  told.pass(30);
  expect(await steps(told)).toEqual([]);
});

test("the end of an approved exception is announced seven days and one day before", async () => {
  const told = await scene();
  told.comment("carla", request);
  told.pass(13);
  expect(await steps(told)).toEqual([]);
  told.comment("greta", "/contract approve payments");
  expect(await steps(told)).toEqual(["2026-12-13 expiry to @carla @greta about settlement dashboard"]);
  told.pass(6);
  expect(await steps(told)).toHaveLength(2);
  told.pass(2);
  expect(await steps(told)).toEqual([]);
});
