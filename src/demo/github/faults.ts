/** A request as faults and listeners see it. */
export interface RequestSeen {
  kind: "api" | "git";
  method: string;
  /** Path and query, without the API's prefix. */
  path: string;
  /** The route it fell on, as `POST /repos/{owner}/{repo}/check-runs`; for git the service. */
  route: string;
}

/** Something to go wrong on purpose. */
export interface Fault {
  /** A route, or a test of the request; default: every request. */
  on?: string | ((request: RequestSeen) => boolean);
  /** How many requests it strikes; default 1. */
  times?: number;
  /** Answer with this instead. */
  status?: number;
  body?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** Milliseconds to wait first. */
  delay?: number;
  /** Cut the connection without an answer. */
  drop?: boolean;
  /** Let the request do its work, and spoil only the answer. */
  afterwards?: boolean;
}

/** The faults in wait. */
export class Faults {
  private waiting: { fault: Fault; left: number }[] = [];

  add(fault: Fault): void {
    this.waiting.push({ fault, left: fault.times ?? 1 });
  }

  /** GitHub's answer to too many writes: 403 with `retry-after` in seconds. */
  secondaryLimit(retryAfter: number, on?: Fault["on"], times = 1): void {
    const message = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";
    const body = { message, documentation_url: "https://docs.github.com/rest/overview/rate-limits-for-the-rest-api" };
    this.add({
      status: 403,
      body,
      headers: { "Retry-After": String(retryAfter) },
      times,
      ...(on !== undefined && { on }),
    });
  }

  clear(): void {
    this.waiting = [];
  }

  /** The fault that strikes this request, if one does. */
  take(request: RequestSeen): Fault | undefined {
    const found = this.waiting.find(({ fault: { on } }) =>
      typeof on === "function" ? on(request) : on === undefined || on === request.route,
    );
    if (found === undefined) return undefined;
    found.left -= 1;
    if (found.left <= 0) this.waiting = this.waiting.filter((one) => one !== found);
    return found.fault;
  }
}
