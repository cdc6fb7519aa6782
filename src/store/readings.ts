import type { Sql } from "./database.ts";
import type { Subject } from "./turns.ts";

/** What a push touched, from little to much; whoever minds little minds more too. */
export const touches = { nothing: 0, files: 1, descriptors: 2, configuration: 3 } as const;
export type Touched = (typeof touches)[keyof typeof touches];

/** A branch that a pull request's answer depends on. */
export interface Reading {
  /** `owner/name`. */
  readonly repository: string;
  /** A branch or tag; undefined for the default branch. */
  readonly ref: string | undefined;
  /** What it was at; undefined where that is not known. */
  readonly commit: string | undefined;
  /** The least that must be touched to change the answer. */
  readonly minds: Exclude<Touched, 0>;
}

/** Branches of one repository by their names, `""` for the default branch; undefined for whatever was read of it. */
export interface Branches {
  readonly repository: string;
  readonly refs: readonly string[] | undefined;
}

/** Replaces what a pull request's last review read. */
export async function keepReadings(sql: Sql, turn: string, readings: readonly Reading[]): Promise<void> {
  await sql.query("delete from contract_review.reading where turn = $1", [turn]);
  await noteReadings(sql, turn, readings);
}

/** Says beforehand what a review is going to read, so that a push which comes meanwhile finds it. */
export async function noteReadings(sql: Sql, turn: string, readings: readonly Reading[]): Promise<void> {
  const rows = readings.map(({ repository, ref, commit, minds }) => ({
    repository: repository.toLowerCase(),
    ref: ref ?? "",
    commit: commit ?? null,
    minds,
  }));
  await sql.query(
    `insert into contract_review.reading (turn, repository, ref, commit, minds)
     select $1, r->>'repository', r->>'ref', min(r->>'commit'), min((r->>'minds')::integer)
     from jsonb_array_elements($2::jsonb) r group by r->>'repository', r->>'ref'
     on conflict (turn, repository, ref) do nothing`,
    [turn, JSON.stringify(rows)],
  );
}

export async function forgetReadings(sql: Sql, turns: readonly string[]): Promise<void> {
  await sql.query("delete from contract_review.reading where turn = any($1::text[])", [turns]);
}

const branches = "reading.repository = $1 and ($2::text[] is null or reading.ref = any($2::text[]))";

/** A push in which these readers mind nothing: they would read the same at the later commit. */
export async function moveOn(
  sql: Sql,
  { repository, refs }: Branches,
  touched: Touched,
  { before, after }: { readonly before: string; readonly after: string },
): Promise<void> {
  await sql.query(
    `update contract_review.reading set commit = $5 where ${branches} and reading.minds > $3 and reading.commit = $4`,
    [repository, refs, touched, before, after],
  );
}

/** Whether the answer of any pull request depends on what was touched. */
export async function anyReader(sql: Sql, { repository, refs }: Branches, touched: Touched): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from contract_review.reading where ${branches} and reading.minds <= $3 limit 1`,
    [repository, refs, touched],
  );
  return rows.length > 0;
}

/** A pull request that was last reviewed at another commit of what it depends on. */
export interface Outdated {
  readonly key: string;
  readonly owner: string;
  readonly repo: string;
  readonly installation: number | null;
  readonly payload: Subject;
  /** Under review now, perhaps with what was there before. Those that wait to be reviewed are not given. */
  readonly running: boolean;
  /** When it was last refreshed; null where it never was. */
  readonly refreshed_at: Date | null;
}

/** Pull requests that read these branches at another commit than `tip` (undefined: at whichever), those refreshed longest ago first. */
export function outdated(
  sql: Sql,
  { repository, refs }: Branches,
  touched: Touched,
  tip: string | undefined,
  most: number,
): Promise<Outdated[]> {
  return sql.query(
    `select turn.key, turn.owner, turn.repo, turn.installation, turn.payload, turn.refreshed_at,
       turn.lease is not null and turn.lease_until > now() as running
     from contract_review.turn where turn.kind = 'pull' and (turn.generation = turn.done or turn.lease is not null)
       and exists (select 1 from contract_review.reading where reading.turn = turn.key and ${branches}
         and reading.minds <= $3 and ($4::text is null or reading.commit is distinct from $4))
     order by turn.refreshed_at nulls first, turn.key limit $5`,
    [repository, refs, touched, tip ?? null, most],
  );
}

/** Notes that pull requests are refreshed at a time. */
export async function refreshedAt(sql: Sql, turns: readonly string[], at: Date): Promise<void> {
  await sql.query("update contract_review.turn set refreshed_at = $2 where key = any($1::text[])", [turns, at]);
}

/** Pull requests of which nobody knows what their reviews read, and that were never refreshed. */
export async function unheard(sql: Sql, turns: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ key: string }>(
    `select key from unnest($1::text[]) key
     where not exists (select 1 from contract_review.reading where reading.turn = key)
       and not exists (select 1 from contract_review.turn where turn.key = key.key and turn.refreshed_at is not null)`,
    [turns],
  );
  return new Set(rows.map(({ key }) => key));
}

/** A branch that is read, and the commits it was read at. */
export interface Watched {
  readonly repository: string;
  readonly ref: string;
  readonly commits: readonly string[];
}

/** Branches that open pull requests depend on, in order, after the one where the last look ended. */
export function watched(sql: Sql, after: readonly [string, string], most: number): Promise<Watched[]> {
  return sql.query(
    `select repository, ref, array_agg(distinct commit) as commits from contract_review.reading
     where commit is not null and (repository, ref) > ($1, $2) group by repository, ref order by repository, ref limit $3`,
    [...after, most],
  );
}
