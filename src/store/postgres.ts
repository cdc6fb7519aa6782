import pg from "pg";
import type { Database, Sql } from "./database.ts";

/** `bigint`: ids and counts, all far below 2^53. */
const int8 = 20;

/** A pool of connections to a Postgres. A lost connection fails what used it; the next query opens another. */
export async function openPostgres(url: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 60_000,
    application_name: "contract-review",
    types: {
      getTypeParser: (id, format) => (id === int8 ? Number : pg.types.getTypeParser(id, format)),
    },
  });
  // a connection that dies while idle is replaced when it is needed
  pool.on("error", () => undefined);
  // one that dies between two statements of a transaction fails the next of them
  pool.on("connect", (client) => client.on("error", () => undefined));
  await pool.query("select 1");
  return {
    kind: "server",
    query: sqlOn(pool).query,
    async script(text) {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        const result: pg.QueryResult | pg.QueryResult[] = await client.query(text);
        return Array.isArray(result) ? [] : result.rows;
      } catch (error) {
        // a script that begins a transaction and fails within leaves it open
        await client.query("rollback").catch((failed: Error) => {
          broken = failed;
        });
        throw error;
      } finally {
        client.release(broken);
      }
    },
    async transaction(work) {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query("begin");
        const result = await work(sqlOn(client));
        await client.query("commit");
        return result;
      } catch (error) {
        await client.query("rollback").catch((failed: Error) => {
          broken = failed;
        });
        throw error;
      } finally {
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
}

function sqlOn(client: pg.Pool | pg.PoolClient): Sql {
  return {
    async query<Row>(text: string, values: readonly unknown[] = []) {
      return (await client.query(text, [...values])).rows as Row[];
    },
  };
}
