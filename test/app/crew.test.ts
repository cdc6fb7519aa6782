import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Crew, type CrewOptions, type Ended, heldBack } from "../../src/app/crew.ts";
import { Gone, Paused, Superseded } from "../../src/app/faults.ts";
import { Intake } from "../../src/app/intake.ts";
import { pause } from "../../src/store/installations.ts";
import { queueSchema } from "../../src/store/queue.ts";
import type { Store } from "../../src/store/store.ts";
import { deadTurns, stranded } from "../../src/store/turns.ts";
import { freshStore } from "../review/desk.ts";

/** Numbers that look random and are the same every time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const delivery = (guid: string, number: number, action = "synchronize") => ({
  guid,
  event: "pull_request",
  body: JSON.stringify({
    action,
    repository: { name: "orders", owner: { login: "acme" } },
    installation: { id: 7 },
    pull_request: { number },
  }),
});

/** One process' part: what it stores it routes, and works on with the given hands. */
function process(store: Store, take: CrewOptions["take"], ended: CrewOptions["ended"] = () => undefined, limit = 4) {
  const troubles: string[] = [];
  const trouble = (fault: string) => troubles.push(fault);
  const crew = new Crew(store, { limit, take, ended, trouble });
  const intake = new Intake(store, () => crew.wake(), trouble);
  crew.start();
  return { crew, intake, troubles };
}

async function quiet(store: Store, all: readonly ReturnType<typeof process>[]): Promise<void> {
  const busy = async () => all.some(({ crew, intake }) => crew.busy || intake.busy) || (await store.queue.ready()) > 0;
  while (await busy()) await wait(10);
}

describe("a crew", () => {
  it("of several processes loses nothing that came, works on no subject twice at once, and ends with the newest", async () => {
    const store = await freshStore();
    const random = seeded(5);
    const active = new Set<string>();
    const twice: string[] = [];
    const lastSeen = new Map<string, number>();
    let taken = 0;
    const hands = seeded(6);
    const take: CrewOptions["take"] = async ({ key, generation }) => {
      if (active.has(key)) twice.push(key);
      active.add(key);
      taken++;
      await wait(hands() * 20);
      active.delete(key);
      lastSeen.set(key, Math.max(lastSeen.get(key) ?? 0, generation));
      if (hands() < 0.02) throw new Superseded("as if");
    };
    const processes = [process(store, take), process(store, take)];
    const guids = Array.from({ length: 400 }, (_, index) => `guid-${index}`);
    const offered = guids.flatMap((guid) => {
      const number = 1 + Math.floor(random() * 40);
      return random() < 0.1 ? [delivery(guid, number), delivery(guid, number)] : [delivery(guid, number)];
    });
    await Promise.all(
      offered.map(async (one) => {
        await wait(random() * 1000);
        await processes[random() < 0.5 ? 0 : 1]?.intake.accept(one);
      }),
    );
    await quiet(store, processes);
    for (const { crew } of processes) await crew.stop(undefined);

    expect(processes.flatMap(({ troubles }) => troubles)).toEqual([]);
    expect(twice).toEqual([]);
    const [kept] = await store.database.query<{ kept: number; waiting: number }>(
      `select count(*)::integer as kept, (count(*) filter (where routed_at is null))::integer as waiting
       from contract_review.delivery`,
    );
    expect(kept).toEqual({ kept: 400, waiting: 0 });
    const turns = await store.database.query<{ key: string; generation: number; done: number }>(
      "select key, generation, done from contract_review.turn",
    );
    expect(turns.filter(({ generation, done }) => done !== generation)).toEqual([]);
    expect(turns.filter(({ key, generation }) => lastSeen.get(key) !== generation)).toEqual([]);
    expect(turns).toHaveLength(40);
    // many deliveries come to one look
    expect(taken).toBeLessThan(400);
  });

  it("takes up what another did not live to finish, which then may write no more", async () => {
    const store = await freshStore();
    let release: () => void = () => undefined;
    const hung = new Promise<void>((resolve) => {
      release = resolve;
    });
    let mayWrite: boolean | undefined;
    const dying = process(
      store,
      async (_, current) => {
        await hung;
        mayWrite = await current();
      },
      undefined,
      1,
    );
    await dying.intake.accept(delivery("a", 1));
    while (!dying.crew.busy || (await store.queue.ready()) > 0) await wait(10);
    const found = () => stranded(store.database, queueSchema);
    expect(await found()).toEqual([]);
    await store.database.query("update contract_review.turn set lease_until = now() - interval '1 second'");
    await store.queue.put(store.database, await found());
    const done: Ended[] = [];
    const living = process(
      store,
      async () => undefined,
      (_, how) => done.push(how),
    );
    while (done.length === 0) await wait(10);
    release();
    await dying.crew.stop(undefined);
    await living.crew.stop(undefined);
    expect(done).toEqual(["done"]);
    expect(mayWrite).toBe(false);
  });

  it("gives back what it cannot finish in time", async () => {
    const store = await freshStore();
    const { crew, intake } = process(store, () => new Promise(() => undefined));
    await intake.accept(delivery("a", 1));
    while ((await store.database.query("select 1 from contract_review.turn where lease is not null")).length === 0)
      await wait(10);
    await crew.stop(50);
    expect(await stranded(store.database, queueSchema)).toEqual([{ key: "acme/orders#1", urgency: "pull-request" }]);
  });

  it.each<[string, () => Error, Ended, object]>([
    ["waits while GitHub asks it to", () => new Paused(600), "paused", { done: 0, dead: false }],
    ["leaves alone what is gone", () => new Gone("404"), "gone", { done: 1, dead: false }],
    ["tries again what failed", () => new Error("500"), "failed", { done: 0, dead: false }],
  ])("%s", async (_, fault, how, after) => {
    const store = await freshStore();
    const ended: Ended[] = [];
    const { crew, intake } = process(
      store,
      async () => {
        throw fault();
      },
      (_claim, one) => ended.push(one),
    );
    await intake.accept(delivery("a", 1));
    while (ended.length === 0) await wait(10);
    await wait(600);
    await crew.stop(undefined);
    expect(ended).toEqual([how]);
    const [turn] = await store.database.query("select done, dead_at is not null as dead from contract_review.turn");
    expect(turn).toEqual(after);
  });

  it("gives up after seven attempts, for a person to see", async () => {
    const store = await freshStore();
    const ended: Ended[] = [];
    const { crew, intake } = process(
      store,
      async () => {
        throw new Error("always");
      },
      (_, how) => ended.push(how),
    );
    await intake.accept(delivery("a", 1));
    while (ended.at(-1) !== "dead") {
      await store.database.query(`update ${queueSchema}.job set start_after = now() where state = 'retry'`);
      crew.wake();
      await wait(10);
    }
    await crew.stop(undefined);
    expect(ended).toEqual([...Array.from({ length: 6 }, () => "failed"), "dead"]);
    expect(await deadTurns(store.database)).toMatchObject([{ key: "acme/orders#1", attempts: 7, delivery: "a" }]);
  });

  it("asks nothing for an installation that pauses, and does the rest", async () => {
    const store = await freshStore();
    const taken: string[] = [];
    const { crew, intake } = process(store, async ({ key }) => {
      taken.push(key);
    });
    await pause(store.database, 7, 600);
    await intake.accept(delivery("a", 1));
    const other = delivery("b", 2);
    await intake.accept({ ...other, body: other.body.replace('"id":7', '"id":8') });
    while (taken.length === 0) await wait(10);
    await wait(600);
    await crew.stop(undefined);
    expect(taken).toEqual(["acme/orders#2"]);
  });
});

it("holds the less urgent back while an installation's calls run out", () => {
  const resetsAt = new Date(1_000_000);
  const left = (callsLeft: number) => ({
    suspended: false,
    pausedUntil: undefined,
    callsLeft,
    callsLimit: 5000,
    resetsAt,
  });
  const held = (calls: number) =>
    (["merge-group", "pull-request", "refresh"] as const).map(
      (urgency) => heldBack(left(calls), urgency) !== undefined,
    );
  expect([held(2000), held(1000), held(50), held(0)]).toEqual([
    [false, false, false],
    [false, false, true],
    [false, true, true],
    [false, true, true],
  ]);
});
