import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startSpawner } from "../snapshot/spawner.ts";
import { hurry } from "../store/chores.ts";
import type { Address } from "../store/database.ts";
import { anyUnrouted } from "../store/deliveries.ts";
import { noteCalls } from "../store/installations.ts";
import { openStore, type Store } from "../store/store.ts";
import { type Pool, startPool } from "../workers/pool.ts";
import { addressOf } from "./admin.ts";
import { Crew } from "./crew.ts";
import { Discoveries } from "./discover.ts";
import type { Environment } from "./environment.ts";
import { faultOf } from "./faults.ts";
import { accessTo, type CallsLeft } from "./github.ts";
import { frontDoor } from "./http.ts";
import { Intake } from "./intake.ts";
import { makeLog } from "./log.ts";
import { metricsOf } from "./metrics.ts";
import { reconcile } from "./reconcile.ts";
import { type Desk, take } from "./take.ts";
import { ringTimers } from "./timers.ts";
import { ReadTokens, whyNoToken } from "./tokens.ts";

export interface ServerOptions {
  /** The compiled worker (beside it what starts git), where this file itself does not run compiled. */
  readonly worker?: URL;
  /** No pauses between calls and no second attempts: against a stand-in for GitHub they only cost time. */
  readonly unpaced?: boolean;
  /** In place of the environment's. */
  readonly database?: Address;
  /** An open store, which stays the caller's. */
  readonly store?: Store;
  /** Open threads, which stay the caller's. */
  readonly work?: Pool;
  readonly clock?: () => Date;
  /** Reviews at once; default 4. */
  readonly limit?: number;
  readonly writeLog?: (line: string) => void;
}

export interface Running {
  readonly url: string;
  /** Resolves when nothing is being reviewed and nothing waits to be, but what waits for a time. */
  drained(): Promise<void>;
  /** Looks for whatever got lost, without waiting for its time. */
  reconcile(): Promise<void>;
  /** Finishes what runs, or gives it back after so many milliseconds, then takes no more webhooks. */
  stop(graceMs?: number): Promise<void>;
}

/** How often, in milliseconds, this process looks for what others stored, and for what is due. */
const [lookMs, reconcileMs] = [1000, 10_000];
/** An answer's word on the allowance is noted so often, in milliseconds, where calls are not running out. */
const noteMs = 10_000;

/** Starts the App: webhooks in, reviews out. @throws FolderInUse, SchemaMismatch, what the database's driver throws */
export async function startServer(environment: Environment, options: ServerOptions = {}): Promise<Running> {
  const { appId, gitUrl, webhookPath, dataDir } = environment;
  const log = makeLog(environment, options.writeLog);
  const trouble = (fault: string): void => log.error(fault);
  const store =
    options.store ?? (await openStore(options.database ?? addressOf(environment), (error) => trouble(faultOf(error))));
  const clock = options.clock ?? (() => new Date());
  const metrics = metricsOf(store);
  const unpaced = options.unpaced ?? false;
  const github = await accessTo(environment, {
    log,
    clock,
    unpaced,
    heard: noting(store, trouble),
    refused: () => tokens.forget(),
  });
  const tokens: ReadTokens = new ReadTokens(github.asApp, clock);
  const discoveries = new Discoveries(
    async (owner) => github.as(await tokens.installationOf(`${owner}/.github`), async () => true),
    clock,
  );
  const work = options.work ?? startPool(options.worker === undefined ? {} : { worker: options.worker });
  const endSpawner = startSpawner(options.worker && new URL("../snapshot/spawner-process.js", options.worker));
  const desk: Desk = {
    appId,
    work,
    clock,
    store,
    github,
    know: (owner, installation) => tokens.know(owner, installation),
    forgetTokens: () => tokens.forget(),
    channels: environment.channels ?? new Map(),
    registries: environment.registries ?? new Map(),
    trouble,
    reach: {
      url: gitUrl,
      dir: join(dataDir, "mirrors"),
      token: (repository) => tokens.token(repository),
      prepare: (repositories) => tokens.prepare(repositories),
      discover: (owner, wanted) => discoveries.find(owner, wanted),
      visibility: (repository) => tokens.visibility(repository, environment.apiUrl),
      whyNoToken,
    },
  };
  const crew = new Crew(store, {
    limit: options.limit ?? 4,
    take: (claim, current) => take(claim, current, desk),
    trouble,
    ended(claim, how, seconds, fault) {
      metrics.ended(claim.subject.kind, how, seconds);
      const facts = { turn: claim.key, delivery: claim.delivery, ended: how, seconds: Number(seconds.toFixed(3)) };
      // perhaps for a token that was taken back before its hour was over
      if (how === "failed") tokens.forget();
      if (fault === undefined) log.info(facts, `${claim.key}: ${how}`);
      else log.error({ ...facts, fault }, `${claim.key}: ${how}: ${fault}`);
    },
  });
  const intake = new Intake(store, () => crew.wake(), trouble);
  const seek = () => {
    intake.look();
    crew.wake();
  };
  let stopping = false;
  const ready = () =>
    store.database.query("select 1").then(
      () => !stopping,
      () => false,
    );
  const server = createServer(
    frontDoor({ webhookPath, verify: github.probot.webhooks.verify, intake, metrics, ready, trouble }),
  );
  // longer than what stands before it keeps a connection for another request
  server.keepAliveTimeout = 65_000;
  await listening(server, environment).catch(async (error: unknown) => {
    if (options.work === undefined) await work.close();
    endSpawner();
    if (options.store === undefined) await store.close();
    throw error;
  });
  const { port } = server.address() as AddressInfo;
  let looking: Promise<void> = Promise.resolve();
  const look = (): Promise<void> => {
    looking = looking.then(async () => {
      if (stopping) return;
      await ringTimers(desk, trouble).catch((error: unknown) => trouble(faultOf(error)));
      await reconcile(desk, seek, (message) => log.info(message));
    });
    return looking;
  };
  crew.start();
  seek();
  for (const name of ["strays", "sweep", "deliveries", "branches"]) await hurry(store.database, name);
  void look();
  const timers = [setInterval(() => intake.look(), lookMs), setInterval(() => void look(), reconcileMs)];
  const quiet = async () =>
    !intake.busy && !crew.busy && (await store.queue.ready()) === 0 && !(await anyUnrouted(store.database));
  return {
    url: `http://${environment.host === "0.0.0.0" ? "127.0.0.1" : environment.host}:${port}`,
    async drained() {
      await looking;
      while (!(await quiet())) await wait(20);
    },
    async reconcile() {
      for (const name of ["strays", "sweep", "deliveries", "branches"]) await hurry(store.database, name);
      await look();
      crew.wake();
    },
    async stop(graceMs) {
      stopping = true;
      for (const timer of timers) clearInterval(timer);
      // webhooks are stored to the last: whoever runs next works on them
      await (graceMs === undefined ? looking : Promise.race([looking, wait(graceMs / 2, undefined, { ref: false })]));
      await intake.settled();
      await crew.stop(graceMs);
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await intake.settled();
      if (options.work === undefined) await work.close();
      endSpawner();
      if (options.store === undefined) await store.close();
    },
  };
}

/** Notes the allowance: often while it runs out, now and then else. */
function noting({ database }: Store, trouble: (fault: string) => void) {
  const noted = new Map<number, number>();
  return (installation: number, calls: CallsLeft): void => {
    const last = noted.get(installation) ?? 0;
    if (performance.now() - last < (calls.left < calls.limit / 10 ? noteMs / 10 : noteMs)) return;
    noted.set(installation, performance.now());
    noteCalls(database, installation, calls).catch((error: unknown) => trouble(faultOf(error)));
  };
}

function listening(server: Server, { host, port }: Environment): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
}
