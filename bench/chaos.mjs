// Kills the App, its database and its connections at moments that look random, and tells whether everything came right.
//   node bench/chaos.mjs [--kills 50] [--heads 10] [--database postgres://...] [--seed 1]
// Without --database one process on an embedded database that survives it in its folder. Needs `npm run build`.
import { randomUUID } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ledgerVerify } from "../dist/app/admin.js";
import { deliver, replica, seeded, undone, worldOf, wrong } from "./intake-world.mjs";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "50" },
    heads: { type: "string", default: "10" },
    database: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});
const [kills, heads] = [values.kills, values.heads].map(Number);
const random = seeded(Number(values.seed));
const say = (line) => process.stdout.write(`${line}\n`);
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const { github, pulls } = await worldOf(heads);
const dataDir = await mkdtemp(join(tmpdir(), "contract-review-chaos-"));
const payloads = pulls.map(
  ({ number }) =>
    github.app.deliveries.find(({ event, payload }) => event === "pull_request" && payload.number === number).payload,
);
const faults = [
  () => github.faults.add({ status: 500, times: 3 }),
  () => github.faults.add({ drop: true, times: 3 }),
  () => github.faults.add({ status: 500, afterwards: true, times: 2 }),
  () => github.faults.secondaryLimit(1, undefined, 1),
  () => github.world.installationTokens.clear(),
];
let answered = 0;
for (let kill = 0; kill < kills; kill++) {
  const running = await replica(github, { databaseUrl: values.database, dataDir });
  github.app.webhookUrl = `${running.url}/api/github/webhooks`;
  const gone = new Promise((resolve) => running.child.once("exit", resolve));
  faults[Math.floor(random() * faults.length)]();
  for (let index = 0; index < 5; index++) {
    const payload = { ...payloads[Math.floor(random() * heads)], action: "synchronize" };
    if ((await deliver(github, running.url, randomUUID(), payload)) === 202) answered++;
  }
  await wait(random() * 3000);
  running.child.kill("SIGKILL");
  await gone;
}
github.faults.clear();
say(`killed ${kills} times; ${answered} of ${kills * 5} deliveries were answered`);
const begun = performance.now();
const last = await replica(github, { databaseUrl: values.database, dataDir });
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
const address = values.database === undefined ? { dir: join(dataDir, "database") } : { url: values.database };
const ledger = await ledgerVerify(address);
say(ledger.output.trim());
await github.close();
process.exit(bad.length === 0 && ledger.status === 0 ? 0 : 1);
