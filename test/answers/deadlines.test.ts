import { expect, test } from "vitest";
import { dueSteps, nextMoment, type Step } from "../../src/answers/deadlines.ts";
import { request, type Scene, scene } from "./scene.ts";

async function steps(told: Scene): Promise<string[]> {
  const answers = await told.answers();
  return dueSteps({ answers }, told.people(), told.policy, told.now()).map(
    ({ kind, at, whom, about }: Step) =>
      `${at.slice(0, 16)} ${kind} to ${whom.join(" ")} about ${about.map(({ name }) => name).join(" ")}`,
  );
}

test("who has not answered is reminded after a working day, and gone past after the last day; each once", async () => {
  const told = await scene();
  told.asked.set("@shop/finance-data", "2026-11-30T09:00:00Z");
  expect(await steps(told)).toEqual([]);
  told.pass(1);
  expect(await steps(told)).toEqual(["2026-12-01T09:00 reminder to @shop/finance-data about settlement"]);
  told.pass(6);
  expect(await steps(told)).toHaveLength(1);
  told.pass(1);
  expect(await steps(told)).toEqual([
    "2026-12-01T09:00 reminder to @shop/finance-data about settlement",
    "2026-12-08T09:00 escalation to @shop/finance-data about settlement",
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

test("who was asked on a Friday is reminded on Monday, at the hour they were asked, and gone past on a working day", async () => {
  const told = await scene();
  told.asked.set("@shop/growth", "2026-12-04T16:00:00Z");
  told.pass(7);
  expect(await steps(told)).toEqual([]);
  told.pass(0.5);
  expect(await steps(told)).toEqual(["2026-12-07T16:00 reminder to @shop/growth about dashboard"]);
  told.pass(6.5);
  expect((await steps(told)).slice(1)).toEqual([]);
  told.pass(0.5);
  expect((await steps(told)).slice(1)).toEqual(["2026-12-14T16:00 escalation to @shop/growth about dashboard"]);
});

test("no step is taken where only an exception settles: an owner's yes would not help", async () => {
  const told = await scene({ policy: { breaking: "exception" } });
  told.asked.set("@shop/growth", "2026-11-30T09:00:00Z");
  told.pass(30);
  expect(await steps(told)).toEqual([]);
});

test("time alone changes a review at its next step, when silence counts as yes, and when an exception ends", async () => {
  const told = await scene({ policy: { silenceAcknowledges: ["medium"] } });
  const next = async () => nextMoment({ answers: await told.answers() }, told.people(), told.policy, told.now());
  expect(await next()).toBeUndefined();
  told.asked.set("@shop/finance-data", "2026-11-30T09:00:00Z");
  expect(await next()).toBe("2026-12-01T09:00:00Z");
  told.pass(1);
  expect(await next()).toBe("2026-12-08T00:00:00Z");
  told.pass(7);
  expect(await next()).toBeUndefined();
  told.comment("carla", `${request} consumers=dashboard`);
  expect(await next()).toBe("2026-12-21T00:00:00Z");
  told.comment("greta", "/contract approve payments");
  expect(await next()).toBe("2026-12-13T08:00:00Z");
  told.pass(12);
  expect(await next()).toBe("2026-12-21T00:00:00Z");
});

test("nothing happens on drafts", async () => {
  const told = await scene({ draft: true });
  told.asked.set("@shop/finance-data", "2026-11-30T09:00:00Z");
  told.pass(30);
  expect(await steps(told)).toEqual([]);
});

test("the end of an approved exception is announced seven days and one day before, but not to who approved it later", async () => {
  const early = await scene();
  early.comment("carla", request);
  early.comment("greta", "/contract approve payments");
  early.pass(19);
  expect(await steps(early)).toEqual([
    "2026-12-13T08:00 expiry to @carla @greta about settlement dashboard",
    "2026-12-19T08:00 expiry to @carla @greta about settlement dashboard",
  ]);
  const told = await scene();
  told.comment("carla", request);
  told.pass(13);
  expect(await steps(told)).toEqual([]);
  told.comment("greta", "/contract approve payments");
  expect(await steps(told)).toEqual([]);
  told.pass(6);
  expect(await steps(told)).toEqual(["2026-12-19T08:00 expiry to @carla @greta about settlement dashboard"]);
  told.pass(2);
  expect(await steps(told)).toEqual([]);
});
