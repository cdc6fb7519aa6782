import { mkdtemp, rm } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Faults } from "./faults.ts";
import type { NewApp } from "./founding.ts";
import { Hands } from "./hands.ts";
import { appRoutes } from "./routes/apps.ts";
import { checkRoutes } from "./routes/checks.ts";
import { commitRoutes } from "./routes/commits.ts";
import { contentRoutes } from "./routes/contents.ts";
import { deliveryRoutes } from "./routes/deliveries.ts";
import { issueRoutes } from "./routes/issues.ts";
import { labelRoutes } from "./routes/labels.ts";
import { pullRoutes } from "./routes/pulls.ts";
import { repositoryRoutes } from "./routes/repositories.ts";
import { teamRoutes } from "./routes/teams.ts";
import { apiPrefix, type ExchangeListener, makeServer } from "./server.ts";
import type { World } from "./state.ts";
import type { CheckRun, Delivery } from "./state-work.ts";
import { Traffic } from "./traffic.ts";
import { type WebhookListener, WebhookSender } from "./webhooks.ts";

export interface GitHubOptions {
  /** 0, the default, takes a free one. */
  port?: number;
  /** The clock; default the real one. */
  now?: () => Date;
  /** The first App. */
  app?: NewApp;
  /** Calls an hour for each caller; default 5,000. */
  rateLimit?: number;
  /** Hears of every answered request. */
  onExchange?: ExchangeListener;
  /** Hears of every webhook as it is sent. */
  onWebhook?: WebhookListener;
}

/** A running stand-in for GitHub; see README.md. */
export class GitHub extends Hands {
  readonly traffic: Traffic;
  readonly faults: Faults;
  private readonly server: Server;
  private readonly sender: WebhookSender;

  constructor(world: World, server: Server, sender: WebhookSender, traffic: Traffic, faults: Faults, app: NewApp) {
    super(world, app);
    this.server = server;
    this.sender = sender;
    this.traffic = traffic;
    this.faults = faults;
  }

  /** For `git clone`, as `<htmlUrl>/<owner>/<repo>.git`. */
  get htmlUrl(): string {
    return this.world.htmlUrl;
  }

  /** For Octokit's and Probot's `baseUrl`. */
  get apiUrl(): string {
    return this.world.apiUrl;
  }

  /** Resolves when every webhook sent so far has been answered or given up. */
  settled(): Promise<void> {
    return this.sender.settled();
  }

  /** Sends a delivery of the first App again under its GUID, as the button on its settings page does. */
  redeliver(delivery: Delivery): void {
    this.sender.redeliver(this.app, delivery);
  }

  /** Waits for what is to come of an act: the first answer of `find` that is not undefined; an error after `seconds`. */
  async until<T>(find: () => T | undefined, seconds = 30): Promise<T> {
    for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; ) {
      const found = find();
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const asked = JSON.stringify(this.traffic.summary(), undefined, 2);
    throw new Error(`not within ${seconds} s; the requests so far: ${asked}`);
  }

  /** The newest check run of the first App on a commit, once it is completed. */
  finishedRun(name: string, sha: string, seconds?: number): Promise<CheckRun> {
    const newest = () => this.checkRuns(name, sha).findLast(({ suite }) => suite.app === this.app);
    return this.until(() => (newest()?.status === "completed" ? newest() : undefined), seconds);
  }

  /** Stops listening and deletes the repositories. */
  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    await this.settled();
    await rm(this.world.root, { recursive: true, force: true });
  }
}

/** Starts a GitHub of one's own on a local port, empty but for one App. */
export async function startGitHub(options: GitHubOptions = {}): Promise<GitHub> {
  let id = 1000;
  const world: World = {
    htmlUrl: "",
    apiUrl: "",
    root: await mkdtemp(join(tmpdir(), "github-stand-in-")),
    now: options.now ?? (() => new Date()),
    nextId: () => ++id,
    accounts: new Map(),
    organizations: new Map(),
    repositories: new Map(),
    formerNames: new Map(),
    apps: new Map(),
    installations: new Map(),
    installationTokens: new Map(),
    userTokens: new Map(),
    rateLimit: { limit: options.rateLimit ?? 5000, used: new Map() },
    emit: () => undefined,
  };
  const [traffic, faults] = [new Traffic(), new Faults()];
  const sender = new WebhookSender(world, options.onWebhook ?? (() => undefined));
  const routes = {
    ...appRoutes,
    ...checkRoutes,
    ...commitRoutes,
    ...contentRoutes,
    ...deliveryRoutes(sender),
    ...issueRoutes,
    ...labelRoutes,
    ...pullRoutes,
    ...repositoryRoutes,
    ...teamRoutes,
  };
  const server = makeServer(world, routes, faults, (exchange) => {
    traffic.add(exchange);
    options.onExchange?.(exchange);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  world.htmlUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  world.apiUrl = world.htmlUrl + apiPrefix;
  return new GitHub(world, server, sender, traffic, faults, options.app ?? {});
}
