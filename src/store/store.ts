import { type Address, type Database, openDatabase } from "./database.ts";
import { migrate } from "./migrate.ts";
import { Queue, queueSchema } from "./queue.ts";

/** Everything the App must not forget, and the queue it works from. */
export interface Store {
  readonly database: Database;
  readonly queue: Queue;
  close(): Promise<void>;
}

/** Opens the database, brings its schema forward, opens the queue. @throws FolderInUse, SchemaMismatch, what the driver throws */
export async function openStore(address: Address, failed: (error: unknown) => void): Promise<Store> {
  const database = await openDatabase(address);
  try {
    const store = await storeOn(database, failed);
    // who else held anything on a database of one process is gone
    if (database.kind === "embedded")
      await database.script(
        "update contract_review.turn set lease = null, lease_until = null; update contract_review.chore set lease_until = null;",
      );
    return store;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The same on a database that is open. */
export async function storeOn(database: Database, failed: (error: unknown) => void): Promise<Store> {
  await migrate(database);
  const queue = await Queue.open(database, failed);
  return {
    database,
    queue,
    async close() {
      await queue.close();
      await database.close();
    },
  };
}

/** Forgets everything, the ledger included. */
export async function emptyStore(database: Database): Promise<void> {
  await database.script(`drop schema if exists contract_review cascade`);
  await database.script(`drop schema if exists ${queueSchema} cascade`);
}
