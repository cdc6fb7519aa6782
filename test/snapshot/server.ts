import { spawn } from "node:child_process";
import { appendFileSync, existsSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { gitIn, scratch } from "./repository.ts";

/** Real git over HTTP, with a token to be known and ways to fail. */
export interface GitServer {
  readonly url: string;
  readonly root: string;
  /** The token that is asked for; undefined: everybody may read. */
  token: string | undefined;
  /** `down` answers 503, `cut` breaks off in the middle of a pack, `stall` never ends one. */
  mood: "well" | "down" | "cut" | "stall";
  /** Old names, and what they are called now. */
  readonly moved: Map<string, string>;
  /** The answers that never end, until somebody destroys them. */
  readonly stalled: ServerResponse[];
  /** What was asked, as in `GET info/refs` or `POST git-upload-pack`. */
  readonly requests: string[];
}

export async function serve(): Promise<GitServer> {
  const root = scratch();
  const server = createServer((request, response) => answer(state, request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const state: GitServer = {
    url: `http://127.0.0.1:${port}`,
    root,
    token: undefined,
    mood: "well",
    moved: new Map(),
    stalled: [],
    requests: [],
  };
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return state;
}

/** Publishes a local repository under `owner/name.git`, whatever was there before. */
export function publish(server: GitServer, name: string, folder: string): string {
  const bare = `${server.root}/${name}.git`;
  if (!existsSync(bare)) {
    gitIn(server.root, "init", "--quiet", "--bare", "--template=", "--initial-branch=main", bare);
    appendFileSync(
      join(bare, "config"),
      "[uploadpack]\nallowFilter = true\nallowAnySHA1InWant = true\n[gc]\nauto = 0\n",
    );
  }
  gitIn(folder, "push", "--quiet", "--mirror", bare);
  return `${server.url}/${name}.git`;
}

function answer(state: GitServer, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? "/", state.url);
  state.requests.push(`${request.method} ${pathname.split(".git/")[1]}`);
  const expected = `Basic ${Buffer.from(`x-access-token:${state.token}`).toString("base64")}`;
  const [name = ""] = pathname.slice(1).split(".git/");
  const now = state.moved.get(name);
  if (now !== undefined) response.writeHead(301, { location: `${pathname.replace(name, now)}${search}` }).end();
  else if (state.mood === "down") response.writeHead(503).end();
  else if (state.token !== undefined && request.headers.authorization !== expected)
    response.writeHead(401, { "www-authenticate": "Basic realm=git" }).end();
  else backend(state, request, response, pathname, search.slice(1));
}

function backend(
  state: GitServer,
  request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
  query: string,
): void {
  const { headers } = request;
  const child = spawn("git", ["http-backend"], {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: state.root,
      GIT_HTTP_EXPORT_ALL: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      PATH_INFO: pathname,
      QUERY_STRING: query,
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: headers["content-type"],
      CONTENT_LENGTH: headers["content-length"],
      HTTP_CONTENT_ENCODING: headers["content-encoding"],
      GIT_PROTOCOL: headers["git-protocol"] as string | undefined,
    },
  });
  request.pipe(child.stdin);
  child.stdin.on("error", () => {});
  let out = Buffer.alloc(0);
  child.stdout.on("data", (chunk: Buffer) => {
    out = Buffer.concat([out, chunk]);
  });
  child.on("close", () => {
    const end = out.indexOf("\r\n\r\n");
    const lines = out.subarray(0, end).toString("utf8").split("\r\n");
    const status = lines.find((line) => line.startsWith("Status: "))?.slice(8, 11) ?? "200";
    const given = lines
      .filter((line) => !line.startsWith("Status: "))
      .map((line) => line.split(": ") as [string, string]);
    response.writeHead(Number(status), Object.fromEntries(given));
    const body = out.subarray(end + 4);
    const pack = body.includes("PACK");
    if (!pack || state.mood === "well") response.end(body);
    else
      response.write(body.subarray(0, body.length / 2), () => {
        if (state.mood === "cut") response.destroy();
        else state.stalled.push(response);
      });
  });
}
