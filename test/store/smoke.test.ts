import { describe, expect, it } from "vitest";
import { openStore } from "../../src/store/store.ts";
import { claim, giveBack, want } from "../../src/store/turns.ts";
import { append, verify } from "../../src/store/ledger.ts";
import { kinds } from "./databases.ts";
for (const { kind, why, fresh } of await kinds())
  describe.skipIf(why !== undefined)(kind, () => {
    it("works", async () => {
      let t = performance.now();
      const store = await openStore(await fresh(), (e) => console.log(e));
      console.log(kind, "open", performance.now() - t);
      const wanted = { key: "a/b#1", owner: "a", repo: "b", installation: 5, subject: { kind: "pull", number: 1 }, urgency: "pull-request", ask: true, delivery: "x" } as const;
      await store.database.transaction(async (sql) => { await want(sql, [wanted]); await store.queue.put(sql, [wanted]); });
      await store.database.transaction(async (sql) => { await want(sql, [wanted]); await store.queue.put(sql, [wanted]); });
      const taken = await store.queue.take(4);
      expect(taken).toHaveLength(1);
      const c = await claim(store.database, "a/b#1", "L");
      console.log(c);
      await store.queue.failed(taken[0]!);
      console.log(await store.database.query("select * from contract_review_queue.job"));
      console.log(await giveBack(store.database, c!, true));
      await append(store.database, { key: "k", at: "x", kind: "r", subject: "s", body: { a: 1 } });
      console.log(await verify(store.database));
      await store.close();
    });
  });
