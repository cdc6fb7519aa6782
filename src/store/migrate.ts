import { createHash } from "node:crypto";
import type { Database } from "./database.ts";
import { migrations, statements } from "./migrations.ts";

/** The database was written by another history than this program's: newer, or one whose steps differ. */
export class SchemaMismatch extends Error {}

/** Any number, known to nobody else: who holds this lock migrates. The embedded database has one process and needs none. */
export const migrationLock = 7_305_514_021;

/** Brings the schema to what this program knows; forward only, one process at a time, all or nothing. @throws SchemaMismatch */
export async function migrate(database: Database, steps: readonly string[] = migrations): Promise<void> {
  await database.transaction(async (sql) => {
    await sql.query("select pg_advisory_xact_lock($1)", [migrationLock]);
    await sql.query("create schema if not exists contract_review");
    await sql.query(
      "create table if not exists contract_review.migration (step integer primary key, digest text not null, taken_at timestamptz not null default now())",
    );
    const taken = await sql.query<{ step: number; digest: string }>(
      "select step, digest from contract_review.migration order by step",
    );
    if (taken.length > steps.length)
      throw new SchemaMismatch(
        `the database is at step ${taken.length}, this program knows ${steps.length}: it is older`,
      );
    for (const [index, text] of steps.entries()) {
      const digest = createHash("sha256").update(text).digest("hex");
      const known = taken[index];
      if (known !== undefined && known.digest !== digest)
        throw new SchemaMismatch(`step ${index + 1} of the database is not this program's`);
      if (known !== undefined) continue;
      for (const statement of statements(text)) await sql.query(statement);
      await sql.query("insert into contract_review.migration (step, digest) values ($1, $2)", [index + 1, digest]);
    }
  });
}
