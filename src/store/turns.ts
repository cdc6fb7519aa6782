import type { Sql } from "./database.ts";

/** Work of greater urgency is always taken first. */
export const urgencies = ["merge-group", "pull-request", "refresh"] as const;
export type Urgency = (typeof urgencies)[number];

/** What a turn is about, and what must be known to take it. */
export type Subject =
  | { readonly kind: "pull"; readonly number: number }
  | { readonly kind: "group"; readonly base_sha: string; readonly head_sha: string; readonly base_ref: string }
  /** A pull request was merged. */
  | { readonly kind: "landed"; readonly number: number; readonly at: string }
  /** Somebody wrote commands, or pressed a button on a check. */
  | { readonly kind: "comment"; readonly number: number; readonly id: number }
  | { readonly kind: "button"; readonly number: number; readonly identifier: string; readonly by: string }
  /** Every open pull request: a label that means something was renamed or deleted. */
  | { readonly kind: "every-pull" }
  | { readonly kind: "head"; readonly sha: string }
  /** A branch moved, or (`always`) the repository itself changed: whoever read it looks again. */
  | {
      readonly kind: "push";
      /** As in `Branches`; null for all. */
      readonly refs: readonly string[] | null;
      readonly touched: number;
      readonly always: boolean;
    };

/** Something to be done about one subject; asking again for the same key asks for nothing more than the newest. */
export interface Wanted {
  readonly key: string;
  readonly owner: string;
  readonly repo: string;
  readonly installation: number | undefined;
  readonly subject: Subject;
  readonly urgency: Urgency;
  /** Reviews are to be requested even where the policy waits for a command. */
  readonly ask: boolean;
  /** GitHub's id of the delivery that asked. */
  readonly delivery: string;
}

/** A turn that one worker holds. */
export interface Claim extends Wanted {
  readonly generation: number;
  readonly lease: string;
  readonly attempts: number;
}

/** Seconds a worker holds a turn without saying that it lives. */
export const leaseSeconds = 45;

/** Asks for turns; each starts a new generation of its subject. In one statement a key may stand once only. */
export async function want(sql: Sql, all: readonly Wanted[]): Promise<void> {
  await sql.query(
    `insert into contract_review.turn as turn (key, kind, owner, repo, installation, payload, urgency, ask, delivery)
     select w->>'key', w->'subject'->>'kind', w->>'owner', w->>'repo', (w->>'installation')::bigint, w->'subject',
            w->>'urgency', (w->>'ask')::boolean, w->>'delivery'
     from jsonb_array_elements($1::jsonb) w
     on conflict (key) do update set
       generation = turn.generation + 1, payload = excluded.payload, delivery = excluded.delivery,
       owner = excluded.owner, repo = excluded.repo, installation = coalesce(excluded.installation, turn.installation),
       -- what was asked for and not yet done is still asked for
       ask = excluded.ask or (turn.ask and turn.generation > turn.done),
       urgency = case when turn.generation > turn.done and turn.urgency <> 'refresh' then turn.urgency else excluded.urgency end,
       wanted_at = case when turn.generation > turn.done then turn.wanted_at else now() end,
       attempts = 0, fault = null, dead_at = null`,
    [JSON.stringify(all)],
  );
}

/** Whatever runs or waits for this subject is out of date, and nothing follows. */
export async function drop(sql: Sql, key: string): Promise<void> {
  await sql.query(
    `update contract_review.turn set generation = generation + 1, done = generation + 1, ask = false, dead_at = null
     where key = $1`,
    [key],
  );
}

/** Nothing is done any more for an installation. */
export async function dropInstallation(sql: Sql, installation: number): Promise<void> {
  await sql.query(
    `update contract_review.turn set generation = generation + 1, done = generation + 1, ask = false, dead_at = null
     where installation = $1 and generation > done`,
    [installation],
  );
}

/** Which of these keys nobody waits for: only those are worth asking for again. */
export async function idle(sql: Sql, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const busy = await sql.query<{ key: string }>(
    "select key from contract_review.turn where key = any($1::text[]) and generation > done",
    [keys],
  );
  const waited = new Set(busy.map(({ key }) => key));
  return new Set(keys.filter((key) => !waited.has(key)));
}

/** A lease that nobody holds any more: it ran out, or a clock that jumped set it absurdly far ahead. */
const free = `(lease is null or lease_until < now() or lease_until > now() + ${2 * leaseSeconds} * interval '1 second')`;

/** Takes a turn for one worker; undefined where there is nothing to do for it or somebody does it. */
export async function claim(sql: Sql, key: string, lease: string): Promise<Claim | undefined> {
  const [row] = await sql.query<
    Omit<Claim, "subject" | "installation"> & { payload: Subject; installation: number | null }
  >(
    `update contract_review.turn set lease = $2, lease_until = now() + ${leaseSeconds} * interval '1 second'
     where key = $1 and generation > done and dead_at is null and ${free}
     returning key, owner, repo, installation, payload, urgency, ask, delivery, generation, lease, attempts`,
    [key, lease],
  );
  if (row === undefined) return undefined;
  const { payload, installation, ...rest } = row;
  return { ...rest, subject: payload, installation: installation ?? undefined };
}

/** Says that the holder of these leases lives. */
export async function keepLeases(sql: Sql, leases: readonly string[]): Promise<void> {
  await sql.query(
    `update contract_review.turn set lease_until = now() + ${leaseSeconds} * interval '1 second' where lease = any($1::text[])`,
    [leases],
  );
}

/** Whether what this claim is doing is still what is wanted, and still its to do. */
export async function isCurrent(sql: Sql, { key, generation, lease }: Claim): Promise<boolean> {
  const rows = await sql.query("select 1 from contract_review.turn where key = $1 and generation = $2 and lease = $3", [
    key,
    generation,
    lease,
  ]);
  return rows.length > 0;
}

/** Gives a turn back, done or not. True where more is wanted for the subject than was done. */
export async function giveBack(sql: Sql, { key, generation, lease }: Claim, done: boolean): Promise<boolean> {
  const rows = await sql.query<{ more: boolean }>(
    `update contract_review.turn set lease = null, lease_until = null,
       done = case when $4 then greatest(done, $2::integer) else done end,
       ask = case when $4 and generation = $2::integer then false else ask end,
       attempts = case when $4 then 0 else attempts end, fault = case when $4 then null else fault end
     where key = $1 and lease = $3 returning generation > done as more`,
    [key, generation, lease, done],
  );
  return rows[0]?.more ?? false;
}

/** Gives back whatever these leases hold, unfinished: another may take it at once. */
export async function giveBackAll(sql: Sql, leases: readonly string[]): Promise<void> {
  await sql.query("update contract_review.turn set lease = null, lease_until = null where lease = any($1::text[])", [
    leases,
  ]);
}

/** Gives a turn back that failed. A dead one waits for a person. */
export async function giveUp(sql: Sql, { key, generation, lease }: Claim, fault: string, dead: boolean): Promise<void> {
  await sql.query(
    `update contract_review.turn set lease = null, lease_until = null, attempts = attempts + 1, fault = $4,
       dead_at = case when $5 and generation = $2::integer then now() end
     where key = $1 and lease = $3`,
    [key, generation, lease, fault, dead],
  );
}

/** A turn nobody will take without a person's help. */
export interface DeadLetter {
  readonly key: string;
  readonly kind: string;
  readonly delivery: string;
  readonly attempts: number;
  readonly fault: string;
  readonly dead_at: Date;
}

export function deadTurns(sql: Sql): Promise<DeadLetter[]> {
  return sql.query(
    `select key, kind, delivery, attempts, fault, dead_at from contract_review.turn
     where dead_at is not null and generation > done order by dead_at, key`,
  );
}

/** Wakes dead turns: one by its key, or all that died before a time. Gives what is to be queued again. */
export function revive(sql: Sql, which: { readonly key: string } | { readonly before: Date }): Promise<Queued[]> {
  const one = "key" in which;
  return sql.query(
    `update contract_review.turn set dead_at = null, attempts = 0
     where dead_at is not null and generation > done and ${one ? "key = $1" : "dead_at < $1"} returning key, urgency`,
    [one ? which.key : which.before],
  );
}

export interface Queued {
  readonly key: string;
  readonly urgency: Urgency;
}

/** Turns that wait and that no queue knows of: what a killed process leaves. */
export function stranded(sql: Sql, schema: string): Promise<Queued[]> {
  return sql.query(
    `select key, urgency from contract_review.turn turn
     where generation > done and dead_at is null and ${free}
       and not exists (select 1 from ${schema}.job job
         where job.name = turn.urgency and job.singleton_key = turn.key and job.state in ('created', 'retry'))
     order by wanted_at limit 1000`,
  );
}

/** How many turns wait or run, the age in seconds of the oldest that waits, how many are dead. */
export async function waiting(
  sql: Sql,
): Promise<{ readonly turns: number; readonly oldest: number; readonly dead: number }> {
  const [row] = await sql.query<{ turns: number; oldest: number | null; dead: number }>(
    `select count(*) filter (where dead_at is null)::integer as turns,
       extract(epoch from now() - min(wanted_at) filter (where dead_at is null and lease is null))::float as oldest,
       count(*) filter (where dead_at is not null)::integer as dead
     from contract_review.turn where generation > done`,
  );
  return { turns: row?.turns ?? 0, oldest: Math.max(0, row?.oldest ?? 0), dead: row?.dead ?? 0 };
}
