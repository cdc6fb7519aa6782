import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { PGlite, type Transaction } from "@electric-sql/pglite";
import type { Address, Database, Sql } from "./database.ts";
import { lockFolder } from "./folder-lock.ts";

/** A Postgres inside this process, its files in a folder that no other process may have open, or in memory. */
export async function openEmbedded(address: Exclude<Address, { url: string }>): Promise<Database> {
  if (address === "memory" || "dump" in address) {
    const begun = address === "memory" ? {} : { loadDataDir: address.dump };
    return databaseOn(await PGlite.create({ dataDir: "memory://", ...begun }), async () => undefined);
  }
  await mkdir(address.dir, { recursive: true });
  const unlock = await lockFolder(address.dir);
  try {
    return databaseOn(await PGlite.create(join(address.dir, "postgres")), unlock);
  } catch (error) {
    await unlock();
    throw error;
  }
}

function databaseOn(pglite: PGlite, unlock: () => Promise<void>): Database {
  return {
    kind: "embedded",
    query: sqlOn(pglite).query,
    async script(text) {
      try {
        const results = await pglite.exec(text);
        return results.length === 1 ? (results[0]?.rows ?? []) : [];
      } catch (error) {
        // a script that begins a transaction and fails within leaves it open
        await pglite.exec("rollback");
        throw error;
      }
    },
    transaction: (work) => pglite.transaction((inside) => work(sqlOn(inside))),
    async close() {
      await pglite.close();
      await unlock();
    },
  };
}

function sqlOn(session: PGlite | Transaction): Sql {
  return {
    async query<Row>(text: string, values: readonly unknown[] = []) {
      return (await session.query<Row>(text, [...values])).rows;
    },
  };
}
