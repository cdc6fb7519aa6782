import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { callsLeft } from "../store/installations.ts";
import type { Store } from "../store/store.ts";
import { waiting } from "../store/turns.ts";
import type { Ended } from "./crew.ts";

/** What is counted about one process and the queue it shares, in Prometheus' words. */
export interface Metrics {
  received(answer: "stored" | "ignored" | "refused" | "failed"): void;
  ended(kind: string, how: Ended, seconds: number): void;
  text(): Promise<{ readonly type: string; readonly text: string }>;
}

export function metricsOf(store: Store): Metrics {
  const registers = [new Registry()];
  const [registry = new Registry()] = registers;
  collectDefaultMetrics({ register: registry });
  const deliveries = new Counter({
    name: "contract_review_deliveries_total",
    help: "Webhook deliveries by how they were answered.",
    labelNames: ["answer"],
    registers,
  });
  const turns = new Counter({
    name: "contract_review_turns_total",
    help: "Turns taken, by what they were about and how they ended.",
    labelNames: ["kind", "ended"],
    registers,
  });
  const seconds = new Histogram({
    name: "contract_review_review_seconds",
    help: "How long finished turns took.",
    labelNames: ["kind"],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600],
    registers,
  });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `contract_review_${name}`, help, labelNames, registers });
  const queued = gauge("queue_turns", "Turns that wait or run.");
  const age = gauge("queue_oldest_seconds", "Age of the oldest turn that waits.");
  const dead = gauge("queue_dead_turns", "Turns that failed so often that a person is needed.");
  const calls = gauge("github_calls_left", "Calls an installation has left in this hour.", ["installation"]);
  return {
    received: (answer) => deliveries.inc({ answer }),
    ended(kind, how, took) {
      turns.inc({ kind, ended: how });
      if (how === "done") seconds.observe({ kind }, took);
    },
    async text() {
      const now = await waiting(store.database);
      queued.set(now.turns);
      age.set(now.oldest);
      dead.set(now.dead);
      calls.reset();
      for (const { id, calls_left } of await callsLeft(store.database))
        calls.set({ installation: String(id) }, calls_left);
      return { type: registry.contentType, text: await registry.metrics() };
    },
  };
}
