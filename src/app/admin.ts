import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { statsText } from "../report/stats.ts";
import { UserError } from "../snapshot/user-error.ts";
import { type Address, type Database, openDatabase } from "../store/database.ts";
import { deadDeliveries, reviveDelivery } from "../store/deliveries.ts";
import { exportLedger, type Outcome, rebuildLedger, verifyLedger } from "../store/ledger-commands.ts";
import { migrate } from "../store/migrate.ts";
import { storeOn } from "../store/store.ts";
import { deadTurns, revive } from "../store/turns.ts";
import type { Environment } from "./environment.ts";
import { accessTo } from "./github.ts";
import { everythingOnGitHub } from "./history.ts";
import { makeLog } from "./log.ts";
import { statsIn } from "./stats.ts";

/** Where an environment keeps what it must not forget. */
export function addressOf({ databaseUrl, dataDir }: Pick<Environment, "databaseUrl" | "dataDir">): Address {
  return databaseUrl === undefined ? { dir: join(dataDir, "database") } : { url: databaseUrl };
}

/** The same out of a process's environment, for commands that need no App. */
export function storeAddress(env: Readonly<Record<string, string | undefined>>): Address {
  const address = addressOf({ databaseUrl: env.DATABASE_URL, dataDir: resolve(env.DATA_DIR ?? "data") });
  // what only reads must not make what it was to read
  if (typeof address === "object" && "dir" in address && !existsSync(address.dir))
    throw new UserError(`there is no database at ${address.dir}: DATA_DIR or DATABASE_URL say where it is`);
  return address;
}

/** `ledger verify`. It needs no App: a database is enough. */
export function ledgerVerify(address: Address, known?: string): Promise<Outcome> {
  return on(address, (database) => verifyLedger(database, known));
}

/** `ledger export`: a line an entry, as they are read. */
export function ledgerExport(address: Address, write: (line: string) => void): Promise<Outcome> {
  return on(address, async (database) => {
    for await (const line of exportLedger(database)) write(line);
    return { output: "", status: 0 };
  });
}

/** `ledger rebuild`: from every repository the App is installed on. */
export function ledgerRebuild(environment: Environment): Promise<Outcome> {
  return on(addressOf(environment), async (database) => {
    const log = makeLog(environment, (line) => process.stderr.write(line));
    const options = { log, clock: () => new Date(), unpaced: false, heard: () => undefined, refused: () => undefined };
    const github = await accessTo(environment, options);
    return rebuildLedger(database, await everythingOnGitHub(github, environment.appId));
  });
}

/** `stats`: what the ledger tells since a day. It needs no App: a database is enough. */
export function stats(address: Address, { json, since, now }: StatsRequest): Promise<Outcome> {
  return on(address, async (database) => {
    const numbers = await statsIn(database, now, since);
    return { output: json ? `${JSON.stringify(numbers, null, 2)}\n` : statsText(numbers), status: 0 };
  });
}

interface StatsRequest {
  readonly json: boolean;
  /** `2026-11-30`. */
  readonly since: string | undefined;
  readonly now: string;
}

/** `dead list`: what failed so often that a person is needed. */
export function deadList(address: Address): Promise<Outcome> {
  return on(address, async (database) => {
    const turns = (await deadTurns(database)).map(
      ({ key, dead_at, attempts, fault, delivery }) =>
        `${key}\n  given up ${dead_at.toISOString()} after ${attempts} attempts: ${fault}\n  asked for by delivery ${delivery}\n`,
    );
    const deliveries = (await deadDeliveries(database)).map(
      ({ guid, event, fault }) => `${guid}\n  a delivery of ${event} that could not be understood: ${fault}\n`,
    );
    const all = [...turns, ...deliveries];
    return {
      output: all.length === 0 ? "Nothing waits for a person.\n" : all.join(""),
      status: all.length === 0 ? 0 : 1,
    };
  });
}

/** `dead replay KEY`, or all of them without one. */
export function deadReplay(address: Address, key: string | undefined): Promise<Outcome> {
  return on(address, async (database) => {
    const store = await storeOn(database, () => undefined);
    try {
      const count = await database.transaction(async (sql) => {
        const woken = await revive(sql, key === undefined ? { before: new Date(Date.now() + 86_400_000) } : { key });
        await store.queue.put(sql, woken);
        return woken.length + (await reviveDelivery(sql, key));
      });
      return { output: `${count} will be tried again.\n`, status: count === 0 && key !== undefined ? 1 : 0 };
    } finally {
      await store.queue.close();
    }
  });
}

async function on<T>(address: Address, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(address);
  try {
    await migrate(database);
    return await work(database);
  } finally {
    await database.close();
  }
}
