// What one process of the App costs on each store: start-up, memory, disk.
//   node bench/footprint.mjs [--heads 20] [--on embedded|postgres]
// Started on an empty store, then again on a full one; memory at rest, at most, and after every head was reviewed. Needs `npm run build`.
import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { memoryOf, replica, undone, worldOf, wrong } from "./intake-world.mjs";
import { startPostgres } from "./postgres.mjs";

const { values } = parseArgs({ options: { heads: { type: "string", default: "20" }, on: { type: "string" } } });
const heads = Number(values.heads);
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** MiB a steady process may take. */
const allowed = { embedded: 600, postgres: 250 };

let right = true;
for (const on of values.on === undefined ? ["embedded", "postgres"] : [values.on]) {
  const server = on === "postgres" ? await startPostgres() : undefined;
  const dataDir = await mkdtemp(join(tmpdir(), "contract-review-footprint-"));
  const databaseUrl = await server?.fresh();
  const { github, pulls } = await worldOf(heads);
  const start = () => replica(github, { databaseUrl, dataDir });
  const database = async () =>
    databaseUrl === undefined ? bytesIn(join(dataDir, "database")) : server.size(databaseUrl);

  const first = await start();
  const emptyDisk = await database();
  while ((await undone(first.url)) > 0 || wrong(github, pulls).length > 0) await wait(500);
  const worked = await memoryOf(first.child.pid);
  await stop(first);
  const again = await start();
  // the sweep of the start finds nothing to do
  await wait(10_000);
  const rest = await memoryOf(again.child.pid);
  const disk = await database();
  await stop(again);

  const mib = (bytes) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
  const lines = [
    ["start-up, first", `${first.startSeconds.toFixed(1)} s`],
    ["start-up, again", `${again.startSeconds.toFixed(1)} s`],
    ["memory at rest", mib(rest.now)],
    [`memory after ${heads} reviews`, mib(worked.now)],
    ["memory at most", mib(worked.most)],
    ["database, new", mib(emptyDisk)],
    [`database, ${heads} heads`, mib(disk)],
    ["mirrors", mib(bytesIn(join(dataDir, "mirrors")))],
  ];
  const kept = Math.max(rest.now, worked.now) <= allowed[on] * 2 ** 20;
  right &&= kept;
  process.stdout.write(`${on}${kept ? "" : `: more than ${allowed[on]} MiB`}\n`);
  for (const [name, value] of lines) process.stdout.write(`  ${name.padEnd(26)}${value}\n`);
  await github.close();
  await server?.stop();
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(right ? 0 : 1);

function bytesIn(folder) {
  return Number(execFileSync("du", ["-s", "--block-size=1", folder], { encoding: "utf8" }).split("\t")[0]);
}

async function stop({ child }) {
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await gone;
}
