/**
 * How long the JSON Schema format takes, and how it stands against npm's json-schema-diff.
 *
 *   npm run build && node bench/json-schema.mjs [pairs.ndjson ...] [--peer FOLDER]
 *
 * Pairs are lines `{id, base, head, draft?, options?, expect?}`; without a file, the fixtures of the tests are used. Each pair is
 * compared three times after a first one that warms up, and the best of the three counts. For the peer:
 *
 *   mkdir -p /tmp/peer && npm install --prefix /tmp/peer --no-save json-schema-diff@1.0.0
 *   node bench/json-schema.mjs pairs.ndjson --peer /tmp/peer
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { compareContract } from "../dist/formats/compare.js";
import { large, mutuallyRecursive } from "./json-schema-inputs.mjs";

const print = (...words) => process.stdout.write(`${words.join(" ")}\n`);
const args = process.argv.slice(2);
const at = args.indexOf("--peer");
const peerFolder = at < 0 ? undefined : args.splice(at, 2)[1];

const source = (text) => ({ entry: "contract.json", part: "", files: new Map([["contract.json", text]]) });
const compare = (base, head, options = {}) =>
  compareContract({
    contract: "contract",
    format: "json-schema",
    base: source(base),
    head: source(head),
    history: [],
    options,
  });

function fixtures() {
  const root = join(import.meta.dirname, "../test/formats/json-schema/cases");
  return readdirSync(root)
    .filter((name) => existsSync(join(root, name, "base.json")))
    .map((name) => ({
      id: name,
      base: readFileSync(join(root, name, "base.json"), "utf8"),
      head: readFileSync(join(root, name, "head.json"), "utf8"),
    }));
}

const pairs =
  args.length === 0
    ? fixtures()
    : args.flatMap((file) =>
        readFileSync(file, "utf8")
          .split("\n")
          .filter(Boolean)
          .map((line) => JSON.parse(line)),
      );

function optionsOf({ draft, options }) {
  const named = typeof draft === "object" && draft !== null ? { base: draft.old, head: draft.new } : draft;
  return { ...(named === undefined ? {} : { draft: named }), ...options };
}

async function timed(action, times) {
  let best = Number.POSITIVE_INFINITY;
  let result;
  for (let n = 0; n < times; n++) {
    const start = performance.now();
    result = await action();
    best = Math.min(best, performance.now() - start);
  }
  return { best, result };
}

const quantile = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];

async function perPair() {
  const best = [];
  const score = { judged: 0, wrongCompatible: 0, falseAlarm: 0, errors: 0 };
  for (const pair of pairs) {
    const run = () => compare(pair.base, pair.head, optionsOf(pair));
    await run();
    const { best: ms, result } = await timed(run, 3);
    best.push([ms, pair.id]);
    if (result.problems.length > 0) score.errors++;
    else judge(score, pair, (direction) => result.changes.some((change) => change.breaks.includes(direction)));
  }
  const sorted = best.map(([ms]) => ms).sort((a, b) => a - b);
  print(
    `${pairs.length} pairs: median ${quantile(sorted, 0.5).toFixed(3)} ms, p95 ${quantile(sorted, 0.95).toFixed(3)} ms, slowest ${sorted.at(-1).toFixed(1)} ms`,
  );
  for (const [ms, id] of best.sort((a, b) => b[0] - a[0]).slice(0, 5)) print(`   ${ms.toFixed(1)} ms ${id}`);
  print("ours", JSON.stringify(score));
}

function judge(score, { expect = {} }, breaks) {
  for (const [direction, want] of Object.entries(expect)) {
    score.judged++;
    const have = breaks(direction) ? "breaking" : "compatible";
    if (have === want) continue;
    if (want === "breaking") score.wrongCompatible++;
    else score.falseAlarm++;
  }
}

/** The peer does not come back from some references, so both are scored on small pairs without any. */
async function peer() {
  const { diffSchemas } = createRequire(join(peerFolder, "package.json"))("json-schema-diff");
  const scores = [0, 1].map(() => ({ judged: 0, wrongCompatible: 0, falseAlarm: 0, errors: 0 }));
  const fit = pairs.filter(
    ({ base, head }) => !`${base}${head}`.includes('"$ref"') && base.length + head.length < 3000,
  );
  for (const pair of fit) {
    const own = await compare(pair.base, pair.head, optionsOf(pair));
    judge(scores[0], pair, (direction) => own.changes.some((change) => change.breaks.includes(direction)));
    try {
      const result = await diffSchemas({
        sourceSchema: JSON.parse(pair.base),
        destinationSchema: JSON.parse(pair.head),
      });
      judge(scores[1], pair, (direction) => (direction === "backward" ? result.removalsFound : result.additionsFound));
    } catch {
      scores[1].errors++;
    }
  }
  print(`side by side, ${fit.length} pairs: ours`, JSON.stringify(scores[0]));
  print(`side by side, ${fit.length} pairs: json-schema-diff`, JSON.stringify(scores[1]));
}

async function cases() {
  const variants = [{}, { tagged: false }, { closed: false }, { tagged: false, closed: false }];
  for (const variant of variants)
    for (const changed of [false, true]) {
      const [base, head] = [mutuallyRecursive(12, variant), mutuallyRecursive(12, { ...variant, changed })];
      const { best, result } = await timed(() => compare(base, head.replace('"$defs"', '"title":"t","$defs"')), 1);
      print(
        `12 mutually recursive types ${JSON.stringify({ ...variant, changed })}: ${best.toFixed(0)} ms, ${result.changes.length} changes`,
      );
    }
  for (const [words, base, head] of [
    ["2 MB, reformatted", large(2e6), `${large(2e6)}\n`],
    ["2 MB, 5 changes", large(2e6), large(2e6, 5)],
    ["2 MB, 500 changes", large(2e6), large(2e6, 500)],
    ["2 MB in one object, 5 changes", large(2e6, 0, true), large(2e6, 5, true)],
  ]) {
    const { best, result } = await timed(() => compare(base, head), 1);
    print(`${words}: ${best.toFixed(0)} ms, ${result.changes.length} changes`);
  }
}

if (peerFolder !== undefined) await peer();
else {
  await perPair();
  await cases();
}
