import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Environment } from "../../src/app/environment.ts";
import { type Running, startServer } from "../../src/app/server.ts";
import type { GitHub } from "../../src/demo/github/github.ts";
import { foundShop } from "../../src/demo/shop.ts";
import { type Database, openDatabase } from "../../src/store/database.ts";
import { emptyStore, type Store, storeOn } from "../../src/store/store.ts";
import { startPool } from "../../src/workers/pool.ts";
import { around } from "../endings.ts";
import { type CheckedGitHub, checkedGitHub } from "../github/checked.ts";
import { anyDatabase } from "../store/databases.ts";

/** The App, running, and the GitHub it is installed on. */
export interface Stage extends CheckedGitHub {
  readonly app: Running;
  readonly dataDir: string;
  readonly store: Store;
  /** Resolves when every webhook is answered and every review it asked for is done. */
  quiet(): Promise<void>;
}

const cleanups: (() => Promise<void>)[] = [];

around.end.push(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

export async function scratch(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "contract-review-test-"));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export function environmentFor(github: GitHub, dataDir: string): Environment {
  return {
    appId: github.app.id,
    privateKey: github.app.privateKey,
    secret: github.app.webhookSecret,
    apiUrl: github.apiUrl,
    gitUrl: github.htmlUrl,
    host: "127.0.0.1",
    port: 0,
    webhookPath: "/api/github/webhooks",
    dataDir,
    logLevel: "fatal",
  };
}

/** The compiled worker, beside it what starts git. */
export const worker = new URL("../../dist/workers/worker.js", import.meta.url);
/** Threads as the server starts them; loading the product into some takes a second, so that every server here has these. */
export const work = startPool({ worker });

let database: Promise<Database> | undefined;
around.endFile.push(async () => {
  // an embedded one serves the next file too, and ends with the process
  if (process.env.CONTRACT_REVIEW_TEST_ON === undefined) return;
  await (await database)?.close();
  database = undefined;
});

/** A store that knows nothing yet, on a database that tests share: opening one takes seconds. */
export async function freshStore(): Promise<Store> {
  database ??= anyDatabase().then(openDatabase);
  const shared = await database;
  await emptyStore(shared);
  const store = await storeOn(shared, (error) => {
    throw error;
  });
  cleanups.push(() => store.queue.close());
  return store;
}

/** The example organisation with the real App on it: real webhooks, real git, every exchange checked, one clock for both. */
export async function stage(
  found: (github: GitHub) => Promise<void> = foundShop,
  clock: () => Date = () => new Date(),
  channels: Environment["channels"] = new Map(),
): Promise<Stage> {
  const checked = await checkedGitHub({ now: clock });
  const { github } = checked;
  await found(github);
  const dataDir = await scratch();
  const store = await freshStore();
  const app = await startServer(
    { ...environmentFor(github, dataDir), channels },
    {
      worker,
      work,
      unpaced: true,
      store,
      clock,
    },
  );
  cleanups.push(() => app.stop());
  github.app.webhookUrl = `${app.url}/api/github/webhooks`;
  const quiet = async () => {
    await github.settled();
    await app.drained();
    await github.settled();
    await app.drained();
  };
  await quiet();
  return { ...checked, app, dataDir, store, quiet };
}
