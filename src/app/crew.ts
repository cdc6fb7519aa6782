import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type Allowance, allowanceOf, pause, suspend } from "../store/installations.ts";
import type { Attempt } from "../store/queue.ts";
import type { Store } from "../store/store.ts";
import {
  type Claim,
  claim,
  giveBack,
  giveBackAll,
  giveUp,
  isCurrent,
  keepLeases,
  leaseSeconds,
  type Urgency,
} from "../store/turns.ts";
import { Again, faultOf, Gone, lostAccess, Paused, Superseded } from "./faults.ts";

/** What a turn came to, for whoever counts. */
export type Ended = "done" | "superseded" | "paused" | "gone" | "failed" | "dead";

export interface CrewOptions {
  /** Turns taken at once. */
  readonly limit: number;
  /** Does what a turn asks for. `current` is false once something newer is asked for, or the turn was given to another. */
  take(claim: Claim, current: () => Promise<boolean>): Promise<void>;
  ended(claim: Claim, how: Ended, seconds: number, fault?: string): void;
  trouble(fault: string): void;
}

const pollMs = 500;

/**
 * Takes turns from the queue, so many at once, each held by a lease that says "still here". What this process does not live
 * to finish is taken by another once the lease runs out; what it then still wants to write is refused by `current`.
 */
export class Crew {
  private readonly store: Store;
  private readonly options: CrewOptions;
  private readonly leases = new Set<string>();
  private readonly running = new Set<Promise<void>>();
  private readonly name = randomUUID();
  private taking: Promise<void> | undefined;
  private again = false;
  private stopped = true;
  private timers: NodeJS.Timeout[] = [];

  constructor(store: Store, options: CrewOptions) {
    this.store = store;
    this.options = options;
  }

  start(): void {
    this.stopped = false;
    this.timers = [
      setInterval(() => this.wake(), pollMs),
      setInterval(
        () => {
          if (this.leases.size > 0)
            keepLeases(this.store.database, [...this.leases]).catch((error: unknown) =>
              this.options.trouble(faultOf(error)),
            );
        },
        (leaseSeconds * 1000) / 4,
      ),
    ];
  }

  /** Looks for turns at once. */
  wake(): void {
    if (this.stopped) return;
    this.again = true;
    this.taking ??= this.takeAll().finally(() => {
      this.taking = undefined;
    });
  }

  get busy(): boolean {
    return this.running.size > 0 || this.taking !== undefined;
  }

  /** Takes no more turns; resolves when those under way are done, or given back after so many milliseconds. */
  async stop(graceMs: number | undefined): Promise<void> {
    this.stopped = true;
    const [poll, ...rest] = this.timers;
    clearInterval(poll);
    await this.taking;
    const done = Promise.all(this.running).then(() => true);
    const inTime = graceMs === undefined ? done : Promise.race([done, wait(graceMs, false, { ref: false })]);
    if (!(await inTime)) await giveBackAll(this.store.database, [...this.leases]);
    for (const timer of rest) clearInterval(timer);
  }

  private async takeAll(): Promise<void> {
    try {
      while (this.again && !this.stopped) {
        this.again = false;
        const room = this.options.limit - this.running.size;
        if (room <= 0) return;
        for (const attempt of await this.store.queue.take(room)) {
          const work = this.attempt(attempt).finally(() => {
            this.running.delete(work);
            this.wake();
          });
          this.running.add(work);
        }
      }
    } catch (error) {
      this.options.trouble(faultOf(error));
    }
  }

  private async attempt(attempt: Attempt): Promise<void> {
    const lease = `${this.name}:${attempt.id}`;
    try {
      const claimed = await claim(this.store.database, attempt.key, lease);
      if (claimed === undefined) await this.store.queue.done(attempt);
      else {
        this.leases.add(lease);
        await this.hold(claimed, attempt);
      }
    } catch (error) {
      // the lease runs out, and the turn is found stranded
      this.options.trouble(`${attempt.key}: ${faultOf(error)}`);
    } finally {
      this.leases.delete(lease);
    }
  }

  private async hold(claimed: Claim, attempt: Attempt): Promise<void> {
    const { database, queue } = this.store;
    const started = performance.now();
    const end = (how: Ended, fault?: string) =>
      this.options.ended(claimed, how, (performance.now() - started) / 1000, fault);
    const finish = async (how: Ended) => {
      const more = await giveBack(database, claimed, true);
      if (more) await queue.put(database, [claimed]);
      await queue.done(attempt);
      end(how);
    };
    const postpone = async (until: Date) => {
      await giveBack(database, claimed, false);
      await queue.put(database, [claimed], until);
      await queue.done(attempt);
      end("paused");
    };
    const { installation } = claimed;
    if (installation !== undefined) {
      const allowance = await allowanceOf(database, installation);
      if (allowance.suspended) return finish("gone");
      const until = heldBack(allowance, claimed.urgency);
      if (until !== undefined) return postpone(until);
    }
    try {
      await this.options.take(claimed, () => isCurrent(database, claimed));
      await finish("done");
    } catch (error) {
      if (error instanceof Superseded) {
        // what superseded it has been queued, unless it was taken meanwhile and found this one under way
        if (await giveBack(database, claimed, false)) await queue.put(database, [claimed]);
        await queue.done(attempt);
        end("superseded");
      } else if (error instanceof Again) await postpone(new Date(Date.now() + error.seconds * 1000));
      else if (error instanceof Paused && installation !== undefined)
        await postpone(await pause(database, installation, error.seconds));
      else if (error instanceof Gone) await finish("gone");
      else if (lostAccess(error) && installation !== undefined) {
        await suspend(database, installation, true);
        await finish("gone");
      } else {
        const fault = faultOf(error);
        await giveUp(database, claimed, fault, attempt.last);
        await queue.failed(attempt);
        end(attempt.last ? "dead" : "failed", fault);
      }
    }
  }
}

/** The share of an installation's hourly calls that each urgency leaves to those above it. */
const reserve: Readonly<Record<Urgency, number>> = { "merge-group": 0, "pull-request": 0.02, refresh: 0.25 };

/** Until when a turn must wait for its installation's allowance; undefined where it need not. */
export function heldBack(allowance: Allowance, urgency: Urgency): Date | undefined {
  const { pausedUntil, callsLeft, callsLimit, resetsAt } = allowance;
  if (pausedUntil !== undefined) return pausedUntil;
  if (callsLeft === undefined || callsLimit === undefined || resetsAt === undefined) return undefined;
  return callsLeft < callsLimit * reserve[urgency] ? resetsAt : undefined;
}
