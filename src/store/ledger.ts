import { createHash } from "node:crypto";
import type { Database, Sql } from "./database.ts";

/** Any JSON, as far as a ledger needs it. */
type Body = Readonly<Record<string, unknown>>;

/** Something that happened, to be kept for ever. */
export interface Happening {
  /** Tells it from all others; appended again under the same key it stays as it is. */
  readonly key: string;
  /** When it happened, by GitHub's clock: ISO 8601 in seconds, UTC. */
  readonly at: string;
  /** `review`, `acknowledgement`, `exception` ... */
  readonly kind: string;
  /** `acme/orders#7`, in lower case. */
  readonly subject: string;
  readonly body: Body;
}

/** A happening in its place. `hash` covers it and `previous`, the hash before it. */
export interface Entry extends Happening {
  readonly seq: number;
  readonly previous: string;
  readonly hash: string;
}

/** What stands before the first entry. */
const beginning = "0".repeat(64);

/** Adds to the end of the ledger. False where its key stands there already. */
export function append(database: Database, happening: Happening): Promise<boolean> {
  return database.transaction((sql) => appendIn(sql, happening));
}

/** The same within a transaction of the caller's: what it does and the entry stand or fall together. */
async function appendIn(sql: Sql, { key, at, kind, subject, body }: Happening): Promise<boolean> {
  // one at a time: the chain has one end
  await sql.query("lock table contract_review.ledger in share row exclusive mode");
  const known = await sql.query("select 1 from contract_review.ledger where key = $1", [key]);
  if (known.length > 0) return false;
  const [end] = await sql.query<{ seq: number; hash: string }>(
    "select seq, hash from contract_review.ledger order by seq desc limit 1",
  );
  const seq = Number(end?.seq ?? 0) + 1;
  const previous = end?.hash ?? beginning;
  const text = canonical(body);
  const hash = hashOf({ seq, key, at, kind, subject, body: text, previous });
  await sql.query(
    `insert into contract_review.ledger (seq, key, at, kind, subject, body, previous, hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [seq, key, at, kind, subject, text, previous, hash],
  );
  return true;
}

interface Row extends Omit<Entry, "body"> {
  readonly body: string;
}

/** The ledger, oldest first, some hundred entries at a time. */
export async function* entries(sql: Sql): AsyncGenerator<Entry> {
  for await (const { body, ...rest } of rows(sql)) yield { ...rest, body: JSON.parse(body) as Body };
}

async function* rows(sql: Sql): AsyncGenerator<Row> {
  for (let after = 0; ; ) {
    const page = await sql.query<Row>(
      `select seq, key, at, kind, subject, body, previous, hash from contract_review.ledger
       where seq > $1 order by seq limit 500`,
      [after],
    );
    for (const row of page) yield row;
    const last = page.at(-1);
    if (last === undefined) return;
    after = Number(last.seq);
  }
}

/** The details of the last review of a subject that came to a conclusion; undefined where none is kept. */
export async function lastReview(sql: Sql, subject: string): Promise<string | undefined> {
  const found = await sql.query<Pick<Row, "body">>(
    `select body from contract_review.ledger where subject = $1 and kind = 'review' order by at desc, seq desc limit 50`,
    [subject],
  );
  for (const { body } of found) {
    const { inputs, text } = JSON.parse(body) as { inputs?: string; text?: string | null };
    if (inputs !== undefined) return text ?? "";
  }
  return undefined;
}

/** What a whole ledger comes to, or the first place where it is not whole. */
export type Verified =
  | { readonly entries: number; readonly end: string }
  | { readonly brokenAt: number; readonly why: string };

/** Follows the chain from its beginning. `known`: an end noted earlier that must still stand in it, against a ledger cut off or written anew. */
export async function verify(sql: Sql, known?: string): Promise<Verified> {
  let previous = beginning;
  let seq = 0;
  let met = known === undefined;
  for await (const row of rows(sql)) {
    const at = Number(row.seq);
    if (at !== seq + 1) return { brokenAt: seq + 1, why: `entry ${seq + 1} is missing` };
    seq = at;
    if (row.previous !== previous) return { brokenAt: seq, why: `entry ${seq} does not follow the one before it` };
    if (hashOf({ ...row, seq }) !== row.hash) return { brokenAt: seq, why: `entry ${seq} is not what was written` };
    previous = row.hash;
    met ||= previous === known;
  }
  if (!met) return { brokenAt: seq, why: "the end that was noted earlier does not stand in it" };
  return { entries: seq, end: previous };
}

function hashOf({ seq, key, at, kind, subject, body, previous }: Omit<Row, "hash">): string {
  return createHash("sha256")
    .update(JSON.stringify([previous, seq, key, at, kind, subject, body]))
    .digest("hex");
}

/** JSON with its keys in order: the same content, the same text. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
