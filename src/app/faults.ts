import { statusOf } from "../publish/place.ts";

/** Something newer is wanted for the same subject: whatever was about to be written is out of date. */
export class Superseded extends Error {}

/** GitHub asks for a pause of so many seconds. It has no `status`: nobody must take it for a refusal of one call. */
export class Paused extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super(`GitHub asks for a pause of ${seconds} s`);
    this.seconds = seconds;
  }
}

/** Not all of a turn could be done yet: it is taken again after so many seconds. */
export class Again extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super(`to be taken again in ${seconds} s`);
    this.seconds = seconds;
  }
}

/** What there is no use in trying again: the installation, the repository or the pull request is gone, or closed to the App. */
export class Gone extends Error {}

/** GitHub names no time with some of its limits: it wants at least a minute. Seconds. */
const leastPause = 60;
const longestPause = 3600;

/** The pause that an answer of GitHub's asks for, in seconds; undefined where it is about something else. */
export function pauseOf(error: unknown, now: Date): number | undefined {
  const status = statusOf(error);
  if (status !== 403 && status !== 429) return undefined;
  const headers = headersOf(error);
  const after = Number(headers["retry-after"] ?? Number.NaN);
  if (after >= 0) return Math.min(longestPause, Math.max(1, after));
  if (headers["x-ratelimit-remaining"] === "0") {
    const seconds = Number(headers["x-ratelimit-reset"]) - now.getTime() / 1000;
    return seconds > 0 ? Math.min(longestPause, Math.ceil(seconds)) : leastPause;
  }
  return status === 429 || /secondary rate limit/i.test((error as Error).message) ? leastPause : undefined;
}

/** Whether the App has lost its way in: no token is given for the installation any more. */
export function lostAccess(error: unknown): boolean {
  const { request } = error as { request?: { url?: unknown } };
  const status = statusOf(error);
  const minting = typeof request?.url === "string" && /\/app\/installations\/\d+\/access_tokens$/.test(request.url);
  return minting && (status === 403 || status === 404);
}

/**
 * An error as it may stand in a log or a table: what kind, where, GitHub's status and path. Its message only where it is
 * made of our own words: others quote what was read.
 */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return "something that is no error was thrown";
  const { request } = error as { request?: { method?: unknown; url?: unknown } };
  const { code } = error as { code?: unknown };
  const parts = [error.name === "Error" ? error.constructor.name : error.name];
  const status = statusOf(error);
  if (status !== undefined) parts.push(String(status));
  if (typeof code === "string") parts.push(code);
  if (typeof request?.url === "string")
    parts.push(`${String(request.method)} ${URL.parse(request.url)?.pathname ?? ""}`);
  if (ours.some((kind) => error instanceof kind) || error.name === "GitError") parts.push(error.message.slice(0, 300));
  const frame = /\n\s+at (?:.*?\()?(?:file:\/\/)?[^\s()]*?\/((?:src|dist)\/[^\s()]+)/.exec(error.stack ?? "")?.[1];
  if (frame !== undefined) parts.push(`at ${frame}`);
  return parts.join(" ");
}

const ours = [Superseded, Paused, Gone];

function headersOf(error: unknown): Readonly<Record<string, string | undefined>> {
  const { response } = error as { response?: { headers?: Record<string, string | undefined> } };
  return response?.headers ?? {};
}
