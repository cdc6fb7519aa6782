import { expect, it } from "vitest";
import type { Desk } from "../../src/app/take.ts";
import { planAnotherLook, ringTimers } from "../../src/app/timers.ts";
import type { DomainScan, Review } from "../../src/model.ts";
import { later } from "../../src/store/timers.ts";
import { type Claim, giveBack, claim as take, want } from "../../src/store/turns.ts";
import { freshStore } from "../review/desk.ts";

const wanted = {
  key: "acme/orders#1",
  owner: "acme",
  repo: "orders",
  installation: 7,
  subject: { kind: "pull", number: 1 },
  urgency: "pull-request",
  ask: false,
  delivery: "d1",
} as const;

const reviewed = (domain: DomainScan) => ({ head: "aaa", domains: [domain] }) as unknown as Review;
const unreadable = reviewed({ repository: "acme/finance", required: true, unreadable: "no answer" });
const read = { repository: "acme/finance", required: true, commit: "c", consumers: [], malformed: [], problems: [] };

it("a review whose domains could not all be read is repeated, at growing distances, six times", async () => {
  const store = await freshStore();
  const { database, queue } = store;
  let now = Date.UTC(2026, 10, 30);
  let forgotten = 0;
  const desk = { store, clock: () => new Date(now), forgetTokens: () => forgotten++ } as unknown as Desk;
  const claim: Claim = { ...wanted, generation: 1, lease: "l", attempts: 0 };
  await want(database, [wanted]);
  const done = async (lease: string) => {
    const held = await take(database, wanted.key, lease);
    if (held !== undefined) await giveBack(database, held, true);
    return held !== undefined;
  };
  await done("first");

  await planAnotherLook(reviewed(read), claim, desk);
  await planAnotherLook(reviewed({ ...read, stale: { hours: 2, why: "no answer" } }), claim, desk);
  await planAnotherLook(unreadable, claim, desk);
  const waited: number[] = [];
  for (let minute = 1; minute <= 400; minute++) {
    now += 60_000;
    await ringTimers(desk, (fault) => expect(fault).toBeUndefined());
    if ((await queue.take(1)).length === 0) continue;
    waited.push(minute);
    expect(await done(`l${minute}`)).toBe(true);
    await planAnotherLook(unreadable, claim, desk);
  }
  expect(waited).toEqual([5, 15, 35, 75, 155, 315]);
  expect(forgotten).toBe(6);
});

it("a timer of a kind that this program does not know is left for one that does", async () => {
  const store = await freshStore();
  const desk = { store, clock: () => new Date() } as unknown as Desk;
  await later(store.database, { key: "k", at: new Date(0), kind: "unheard-of", subject: "s", payload: {} });
  await ringTimers(desk, (fault) => expect(fault).toBeUndefined());
  expect(await store.database.query("select key, done_at from contract_review.timer")).toEqual([
    { key: "k", done_at: null },
  ]);
});
