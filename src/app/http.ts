import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Probot } from "probot";
import { faultOf } from "./faults.ts";
import { type Intake, IntakeFull } from "./intake.ts";
import type { Metrics } from "./metrics.ts";
import { isMeaningful } from "./route.ts";

/** GitHub sends at most 25 MB; more is nobody's honest webhook and is refused before it is read. */
const maxBody = 26 * 1024 * 1024;

/** What the front door leads to. */
export interface House {
  readonly webhookPath: string;
  readonly verify: Probot["webhooks"]["verify"];
  readonly intake: Intake;
  readonly metrics: Metrics;
  /** Whether webhooks can be stored; false once the process is being stopped. */
  ready(): Promise<boolean>;
  trouble(fault: string): void;
}

/** Webhooks in; `/healthz`, `/readyz`, `/metrics` for whoever runs the App. */
export function frontDoor(house: House): RequestListener {
  return (request, response) => {
    answer(house, request, response).catch((error: unknown) => {
      house.trouble(`request: ${faultOf(error)}`);
      if (!response.headersSent) say(response, 500, "failed");
    });
  };
}

async function answer(house: House, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url?.split("?", 1)[0];
  if (request.method === "POST")
    return path === house.webhookPath ? webhook(house, request, response) : say(response, 404, "not found");
  switch (path) {
    case "/healthz":
      return say(response, 200, "ok");
    case "/readyz":
      return (await house.ready()) ? say(response, 200, "ready") : say(response, 503, "not ready");
    case "/metrics": {
      const { type, text } = await house.metrics.text();
      response.writeHead(200, { "content-type": type }).end(text);
      return;
    }
    default:
      return say(response, 404, "not found");
  }
}

/** Verified, stored, answered; whatever it means is worked out later. */
async function webhook(house: House, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { metrics } = house;
  const refuse = (status: number) => {
    metrics.received("refused");
    say(response, status, "refused");
  };
  const length = Number(request.headers["content-length"] ?? Number.NaN);
  if (!(length <= maxBody)) return refuse(Number.isNaN(length) ? 411 : 413);
  const [guid, event, signature] = ["x-github-delivery", "x-github-event", "x-hub-signature-256"].map(
    (name) => request.headers[name],
  );
  if (typeof guid !== "string" || typeof event !== "string" || typeof signature !== "string") return refuse(400);
  if (!/^[A-Za-z0-9-]{1,64}$/.test(guid)) return refuse(400);
  const body = await read(request);
  if (!(await house.verify(body, signature).catch(() => false))) return refuse(400);
  if (!isMeaningful(event)) {
    metrics.received("ignored");
    return say(response, 202, "nothing to do");
  }
  try {
    await house.intake.accept({ guid, event, body });
    metrics.received("stored");
    say(response, 202, "accepted");
  } catch (error) {
    metrics.received("failed");
    if (!(error instanceof IntakeFull)) house.trouble(`delivery ${guid}: ${faultOf(error)}`);
    say(response, 503, "try again");
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function say(response: ServerResponse, status: number, text: string): void {
  const refused = status >= 400;
  response
    .writeHead(status, { "content-type": "text/plain", ...(refused && { connection: "close" }) })
    .end(`${text}\n`);
}
