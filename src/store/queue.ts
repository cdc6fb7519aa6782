import PgBoss from "pg-boss";
import type { Database, Sql } from "./database.ts";
import { migrationLock } from "./migrate.ts";
import { type Queued, type Urgency, urgencies } from "./turns.ts";

/** Where pg-boss keeps its tables. */
export const queueSchema = "contract_review_queue";

/** One attempt at a turn. */
export interface Attempt {
  readonly id: string;
  readonly urgency: Urgency;
  readonly key: string;
  /** No further attempt follows by itself. */
  readonly last: boolean;
}

/** Attempts after the first follow at growing distances, from 5 s on: some 10 minutes in all. */
const attempts = {
  policy: "short",
  retryLimit: 6,
  retryDelay: 5,
  retryBackoff: true,
  // longer than a review may take
  expireInSeconds: 20 * 60,
} as const;

/** What waits to be taken, in pg-boss: at most one waiting entry a subject and urgency. The turn itself is the truth. */
export class Queue {
  private readonly boss: PgBoss;
  private readonly database: Database;

  private constructor(boss: PgBoss, database: Database) {
    this.boss = boss;
    this.database = database;
  }

  static async open(database: Database, failed: (error: unknown) => void): Promise<Queue> {
    const boss = new PgBoss({
      db: portOn(database, database),
      schema: queueSchema,
      schedule: false,
      maintenanceIntervalSeconds: 60,
      archiveCompletedAfterSeconds: 600,
      archiveFailedAfterSeconds: 3600,
      deleteAfterDays: 1,
    });
    boss.on("error", failed);
    const make = async () => {
      await boss.start();
      for (const urgency of urgencies)
        if ((await boss.getQueue(urgency)) === null) await boss.createQueue(urgency, { name: urgency, ...attempts });
    };
    // pg-boss makes its schema under a lock that does not cover the schema's name
    if (database.kind === "embedded") await make();
    else
      await database.transaction(async (sql) => {
        await sql.query("select pg_advisory_xact_lock($1)", [migrationLock]);
        await make();
      });
    return new Queue(boss, database);
  }

  /** Queues turns, in the same transaction as what asked for them; one that waits already is not queued twice. */
  async put(sql: Sql, turns: readonly Queued[], after?: Date): Promise<void> {
    if (turns.length === 0) return;
    const jobs = turns.map(({ key, urgency }) => ({
      name: urgency,
      data: { key },
      singletonKey: key,
      ...(after !== undefined && { startAfter: after.toISOString() }),
    }));
    await this.boss.insert(jobs, { db: portOn(sql, this.database) });
  }

  /** Takes up to so many attempts, the urgent ones first. */
  async take(most: number): Promise<readonly Attempt[]> {
    const taken: Attempt[] = [];
    const waiting = new Set(await this.waiting());
    for (const urgency of urgencies) {
      if (!waiting.has(urgency)) continue;
      const batchSize = most - taken.length;
      if (batchSize <= 0) break;
      const jobs = await this.boss.fetch<{ key: string }>(urgency, { batchSize, includeMetadata: true });
      for (const { id, data, retryCount, retryLimit } of jobs)
        taken.push({ id, urgency, key: data.key, last: retryCount >= retryLimit });
    }
    return taken;
  }

  /** The urgencies of which something could be taken now: one cheap look, where taking from each costs some ten times as much. */
  private async waiting(): Promise<readonly string[]> {
    const rows = await this.database.query<{ name: string }>(
      `select distinct name from ${queueSchema}.job
       where name = any($1::text[]) and state < 'active' and start_after <= now()`,
      [urgencies],
    );
    return rows.map(({ name }) => name);
  }

  async done({ urgency, id }: Attempt): Promise<void> {
    await this.boss.complete(urgency, id);
  }

  /** Has the attempt repeated after a while, unless it was the last. */
  async failed({ urgency, id }: Attempt): Promise<void> {
    await this.boss.fail(urgency, id);
  }

  /** How many could be taken now. */
  async ready(): Promise<number> {
    const [row] = await this.database.query<{ ready: number }>(
      `select count(*)::integer as ready from ${queueSchema}.job
       where name = any($1::text[]) and state in ('created', 'retry') and start_after <= now()`,
      [urgencies],
    );
    return row?.ready ?? 0;
  }

  async close(): Promise<void> {
    await this.boss.stop({ graceful: false, close: false, wait: true });
  }
}

/** pg-boss sends either one statement with values or a script without. */
function portOn(sql: Sql, database: Database): PgBoss.Db {
  return {
    executeSql: async (text, values) => ({
      rows: values !== undefined && values.length > 0 ? await sql.query(text, values) : await database.script(text),
    }),
  };
}
