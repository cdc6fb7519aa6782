// Offers deliveries to the App faster than it reviews and tells what became of them.
//   node bench/intake.mjs [--deliveries 10000] [--rate 200] [--heads 500] [--replicas 1] [--database postgres://...] [--seed 1]
// Without --database one process on the embedded database. Needs `npm run build`.
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { deliver, producer, replica, seeded, undone, worldOf, wrong } from "./intake-world.mjs";

const { values } = parseArgs({
  options: {
    deliveries: { type: "string", default: "10000" },
    rate: { type: "string", default: "200" },
    heads: { type: "string", default: "500" },
    replicas: { type: "string", default: "1" },
    database: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});
const [count, rate, heads, replicas] = [values.deliveries, values.rate, values.heads, values.replicas].map(Number);
const random = seeded(Number(values.seed));
const say = (line) => process.stdout.write(`${line}\n`);
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const { github, pulls } = await worldOf(heads);
say(
  `${heads} pull requests stand; ${replicas} ${replicas === 1 ? "process" : "processes"} on ${values.database === undefined ? "the embedded database" : "Postgres"}`,
);
const turns = new Map();
const ended = {};
const heard = ({ turn, time, seconds, ended: how }) => {
  if (turn === undefined) return;
  ended[how] = (ended[how] ?? 0) + 1;
  turns.set(turn, [...(turns.get(turn) ?? []), [time - seconds * 1000, time]]);
};
// the first alone: it brings the schema forward
const all = [await replica(github, { databaseUrl: values.database }, heard)];
while (all.length < replicas) all.push(await replica(github, { databaseUrl: values.database }, heard));
say(`start-up: ${all.map(({ startSeconds }) => `${startSeconds.toFixed(1)} s`).join(", ")}`);

// every tenth twice, and each up to half a second early or late
const payloads = pulls.map(
  ({ number }) =>
    github.app.deliveries.find(({ event, payload }) => event === "pull_request" && payload.number === number).payload,
);
const offers = [];
for (let index = 0; index < count; index++) {
  const guid = randomUUID();
  const payload = { ...payloads[Math.floor(random() * heads)], action: "synchronize" };
  const at = (index / rate) * 1000 + random() * 500;
  offers.push({ at, guid, payload });
  if (random() < 0.1) offers.push({ at: at + random() * 500, guid, payload });
}
offers.sort((a, b) => a.at - b.at);

const latencies = [];
const statuses = {};
const begun = performance.now();
await Promise.all(
  offers.map(async ({ at, guid, payload }, index) => {
    await wait(at);
    const sent = performance.now();
    const status = await deliver(github, all[index % all.length].url, guid, payload);
    latencies.push(performance.now() - sent);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }),
);
const offered = (performance.now() - begun) / 1000;
latencies.sort((a, b) => a - b);
const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))].toFixed(0);
say(
  `offered ${offers.length} in ${offered.toFixed(1)} s (${(offers.length / offered).toFixed(0)}/s): ${JSON.stringify(statuses)}`,
);
say(`answered in: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`);
const calm = async () => (await Promise.all(all.map(({ url }) => undone(url)))).every((turnsLeft) => turnsLeft === 0);
while (!(await calm())) await wait(250);
const drained = (performance.now() - begun) / 1000;
say(
  `drained ${drained.toFixed(1)} s after the first; turns: ${JSON.stringify(ended)}; ${((ended.done ?? 0) / drained).toFixed(2)} reviews/s`,
);
let overlaps = 0;
for (const spans of turns.values()) {
  spans.sort(([a], [b]) => a - b);
  for (let index = 1; index < spans.length; index++) if (spans[index][0] < spans[index - 1][1] - 20) overlaps++;
}
const bad = wrong(github, pulls);
say(
  `subjects worked on twice at once: ${overlaps}; heads without exactly one finished check: ${bad.length} of ${heads}`,
);
say(`check runs made: ${github.checkRuns(producer).length}`);
for (const { child } of all) {
  const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
  say(
    `memory of ${child.pid}: ${/VmRSS:\s+(\d+)/.exec(status)?.[1] / 1024} MiB, at most ${/VmHWM:\s+(\d+)/.exec(status)?.[1] / 1024} MiB`,
  );
}
await Promise.all(
  all.map(({ child }) => {
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    return gone;
  }),
);
await github.close();
process.exit(overlaps === 0 && bad.length === 0 && Object.keys(statuses).join() === "202" ? 0 : 1);
