import { createHmac, randomUUID } from "node:crypto";
import { covers } from "./access.ts";
import { nodeId } from "./shapes/common.ts";
import type { App, Audience, Installation, World } from "./state.ts";
import type { Delivery } from "./state-work.ts";

const alwaysSent = new Set(["installation", "installation_repositories"]);
/** Seconds GitHub waits for an answer. */
const patience = 10;

/** Hears of every webhook as it is sent. */
export type WebhookListener = (delivery: Delivery, app: App) => void;

/** Sends events to Apps: signed, one at a time and in order, every one recorded; nothing is retried. */
export class WebhookSender {
  private readonly world: World;
  private readonly listener: WebhookListener;
  private readonly queues = new Map<App, Promise<void>>();

  constructor(world: World, listener: WebhookListener) {
    this.world = world;
    this.listener = listener;
    world.emit = (event, payload, about) => this.emit(event, payload, about);
  }

  private emit(event: string, payload: Record<string, unknown>, about: Audience): void {
    const installations =
      about.installation === undefined ? [...this.world.installations.values()] : [about.installation];
    for (const installation of installations) {
      const { app } = installation;
      if (about.app !== undefined && about.app !== app) continue;
      if (installation.suspendedAt !== undefined && event !== "installation") continue;
      if (!(alwaysSent.has(event) || app.events.includes(event))) continue;
      if (about.repository !== undefined && !covers(installation, installation.account, about.repository)) continue;
      if (about.organization !== undefined && installation.account !== about.organization.account) continue;
      this.post(app, this.delivery(event, payload, installation, about));
    }
  }

  private delivery(
    event: string,
    payload: Record<string, unknown>,
    installation: Installation,
    about: Audience,
  ): Delivery {
    const short = { id: installation.id, node_id: nodeId("Installation", installation.id) };
    return {
      id: this.world.nextId(),
      guid: randomUUID(),
      event,
      action: typeof payload.action === "string" ? payload.action : null,
      payload: JSON.parse(JSON.stringify({ ...payload, installation: payload.installation ?? short })) as Record<
        string,
        unknown
      >,
      deliveredAt: this.world.now(),
      redelivery: false,
      duration: 0,
      status: "pending",
      statusCode: 0,
      installationId: installation.id,
      repositoryId: about.repository?.id ?? null,
      requestHeaders: {},
      responseBody: null,
    };
  }

  /** Sends an earlier delivery again, under the same GUID. */
  redeliver(app: App, earlier: Delivery): void {
    const again = { ...earlier, id: this.world.nextId(), deliveredAt: this.world.now(), redelivery: true };
    this.post(app, { ...again, duration: 0, status: "pending", statusCode: 0, responseBody: null });
  }

  private post(app: App, delivery: Delivery): void {
    app.deliveries.push(delivery);
    this.listener(delivery, app);
    const before = this.queues.get(app) ?? Promise.resolve();
    this.queues.set(
      app,
      before.then(() => deliver(app, delivery)),
    );
  }

  /** Resolves once everything sent so far has been answered or given up. */
  async settled(): Promise<void> {
    for (let waiting = [...this.queues.values()]; ; ) {
      await Promise.all(waiting);
      const now = [...this.queues.values()];
      if (now.every((one) => waiting.includes(one))) return;
      waiting = now;
    }
  }
}

async function deliver(app: App, delivery: Delivery): Promise<void> {
  const body = JSON.stringify(delivery.payload);
  const sign = (kind: string) => `${kind}=${createHmac(kind, app.webhookSecret).update(body).digest("hex")}`;
  delivery.requestHeaders = {
    "Content-Type": "application/json",
    "User-Agent": "GitHub-Hookshot/stand-in",
    "X-GitHub-Delivery": delivery.guid,
    "X-GitHub-Event": delivery.event,
    "X-GitHub-Hook-Installation-Target-ID": String(app.id),
    "X-GitHub-Hook-Installation-Target-Type": "integration",
    "X-Hub-Signature": sign("sha1"),
    "X-Hub-Signature-256": sign("sha256"),
  };
  if (app.webhookUrl === undefined) {
    Object.assign(delivery, { status: "failed to connect to host", statusCode: 502 });
    return;
  }
  const started = performance.now();
  try {
    const signal = AbortSignal.timeout(patience * 1000);
    const response = await fetch(app.webhookUrl, { method: "POST", headers: delivery.requestHeaders, body, signal });
    delivery.responseBody = await response.text();
    Object.assign(delivery, {
      status: response.ok ? "OK" : `Invalid HTTP Response: ${response.status}`,
      statusCode: response.status,
    });
  } catch (error) {
    const late = error instanceof Error && error.name === "TimeoutError";
    Object.assign(
      delivery,
      late ? { status: "timed out", statusCode: 504 } : { status: "failed to connect to host", statusCode: 502 },
    );
  }
  delivery.duration = Math.round(performance.now() - started) / 1000;
}
