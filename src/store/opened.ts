import type { Sql } from "./database.ts";

/** A check that this App opened on a head and has not finished, as far as is known. */
export interface OpenedCheck {
  readonly repository: string;
  readonly head: string;
  /** Undefined where the process that was about to open it did not live to say. */
  readonly check: number | undefined;
}

/** Notes that a check is about to be opened; one a head, whoever asks. */
export async function opening(sql: Sql, repository: string, head: string, turn: string): Promise<void> {
  await sql.query(
    `insert into contract_review.opened (repository, head, turn) values ($1, $2, $3)
     on conflict (repository, head) do update set turn = excluded.turn, opened_at = now(), finished_at = null`,
    [repository, head, turn],
  );
}

export async function opened(sql: Sql, repository: string, head: string, check: number): Promise<void> {
  await sql.query("update contract_review.opened set check_id = $3 where repository = $1 and head = $2", [
    repository,
    head,
    check,
  ]);
}

export async function finished(sql: Sql, repository: string, head: string): Promise<void> {
  await sql.query("update contract_review.opened set finished_at = now() where repository = $1 and head = $2", [
    repository,
    head,
  ]);
}

/** What a subject's earlier turns left open on other heads than this. */
export async function leftOpen(sql: Sql, turn: string, head: string): Promise<readonly OpenedCheck[]> {
  const rows = await sql.query<{ repository: string; head: string; check_id: number | null }>(
    `select repository, head, check_id from contract_review.opened
     where turn = $1 and head <> $2 and finished_at is null`,
    [turn, head],
  );
  return rows.map(({ check_id, ...rest }) => ({ ...rest, check: check_id ?? undefined }));
}

/** Subjects whose check has been open so many minutes though nobody works on them. */
export async function stuck(sql: Sql, minutes: number): Promise<readonly string[]> {
  const rows = await sql.query<{ turn: string }>(
    `select distinct opened.turn from contract_review.opened join contract_review.turn on turn.key = opened.turn
     where finished_at is null and opened_at < now() - $1 * interval '1 minute' and turn.generation = turn.done`,
    [minutes],
  );
  return rows.map(({ turn }) => turn);
}

/** On which of these heads a check is known to be finished. */
export async function finishedHeads(
  sql: Sql,
  repository: string,
  heads: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ head: string }>(
    `select head from contract_review.opened
     where repository = $1 and head = any($2::text[]) and finished_at is not null`,
    [repository, heads],
  );
  return new Set(rows.map(({ head }) => head));
}

export async function forgetOpened(sql: Sql, days: number): Promise<void> {
  await sql.query("delete from contract_review.opened where opened_at < now() - $1 * interval '1 day'", [days]);
}
