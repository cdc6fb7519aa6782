// Kills the App at moments that look random while people answer, and tells whether anything they said was lost or doubled.
//   node bench/answers.mjs [--kills 3] [--pulls 1] [--on embedded|postgres] [--database postgres://...] [--seed 1]
// Embedded is a database in a folder that survives its process; postgres starts one. Needs `npm run build`.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ledgerExport, ledgerVerify } from "../dist/app/admin.js";
import { startGitHub } from "../dist/demo/github/github.js";
import { breakingProposal, exampleFiles, producer, proposalPath } from "../dist/demo/shop.js";
import { replica, seeded, undone } from "./intake-world.mjs";
import { startPostgres } from "./postgres.mjs";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "3" },
    pulls: { type: "string", default: "1" },
    on: { type: "string", default: "embedded" },
    database: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});
const [kills, count] = [values.kills, values.pulls].map(Number);
const random = seeded(Number(values.seed));
const say = (line) => process.stdout.write(`${line}\n`);
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const contract = "checkout_raw.payments";
const until = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);

/** Settlement is finance's, the dashboard is growth's; greta may approve exceptions. */
async function world() {
  const github = await startGitHub({ rateLimit: 10_000_000 });
  github.createOrganization("shop", { members: ["carla", "finn", "gus", "greta"] });
  const { [proposalPath]: _, "catalog.yml": catalog } = exampleFiles("producer");
  await github.seedRepository(producer, {
    "catalog.yml": catalog,
    ".github/contract-review.yml": `version: 1
domains: { repositories: [shop/readers] }
contracts: [{ path: "proposals/*.yml", format: table, baseline: { catalog: catalog.yml }, owners: ["@shop/checkout"] }]
policy: { exception-approvers: ["@shop/governance"] }
`,
  });
  const reader = (name, team) =>
    `apiVersion: contract-consumer/v1\ndomain: ${team}\nconsumer: ${name}\nowner: {github: "@shop/${team}"}\nreads: [{dataset: ${contract}}]\n`;
  await github.seedRepository("shop/readers", {
    "consumers.yml": `${reader("settlement", "finance-data")}---\n${reader("dashboard", "growth")}`,
  });
  github.createTeam("shop/checkout", { members: ["carla"], repositories: { [producer]: "write" } });
  github.createTeam("shop/finance-data", { members: ["finn"], repositories: { [producer]: "read" } });
  github.createTeam("shop/growth", { members: ["gus"], repositories: { [producer]: "read" } });
  github.createTeam("shop/governance", { members: ["greta"], repositories: { [producer]: "triage" } });
  github.install("shop");
  return github;
}

const label = `contract-exception:${contract}`;
/** What people do, in this order, and what the merge box must say after it (how it begins). */
const steps = [
  [
    (github, pull) => github.comment(pull, '/contract reject reason="not this week"', "finn"),
    "failure: Rejected by finn",
  ],
  [
    (github, pull) => github.comment(pull, "/contract ack", "finn"),
    "action_required: 2 consumers break, 1 of 2 settled",
  ],
  [
    (github, pull) =>
      github.comment(
        pull,
        `/contract exception ${contract} reason="a" controls="b" rollback="c" until=${until} consumers=dashboard`,
        "carla",
      ),
    "action_required: 2 consumers break, 1 of 2 settled",
  ],
  [
    (github, pull) => github.label(pull, label, "greta"),
    `success: 2 consumers break, all acknowledged, excepted until ${until}`,
  ],
  [(github, pull) => github.unlabel(pull, label, "greta"), "action_required: 2 consumers break, 1 of 2 settled"],
  [(github, pull) => github.comment(pull, "/contract ack", "gus"), "success: 2 consumers break, all acknowledged"],
];

const server = values.on === "postgres" && values.database === undefined ? await startPostgres() : undefined;
const databaseUrl = values.database ?? (await server?.fresh());
const github = await world();
const dataDir = await mkdtemp(join(tmpdir(), "contract-review-answers-"));
let running;
const start = async () => {
  running = await replica(github, { databaseUrl, dataDir });
  github.app.webhookUrl = `${running.url}/api/github/webhooks`;
};
const stop = async (signal) => {
  const gone = new Promise((resolve) => running.child.once("exit", resolve));
  running.child.kill(signal);
  await gone;
};
const box = (pull) => {
  const run = github.checkRuns(producer, pull.pull.head.sha).at(-1);
  return `${run?.status === "completed" ? run.conclusion : run?.status}: ${run?.output.title}`;
};
/** Waits until the box begins so and nothing is left to do; false after some minutes. */
const comesTo = async (pull, wanted) => {
  const limit = performance.now() + 5 * 60_000;
  while (performance.now() < limit) {
    if (box(pull).startsWith(wanted) && (await undone(running.url)) === 0) return true;
    await wait(200);
  }
  say(`expected "${wanted}", found "${box(pull)}"`);
  return false;
};

let wrong = 0;
let killed = 0;
await start();
for (let index = 0; index < count; index++) {
  const branch = `v5-${index}`;
  const text = breakingProposal().replace("v3.0.0", `v3.0.${index}`);
  await github.push(producer, branch, { [proposalPath]: text }, { by: "carla", from: "main" });
  const pull = await github.openPullRequest({ repository: producer, head: branch, author: "carla" });
  if (!(await comesTo(pull, "action_required: 2 consumers break"))) wrong++;
  // answers bind to what the check showed before them, in whole seconds
  await wait(1100);
  for (const [at, [act, wanted]] of steps.entries()) {
    act(github, pull);
    const left = count * steps.length - index * steps.length - at;
    if (killed < kills && random() < (kills - killed) / left) {
      await wait(random() * 2500);
      await stop("SIGKILL");
      killed++;
      await start();
    }
    if (!(await comesTo(pull, wanted))) wrong++;
    await wait(1100);
  }
  const ours = pull.comments.filter(({ app }) => app === github.app);
  const asked = pull.events.filter(({ event }) => event === "review_requested").map(({ team }) => team?.slug);
  const told = pull.comments.filter(({ app }) => app !== github.app).map(({ reactions }) => reactions.length);
  if (ours.length !== 1) wrong++;
  if (asked.join() !== "finance-data,growth") wrong++;
  if (told.some((reactions) => reactions !== 2)) wrong++;
  say(`#${pull.number}: ${ours.length} comment of the App; asked ${asked.join(", ")}; reactions ${told.join(", ")}`);
}
await stop("SIGTERM");
const address = databaseUrl === undefined ? { dir: join(dataDir, "database") } : { url: databaseUrl };
const ledger = await ledgerVerify(address);
const kinds = new Map();
await ledgerExport(address, (line) => {
  const { kind } = JSON.parse(line);
  kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
});
const answers = [kinds.get("command"), kinds.get("labeled"), kinds.get("unlabeled")];
if (answers.join() !== [4 * count, count, count].join()) wrong++;
say(`killed ${killed} times; ${wrong} of what was looked at wrong`);
say(`in the ledger: ${answers[0]} commands, ${answers[1]} labels put on, ${answers[2]} taken off`);
say(ledger.output.trim());
await github.close();
await server?.stop();
await rm(dataDir, { recursive: true, force: true });
process.exit(wrong === 0 && ledger.status === 0 ? 0 : 1);
