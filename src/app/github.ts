import { Probot, ProbotOctokit } from "probot";
import { type Octokit, statusOf } from "../publish/place.ts";
import type { Environment } from "./environment.ts";
import { Paused, pauseOf, Superseded } from "./faults.ts";
import { InstallationTokens } from "./tokens.ts";

/** What GitHub said of an installation's allowance with an answer. */
export interface CallsLeft {
  readonly left: number;
  readonly limit: number;
  readonly resetsAt: Date;
}

/** GitHub's API, as the App and as each of its installations. */
export interface GitHubAccess {
  readonly probot: Probot;
  asApp(): Promise<Octokit>;
  /** As an installation: every write asks `current` first and is not made where it says no. @throws Superseded, Paused */
  as(installation: number, current: () => Promise<boolean>): Promise<Octokit>;
}

export interface AccessOptions {
  readonly log: Probot["log"];
  readonly clock: () => Date;
  /** Without waits between calls and without second attempts. */
  readonly unpaced: boolean;
  /** Is told what answers say of the allowance. */
  heard(installation: number, calls: CallsLeft): void;
  /** Is told that a token was refused: others may have been taken back with it. */
  refused(): void;
}

/** Opens GitHub's API. Pauses that GitHub asks for are left to the queue. */
export async function accessTo(
  { appId, privateKey, secret, apiUrl }: Environment,
  { log, clock, unpaced, heard, refused }: AccessOptions,
): Promise<GitHubAccess> {
  const baseUrl = apiUrl === undefined ? {} : { baseUrl: apiUrl };
  const Paced = ProbotOctokit.defaults((defaults: { throttle?: object }) => ({
    ...defaults,
    throttle: {
      ...defaults.throttle,
      onRateLimit: () => false,
      onSecondaryRateLimit: () => false,
      ...(unpaced && { enabled: false }),
    },
    ...(unpaced && { retry: { enabled: false } }),
  })) as typeof ProbotOctokit;
  const probot = new Probot({ appId, privateKey, secret, log, ...baseUrl, Octokit: Paced });
  await probot.ready();
  const tokens = new InstallationTokens(() => probot.auth(), clock);

  async function as(installation: number, current: () => Promise<boolean>): Promise<Octokit> {
    const octokit = new Paced({
      ...baseUrl,
      log: log.child({ name: "github" }),
      // a bucket of its own for each installation
      throttle: { id: String(installation) },
      authStrategy: () => tokens.strategyFor(installation),
    });
    octokit.hook.wrap("request", async (request, options) => {
      if (options.method !== "GET" && options.method !== "HEAD" && !(await current()))
        throw new Superseded("something newer is wanted");
      const call = async () => {
        const response = await request(options);
        const calls = callsLeftIn(response.headers);
        if (calls !== undefined) heard(installation, calls);
        return response;
      };
      try {
        return await call().catch((error: unknown) => {
          if (statusOf(error) !== 401) throw error;
          // a token taken back before its hour was over
          tokens.forget(installation);
          refused();
          return call();
        });
      } catch (error) {
        const seconds = pauseOf(error, clock());
        throw seconds === undefined ? error : new Paused(seconds);
      }
    });
    return octokit;
  }

  return { probot, asApp: () => probot.auth(), as };
}

function callsLeftIn(headers: Readonly<Record<string, string | number | undefined>>): CallsLeft | undefined {
  const [left, limit, reset] = ["remaining", "limit", "reset"].map((name) => Number(headers[`x-ratelimit-${name}`]));
  if (left === undefined || limit === undefined || reset === undefined) return undefined;
  if (!(left >= 0) || !(limit > 0) || !(reset > 0)) return undefined;
  return { left, limit, resetsAt: new Date(reset * 1000) };
}
