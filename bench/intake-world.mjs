// A stand-in with as many open pull requests as wanted, made by one git process, and replicas of the App beside it.
import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { startGitHub } from "../dist/demo/github/github.js";
import { additiveProposal, foundShop, producer, proposalPath } from "../dist/demo/shop.js";

export { producer };

/** Numbers that look random and are the same every time. */
export function seeded(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

export async function worldOf(heads) {
  const github = await startGitHub({ rateLimit: 10_000_000 });
  await foundShop(github);
  const repository = github.repository(producer);
  const main = github.branch(producer, "main");
  const input = Array.from({ length: heads }, (_, index) => {
    const text = additiveProposal.replace("country", `country_${index}`);
    const message = `head ${index}`;
    return `commit refs/heads/h${index}\ncommitter c <c@example> ${1_700_000_000 + index} +0000\ndata ${message.length}\n${message}\nfrom ${main}\nM 100644 inline ${proposalPath}\ndata ${Buffer.byteLength(text)}\n${text}\n`;
  }).join("");
  await run("git", ["--git-dir", repository.directory, "fast-import", "--quiet"], input);
  const listed = await run("git", [
    "--git-dir",
    repository.directory,
    "for-each-ref",
    "--format=%(refname) %(objectname)",
  ]);
  const shas = new Map(
    listed
      .trim()
      .split("\n")
      .map((line) => line.split(" ")),
  );
  const pulls = [];
  for (let index = 0; index < heads; index++) {
    const reference = `refs/heads/h${index}`;
    await github.setReference(producer, reference, shas.get(reference), "carla");
    pulls.push(
      await github.openPullRequest({ repository: producer, head: `h${index}`, title: `h${index}`, author: "carla" }),
    );
  }
  await github.settled();
  return { github, pulls };
}

/** Starts one process of the App; its log goes to `heard`, a line at a time. */
export async function replica(github, { databaseUrl, dataDir, clockOffset = 0 }, heard = () => undefined) {
  const environment = {
    appId: github.app.id,
    privateKey: github.app.privateKey,
    secret: github.app.webhookSecret,
    apiUrl: github.apiUrl,
    gitUrl: github.htmlUrl,
    host: "127.0.0.1",
    port: 0,
    webhookPath: "/api/github/webhooks",
    dataDir: dataDir ?? (await mkdtemp(join(tmpdir(), "contract-review-bench-"))),
    databaseUrl,
    logLevel: "info",
  };
  const started = performance.now();
  const child = spawn(
    process.execPath,
    ["--max-semi-space-size=4", new URL("./replica.mjs", import.meta.url).pathname],
    {
      env: { ...process.env, REPLICA: JSON.stringify(environment), REPLICA_CLOCK_OFFSET: String(clockOffset) },
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const url = await new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`a replica ended with ${code}`)));
    createInterface({ input: child.stdout }).on("line", (line) => {
      const said = JSON.parse(line);
      if (said.url !== undefined) resolve(said.url);
      else heard(said);
    });
  });
  return { child, url, environment, startSeconds: (performance.now() - started) / 1000 };
}

/** Sends what GitHub would send; gives the status, or 0 where nobody answered. */
export async function deliver(github, url, guid, payload) {
  const body = JSON.stringify(payload);
  const signature = createHmac("sha256", github.app.webhookSecret).update(body).digest("hex");
  try {
    const answer = await fetch(`${url}/api/github/webhooks`, {
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "x-github-delivery": guid,
        "x-github-event": "pull_request",
        "x-hub-signature-256": `sha256=${signature}`,
      },
    });
    await answer.text();
    return answer.status;
  } catch {
    return 0;
  }
}

/** How many turns wait or run, as a replica tells; infinite where it does not answer. */
export async function undone(url) {
  const text = await fetch(`${url}/metrics`)
    .then((answer) => answer.text())
    .catch(() => "");
  const turns = /^contract_review_queue_turns (\d+)/m.exec(text)?.[1];
  return turns === undefined ? Number.POSITIVE_INFINITY : Number(turns);
}

/** What a replica has counted: deliveries it stored (those it knew already included), its own seconds of processor. */
export async function counted(url) {
  const text = await fetch(`${url}/metrics`).then((answer) => answer.text());
  const number = (pattern) => Number(pattern.exec(text)?.[1] ?? 0);
  return {
    stored: number(/^contract_review_deliveries_total\{answer="stored"\} (\d+)/m),
    cpu: number(/^process_cpu_seconds_total ([\d.]+)/m),
  };
}

/** Bytes of memory that a replica takes and at most took, what starts git for it included; what both have mapped counts once. */
export async function memoryOf(pid) {
  const total = { now: 0, most: 0 };
  let shared = 0;
  for (const one of [pid, ...(await childrenOf(pid))]) {
    const status = await readFile(`/proc/${one}/status`, "utf8").catch(() => "");
    const bytes = (name) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1024;
    const files = bytes("RssFile");
    shared = Math.max(shared, files);
    total.now += bytes("VmRSS") - files;
    total.most += bytes("VmHWM") - files;
  }
  return { now: total.now + shared, most: total.most + shared };
}

async function childrenOf(parent) {
  const found = [];
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    if (Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === parent) found.push(pid);
  }
  return found;
}

/** Pull requests whose head does not carry exactly one finished, passing check. */
export function wrong(github, pulls) {
  return pulls.filter(({ pull }) => {
    const runs = github.checkRuns(producer, pull.head.sha);
    return runs.length !== 1 || runs[0].status !== "completed" || runs[0].conclusion !== "success";
  });
}

function run(command, args, input) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.once("exit", (code) => (code === 0 ? resolve(output) : reject(new Error(`${command} ended with ${code}`))));
    child.stdin.end(input);
  });
}
