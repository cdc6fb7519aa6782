// Offers deliveries to the App faster than it reviews and tells what became of them.
//   node bench/intake.mjs                 10,000 at 200/s over 500 heads: embedded, then 1, 2 and 4 processes on Postgres; a table
//   node bench/intake.mjs --on embedded | --on postgres [--replicas 2] [--database postgres://...]       one of these alone
//   [--deliveries 10000] [--rate 200] [--heads 500] [--seed 1]
// Every tenth is sent twice, and each up to half a second early or late. Ends with 1 where one was lost or answered other than
// 202, a head has not exactly one finished check, or a subject was worked on twice at once. Needs `npm run build`.
import { fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { counted, memoryOf, producer, replica, seeded, undone, worldOf, wrong } from "./intake-world.mjs";
import { startPostgres } from "./postgres.mjs";

const { values } = parseArgs({
  options: {
    on: { type: "string" },
    deliveries: { type: "string", default: "10000" },
    rate: { type: "string", default: "200" },
    heads: { type: "string", default: "500" },
    replicas: { type: "string", default: "1" },
    database: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});
const [count, rate, heads, replicas] = [values.deliveries, values.rate, values.heads, values.replicas].map(Number);
const say = (line) => process.stderr.write(`${line}\n`);
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

if (process.send !== undefined) {
  process.once("disconnect", () => process.exit(1));
  // one configuration, in a process of its own: the stand-in of one must not slow down the next
  const outcome = await measure(values.database);
  process.send(outcome, () => process.exit(0));
} else process.exit(await all());

async function all() {
  const wanted =
    values.on === undefined
      ? [["embedded", 1], ...[1, 2, 4].map((processes) => ["postgres", processes])]
      : [[values.on, replicas]];
  const outside = values.database !== undefined || !wanted.some(([on]) => on === "postgres");
  const server = outside ? undefined : await startPostgres();
  const rows = [];
  try {
    for (const [on, processes] of wanted) {
      const database = on === "embedded" ? undefined : (values.database ?? (await server.fresh()));
      say(`\n${on}, ${processes} ${processes === 1 ? "process" : "processes"}`);
      rows.push([`${on} x ${processes}`, await alone(database, processes)]);
    }
  } finally {
    await server?.stop();
  }
  print(rows);
  return rows.every(([, { right }]) => right) ? 0 : 1;
}

function alone(database, processes) {
  const { on: _, database: __, replicas: ___, ...rest } = values;
  const args = Object.entries({ ...rest, replicas: processes, ...(database && { database }) });
  const child = fork(
    here("./intake.mjs"),
    args.flatMap(([name, value]) => [`--${name}`, String(value)]),
  );
  return new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", (code) => reject(new Error(`a run ended with ${code}`)));
  });
}

function print(rows) {
  const lines = [
    ["start-up s", ({ startUp }) => startUp.map((seconds) => seconds.toFixed(1)).join(" ")],
    ["offered", ({ offered }) => offered],
    ["at /s", ({ perSecond }) => perSecond.toFixed(0)],
    ["not answered 202", ({ refused }) => refused],
    ["lost", ({ lost }) => lost],
    ["answered p50 ms", ({ p50 }) => p50.toFixed(0)],
    ["answered p99 ms", ({ p99 }) => p99.toFixed(0)],
    ["longest ms", ({ longest }) => longest.toFixed(0)],
    ["drained s", ({ drained }) => drained.toFixed(1)],
    ["last review s", ({ reviewed }) => reviewed.toFixed(1)],
    ["reviews", ({ reviews }) => reviews],
    ["reviews /s", ({ reviews, reviewed }) => (reviews / reviewed).toFixed(2)],
    ["heads not right", ({ bad }) => bad],
    ["twice at once", ({ overlaps }) => overlaps],
    ["memory MiB, most", ({ memory }) => memory.map((mib) => mib.toFixed(0)).join(" ")],
    ["App's CPU s", ({ cpu }) => cpu.toFixed(0)],
  ];
  const table = [["", ...rows.map(([name]) => name)]];
  for (const [name, pick] of lines) table.push([name, ...rows.map(([, outcome]) => String(pick(outcome)))]);
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  for (const row of table)
    process.stdout.write(`${row.map((cell, column) => cell.padEnd(widths[column])).join("  ")}\n`);
}

async function measure(databaseUrl) {
  const random = seeded(Number(values.seed));
  const { github, pulls } = await worldOf(heads);
  say(`${heads} pull requests stand`);
  const turns = new Map();
  let reviews = 0;
  let lastReview = 0;
  const heard = ({ turn, time, seconds, ended }) => {
    if (turn === undefined) return;
    if (ended === "done") {
      reviews++;
      lastReview = Math.max(lastReview, time);
    }
    turns.set(turn, [...(turns.get(turn) ?? []), [time - seconds * 1000, time]]);
  };
  // the first alone: it brings the schema forward
  const all = [await replica(github, { databaseUrl }, heard)];
  while (all.length < replicas) all.push(await replica(github, { databaseUrl }, heard));
  const before = await Promise.all(all.map(({ url }) => counted(url)));

  const offers = [];
  for (let index = 0; index < count; index++) {
    const offer = { guid: randomUUID(), payload: Math.floor(random() * heads) };
    const at = (index / rate) * 1000 + random() * 500;
    offers.push({ ...offer, at });
    if (random() < 0.1) offers.push({ ...offer, at: at + random() * 500 });
  }
  offers.sort((a, b) => a.at - b.at);
  const payloads = pulls.map(
    ({ number }) =>
      github.app.deliveries.find(({ event, payload }) => event === "pull_request" && payload.number === number).payload,
  );
  const begun = performance.now();
  const begunAt = Date.now();
  const offering = fork(here("./offer.mjs"));
  const urls = all.map(({ url }) => url);
  offering.send({ offers, payloads, urls, secret: github.app.webhookSecret });
  const { answers, seconds } = await new Promise((resolve) => offering.once("message", resolve));
  say(`offered ${offers.length} in ${seconds.toFixed(1)} s`);
  const calm = async () => (await Promise.all(urls.map(undone))).every((left) => left === 0);
  while (!(await calm())) await wait(1000);
  const drained = (performance.now() - begun) / 1000;
  say(`drained after ${drained.toFixed(1)} s`);

  const latencies = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  const quantile = (share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))];
  let overlaps = 0;
  for (const spans of turns.values()) {
    spans.sort(([a], [b]) => a - b);
    for (let index = 1; index < spans.length; index++) if (spans[index][0] < spans[index - 1][1] - 20) overlaps++;
  }
  const after = await Promise.all(urls.map(counted));
  const sum = (name) => after.reduce((total, one, index) => total + one[name] - before[index][name], 0);
  const outcome = {
    startUp: all.map(({ startSeconds }) => startSeconds),
    offered: offers.length,
    perSecond: offers.length / seconds,
    refused: answers.filter(({ status }) => status !== 202).length,
    // every one is either stored or known to the database by its id
    lost: offers.length - sum("stored"),
    p50: quantile(0.5),
    p99: quantile(0.99),
    longest: latencies.at(-1),
    drained,
    reviewed: (lastReview - begunAt) / 1000,
    reviews,
    bad: wrong(github, pulls).length,
    overlaps,
    memory: await Promise.all(all.map(async ({ child }) => (await memoryOf(child.pid)).most / 2 ** 20)),
    cpu: sum("cpu"),
  };
  const right = outcome.refused + outcome.lost + outcome.bad + outcome.overlaps === 0;
  await Promise.all(
    all.map(({ child }) => {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      return gone;
    }),
  );
  say(`checks made: ${github.checkRuns(producer).length}`);
  await github.close();
  return { ...outcome, right };
}
