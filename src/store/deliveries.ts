import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { Sql } from "./database.ts";

/** A webhook as it came: verified, not yet looked into. */
export interface Delivery {
  readonly guid: string;
  readonly event: string;
  readonly body: string;
}

/** Keeps deliveries; those whose GUID is known already are left as they are. Gives how many were new. */
export async function receive(sql: Sql, deliveries: readonly Delivery[]): Promise<number> {
  if (deliveries.length === 0) return 0;
  // in one order everywhere, so that two processes never wait for each other; a value each, since arrays of long texts are slow to write
  const rows = deliveries.toSorted((a, b) => (a.guid < b.guid ? -1 : 1));
  const places = rows.map((_, index) => `($${3 * index + 1}, $${3 * index + 2}, $${3 * index + 3})`);
  const bodies = await Promise.all(rows.map(({ body }) => packed(body, { level: 1 })));
  const stored = await sql.query(
    `insert into contract_review.delivery (guid, event, body) values ${places.join(", ")}
     on conflict (guid) do nothing returning guid`,
    rows.flatMap(({ guid, event }, index) => [guid, event, bodies[index]]),
  );
  return stored.length;
}

/** Deliveries nobody has routed yet, oldest first, for this transaction alone. */
export async function unrouted(sql: Sql, most: number): Promise<readonly Delivery[]> {
  const rows = await sql.query<{ guid: string; event: string; body: Uint8Array }>(
    `select guid, event, body from contract_review.delivery
     where routed_at is null and attempts < $2 order by received_at, guid limit $1 for update skip locked`,
    [most, deliveryAttempts],
  );
  return Promise.all(rows.map(async ({ body, ...rest }) => ({ ...rest, body: await textOf(body) })));
}

const packed = promisify<string, { level: number }, Buffer>(gzip);
const unpacked = promisify<Uint8Array, Buffer>(gunzip);

/** The payload as it came, stored compressed; those of earlier versions of this program as they were. */
async function textOf(body: Uint8Array): Promise<string> {
  const isPacked = body[0] === 0x1f && body[1] === 0x8b;
  return (isPacked ? await unpacked(body) : Buffer.from(body)).toString("utf8");
}

/** So often a delivery that cannot be routed is tried. */
const deliveryAttempts = 5;

export async function routed(sql: Sql, guids: readonly string[]): Promise<void> {
  await sql.query(
    "update contract_review.delivery set routed_at = now(), body = null, fault = null where guid = any($1::text[])",
    [guids],
  );
}

export async function notRouted(sql: Sql, guid: string, fault: string): Promise<void> {
  await sql.query("update contract_review.delivery set attempts = attempts + 1, fault = $2 where guid = $1", [
    guid,
    fault,
  ]);
}

/** Deliveries that could not be routed however often it was tried. */
export function deadDeliveries(sql: Sql): Promise<{ guid: string; event: string; fault: string }[]> {
  return sql.query(
    `select guid, event, fault from contract_review.delivery
     where routed_at is null and attempts >= $1 order by received_at, guid`,
    [deliveryAttempts],
  );
}

/** Has one of them, or all, tried again. Gives how many. */
export async function reviveDelivery(sql: Sql, guid: string | undefined): Promise<number> {
  const rows = await sql.query(
    `update contract_review.delivery set attempts = 0
     where routed_at is null and attempts >= $1 and ($2::text is null or guid = $2) returning 1`,
    [deliveryAttempts, guid ?? null],
  );
  return rows.length;
}

/** Whether deliveries wait to be routed. */
export async function anyUnrouted(sql: Sql): Promise<boolean> {
  const rows = await sql.query(
    "select 1 from contract_review.delivery where routed_at is null and attempts < $1 limit 1",
    [deliveryAttempts],
  );
  return rows.length > 0;
}

/** Which of these GUIDs have come. */
export async function known(sql: Sql, guids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ guid: string }>(
    "select guid from contract_review.delivery where guid = any($1::text[])",
    [guids],
  );
  return new Set(rows.map(({ guid }) => guid));
}

/** Forgets deliveries too old for GitHub to send again. */
export async function forgetDeliveries(sql: Sql, days: number): Promise<void> {
  await sql.query(
    "delete from contract_review.delivery where routed_at is not null and received_at < now() - $1 * interval '1 day'",
    [days],
  );
}
