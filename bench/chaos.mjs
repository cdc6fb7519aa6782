// Breaks the App at moments that look random, and tells whether everything came right afterwards.
//   node bench/chaos.mjs [--kills 50] [--heads 10] [--seed 1] [--on embedded|postgres] [--database postgres://...]
// In every round the App is started, GitHub fails in one of the ways below, deliveries come, and something is killed (SIGKILL):
// the App, a git process of its, or the Postgres under it (which is started again). Each start has a clock of its own, up to a
// day off; where file systems may be mounted the mirrors lie on one of 8 MiB that is full at times. Needs `npm run build`.
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ledgerVerify } from "../dist/app/admin.js";
import { deliver, replica, seeded, undone, worldOf, wrong } from "./intake-world.mjs";
import { startPostgres } from "./postgres.mjs";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "50" },
    heads: { type: "string", default: "10" },
    on: { type: "string", default: "embedded" },
    database: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});
const [kills, heads] = [values.kills, values.heads].map(Number);
const random = seeded(Number(values.seed));
const oneOf = (list) => list[Math.floor(random() * list.length)];
const say = (line) => process.stdout.write(`${line}\n`);
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const server = values.on === "postgres" && values.database === undefined ? await startPostgres() : undefined;
const databaseUrl = values.database ?? (await server?.fresh());
const { github, pulls } = await worldOf(heads);
const dataDir = await mkdtemp(join(tmpdir(), "contract-review-chaos-"));
const mirrors = join(dataDir, "mirrors");
const filler = join(mirrors, "filler");
const small = await mounted();
const payloads = pulls.map(
  ({ number }) =>
    github.app.deliveries.find(({ event, payload }) => event === "pull_request" && payload.number === number).payload,
);

const faults = {
  "answers 500": () => github.faults.add({ status: 500, times: 3 }),
  "does what was asked and answers 500": () => github.faults.add({ status: 500, afterwards: true, times: 2 }),
  "hangs up": () => github.faults.add({ drop: true, times: 3 }),
  "takes 8 s": () => github.faults.add({ delay: 8000, times: 2 }),
  "refuses (403)": () => github.faults.add({ status: 403, body: { message: "Forbidden" }, times: 2 }),
  "asks for a pause (403)": () => github.faults.secondaryLimit(1, undefined, 1),
  "asks for a pause (429)": () => github.faults.add({ status: 429, headers: { "Retry-After": "1" }, times: 2 }),
  "takes tokens back": () => github.world.installationTokens.clear(),
  ...(small && { "stands by while the mirrors' disk is full": () => fill() }),
};
const struck = {};
const count = (what) => {
  struck[what] = (struck[what] ?? 0) + 1;
};

let answered = 0;
const offset = () => Math.round((random() - 0.5) * 2 * 86_400_000);
let running;
for (let kill = 0; kill < kills; kill++) {
  running ??= await replica(github, { databaseUrl, dataDir, clockOffset: offset() });
  const { child, url } = running;
  github.app.webhookUrl = `${url}/api/github/webhooks`;
  const fault = oneOf(Object.keys(faults));
  count(`GitHub ${fault}`);
  await faults[fault]();
  for (let index = 0; index < 5; index++) {
    const payload = { ...oneOf(payloads), action: "synchronize" };
    if ((await deliver(github, url, randomUUID(), payload)) === 202) answered++;
  }
  await wait(random() * 3000);
  const victim = random();
  const git = victim < 0.15 ? await gitOf(child.pid) : undefined;
  if (git !== undefined) {
    count("killed git");
    signal(git);
  } else if (server !== undefined && victim < 0.3) {
    count("failed the database");
    await server.restart();
  } else {
    count("killed the App");
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
    running = undefined;
    await rm(filler, { force: true });
  }
}
github.faults.clear();
await rm(filler, { force: true });
say(`killed ${kills} times; ${answered} of ${kills * 5} deliveries were answered`);
for (const [what, times] of Object.entries(struck).sort()) say(`  ${times} x ${what}`);
if (!small) say("  the mirrors' disk was never full: nothing could be mounted here");
running?.child.kill("SIGKILL");
const begun = performance.now();
const last = await replica(github, { databaseUrl, dataDir });
github.app.webhookUrl = `${last.url}/api/github/webhooks`;
const limit = 10 * 60_000;
await wait(2000);
while (performance.now() - begun < limit && (wrong(github, pulls).length > 0 || (await undone(last.url)) > 0))
  await wait(500);
const bad = wrong(github, pulls);
say(
  `${((performance.now() - begun) / 1000).toFixed(1)} s after the last start: ${bad.length} of ${heads} heads without exactly one right, finished check`,
);
const stopped = new Promise((resolve) => last.child.once("exit", resolve));
last.child.kill("SIGTERM");
await stopped;
const ledger = await ledgerVerify(
  databaseUrl === undefined ? { dir: join(dataDir, "database") } : { url: databaseUrl },
);
say(ledger.output.trim());
await github.close();
await server?.stop();
if (small) execFileSync("umount", [mirrors]);
await rm(dataDir, { recursive: true, force: true });
process.exit(bad.length === 0 && ledger.status === 0 ? 0 : 1);

/** Puts the mirrors on a file system of their own; false where this machine does not let us. */
async function mounted() {
  await mkdir(mirrors, { recursive: true });
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=8m", "tmpfs", mirrors], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** Takes all room there is beside the mirrors. */
async function fill() {
  await writeFile(filler, Buffer.alloc(16 << 20)).catch(() => undefined);
}

/** A git process that works for the App, which has it started by a process of its own; undefined where none runs. */
async function gitOf(app) {
  const parents = new Map();
  const gits = [];
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    if (stat === "") continue;
    parents.set(Number(pid), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
    if (/\((?:git|git-remote-http)\)/.test(stat)) gits.push(Number(pid));
  }
  const under = (pid) => pid !== undefined && (pid === app || under(parents.get(pid)));
  return gits.find(under);
}

function signal(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it has ended by itself
  }
}
