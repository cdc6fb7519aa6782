import type { RequestSeen } from "./faults.ts";

/** One answered request. */
export interface Exchange extends RequestSeen {
  requestHeaders: Readonly<Record<string, string | string[] | undefined>>;
  /** Parsed JSON; undefined where there was none. */
  requestBody: unknown;
  status: number;
  responseBody: unknown;
  bytesIn: number;
  bytesOut: number;
}

/** What has been asked of the server, for budgets in tests. */
export class Traffic {
  private readonly seen: Exchange[] = [];

  add(exchange: Exchange): void {
    this.seen.push(exchange);
  }

  all(): readonly Exchange[] {
    return this.seen;
  }

  /** Exchanges of one kind or route. */
  on(kindOrRoute: string): readonly Exchange[] {
    return this.seen.filter(({ kind, route }) => kind === kindOrRoute || route === kindOrRoute);
  }

  count(kindOrRoute: string): number {
    return this.on(kindOrRoute).length;
  }

  /** Bytes of bodies, both ways. */
  bytes(kindOrRoute: string): number {
    return this.on(kindOrRoute).reduce((sum, { bytesIn, bytesOut }) => sum + bytesIn + bytesOut, 0);
  }

  /** How often each route was asked, most first. */
  summary(): Record<string, number> {
    const counts = new Map<string, number>();
    for (const { route } of this.seen) counts.set(route, (counts.get(route) ?? 0) + 1);
    return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a));
  }

  clear(): void {
    this.seen.length = 0;
  }
}
