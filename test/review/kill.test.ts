import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import type { GitHub } from "../../src/demo/github/github.ts";
import { breakingProposal, foundShop, producer, propose } from "../../src/demo/shop.ts";
import { checkedGitHub } from "../github/checked.ts";
import { scratch } from "./desk.ts";

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

/** Starts the App as operators do: a process of its own, told by its environment. */
async function startApp(github: GitHub, dataDir: string, port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["dist/index.js"], {
    env: {
      PATH: process.env.PATH,
      APP_ID: String(github.app.id),
      PRIVATE_KEY: github.app.privateKey,
      WEBHOOK_SECRET: github.app.webhookSecret,
      GITHUB_API_URL: github.apiUrl,
      GITHUB_SERVER_URL: github.htmlUrl,
      DATA_DIR: dataDir,
      HOST: "127.0.0.1",
      PORT: String(port),
      LOG_LEVEL: "fatal",
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  started.push(child);
  await until(() =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    ),
  );
  return child;
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await wait(50);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

it("killed in the middle of a review and started again, it leaves exactly one finished check on the head", async () => {
  const { github } = await checkedGitHub();
  await foundShop(github);
  const [dataDir, port] = [await scratch(), await freePort()];
  const first = await startApp(github, dataDir, port);
  github.app.webhookUrl = `http://127.0.0.1:${port}/api/github/webhooks`;
  // the review stands still where it asks for the merge base
  github.faults.add({ on: "GET /repos/{owner}/{repo}/compare/{basehead}", delay: 600_000 });
  const pull = await propose(github, breakingProposal());
  const runs = () =>
    github.checkRuns(producer, pull.pull.head.sha).map(({ status, conclusion }) => [status, conclusion]);
  await until(() => runs().length > 0);
  expect(runs()).toEqual([["in_progress", null]]);
  const gone = once(first, "exit");
  first.kill("SIGKILL");
  await gone;
  github.faults.clear();

  await startApp(github, dataDir, port);
  await until(() => runs().some(([status]) => status === "completed"));
  expect(runs()).toEqual([["completed", "action_required"]]);
  expect(github.reviewersOf(pull)).toEqual({ users: [], teams: ["finance-data"] });
}, 180_000);
