import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type Actor, canSee } from "./access.ts";
import { asBody } from "./body.ts";
import type { Fault, Faults, RequestSeen } from "./faults.ts";
import { parseGitRequest, serveGit } from "./git-http.ts";
import { redirection, usualPath } from "./moved.ts";
import { countCall, rateHeaders } from "./rate-limit.ts";
import { Refusal } from "./refusal.ts";
import { type Answer, compileRoutes, type Routes } from "./router.ts";
import type { World } from "./state.ts";
import { authenticate } from "./tokens.ts";
import type { Exchange } from "./traffic.ts";

export const apiPrefix = "/api/v3";

/** How the message of a 500 begins that nobody asked for: a mistake of this server. */
export const ownFailure = "The stand-in failed";

interface Reply {
  status: number;
  body: unknown;
  raw: Uint8Array | undefined;
  headers: Record<string, string>;
}

/** What the server tells its owner of each request, once answered. */
export type ExchangeListener = (exchange: Exchange) => void;

/** The HTTP server: the API below `/api/v3`, git beside it. */
export function makeServer(world: World, routes: Routes, faults: Faults, tell: ExchangeListener): Server {
  const find = compileRoutes(routes);
  return createServer((request, response) => {
    const url = new URL(request.url ?? "/", world.htmlUrl);
    const work = url.pathname.startsWith(`${apiPrefix}/`)
      ? serveApi(url, request, response)
      : serveRest(url, request, response);
    work.catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500);
      response.end(String(error));
    });
  });

  async function serveApi(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.method ?? "GET";
    const path = usualPath(world, url.pathname.slice(apiPrefix.length));
    const route = find(method, path);
    const text = (await read(request)).toString();
    const seen: RequestSeen = {
      kind: "api",
      method,
      path: path + url.search,
      route: route?.template ?? `${method} ${path}`,
    };
    const requestBody = parse(text);
    const fault = faults.take(seen);
    if (fault?.delay) await new Promise((resolve) => setTimeout(resolve, fault.delay));
    let reply = faultReply(fault);
    if (reply === undefined || fault?.afterwards) {
      const real = await answer(path, url, request, requestBody, route);
      reply ??= real;
    }
    const bytes = reply.raw ?? (reply.body === undefined ? new Uint8Array() : Buffer.from(JSON.stringify(reply.body)));
    const responseBody =
      reply.raw === undefined && reply.body !== undefined ? JSON.parse(Buffer.from(bytes).toString()) : undefined;
    const told = { ...seen, requestHeaders: request.headers, requestBody, status: reply.status, responseBody };
    tell({ ...told, bytesIn: Buffer.byteLength(text), bytesOut: bytes.length });
    if (fault?.drop) {
      response.destroy();
      return;
    }
    const type = `application/${reply.raw === undefined ? "json" : "vnd.github.raw+json"}; charset=utf-8`;
    response.writeHead(reply.status, { ...(bytes.length > 0 && { "Content-Type": type }), ...reply.headers });
    response.end(bytes);
  }

  async function answer(
    path: string,
    url: URL,
    request: IncomingMessage,
    body: unknown,
    route: ReturnType<typeof find>,
  ): Promise<Reply> {
    let actor: Actor = { kind: "anonymous" };
    const finish = ({ status, body: json, raw, headers }: Answer): Reply => ({
      status,
      body: json,
      raw,
      headers: { "X-GitHub-Media-Type": "github.v3; format=json", ...rateHeaders(world, actor), ...headers },
    });
    try {
      actor = authenticate(world, request.headers.authorization);
      if (route?.template !== "GET /rate_limit") countCall(world, actor);
      const moved = redirection(world, path + url.search);
      if (moved !== undefined && canSee(world, actor, moved.repository))
        throw new Refusal(301, "Moved Permanently", { url: moved.url }, { Location: moved.url });
      if (route === undefined) throw new Refusal(404, "Not Found");
      if (body instanceof SyntaxError) throw new Refusal(400, "Problems parsing JSON");
      const accept = request.headers.accept ?? "";
      const { params, handler } = route;
      return finish(await handler({ world, actor, params, query: url.searchParams, body: asBody(body), accept, url }));
    } catch (error) {
      if (error instanceof Refusal) return finish({ status: error.status, body: error.body, headers: error.headers });
      return finish({
        status: 500,
        body: { message: `${ownFailure}: ${error instanceof Error ? error.stack : error}` },
      });
    }
  }

  async function serveRest(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const wanted = parseGitRequest(url);
    if (wanted === undefined) {
      response.writeHead(404).end();
      return;
    }
    const method = request.method ?? "GET";
    const seen: RequestSeen = {
      kind: "git",
      method,
      path: url.pathname + url.search,
      route: `${method} ${wanted.service}`,
    };
    const fault = faults.take(seen);
    if (fault?.delay) await new Promise((resolve) => setTimeout(resolve, fault.delay));
    let bytesIn = 0;
    const count = (status: number, bytesOut: number) =>
      tell({
        ...seen,
        requestHeaders: request.headers,
        requestBody: undefined,
        status,
        responseBody: undefined,
        bytesIn,
        bytesOut,
      });
    if (fault?.drop) {
      count(0, 0);
      response.destroy();
      return;
    }
    try {
      if (fault?.status) throw new Refusal(fault.status, "injected", {}, fault.headers);
      request.on("data", (chunk: Buffer) => {
        bytesIn += chunk.length;
      });
      count(response.statusCode, await serveGit(world, wanted, request, response));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      request.resume();
      count(error.status, error.message.length);
      response.writeHead(error.status, { "Content-Type": "text/plain", ...error.headers }).end(error.message);
    }
  }
}

function faultReply(fault: Fault | undefined): Reply | undefined {
  if (fault?.status === undefined && !fault?.drop) return undefined;
  const status = fault.status ?? 0;
  return {
    status,
    body: fault.body ?? { message: `injected ${status}` },
    raw: undefined,
    headers: fault.headers ?? {},
  };
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function parse(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return new SyntaxError("not JSON");
  }
}
