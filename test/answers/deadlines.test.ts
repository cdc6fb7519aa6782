import { expect, test } from "vitest";
import { dueSteps, nextMoment, type Step } from "../../src/answers/deadlines.ts";
import { dashboard, exceptionLabel, request, type Scene, scene, settlement } from "./scene.ts";

async function steps(told: Scene): Promise<string[]> {
  const answers = await told.answers();
  return dueSteps({ answers }, told.people(), told.policy, told.now()).map(
    ({ kind, at, whom, about }: Step) =>
      `${at.slice(0, 16)} ${kind} to ${whom.join(" ")} about ${about.map(({ name }) => name).join(" ")}`,
  );
}

test("who has not answered is reminded after a working day, and gone past after the last day; each once", async () => {
  const told = await scene();
  told.asked.set("@shop/finance-data", "2026-11-30T09:01:00Z");
  expect(await steps(told)).toEqual([]);
  told.pass(1);
  expect(await steps(told)).toEqual(["2026-12-01T09:01 reminder to @shop/finance-data about settlement"]);
  told.pass(6);
  expect(await steps(told)).toHaveLength(1);
  told.pass(1);
  expect(await steps(told)).toEqual([
    "2026-12-01T09:01 reminder to @shop/finance-data about settlement",
    "2026-12-08T09:01 escalation to @shop/finance-data about settlement",
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
  told.asked.set("@shop/growth", "2026-11-30T09:01:00Z");
  told.pass(30);
  expect(await steps(told)).toEqual([]);
});

test("time alone changes a review at its next step, when silence counts as yes, and when an exception ends", async () => {
  const told = await scene({ policy: { silenceAcknowledges: ["medium"] } });
  const next = async () => nextMoment({ answers: await told.answers() }, told.people(), told.policy, told.now());
  expect(await next()).toBeUndefined();
  told.asked.set("@shop/finance-data", "2026-11-30T09:01:00Z");
  expect(await next()).toBe("2026-12-01T09:01:00Z");
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
  told.asked.set("@shop/finance-data", "2026-11-30T09:01:00Z");
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

const due = async (told: Scene) =>
  Object.fromEntries((await told.answers()).questions.map(({ name, due }) => [name, due]));

test("once an exception has ended its consumers' owners have the whole time again", async () => {
  const told = await scene();
  told.asked.set("@shop/growth", "2026-11-30T09:01:00Z");
  told.comment("carla", request);
  told.comment("greta", "/contract approve payments");
  told.pass(20);
  expect((await steps(told)).filter((step) => !step.includes("expiry"))).toEqual([]);
  told.pass(1);
  // from Monday 21 December on
  expect((await due(told)).dashboard).toBe("2026-12-28");
  expect(await steps(told)).toEqual([]);
  told.pass(1);
  expect(await steps(told)).toEqual(["2026-12-22T08:00 reminder to @shop/growth about dashboard"]);
  told.pass(7);
  expect(await steps(told)).toEqual([
    "2026-12-22T08:00 reminder to @shop/growth about dashboard",
    "2026-12-29T08:00 escalation to @shop/growth about dashboard",
  ]);
  told.comment("greta", "/contract ack");
  expect((await told.standing()).dashboard).toBe("acknowledged by `@greta`");
});

test("an exception that is revoked or withdrawn gives the whole time again, but not what was over before it began", async () => {
  const end = async (act: (told: Scene) => void) => {
    const told = await scene();
    told.asked.set("@shop/growth", "2026-11-30T09:01:00Z");
    told.comment("carla", request);
    told.label("greta", exceptionLabel);
    told.pass(10);
    act(told);
    return (await due(told)).dashboard;
  };
  expect(await end((told) => told.unlabel("eve", exceptionLabel))).toBe("2026-12-17");
  expect(await end((told) => told.comment("carla", "/contract withdraw payments"))).toBe("2026-12-17");
  expect(await end((told) => told.comment("greta", "/contract withdraw payments"))).toBe("2026-12-17");
  const late = await scene({ policy: { silenceAcknowledges: ["medium"] } });
  late.asked.set("@shop/growth", "2026-11-30T09:01:00Z");
  late.pass(9);
  late.comment("carla", request);
  late.comment("greta", "/contract approve payments");
  late.pass(30);
  expect((await late.standing()).dashboard).toBe("`@shop/growth` did not answer in time, which counts as yes here");
});

test("silence is about what was shown the whole time, and not about what an exception allowed", async () => {
  const told = await scene({ broken: [[settlement, "status"]], policy: { silenceAcknowledges: ["medium"] } });
  told.asked.set("@shop/finance-data", "2026-11-30T09:01:00Z");
  told.pass(4);
  await told.push();
  told.pass(4);
  const counts = "`@shop/finance-data` did not answer in time, which counts as yes here";
  expect(await told.standing()).toEqual({ settlement: counts });
  // a change that nobody could have answered yet
  await told.push([[settlement, "status", "amount"]]);
  expect([await told.standing(), await due(told)]).toEqual([{ settlement: "open" }, { settlement: "2026-12-15" }]);
  expect(await steps(told)).toEqual([]);
  told.pass(8);
  expect(await told.standing()).toEqual({ settlement: counts });
  const excepted = await scene({ broken: [[dashboard, "status"]], policy: { silenceAcknowledges: ["medium"] } });
  excepted.asked.set("@shop/growth", "2026-11-30T09:01:00Z");
  excepted.comment("carla", request);
  excepted.comment("greta", "/contract approve payments");
  excepted.pass(20);
  expect((await excepted.standing()).dashboard).toBe("excepted until Sun 20 Dec, approved by `@greta`");
  excepted.pass(1);
  expect(await excepted.standing()).toEqual({ dashboard: "open" });
});

test("while a pull request was closed or a draft nobody was to answer", async () => {
  const told = await scene({ policy: { silenceAcknowledges: ["medium"] } });
  told.asked.set("@shop/growth", "2026-11-30T09:01:00Z");
  told.pass(21);
  told.draft = true;
  expect((await told.standing()).dashboard).toBe("open");
  told.draft = false;
  told.back = told.now();
  expect([(await told.standing()).dashboard, (await due(told)).dashboard]).toEqual(["open", "2026-12-28"]);
  expect(await steps(told)).toEqual([]);
  told.pass(1);
  expect(await steps(told)).toEqual(["2026-12-22T09:01 reminder to @shop/growth about dashboard"]);
});
