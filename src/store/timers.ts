import type { Sql } from "./database.ts";

/** Something to be done at a time: a reminder, an escalation, an expiry. */
export interface Timer {
  /** Names the occasion: each key rings once, however often it is set, before and after it has rung. */
  readonly key: string;
  readonly at: Date;
  readonly kind: string;
  /** Whose it is, as turns are keyed: `owner/repo#7` in lower case. They are stopped together. */
  readonly subject: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Sets a timer, unless its key has been used. */
export async function later(sql: Sql, { key, at, kind, subject, payload }: Timer): Promise<void> {
  await sql.query(
    `insert into contract_review.timer (key, at, kind, subject, payload) values ($1, $2, $3, $4, $5::jsonb)
     on conflict (key) do nothing`,
    [key, at, kind, subject, JSON.stringify(payload)],
  );
}

/**
 * Takes timers whose time has come; nobody else gets them for some minutes. Whoever takes one says `rung` when its work is
 * done; where it does not live to, the timer is given out again. `now` is the caller's clock.
 */
export async function due(sql: Sql, now: Date, most = 100): Promise<readonly Timer[]> {
  const again = new Date(now.getTime() + claimMs);
  const absurd = new Date(now.getTime() + 2 * claimMs);
  const rows = await sql.query<Timer>(
    `update contract_review.timer set claimed_until = $3 where key in (
       select key from contract_review.timer
       where done_at is null and at <= $1 and (claimed_until is null or claimed_until <= $1 or claimed_until > $4)
       order by at, key limit $2 for update skip locked)
     returning key, at, kind, subject, payload`,
    [now, most, again, absurd],
  );
  return rows.toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.key < b.key ? -1 : 1));
}

const claimMs = 5 * 60_000;

/** Whether the occasion that a key names is over. */
export async function isRung(sql: Sql, key: string): Promise<boolean> {
  const rows = await sql.query("select 1 from contract_review.timer where key = $1 and done_at is not null", [key]);
  return rows.length > 0;
}

/** What is set for a subject and has not rung. */
export async function waiting(sql: Sql, subject: string, kind: string): Promise<readonly Timer[]> {
  return sql.query<Timer>(
    `select key, at, kind, subject, payload from contract_review.timer
     where subject = $1 and kind = $2 and done_at is null order by key`,
    [subject, kind],
  );
}

export async function rung(sql: Sql, key: string): Promise<void> {
  await sql.query("update contract_review.timer set done_at = now() where key = $1", [key]);
}

/** Stops what has not rung yet for a subject; `kind` narrows it. */
export async function stopTimers(sql: Sql, subject: string, kind?: string): Promise<void> {
  await sql.query(
    `update contract_review.timer set done_at = now()
     where subject = $1 and done_at is null and ($2::text is null or kind = $2)`,
    [subject, kind ?? null],
  );
}

/** Forgets timers that rang or were stopped so many days ago. Their keys may then be used again. */
export async function forgetTimers(sql: Sql, days: number): Promise<void> {
  await sql.query("delete from contract_review.timer where done_at < now() - $1 * interval '1 day'", [days]);
}
