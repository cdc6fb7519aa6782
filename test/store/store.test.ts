import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { chore, hurry } from "../../src/store/chores.ts";
import { type Database, openDatabase } from "../../src/store/database.ts";
import { anyUnrouted, known, notRouted, receive, routed, unrouted } from "../../src/store/deliveries.ts";
import { allowanceOf, noteCalls, pause, suspend } from "../../src/store/installations.ts";
import { append, type Entry, entries, type Happening, verify } from "../../src/store/ledger.ts";
import { rebuildLedger, verifyLedger } from "../../src/store/ledger-commands.ts";
import { migrate, SchemaMismatch } from "../../src/store/migrate.ts";
import { migrations } from "../../src/store/migrations.ts";
import { finished, finishedHeads, leftOpen, opened, opening, stuck } from "../../src/store/opened.ts";
import { queueSchema } from "../../src/store/queue.ts";
import {
  anyReader,
  forgetReadings,
  keepReadings,
  moveOn,
  noteReadings,
  outdated,
  type Reading,
  refreshedAt,
  touches,
  unheard,
  watched,
} from "../../src/store/readings.ts";
import { emptyStore, type Store, storeOn } from "../../src/store/store.ts";
import { due, later, rung, stopTimers } from "../../src/store/timers.ts";
import {
  claim,
  deadTurns,
  drop,
  dropInstallation,
  giveBack,
  giveUp,
  idle,
  isCurrent,
  keepLeases,
  revive,
  stranded,
  type Wanted,
  waiting,
  want,
} from "../../src/store/turns.ts";
import { kinds } from "./databases.ts";

for (const { kind, why, fresh, restart } of await kinds())
  describe.skipIf(why !== undefined)(`the store on ${kind}`, () => {
    let database: Database;
    let store: Store;
    beforeAll(async () => {
      database = await openDatabase(await fresh());
    });
    beforeEach(async () => {
      await emptyStore(database);
      store = await storeOn(database, (error) => {
        throw error;
      });
      return () => store.queue.close();
    });
    afterAll(() => database.close());

    const pull = (number: number, more: Partial<Wanted> = {}): Wanted => ({
      key: `acme/orders#${number}`,
      owner: "acme",
      repo: "orders",
      installation: 7,
      subject: { kind: "pull", number },
      urgency: "pull-request",
      ask: false,
      delivery: "d1",
      ...more,
    });
    const ask = (...wanted: Wanted[]) =>
      database.transaction(async (sql) => {
        await want(sql, wanted);
        await store.queue.put(sql, wanted);
      });
    const claimed = async (number: number, lease: string) => {
      const taken = await claim(database, `acme/orders#${number}`, lease);
      if (taken === undefined) throw new Error("nothing to claim");
      return taken;
    };
    /** As if the holder had not been heard of for a long time. */
    const lapse = () => database.query("update contract_review.turn set lease_until = now() - interval '1 second'");

    describe("migrations", () => {
      const count = migrations.length;
      const steps = migrations.map((_, index) => ({ step: index + 1 }));

      it("are taken once, however many processes start", async () => {
        await emptyStore(database);
        await Promise.all([migrate(database), migrate(database)]);
        await migrate(database);
        expect(await database.query("select step from contract_review.migration")).toEqual(steps);
      });

      it.runIf(restart !== undefined)(
        "and the queue are made by one of several processes that start at once",
        async () => {
          await store.queue.close();
          await emptyStore(database);
          const fail = (error: unknown) => {
            throw error;
          };
          const [one, two] = await Promise.all([storeOn(database, fail), storeOn(database, fail)]);
          await two?.queue.close();
          await ask(pull(1));
          expect(await one?.queue.take(2)).toHaveLength(1);
          await one?.queue.close();
        },
      );

      it("go forward from where the database is", async () => {
        await migrate(database, [...migrations, "create table contract_review.more (id integer);\n"]);
        expect(await database.query("select id from contract_review.more")).toEqual([]);
        await expect(migrate(database)).rejects.toThrow(
          new SchemaMismatch(`the database is at step ${count + 1}, this program knows ${count}: it is older`),
        );
      });

      it("refuse a database whose steps are others", async () => {
        const others = migrations.map(() => "select 1;\n");
        await expect(migrate(database, others)).rejects.toThrow("step 1 of the database is not this program's");
      });

      it("and a script that fails within leave no transaction open", async () => {
        await expect(database.script("begin; select * from contract_review.nothing; commit;")).rejects.toThrow();
        for (let index = 0; index < 12; index++) expect(await database.query("select 1 as one")).toEqual([{ one: 1 }]);
      });

      it("are undone as a whole where one fails", async () => {
        const half = "create table contract_review.half (id integer);\nselect * from contract_review.nothing;\n";
        await expect(migrate(database, [...migrations, half])).rejects.toThrow();
        expect(await database.query("select step from contract_review.migration")).toEqual(steps);
        await expect(database.query("select * from contract_review.half")).rejects.toThrow();
      });
    });

    it.runIf(restart !== undefined)(
      "outlives a server that fails between two statements of a transaction",
      async () => {
        const between = database.transaction(async (sql) => {
          await sql.query("select 1");
          await restart?.();
          await sql.query("select 1");
        });
        await expect(between).rejects.toThrow(/terminat|not queryable|ECONNRESET|EPIPE/);
        expect(await database.query("select 1 as one")).toEqual([{ one: 1 }]);
      },
    );

    it.runIf(restart !== undefined)("goes on after its server was restarted", async () => {
      await ask(pull(1));
      await restart?.();
      const again = async () => {
        // what was connected before is found broken once
        for (let attempt = 0; attempt < 12; attempt++)
          try {
            return await claimed(1, `l${attempt}`);
          } catch {
            await new Promise((resolve) => setTimeout(resolve, 100));
          }
        throw new Error("never came back");
      };
      expect(await again()).toMatchObject({ key: "acme/orders#1" });
      expect(await store.queue.take(1)).toHaveLength(1);
    });

    describe("deliveries", () => {
      const delivery = (guid: string) => ({ guid, event: "pull_request", body: `{"of":"${guid}"}` });

      it("are kept once by their GUID", async () => {
        expect(await receive(database, [delivery("a"), delivery("b")])).toBe(2);
        expect(await receive(database, [delivery("b"), delivery("c")])).toBe(1);
        expect(await known(database, ["a", "c", "d"])).toEqual(new Set(["a", "c"]));
      });

      it("are routed once, and known for long after", async () => {
        await receive(database, [delivery("a"), delivery("b")]);
        const found = await database.transaction((sql) => unrouted(sql, 10));
        expect(found.map(({ guid }) => guid).sort()).toEqual(["a", "b"]);
        await routed(database, ["a"]);
        expect(await database.transaction((sql) => unrouted(sql, 10))).toEqual([delivery("b")]);
        expect(await receive(database, [delivery("a")])).toBe(0);
      });

      it("are put aside where they cannot be understood", async () => {
        await receive(database, [delivery("a")]);
        for (let attempt = 0; attempt < 5; attempt++) {
          expect(await anyUnrouted(database)).toBe(true);
          await notRouted(database, "a", "SyntaxError");
        }
        expect(await anyUnrouted(database)).toBe(false);
      });
    });

    describe("turns", () => {
      it("of one subject become one, the newest; what was asked for stays asked for", async () => {
        await ask(pull(1, { ask: true }));
        await ask(pull(1, { delivery: "d2" }));
        expect((await store.queue.take(5)).map(({ key }) => key)).toEqual(["acme/orders#1"]);
        expect(await claimed(1, "l1")).toEqual({
          ...pull(1, { ask: true, delivery: "d2" }),
          generation: 2,
          lease: "l1",
          attempts: 0,
        });
      });

      it("are held by one worker at a time", async () => {
        await ask(pull(1));
        const first = await claimed(1, "l1");
        expect(await claim(database, first.key, "l2")).toBeUndefined();
        expect(await giveBack(database, first, true)).toBe(false);
        expect(await claim(database, first.key, "l2")).toBeUndefined();
        expect(await idle(database, [first.key, "acme/orders#2"])).toEqual(new Set([first.key, "acme/orders#2"]));
      });

      it("are out of date once something newer is asked for, which is done next", async () => {
        await ask(pull(1));
        const first = await claimed(1, "l1");
        expect(await isCurrent(database, first)).toBe(true);
        await ask(pull(1));
        expect(await isCurrent(database, first)).toBe(false);
        expect(await giveBack(database, first, true)).toBe(true);
        expect(await claimed(1, "l2")).toMatchObject({ generation: 2 });
      });

      it("pass to another once their holder is not heard of, and the holder may write no more", async () => {
        await ask(pull(1));
        const first = await claimed(1, "l1");
        await lapse();
        await keepLeases(database, ["l1"]);
        expect(await claim(database, first.key, "l2")).toBeUndefined();
        await lapse();
        const second = await claimed(1, "l2");
        expect([await isCurrent(database, first), await isCurrent(database, second)]).toEqual([false, true]);
        expect(await giveBack(database, first, true)).toBe(false);
        expect(await isCurrent(database, second)).toBe(true);
      });

      it("pass to another where a clock that jumped set the lease far ahead", async () => {
        await ask(pull(1));
        const first = await claimed(1, "l1");
        await database.query("update contract_review.turn set lease_until = now() + interval '1 day'");
        expect(await claim(database, first.key, "l2")).toMatchObject({ lease: "l2" });
      });

      it("that are dropped are done, whoever holds them", async () => {
        await ask(pull(1));
        const first = await claimed(1, "l1");
        await drop(database, first.key);
        expect(await isCurrent(database, first)).toBe(false);
        expect(await giveBack(database, first, false)).toBe(false);
        await ask(pull(2), pull(3, { installation: 8 }));
        await dropInstallation(database, 7);
        expect(await idle(database, ["acme/orders#2", "acme/orders#3"])).toEqual(new Set(["acme/orders#2"]));
      });

      it("that a killed process left are found, those that wait for their time are not", async () => {
        await ask(pull(1), pull(2), pull(3));
        const attempts = await store.queue.take(2);
        for (const { key } of attempts) await claim(database, key, `l:${key}`);
        const [first, second] = attempts;
        if (first === undefined || second === undefined) throw new Error("nothing taken");
        const failing = await claim(database, first.key, "none");
        expect(failing).toBeUndefined();
        expect(await stranded(database, queueSchema)).toEqual([]);
        await lapse();
        await giveUp(
          database,
          { ...pull(1), key: first.key, generation: 1, lease: `l:${first.key}`, attempts: 0 },
          "x",
          false,
        );
        await store.queue.failed(first);
        expect(await stranded(database, queueSchema)).toEqual([{ key: second.key, urgency: "pull-request" }]);
      });

      it("that failed too often are seen, and can be woken", async () => {
        await ask(pull(1));
        const [attempt] = await store.queue.take(1);
        if (attempt !== undefined) await store.queue.done(attempt);
        await giveUp(database, await claimed(1, "l1"), "RequestError 500", true);
        expect(await deadTurns(database)).toMatchObject([
          { key: "acme/orders#1", kind: "pull", delivery: "d1", attempts: 1, fault: "RequestError 500" },
        ]);
        expect(await waiting(database)).toMatchObject({ turns: 0, dead: 1 });
        expect(await stranded(database, queueSchema)).toEqual([]);
        expect(await claim(database, "acme/orders#1", "l2")).toBeUndefined();
        expect(await revive(database, { before: new Date(0) })).toEqual([]);
        expect(await revive(database, { key: "acme/orders#1" })).toEqual([
          { key: "acme/orders#1", urgency: "pull-request" },
        ]);
        expect(await claimed(1, "l3")).toMatchObject({ attempts: 0 });
      });
    });

    describe("the queue", () => {
      it("gives the urgent first, then the oldest", async () => {
        await ask(pull(1, { urgency: "refresh" }));
        await ask(pull(2));
        await ask(pull(3, { urgency: "merge-group" }));
        await ask(pull(4));
        expect((await store.queue.take(2)).map(({ key }) => key)).toEqual(["acme/orders#3", "acme/orders#2"]);
        expect((await store.queue.take(3)).map(({ key }) => key)).toEqual(["acme/orders#4", "acme/orders#1"]);
      });

      it("keeps what waits for a time", async () => {
        await store.queue.put(database, [{ key: "k", urgency: "refresh" }], new Date(Date.now() + 3_600_000));
        expect(await store.queue.take(1)).toEqual([]);
        expect(await store.queue.ready()).toBe(0);
      });

      it("gives a failed attempt again later, and says which is the last", async () => {
        await store.queue.put(database, [{ key: "k", urgency: "refresh" }]);
        const lasts: boolean[] = [];
        for (let attempt = 1; attempt <= 7; attempt++) {
          const [taken] = await store.queue.take(1);
          if (taken === undefined) throw new Error(`no attempt ${attempt}`);
          lasts.push(taken.last);
          await store.queue.failed(taken);
          expect(await store.queue.take(1)).toEqual([]);
          await database.query(`update ${queueSchema}.job set start_after = now() - interval '1 second'`);
        }
        expect(lasts).toEqual([false, false, false, false, false, false, true]);
      });

      it("forgets what was put in a transaction that is undone", async () => {
        const undone = database.transaction(async (sql) => {
          await store.queue.put(sql, [{ key: "k", urgency: "refresh" }]);
          throw new Error("undone");
        });
        await expect(undone).rejects.toThrow("undone");
        expect(await store.queue.take(1)).toEqual([]);
      });
    });

    it("knows the checks it opened", async () => {
      await ask(pull(1));
      await opening(database, "acme/orders", "aaa", "acme/orders#1");
      await opening(database, "acme/orders", "bbb", "acme/orders#1");
      await opened(database, "acme/orders", "aaa", 11);
      expect(await leftOpen(database, "acme/orders#1", "ccc")).toEqual([
        { repository: "acme/orders", head: "aaa", check: 11 },
        { repository: "acme/orders", head: "bbb", check: undefined },
      ]);
      await finished(database, "acme/orders", "aaa");
      expect(await finishedHeads(database, "acme/orders", ["aaa", "bbb"])).toEqual(new Set(["aaa"]));
      await database.query("update contract_review.opened set opened_at = now() - interval '1 hour'");
      expect(await stuck(database, 15)).toEqual([]);
      await giveBack(database, await claimed(1, "l1"), true);
      expect(await stuck(database, 15)).toEqual(["acme/orders#1"]);
    });

    it("knows what an installation may ask of GitHub", async () => {
      const nothing = {
        suspended: false,
        pausedUntil: undefined,
        callsLeft: undefined,
        callsLimit: undefined,
        resetsAt: undefined,
      };
      expect(await allowanceOf(database, 7)).toEqual(nothing);
      const resetsAt = new Date(Math.floor(Date.now() / 1000) * 1000 + 600_000);
      await noteCalls(database, 7, { left: 0, limit: 5000, resetsAt });
      expect(await allowanceOf(database, 7)).toEqual({ ...nothing, callsLeft: 0, callsLimit: 5000, resetsAt });
      const long = await pause(database, 7, 600);
      expect(await pause(database, 7, 5)).toEqual(long);
      await suspend(database, 7, true);
      expect(await allowanceOf(database, 7)).toMatchObject({ suspended: true, pausedUntil: long });
    });

    describe("what reviews read", () => {
      const reading = (repository: string, commit: string | undefined, minds: Reading["minds"], ref?: string) => ({
        ...{ repository, ref, commit, minds },
      });
      const domain = { repository: "acme/finance", refs: ["", "main"] };
      const keysOf = async (...args: Parameters<typeof outdated>) => (await outdated(...args)).map(({ key }) => key);

      it("tells who must look again once a branch has moved, by what was touched", async () => {
        await ask(pull(1), pull(2), pull(3));
        for (const number of [1, 2, 3]) {
          const held = await claimed(number, `l${number}`);
          await giveBack(database, held, true);
        }
        await keepReadings(database, "acme/orders#1", [
          reading("Acme/Finance", "c1", touches.descriptors),
          reading("Acme/Finance", "c9", touches.configuration),
          reading("acme/orders", "o1", touches.files, "main"),
        ]);
        await keepReadings(database, "acme/orders#2", [reading("acme/finance", "c2", touches.descriptors)]);
        await keepReadings(database, "acme/orders#3", [reading("acme/finance", "c1", touches.descriptors, "other")]);
        expect(await anyReader(database, domain, touches.files)).toBe(false);
        expect(await anyReader(database, domain, touches.descriptors)).toBe(true);
        expect(await keysOf(database, domain, touches.descriptors, "c2", 9)).toEqual(["acme/orders#1"]);
        expect(await keysOf(database, domain, touches.descriptors, undefined, 9)).toEqual([
          "acme/orders#1",
          "acme/orders#2",
        ]);
        expect(await keysOf(database, { ...domain, refs: undefined }, touches.descriptors, undefined, 2)).toHaveLength(
          2,
        );
        await moveOn(database, domain, touches.files, { before: "c1", after: "c2" });
        await moveOn(database, domain, touches.descriptors, { before: "c2", after: "c3" });
        expect(await keysOf(database, domain, touches.descriptors, "c2", 9)).toEqual([]);
        expect(await watched(database, ["", ""], 9)).toEqual([
          { repository: "acme/finance", ref: "", commits: ["c2"] },
          { repository: "acme/finance", ref: "other", commits: ["c1"] },
          { repository: "acme/orders", ref: "main", commits: ["o1"] },
        ]);
        expect(await watched(database, ["acme/finance", "other"], 1)).toMatchObject([{ repository: "acme/orders" }]);
      });

      it("gives those under review apart, those that wait not at all, and the longest unrefreshed first", async () => {
        await ask(pull(1), pull(2), pull(3), pull(4));
        for (const number of [1, 2, 3, 4])
          await noteReadings(database, `acme/orders#${number}`, [reading("acme/finance", "c1", touches.descriptors)]);
        for (const number of [1, 3]) await giveBack(database, await claimed(number, `l${number}`), true);
        await claimed(2, "under way");
        await refreshedAt(database, ["acme/orders#1"], new Date(0));
        const found = await outdated(database, domain, touches.descriptors, "c2", 9);
        expect(found.map(({ key, running, refreshed_at }) => [key, running, refreshed_at])).toEqual([
          ["acme/orders#2", true, null],
          ["acme/orders#3", false, null],
          ["acme/orders#1", false, new Date(0)],
        ]);
      });

      it("is not known of pull requests that were never reviewed here", async () => {
        const keys = [1, 2, 3].map((number) => `acme/orders#${number}`);
        await ask(pull(1), pull(2));
        await noteReadings(database, "acme/orders#1", [reading("acme/finance", "c1", touches.files)]);
        expect([...(await unheard(database, keys))]).toEqual(keys.slice(1));
        await refreshedAt(database, ["acme/orders#2"], new Date(0));
        expect([...(await unheard(database, keys))]).toEqual(["acme/orders#3"]);
        await forgetReadings(database, ["acme/orders#1"]);
        expect([...(await unheard(database, keys))]).toEqual(["acme/orders#1", "acme/orders#3"]);
      });
    });

    describe("timers", () => {
      const at = (minutes: number) => new Date(Date.UTC(2026, 10, 30, 12, minutes));
      const timer = (key: string, minutes: number, subject = "acme/orders#1") => ({
        key,
        at: at(minutes),
        kind: "reminder",
        subject,
        payload: { key },
      });

      it("ring when their time has come, in order, each key once", async () => {
        await later(database, timer("b", 10));
        await later(database, timer("a", 5));
        await later(database, timer("a", 1));
        expect(await due(database, at(4))).toEqual([]);
        expect(await due(database, at(10))).toEqual([timer("a", 5), timer("b", 10)]);
        await rung(database, "a");
        await later(database, timer("a", 11));
        expect(await due(database, at(14))).toEqual([]);
        expect(await due(database, at(20))).toEqual([timer("b", 10)]);
      });

      it("are given out again where a clock jumped back", async () => {
        await later(database, timer("a", 5));
        expect(await due(database, at(3000))).toHaveLength(1);
        expect(await due(database, at(6))).toHaveLength(1);
      });

      it("are each given to one of several processes that look at the same time", async () => {
        const keys = Array.from({ length: 40 }, (_, index) => `k${String(index).padStart(2, "0")}`);
        for (const key of keys) await later(database, timer(key, 5));
        const looks = Array.from({ length: 6 }, () => due(database, at(6), 10));
        const given = (await Promise.all(looks)).flat().map(({ key }) => key);
        expect(given.toSorted()).toEqual([...new Set(given)].toSorted());
        const rest = (await due(database, at(6))).map(({ key }) => key);
        expect([...given, ...rest].toSorted()).toEqual(keys);
        // one of the processes dies before it has rung its own: only those are given out again
        const [lost = [], rang = []] = [given.slice(0, 5), [...given.slice(5), ...rest]];
        for (const key of rang) await rung(database, key);
        expect((await due(database, at(20))).map(({ key }) => key).toSorted()).toEqual(lost.toSorted());
      });

      it("are stopped together", async () => {
        await later(database, timer("a", 5));
        await later(database, timer("b", 5, "acme/orders#2"));
        await stopTimers(database, "acme/orders#1");
        expect(await due(database, at(6))).toEqual([timer("b", 5, "acme/orders#2")]);
      });
    });

    describe("chores", () => {
      it("are done by one, not before they are due, and remember", async () => {
        const seen: unknown[] = [];
        const work = async (memory: Readonly<Record<string, unknown>>) => {
          seen.push(memory);
          expect(await chore(database, "sweep", 60, work)).toBe(false);
          return { times: seen.length };
        };
        expect(await chore(database, "sweep", 60, work)).toBe(true);
        expect(await chore(database, "sweep", 60, work)).toBe(false);
        await hurry(database, "sweep");
        expect(await chore(database, "sweep", 60, work)).toBe(true);
        expect(seen).toEqual([{}, { times: 1 }]);
      });

      it("are tried again after one that failed", async () => {
        const failing = chore(database, "sweep", 0, async () => {
          throw new Error("no answer");
        });
        await expect(failing).rejects.toThrow("no answer");
        expect(await chore(database, "sweep", 0, async (memory) => memory)).toBe(true);
      });
    });

    describe("the ledger", () => {
      const happening = (key: string, body: Happening["body"] = { conclusion: "success" }): Happening => ({
        key,
        at: "2026-11-30T12:00:00.000Z",
        kind: "review",
        subject: "acme/orders#1",
        body,
      });
      /** What only somebody with the keys to the database can do. */
      const tamper = (statement: string) =>
        database.script(
          `alter table contract_review.ledger disable trigger all; ${statement}; alter table contract_review.ledger enable trigger all;`,
        );

      it("keeps what happened, in order, each once", async () => {
        expect(await append(database, happening("a", { z: 1, a: { y: [1, 2], b: null } }))).toBe(true);
        expect(await append(database, happening("b"))).toBe(true);
        expect(await append(database, happening("a", { z: 2 }))).toBe(false);
        const all: Entry[] = [];
        for await (const entry of entries(database)) all.push(entry);
        expect(all.map(({ seq, key, body }) => ({ seq, key, body }))).toEqual([
          { seq: 1, key: "a", body: { a: { b: null, y: [1, 2] }, z: 1 } },
          { seq: 2, key: "b", body: { conclusion: "success" } },
        ]);
        expect(all[1]?.previous).toBe(all[0]?.hash);
        expect(await verify(database)).toEqual({ entries: 2, end: all[1]?.hash });
      });

      it("has one end, however many write", async () => {
        await Promise.all(Array.from({ length: 20 }, (_, index) => append(database, happening(`k${index}`))));
        expect(await verify(database)).toMatchObject({ entries: 20 });
      });

      it("refuses to be changed", async () => {
        await append(database, happening("a"));
        for (const statement of [
          "update contract_review.ledger set body = '{}'",
          "delete from contract_review.ledger",
          "truncate contract_review.ledger",
        ])
          await expect(database.query(statement)).rejects.toThrow("only ever added to");
      });

      it.each([
        ['set body = \'{"conclusion":"failure"}\' where seq = 2', 2, "entry 2 is not what was written"],
        ["set at = '2026-11-30T13:00:00.000Z' where seq = 1", 1, "entry 1 is not what was written"],
        ["set hash = repeat('0', 64) where seq = 2", 2, "entry 2 is not what was written"],
      ])("shows where it was changed: %s", async (change, brokenAt, whyNot) => {
        for (const key of ["a", "b", "c"]) await append(database, happening(key));
        await tamper(`update contract_review.ledger ${change}`);
        expect(await verify(database)).toEqual({ brokenAt, why: whyNot });
      });

      it("shows what was taken out, and by an end noted earlier what was cut off", async () => {
        for (const key of ["a", "b", "c"]) await append(database, happening(key));
        const whole = await verify(database);
        const end = "end" in whole ? whole.end : "";
        await append(database, happening("d"));
        expect(await verify(database, end)).toMatchObject({ entries: 4 });
        await tamper("delete from contract_review.ledger where seq > 2");
        expect(await verify(database)).toMatchObject({ entries: 2 });
        expect(await verify(database, end)).toMatchObject({ brokenAt: 2 });
        await tamper("delete from contract_review.ledger where seq = 1");
        expect(await verify(database)).toEqual({ brokenAt: 1, why: "entry 1 is missing" });
      });

      it("is made again where it is not whole, the old one set aside", async () => {
        for (const key of ["a", "b"]) await append(database, happening(key));
        await tamper("update contract_review.ledger set body = '{}' where seq = 1");
        const { output, status } = await rebuildLedger(
          database,
          ["a", "b", "c"].map((key) => happening(key)),
        );
        expect(output).toMatch(
          /^The ledger was not whole \(entry 1 is not what was written\); it was set aside as contract_review_aside_\w+\.ledger\.\nGitHub tells of 3 happenings; 3 were added\.\nThe ledger is whole: 3 entries, its end is [0-9a-f]{64}\.\n$/,
        );
        expect(status).toBe(0);
        await expect(database.query("delete from contract_review.ledger")).rejects.toThrow("only ever added to");
        expect((await verifyLedger(database, "0".repeat(63).concat("1"))).status).toBe(1);
        const aside = output.match(/aside as (\w+)\./)?.[1];
        await database.script(`drop schema "${aside}" cascade`);
      });
    });
  });
