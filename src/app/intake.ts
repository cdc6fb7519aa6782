import { hurry } from "../store/chores.ts";
import type { Sql } from "../store/database.ts";
import { type Delivery, notRouted, receive, routed, unrouted } from "../store/deliveries.ts";
import { suspend } from "../store/installations.ts";
import { anyReader, forgetReadings, moveOn } from "../store/readings.ts";
import type { Store } from "../store/store.ts";
import { stopTimers } from "../store/timers.ts";
import { drop, dropInstallation, want } from "../store/turns.ts";
import { faultOf } from "./faults.ts";
import { type Act, route, settle } from "./route.ts";

/** More than this many bytes are not held while the database is slow; GitHub is told to come again. */
const mostHeld = 128 * 1024 * 1024;
const mostAtOnce = 200;

/** Too much is waiting to be stored. */
export class IntakeFull extends Error {}

interface Waiting {
  readonly delivery: Delivery;
  stored(): void;
  failed(error: unknown): void;
}

/**
 * Stores deliveries, several with one statement where several come, then turns them into what is to be done. What is stored
 * is not lost: whoever runs next routes it.
 */
export class Intake {
  private readonly store: Store;
  private readonly after: () => void;
  private readonly report: (fault: string) => void;
  private waiting: Waiting[] = [];
  private held = 0;
  private storing = false;
  private routing: Promise<void> | undefined;
  private again = false;

  constructor(store: Store, after: () => void, report: (fault: string) => void) {
    this.store = store;
    this.after = after;
    this.report = report;
  }

  /** Resolves once the delivery is safe, or known already. */
  accept(delivery: Delivery): Promise<void> {
    if (this.held > mostHeld) return Promise.reject(new IntakeFull("too many deliveries wait to be stored"));
    this.held += delivery.body.length;
    return new Promise<void>((stored, failed) => {
      this.waiting.push({ delivery, stored, failed });
      if (!this.storing) void this.keep();
    }).finally(() => {
      this.held -= delivery.body.length;
    });
  }

  private async keep(): Promise<void> {
    this.storing = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, mostAtOnce);
      try {
        await receive(
          this.store.database,
          batch.map(({ delivery }) => delivery),
        );
        for (const { stored } of batch) stored();
        this.look();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    this.storing = false;
  }

  /** Routes what has been stored, here or by another process. */
  look(): void {
    this.again = true;
    this.routing ??= this.routeAll().finally(() => {
      this.routing = undefined;
    });
  }

  get busy(): boolean {
    return this.storing || this.routing !== undefined;
  }

  async settled(): Promise<void> {
    await this.routing;
  }

  private async routeAll(): Promise<void> {
    try {
      while (this.again) {
        this.again = false;
        if ((await this.routeSome()) > 0) this.again = true;
      }
    } catch (error) {
      this.report(`routing: ${faultOf(error)}`);
    }
  }

  private async routeSome(): Promise<number> {
    const { database, queue } = this.store;
    const count = await database.transaction(async (sql) => {
      const found = await unrouted(sql, mostAtOnce);
      const acts: Act[] = [];
      const good: string[] = [];
      for (const { guid, event, body } of found)
        try {
          acts.push(...route(event, guid, JSON.parse(body)));
          good.push(guid);
        } catch (error) {
          await notRouted(sql, guid, faultOf(error));
          this.report(`delivery ${guid}: ${faultOf(error)}`);
        }
      const { wanted, dropped } = settle(await withReaders(sql, acts));
      if (wanted.length > 0) await want(sql, wanted);
      await queue.put(sql, wanted);
      for (const key of dropped) {
        await drop(sql, key);
        await stopTimers(sql, key);
      }
      if (dropped.length > 0) await forgetReadings(sql, dropped);
      for (const act of acts)
        if (act.act === "suspend") {
          await suspend(sql, act.installation, act.suspended);
          if (act.suspended) await dropInstallation(sql, act.installation);
        } else if (act.act === "sweep") await hurry(sql, "sweep");
      if (good.length > 0) await routed(sql, good);
      return found.length;
    });
    if (count > 0) this.after();
    return count;
  }
}

/** Pushes that somebody's answer depends on become turns; where nobody minds what was touched, that is noted and nothing follows. */
async function withReaders(sql: Sql, acts: readonly Act[]): Promise<readonly Act[]> {
  const kept: Act[] = [];
  for (const act of acts) {
    if (act.act !== "push") kept.push(act);
    else {
      const { branches, touched, moved, wanted } = act;
      if (moved !== undefined) await moveOn(sql, branches, touched, moved);
      if (await anyReader(sql, branches, touched)) kept.push({ act: "want", wanted });
    }
  }
  return kept;
}
