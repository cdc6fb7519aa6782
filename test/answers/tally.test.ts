import { expect, test } from "vitest";
import { inForce, nextChase, promiseMarker, readPromise } from "../../src/answers/promise.ts";
import { statsOf, type Tallied } from "../../src/answers/stats.ts";
import { readTally, type Tally, tallyLine, tallyOf, writeTally } from "../../src/answers/tally.ts";
import { statsText } from "../../src/report/stats.ts";
import { request, type Scene, scene } from "./scene.ts";

const plain = (words: string) => words;

async function tallied(told: Scene, redact = plain): Promise<Tally> {
  return tallyOf({ answers: await told.answers() }, told.people(), redact);
}

test("what a review came to is written in one hidden line and read back, whatever people wrote", async () => {
  const told = await scene();
  told.asked.set("@shop/finance-data", "2026-11-30T09:01:00Z");
  told.comment("finn", '/contract reject reason="nothing breaks" false-alarm=yes');
  told.comment("carla", request.replace("closing books", "größer --> <b> 💥"));
  told.comment("gus", "/contract approve payments");
  const tally = await tallied(told);
  expect(tally).toEqual({
    exceptions: [
      {
        ...{ id: 2, contract: "payments", by: "carla", until: "2026-12-20", approvedBy: ["gus"] },
        reason: "größer --> <b> 💥",
        about: ["settlement", "dashboard"],
        rules: ["table/column-removed"],
        elements: ["merchant_id", "status"],
      },
    ],
    answers: [
      {
        ...{ contract: "payments", about: "settlement", rules: ["table/column-removed"] },
        ...{
          asked: "2026-11-30T09:01:00Z",
          kind: "rejected",
          by: "finn",
          at: "2026-11-30T09:02:00Z",
          falseAlarm: true,
        },
      },
      {
        ...{ contract: "payments", about: "dashboard", rules: ["table/column-removed"] },
        ...{ kind: "excepted", by: "gus", at: "2026-11-30T09:04:00Z" },
      },
    ],
  });
  const line = writeTally(tally);
  expect(line).toMatch(/^<!-- contract-review tally [\x20-\x7e]*\} -->$/);
  const text = `Details.\n\n${line}\n\n<!-- contract-review shown x -->`;
  expect(readTally(text)).toEqual(tally);
  expect(tallyLine(text)).toBe(line);
});

test("names that few may know do not stand in it", async () => {
  const told = await scene();
  told.comment("carla", request.replace("closing books", "settlement is late"));
  const line = writeTally(await tallied(told, (words) => words.replaceAll("settlement", "private consumer 1")));
  expect(line).not.toContain("settlement");
  expect(readTally(line)?.exceptions[0]?.reason).toBe("private consumer 1 is late");
});

test("it stays within its room: answers give way; where there is nothing to count it is empty; what is broken is no tally", () => {
  const answer = { contract: "c".repeat(100), about: "a".repeat(100), rules: ["avro/field-removed"] };
  const exception = {
    ...{ id: 1, contract: "c", by: "carla", reason: "é".repeat(200), until: "2026-12-20", approvedBy: ["gus"] },
    ...{ about: [], rules: [], elements: [] },
  };
  const promise = { ...answer, readyBy: "2026-12-10" };
  const long = writeTally({ answers: [...Array(900).fill(answer), promise], exceptions: Array(3).fill(exception) });
  expect(long.length).toBeLessThanOrEqual(5_000);
  expect(readTally(long)?.answers[0]).toEqual(promise);
  expect(readTally(long)?.exceptions).toHaveLength(3);
  expect(readTally(long)?.answers.length).toBeGreaterThan(0);
  expect(writeTally({ answers: [], exceptions: [] })).toBe("");
  expect(writeTally({ wouldBe: "success", answers: [], exceptions: [] })).not.toBe("");
  for (const text of [
    "",
    "no",
    "<!-- contract-review tally {} -->",
    "<!-- contract-review tally [ -->",
    "<!-- contract-review tally null -->",
  ])
    expect(readTally(text)).toBeUndefined();
});

test("what a merge owes: the newest approved exception of each contract that holds", async () => {
  const told = await scene();
  told.comment("carla", request);
  expect(inForce(await tallied(told))).toEqual([]);
  told.comment("greta", "/contract approve payments");
  told.comment("carla", request.replace("12-20", "12-22"));
  told.comment("greta", "/contract approve payments");
  expect(inForce(await tallied(told)).map(({ until }) => until)).toEqual(["2026-12-22"]);
  told.pass(30);
  expect(inForce(await tallied(told))).toEqual([]);
});

test("a promise is read back from the line its issue begins with, and asked after at its days", () => {
  const promised = { pull: 7, request: 1234, until: "2026-12-20", by: "carla" };
  const marker = promiseMarker(promised);
  expect(marker).toBe("<!-- contract-review migration 7 1234 2026-12-20 carla -->");
  expect(readPromise(`${marker}\n\n#7 was merged`)).toEqual(promised);
  for (const body of ["", `x${marker}`, marker.replace("12-20", "13-20"), marker.replace("7 1234", "7")])
    expect(readPromise(body)).toBeUndefined();
  const days: string[] = [];
  for (let now = "2026-11-30T09:00:00Z"; days.length < 5; ) {
    now = nextChase(promised, now);
    days.push(now);
  }
  expect(days).toEqual([
    "2026-12-13T08:00:00Z",
    "2026-12-19T08:00:00Z",
    "2026-12-21T08:00:00Z",
    "2026-12-28T08:00:00Z",
    "2027-01-04T08:00:00Z",
  ]);
});

const at = (hour: number) => `2026-12-01T${String(hour).padStart(2, "0")}:00:00Z`;
const answer = { contract: "payments", about: "settlement", rules: ["table/column-removed"], asked: at(1), by: "finn" };
const exception = {
  ...{ id: 1, contract: "payments", by: "carla", reason: "r", until: "2026-12-20", approvedBy: ["greta"] },
  ...{ about: ["settlement"], rules: ["table/column-removed", "table/column-retyped"], elements: ["a"] },
};
const reviews: readonly Tallied[] = [
  // the same answer in two reviews is one; a rejection that was taken back was one all the same
  {
    subject: "acme/a#1",
    at: at(2),
    tally: { exceptions: [], answers: [{ ...answer, kind: "rejected", at: at(2), falseAlarm: true }] },
  },
  {
    subject: "acme/a#1",
    at: at(3),
    tally: { exceptions: [], answers: [{ ...answer, kind: "acknowledged", at: at(3) }] },
  },
  {
    subject: "acme/a#1",
    at: at(4),
    tally: { exceptions: [], answers: [{ ...answer, kind: "acknowledged", at: at(3) }] },
  },
  {
    subject: "acme/a#2",
    at: at(5),
    tally: { exceptions: [exception], answers: [{ ...answer, kind: "approved", at: at(11) }] },
  },
  { subject: "acme/a#3", at: at(6), tally: { exceptions: [{ ...exception, approvedBy: [] }], answers: [answer] } },
  { subject: "acme/a#4", at: at(7), tally: { wouldBe: "success", exceptions: [], answers: [] } },
  { subject: "acme/a#5", at: at(8), tally: { wouldBe: "action_required", exceptions: [], answers: [answer] } },
  { subject: "acme/a#6", at: at(9), tally: undefined },
  {
    subject: "acme/a#7",
    at: at(9),
    tally: { exceptions: [{ ...exception, until: "2026-12-02", over: "expired" }], answers: [] },
  },
];

test("numbers over what the ledger holds", () => {
  const stats = statsOf(reviews, new Set(["acme/a#2"]), "2026-12-05T00:00:00Z");
  expect(stats).toEqual({
    pulls: 7,
    exceptions: {
      count: 2,
      byRule: [
        { name: "table/column-removed", count: 2 },
        { name: "table/column-retyped", count: 2 },
      ],
      byContract: [{ name: "payments", count: 2 }],
    },
    acknowledgements: { count: 2, medianHours: 2, p90Hours: 10, medianWorkingHours: 2, p90WorkingHours: 10 },
    rejections: { count: 1, falseAlarms: 1, falseAlarmsByRule: [{ name: "table/column-removed", count: 1 }] },
    observed: { pulls: 2, wouldHaveBlocked: 1 },
    cleanUp: [
      {
        subject: "acme/a#2",
        contract: "payments",
        until: "2026-12-20",
        by: "carla",
        about: ["settlement"],
        state: "landed",
      },
      {
        subject: "acme/a#7",
        contract: "payments",
        until: "2026-12-02",
        by: "carla",
        about: ["settlement"],
        state: "expired",
      },
    ],
  });
  expect(statsText(stats)).toBe(`7 pull requests were reviewed.
Exceptions approved: 2.
  by rule:
        2  table/column-removed
        2  table/column-retyped
  by contract:
        2  payments
Acknowledgements: 2; half of them within 2 h, nine of ten within 10 h (of working days: 2 h and 10 h).
Rejections: 1, of which 1 said that the check was wrong.
  false alarms by rule:
        1  table/column-removed
Observed only: 2, of which 1 would have been stopped.
Exceptions to clean up:
  acme/a#2  payments for settlement, merged; requested by @carla until 2026-12-20
  acme/a#7  payments for settlement, not merged; requested by @carla until 2026-12-02
`);
  expect(statsOf(reviews, new Set(), "2026-12-05T00:00:00Z", at(7)).pulls).toBe(4);
  expect(statsText(statsOf([], new Set(), at(1)))).toBe(`0 pull requests were reviewed.
Exceptions approved: 0.
Acknowledgements: 0.
Rejections: 0, of which 0 said that the check was wrong.
Observed only: 0, of which 0 would have been stopped.
No exception is left to clean up.
`);
});

test("how long answers took is told by the calendar, and without weekends", () => {
  const asked = "2026-12-04T16:00:00Z";
  const took = (hours: number) =>
    statsOf(
      [
        {
          subject: "acme/a#1",
          at: asked,
          tally: {
            exceptions: [],
            answers: [
              {
                ...{ ...answer, asked, kind: "acknowledged" },
                at: new Date(Date.parse(asked) + hours * 3_600_000).toISOString(),
              },
            ],
          },
        },
      ],
      new Set(),
      asked,
    ).acknowledgements;
  const pace = (all: number, working: number) => ({
    ...{ count: 1, medianHours: all, p90Hours: all, medianWorkingHours: working, p90WorkingHours: working },
  });
  // asked on a Friday at four: that evening, on Saturday, on Monday at ten, two weeks later
  expect(took(2)).toEqual(pace(2, 2));
  expect(took(20)).toEqual(pace(20, 8));
  expect(took(66)).toEqual(pace(66, 18));
  expect(took(336)).toEqual(pace(336, 240));
});
