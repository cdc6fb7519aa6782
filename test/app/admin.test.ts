import { describe, expect, it } from "vitest";
import { deadList, deadReplay, ledgerExport, ledgerVerify } from "../../src/app/admin.ts";
import { notRouted, receive } from "../../src/store/deliveries.ts";
import { append } from "../../src/store/ledger.ts";
import { openStore } from "../../src/store/store.ts";
import { claim, giveUp, want } from "../../src/store/turns.ts";
import { kinds } from "../store/databases.ts";

const [, postgres] = await kinds();

/** Each command opens the database for itself; only a server keeps what another left in memory. */
describe.skipIf(postgres?.why !== undefined)(`commands on ${postgres?.kind}`, () => {
  it("show what waits for a person, and have it tried again", async () => {
    const address = await (postgres ?? { fresh: async () => "memory" as const }).fresh();
    expect(await deadList(address)).toEqual({ output: "Nothing waits for a person.\n", status: 0 });
    const store = await openStore(address, () => undefined);
    const at = { owner: "acme", repo: "orders", installation: 7, urgency: "pull-request", ask: false } as const;
    const keys = ["acme/orders#1", "acme/orders#2"];
    for (const [index, key] of keys.entries()) {
      await want(store.database, [{ ...at, key, subject: { kind: "pull", number: index + 1 }, delivery: `d${index}` }]);
      const held = await claim(store.database, key, key);
      if (held !== undefined) await giveUp(store.database, held, "HttpError 500", true);
    }
    await receive(store.database, [{ guid: "broken", event: "pull_request", body: "{" }]);
    for (let attempt = 0; attempt < 5; attempt++) await notRouted(store.database, "broken", "SyntaxError");
    const shown = await deadList(address);
    expect(shown.status).toBe(1);
    expect(shown.output.replaceAll(/\d{4}-[^ ]+Z/g, "TIME")).toBe(
      [
        "acme/orders#1",
        "  given up TIME after 1 attempts: HttpError 500",
        "  asked for by delivery d0",
        "acme/orders#2",
        "  given up TIME after 1 attempts: HttpError 500",
        "  asked for by delivery d1",
        "broken",
        "  a delivery of pull_request that could not be understood: SyntaxError",
        "",
      ].join("\n"),
    );
    expect(await deadReplay(address, "acme/orders#3")).toEqual({ output: "0 will be tried again.\n", status: 1 });
    expect(await deadReplay(address, "acme/orders#1")).toEqual({ output: "1 will be tried again.\n", status: 0 });
    expect((await store.queue.take(5)).map(({ key }) => key)).toEqual(["acme/orders#1"]);
    expect(await deadReplay(address, undefined)).toEqual({ output: "2 will be tried again.\n", status: 0 });
    expect(await deadList(address)).toMatchObject({ status: 0 });
    await store.close();
  });

  it("verify and export the ledger", async () => {
    const address = await (postgres ?? { fresh: async () => "memory" as const }).fresh();
    const store = await openStore(address, () => undefined);
    const happening = { at: "2026-11-30T12:00:00.000Z", kind: "review", subject: "acme/orders#1", body: { a: 1 } };
    await append(store.database, { ...happening, key: "a" });
    await store.close();
    const verified = await ledgerVerify(address);
    const end = /end is ([0-9a-f]{64})/.exec(verified.output)?.[1] ?? "";
    expect(verified).toEqual({ output: `The ledger is whole: 1 entry, its end is ${end}.\n`, status: 0 });
    const lines: string[] = [];
    expect(await ledgerExport(address, (line) => lines.push(line))).toEqual({ output: "", status: 0 });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { ...happening, key: "a", seq: 1, previous: "0".repeat(64), hash: end },
    ]);
  });
});
