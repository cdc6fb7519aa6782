import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Probot, ProbotOctokit } from "probot";
import { startPool } from "../workers/pool.ts";
import type { Environment } from "./environment.ts";
import { type Desk, listen } from "./events.ts";
import { sweep } from "./sweep.ts";
import { ReadTokens, whyNoToken } from "./tokens.ts";
import { Turns } from "./turns.ts";

/** GitHub sends at most 25 MB; more is nobody's honest webhook and is refused before it is read. */
const maxBody = 26 * 1024 * 1024;

export interface ServerOptions {
  /** The compiled worker, where this file itself does not run compiled. */
  readonly worker?: URL;
  /** No pauses between calls and no second attempts: against a stand-in for GitHub they only cost time. */
  readonly unpaced?: boolean;
}

export interface Running {
  readonly url: string;
  /** Resolves when nothing is being reviewed and nothing waits. */
  drained(): Promise<void>;
  /** Takes no more webhooks, finishes what runs. */
  stop(): Promise<void>;
}

/** Starts the App: webhooks in, reviews out. */
export async function startServer(environment: Environment, options: ServerOptions = {}): Promise<Running> {
  const { appId, privateKey, secret, apiUrl, gitUrl, webhookPath, logLevel, dataDir } = environment;
  const probot = new Probot({
    appId,
    privateKey,
    secret,
    logLevel,
    ...(apiUrl !== undefined && { baseUrl: apiUrl }),
    ...(options.unpaced && { Octokit: unpaced() }),
  });
  await probot.ready();
  const tokens = new ReadTokens(() => probot.auth());
  const work = startPool(options.worker === undefined ? {} : { worker: options.worker });
  const desk: Desk = {
    turns: new Turns(4, (subject, error) => probot.log.error(`review of ${subject}: ${(error as Error).message}`)),
    appId,
    work,
    clock: () => new Date(),
    know: (owner, installation) => tokens.know(owner, installation),
    reach: {
      url: gitUrl,
      dir: join(dataDir, "mirrors"),
      token: (repository) => tokens.token(repository),
      prepare: (repositories) => tokens.prepare(repositories),
      whyNoToken,
    },
  };
  listen(probot, desk);
  const webhooks = await probot.getNodeMiddleware({ path: webhookPath });
  const server = createServer((request, response) => {
    const answer = (status: number, text: string) =>
      response.writeHead(status, { connection: "close" }).end(`${text}\n`);
    const length = Number(request.headers["content-length"] ?? Number.NaN);
    if (request.url === "/healthz") answer(200, "ok");
    else if (request.method === "POST" && !(length <= maxBody)) answer(Number.isNaN(length) ? 411 : 413, "refused");
    else
      webhooks(request, response).then(
        (handled) => handled || answer(404, "not found"),
        () => response.writableEnded || answer(500, "failed"),
      );
  });
  await listening(server, environment);
  const { port } = server.address() as AddressInfo;
  desk.turns.ask("sweep", async () => {
    const found = await sweep(probot, desk);
    probot.log.info(`sweep: ${found} open pull requests without a finished check`);
  });
  return {
    url: `http://${environment.host === "0.0.0.0" ? "127.0.0.1" : environment.host}:${port}`,
    drained: () => desk.turns.drained(),
    async stop() {
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await desk.turns.drained();
      await work.close();
    },
  };
}

function listening(server: Server, { host, port }: Environment): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
}

function unpaced(): typeof ProbotOctokit {
  return ProbotOctokit.defaults((defaults: { throttle?: object }) => ({
    ...defaults,
    throttle: { ...defaults.throttle, enabled: false },
    retry: { enabled: false },
  })) as typeof ProbotOctokit;
}
