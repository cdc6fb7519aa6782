import type { Database } from "./database.ts";
import { append, entries, type Happening, verify } from "./ledger.ts";
import { ledgerTable, statements } from "./migrations.ts";

/** What a command says, and how it ends: 0 the ledger is whole, 1 it is not. */
export interface Outcome {
  readonly output: string;
  readonly status: 0 | 1;
}

/** `known`: an end that was noted earlier, which shows whether entries were cut off since. */
export async function verifyLedger(database: Database, known?: string): Promise<Outcome> {
  const found = await verify(database, known);
  if ("brokenAt" in found)
    return { output: `The ledger is not whole: ${found.why} (at entry ${found.brokenAt}).\n`, status: 1 };
  const count = found.entries === 1 ? "1 entry" : `${found.entries} entries`;
  return { output: `The ledger is whole: ${count}, its end is ${found.end}.\n`, status: 0 };
}

/** The whole ledger, a line of JSON an entry, oldest first. */
export async function* exportLedger(database: Database): AsyncGenerator<string> {
  for await (const entry of entries(database)) yield `${JSON.stringify(entry)}\n`;
}

/**
 * Adds what GitHub tells and the ledger does not hold. One that is not whole is set aside first, in a schema of its own,
 * and a new one begun.
 */
export async function rebuildLedger(database: Database, happenings: readonly Happening[]): Promise<Outcome> {
  const before = await verify(database);
  const said: string[] = [];
  if ("brokenAt" in before) {
    const aside = await setAside(database);
    said.push(`The ledger was not whole (${before.why}); it was set aside as ${aside}.ledger.\n`);
  }
  let added = 0;
  for (const happening of happenings) if (await append(database, happening)) added++;
  said.push(`GitHub tells of ${happenings.length} happenings; ${added} were added.\n`);
  const { output, status } = await verifyLedger(database);
  return { output: said.join("") + output, status };
}

async function setAside(database: Database): Promise<string> {
  const [row] = await database.query<{ name: string }>(
    "select 'contract_review_aside_' || to_char(now(), 'YYYYMMDD\"T\"HH24MISSMS') as name",
  );
  const name = row?.name ?? "contract_review_aside";
  await database.transaction(async (sql) => {
    await sql.query(`create schema "${name}"`);
    await sql.query(`alter table contract_review.ledger set schema "${name}"`);
    for (const statement of statements(ledgerTable)) await sql.query(statement);
  });
  return name;
}
