import { Probot, ProbotOctokit } from "probot";
import type { Octokit } from "../publish/place.ts";
import { statusOf } from "../publish/place.ts";
import type { Environment } from "./environment.ts";
import { Paused, pauseOf, Superseded } from "./faults.ts";

/** What GitHub said of an installation's allowance with an answer. */
export interface CallsLeft {
  readonly left: number;
  readonly limit: number;
  readonly resetsAt: Date;
}

/** GitHub's API, as the App and as each of its installations. */
export interface GitHubAccess {
  asApp(): Promise<Octokit>;
  /** As an installation: every write asks `current` first and is not made where it says no. @throws Superseded, Paused */
  as(installation: number, current: () => Promise<boolean>): Promise<Octokit>;
}

/** Opens GitHub's API. `heard` is told what answers say of the allowance. */
export function accessOf(
  probot: Probot,
  clock: () => Date,
  heard: (installation: number, calls: CallsLeft) => void,
): GitHubAccess {
  return {
    asApp: () => probot.auth(),
    async as(installation, current) {
      const octokit = await probot.auth(installation);
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
          return await call().catch(async (error: unknown) => {
            if (statusOf(error) !== 401) throw error;
            // a token taken back before its hour was over
            await octokit.auth({ type: "installation", installationId: installation, refresh: true });
            return call();
          });
        } catch (error) {
          const seconds = pauseOf(error, clock());
          throw seconds === undefined ? error : new Paused(seconds);
        }
      });
      return octokit;
    },
  };
}

function callsLeftIn(headers: Readonly<Record<string, string | number | undefined>>): CallsLeft | undefined {
  const [left, limit, reset] = ["remaining", "limit", "reset"].map((name) => Number(headers[`x-ratelimit-${name}`]));
  if (left === undefined || limit === undefined || reset === undefined) return undefined;
  if (!(left >= 0) || !(limit > 0) || !(reset > 0)) return undefined;
  return { left, limit, resetsAt: new Date(reset * 1000) };
}

/** Probot with our log; pauses that GitHub asks for are left to the queue. `unpaced`: without waits between calls. */
export async function probotFor(
  { appId, privateKey, secret, apiUrl }: Environment,
  log: Probot["log"],
  unpaced: boolean,
): Promise<Probot> {
  const probot = new Probot({
    appId,
    privateKey,
    secret,
    log,
    ...(apiUrl !== undefined && { baseUrl: apiUrl }),
    Octokit: ProbotOctokit.defaults((defaults: { throttle?: object }) => ({
      ...defaults,
      throttle: {
        ...defaults.throttle,
        onRateLimit: () => false,
        onSecondaryRateLimit: () => false,
        ...(unpaced && { enabled: false }),
      },
      ...(unpaced && { retry: { enabled: false } }),
    })) as typeof ProbotOctokit,
  });
  await probot.ready();
  return probot;
}
