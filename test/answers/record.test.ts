import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, addWorkingDays, isDay, shownDay } from "../../src/answers/days.ts";
import { exceptionLabel } from "../../src/answers/label.ts";
import { isPressed, pressedComment, readPressed } from "../../src/answers/pressed.ts";
import { printsOf, wasShown } from "../../src/answers/print.ts";
import { readHeads, readRecord, recordRoom, remember, writeHeads, writeRecord } from "../../src/answers/record.ts";
import type { Question, Shown } from "../../src/model.ts";
import { change } from "./scene.ts";

const head = (letter: string) => letter.repeat(40);
const moment = (letter: string, minute: number, ...prints: string[]): Shown => ({
  head: head(letter),
  at: `2026-11-30T09:${String(minute).padStart(2, "0")}:00Z`,
  prints,
});

test("what was shown is read back as it was written, from among other text", () => {
  const shown = [
    moment("a", 1, "1111111111111111", "2222222222222222"),
    moment("b", 2, "2222222222222222"),
    moment("c", 3),
  ];
  const rejections = [
    { id: 7, by: "finn", at: "2026-11-30T09:05:00Z", words: '/contract reject reason="no / --> no"', pull: 3 },
  ];
  const nothing = { shown: [], rejections: [] };
  expect(readRecord(`Details\n\n${writeRecord({ shown, rejections })}`)).toEqual({ shown, rejections });
  expect(readRecord("no record")).toEqual(nothing);
  expect(readRecord("<!-- contract-review shown cut off")).toEqual(nothing);
  expect(readRecord("<!-- contract-review shown x nonsense/when/0 !x/y/z/%E0 -->")).toEqual(nothing);
});

test("the record stays within its room and keeps the newest moments", () => {
  const many = Array.from({ length: 100 }, (_, at) =>
    moment("a", at % 60, ...Array.from({ length: 50 }, (_, print) => (at * 50 + print).toString(16).padStart(16, "0"))),
  );
  const text = writeRecord({ shown: many, rejections: [] });
  expect(text.length).toBeLessThanOrEqual(recordRoom);
  expect(readRecord(text).shown.at(-1)).toEqual(many.at(-1));
});

test("what the record forgets first is a moment between two that showed the same", () => {
  const many = Array.from({ length: 100 }, (_, at) => ({
    ...moment("a", at % 60, at < 3 ? "1111111111111111" : "2222222222222222"),
    head: at.toString(16).padStart(40, "0"),
  }));
  const kept = readRecord(writeRecord({ shown: many, rejections: [] })).shown;
  expect(kept).toHaveLength(40);
  expect([kept[0], kept[1], kept[2], kept.at(-1)]).toEqual([many[0], many[2], many[3], many[99]]);
});

test("a moment that shows nothing new is not remembered", () => {
  const first = remember([], moment("a", 1, "11"));
  expect(remember(first, moment("a", 2, "11"))).toBe(first);
  expect(remember(first, moment("b", 2, "11"))).toEqual([moment("a", 1, "11"), moment("b", 2, "11")]);
  expect(remember(first, moment("a", 2, "22"))).toHaveLength(2);
});

test("the heads in the one comment are where to look, whatever else stands there", () => {
  expect(readHeads(`Talk\n${writeHeads([moment("a", 1), moment("b", 2), moment("b", 3)])}`)).toEqual([
    head("a"),
    head("b"),
  ]);
  expect(readHeads("<!-- contract-review heads ../../etc --force -->")).toEqual([]);
  expect(readHeads("nothing")).toEqual([]);
});

const question = (name: string, ...elements: string[]): Question => ({
  about: "consumer",
  contract: "payments",
  name,
  domain: "finance",
  owners: [],
  criticality: "medium",
  changes: elements.map((element) => change(element)),
  needs: "acknowledgement",
});

test("a question was shown when each of its changes was, for that consumer", () => {
  const [one, other] = [question("a", "x", "y"), question("b", "x")];
  const prints = printsOf([one, other]);
  expect(wasShown(prints, one, [])).toBe(true);
  expect(wasShown(prints, question("a", "y"), [])).toBe(true);
  expect(wasShown(prints, question("b", "y"), [])).toBe(false);
  expect(wasShown(prints, question("a", "x", "z"), [])).toBe(false);
  expect(wasShown([], one, [])).toBe(false);
});

test("too many changes are remembered as wholes: an answer holds while all stays as it was", () => {
  const elements = Array.from({ length: 200 }, (_, at) => `c${at}`);
  const two = [question("a", ...elements), question("b", ...elements)];
  const prints = printsOf(two);
  expect(prints).toHaveLength(2);
  expect(wasShown(prints, question("a", ...elements), two)).toBe(true);
  expect(wasShown(prints, question("a", ...elements.slice(1)), two)).toBe(false);
  const many = Array.from({ length: 300 }, (_, at) => question(`q${at}`, "x"));
  const all = printsOf(many);
  expect(all).toHaveLength(1);
  expect(wasShown(all, question("q7", "x"), many)).toBe(true);
  expect(wasShown(all, question("q7", "x"), many.slice(1))).toBe(false);
});

test("labels fit, and no two contracts share one", () => {
  expect(exceptionLabel("checkout_raw.payments")).toBe("contract-exception:checkout_raw.payments");
  expect(exceptionLabel("acme.payments.events.v1.PaymentCaptured")).toBe(
    "contract-exception:acme.payments.events.v~75f5cb34",
  );
  expect(exceptionLabel("acme.payments.events.v~75f5cb34")).not.toBe(
    exceptionLabel("acme.payments.events.v1.PaymentCaptured"),
  );
  expect(exceptionLabel("b.Order", ["b.order"])).not.toBe(exceptionLabel("b.order", ["b.Order"]));
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ minLength: 1, maxLength: 60 }), { minLength: 2, maxLength: 6 }),
      (contracts) => {
        const labels = contracts.map((contract) => exceptionLabel(contract, contracts));
        expect(new Set(labels.map((label) => label.toLowerCase())).size).toBe(contracts.length);
        for (const label of labels) expect(label).toMatch(/^contract-exception:[\x21-\x7e]{1,31}$/);
      },
    ),
  );
});

test("days are days of the calendar, working days are Monday to Friday", () => {
  expect(["2026-12-04", "2028-02-29"].every(isDay)).toBe(true);
  expect(["2026-02-29", "2026-13-01", "2026-12-32", "soon", "2026-1-1", "2026-12-04T00:00:00Z"].some(isDay)).toBe(
    false,
  );
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2026-12-31", -31)).toBe("2026-11-30");
  expect(addWorkingDays("2026-11-30", 5)).toBe("2026-12-07");
  expect(addWorkingDays("2026-12-04", 1)).toBe("2026-12-07");
  expect(addWorkingDays("2026-12-05", 1)).toBe("2026-12-07");
  expect(addWorkingDays("2026-12-04", 0)).toBe("2026-12-04");
  expect(shownDay("2026-12-04")).toBe("Fri 4 Dec");
});

test("a pressed button says what it stands for, by whom, once per delivery", () => {
  const body = pressedComment("acknowledge", "finn", "guid-1") ?? "";
  expect(readPressed(body)).toEqual({ by: "finn", body: "/contract ack" });
  expect(isPressed(body, "acknowledge", "finn", "guid-1")).toBe(true);
  expect(isPressed(body, "acknowledge", "finn", "guid-2")).toBe(false);
  expect(pressedComment("recheck", "finn", "guid")).toBeUndefined();
  expect(pressedComment("acknowledge", "finn -->", "guid")).toBeUndefined();
  expect(readPressed("<!-- contract-review pressed explode finn x -->")).toBeUndefined();
  expect(readPressed("Somebody says <!-- contract-review pressed acknowledge finn x -->")).toBeUndefined();
});
