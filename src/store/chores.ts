import type { Database } from "./database.ts";

/** What a chore remembers from one time to the next. */
export type Memory = Readonly<Record<string, unknown>>;

/**
 * Does something that is due, in one process of all: every so many seconds, and never twice at once. What it returns is
 * remembered. False where it was not due, or another process does it.
 */
export async function chore(
  database: Database,
  name: string,
  everySeconds: number,
  work: (memory: Memory) => Promise<Memory>,
): Promise<boolean> {
  await database.query(
    "insert into contract_review.chore (name, next_at) values ($1, now()) on conflict (name) do nothing",
    [name],
  );
  const [taken] = await database.query<{ memory: Memory | null }>(
    `update contract_review.chore set lease_until = now() + $2 * interval '1 second'
     where name = $1 and (next_at <= now() or next_at > now() + $3 * interval '2 seconds')
       and (lease_until is null or lease_until < now() or lease_until > now() + $2 * interval '2 seconds')
     returning memory`,
    [name, leaseSeconds, everySeconds],
  );
  if (taken === undefined) return false;
  const alive = setInterval(() => {
    database
      .query("update contract_review.chore set lease_until = now() + $2 * interval '1 second' where name = $1", [
        name,
        leaseSeconds,
      ])
      .catch(() => undefined);
  }, leaseSeconds * 250);
  try {
    const memory = await work(taken.memory ?? {});
    await database.query("update contract_review.chore set memory = $2::jsonb where name = $1", [
      name,
      JSON.stringify(memory),
    ]);
  } finally {
    clearInterval(alive);
    await database.query(
      "update contract_review.chore set lease_until = null, next_at = now() + $2 * interval '1 second' where name = $1",
      [name, everySeconds],
    );
  }
  return true;
}

/** A process that holds a chore and has not been heard of for so long is taken for dead. */
const leaseSeconds = 60;

/** Makes a chore due at once. */
export async function hurry(database: Pick<Database, "query">, name: string): Promise<void> {
  await database.query(
    `insert into contract_review.chore (name, next_at) values ($1, now())
     on conflict (name) do update set next_at = now()`,
    [name],
  );
}
