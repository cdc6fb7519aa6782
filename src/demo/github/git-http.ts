import { spawn } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Actor, canSee, demand, type Need } from "./access.ts";
import { noticePushes } from "./acts/references.ts";
import { gitEnvironment } from "./git.ts";
import { movedFrom } from "./moved.ts";
import { Refusal } from "./refusal.ts";
import { findRepository, fullName, type Repository, type World } from "./state.ts";
import { authenticate } from "./tokens.ts";

/** A request for git: `/OWNER/REPO.git/...` (the `.git` may be left out). */
export interface GitRequest {
  owner: string;
  name: string;
  /** After the repository, with the leading slash. */
  path: string;
  service: string;
}

export function parseGitRequest(url: URL): GitRequest | undefined {
  const match = /^\/([^/]+)\/([^/]+?)(?:\.git)?(\/(?:info\/refs|git-upload-pack|git-receive-pack))$/.exec(url.pathname);
  if (match === null) return undefined;
  const [, owner = "", name = "", path = ""] = match.map((part) => decodeURIComponent(part));
  const service = path === "/info/refs" ? (url.searchParams.get("service") ?? "") : path.slice(1);
  return { owner, name, path, service };
}

/** The repository, once the caller is found to have the right; git's clients need 401 to ask for credentials. */
function admitted(
  world: World,
  request: GitRequest,
  authorization: string | undefined,
): { repository: Repository; actor: Actor } {
  const actor = authenticate(world, authorization);
  const challenge = () =>
    new Refusal(401, "Authentication required", {}, { "WWW-Authenticate": 'Basic realm="GitHub"' });
  const repository = findRepository(world, request.owner, request.name);
  const writes = request.service === "git-receive-pack";
  if (actor.kind === "anonymous" && (repository === undefined || repository.private || writes)) throw challenge();
  const moved = movedFrom(world, request.owner, request.name);
  if (moved !== undefined && canSee(world, actor, moved)) {
    const Location = `${world.htmlUrl}/${fullName(moved)}.git${request.path}?service=${request.service}`;
    throw new Refusal(301, "Moved Permanently", {}, { Location });
  }
  if (repository === undefined) throw new Refusal(404, "Repository not found.");
  const need: Need = writes ? "contents:write" : "contents:read";
  demand(world, actor, repository, [need]);
  return { repository, actor };
}

/** Serves one git request with `git http-backend`; gives the bytes sent. */
export async function serveGit(
  world: World,
  wanted: GitRequest,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<number> {
  const { repository, actor } = admitted(world, wanted, request.headers.authorization);
  const protocol = String(request.headers["git-protocol"] ?? "");
  const environment: Record<string, string> = {
    ...gitEnvironment,
    GIT_PROJECT_ROOT: repository.directory,
    GIT_HTTP_EXPORT_ALL: "1",
    PATH_INFO: wanted.path,
    REQUEST_METHOD: request.method ?? "GET",
    QUERY_STRING: new URL(request.url ?? "/", world.htmlUrl).search.slice(1),
    CONTENT_TYPE: request.headers["content-type"] ?? "",
    CONTENT_LENGTH: request.headers["content-length"] ?? "",
    HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
    GIT_PROTOCOL: protocol,
    REMOTE_USER: actor.kind === "user" ? actor.user.login : "x-access-token",
    REMOTE_ADDR: "127.0.0.1",
  };
  const told = abilities.get(repository);
  const asks = wanted.path === "/info/refs" && wanted.service === "git-upload-pack" && protocol === "version=2";
  if (asks && told !== undefined) {
    const sent = await relay(told, response);
    response.end();
    return sent;
  }
  const child = spawn("git", ["http-backend"], { env: environment });
  request.pipe(child.stdin);
  response.on("close", () => child.kill());
  child.stdin.on("error", () => undefined);
  const chunks: Buffer[] = [];
  if (asks) child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  const sent = await relay(child.stdout, response);
  if (asks && response.statusCode === 200) abilities.set(repository, chunks);
  if (wanted.path === "/git-receive-pack" && actor.kind !== "anonymous" && actor.kind !== "app") {
    const pusher = actor.kind === "user" ? actor.user : actor.token.installation.app.bot;
    await noticePushes(world, repository, pusher);
  }
  response.end();
  return sent;
}

/** What git's second protocol answers first: what the server can do, the same whatever the repository holds. */
const abilities = new WeakMap<Repository, readonly Buffer[]>();

/** Passes a CGI answer on: its headers, then its bytes as they come. The answer is left open. */
async function relay(from: AsyncIterable<Buffer> | Iterable<Buffer>, response: ServerResponse): Promise<number> {
  let head: Buffer | undefined = Buffer.alloc(0);
  let sent = 0;
  const write = (bytes: Buffer) => {
    sent += bytes.length;
    response.write(bytes);
  };
  for await (const chunk of from) {
    if (head === undefined) {
      write(chunk);
      continue;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf("\r\n\r\n");
    if (end < 0) continue;
    let status = 200;
    for (const line of head.subarray(0, end).toString().split("\r\n")) {
      const colon = line.indexOf(":");
      const [name, value] = [line.slice(0, colon), line.slice(colon + 1).trim()];
      if (name === "Status") status = Number.parseInt(value, 10);
      else response.setHeader(name, value);
    }
    response.writeHead(status);
    const rest = head.subarray(end + 4);
    head = undefined;
    if (rest.length > 0) write(rest);
  }
  if (head !== undefined) response.writeHead(500);
  return sent;
}
