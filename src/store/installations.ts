import type { Sql } from "./database.ts";

/** What is known of one installation's allowance. */
export interface Allowance {
  readonly suspended: boolean;
  /** Nothing is asked of GitHub for it before then. */
  readonly pausedUntil: Date | undefined;
  readonly callsLeft: number | undefined;
  readonly callsLimit: number | undefined;
  readonly resetsAt: Date | undefined;
}

export async function allowanceOf(sql: Sql, id: number): Promise<Allowance> {
  const [row] = await sql.query<{
    suspended: boolean;
    paused_until: Date | null;
    calls_left: number | null;
    calls_limit: number | null;
    resets_at: Date | null;
  }>(
    `select suspended, calls_left, calls_limit,
       case when paused_until > now() then paused_until end as paused_until,
       case when resets_at > now() then resets_at end as resets_at
     from contract_review.installation where id = $1`,
    [id],
  );
  return {
    suspended: row?.suspended ?? false,
    pausedUntil: row?.paused_until ?? undefined,
    callsLeft: (row?.resets_at && row.calls_left) ?? undefined,
    callsLimit: row?.calls_limit ?? undefined,
    resetsAt: row?.resets_at ?? undefined,
  };
}

export async function suspend(sql: Sql, id: number, suspended: boolean): Promise<void> {
  await sql.query(
    `insert into contract_review.installation (id, suspended) values ($1, $2)
     on conflict (id) do update set suspended = excluded.suspended`,
    [id, suspended],
  );
}

/** Asks nothing for an installation until so many seconds from now. Gives when that is. */
export async function pause(sql: Sql, id: number, seconds: number): Promise<Date> {
  const [row] = await sql.query<{ paused_until: Date }>(
    `insert into contract_review.installation as known (id, paused_until) values ($1, now() + $2 * interval '1 second')
     on conflict (id) do update set paused_until = greatest(known.paused_until, excluded.paused_until)
     returning paused_until`,
    [id, seconds],
  );
  return row?.paused_until ?? new Date();
}

/** Notes what GitHub's latest answer said of the allowance. */
export async function noteCalls(
  sql: Sql,
  id: number,
  { left, limit, resetsAt }: { readonly left: number; readonly limit: number; readonly resetsAt: Date },
): Promise<void> {
  await sql.query(
    `insert into contract_review.installation (id, calls_left, calls_limit, resets_at) values ($1, $2, $3, $4)
     on conflict (id) do update set calls_left = $2, calls_limit = $3, resets_at = $4`,
    [id, left, limit, resetsAt],
  );
}

/** Calls left by installation, of those whose hour is not over. */
export function callsLeft(sql: Sql): Promise<{ id: number; calls_left: number }[]> {
  return sql.query(
    "select id, calls_left from contract_review.installation where calls_left is not null and resets_at > now()",
  );
}
