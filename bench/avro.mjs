// Compares pairs of Avro schemas, each several times in one warm process, and tells how long one takes.
//   npm run build && node bench/avro.mjs [PAIRS.ndjson]        lines of {"base": text, "head": text}; else the fixtures here
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { avro } from "../dist/formats/avro/avro.js";

const rounds = 5;
const cases = join(import.meta.dirname, "../test/formats/avro/cases");
const pairs =
  process.argv[2] === undefined
    ? readdirSync(cases, { recursive: true, encoding: "utf8" })
        .filter((file) => /(?:^|\/)base\.avsc$/.test(file))
        .map((file) => ["base", "head"].map((side) => readFileSync(join(cases, dirname(file), `${side}.avsc`), "utf8")))
    : readFileSync(process.argv[2], "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
        .map(({ base, head }) => [base, head]);

const source = (text) => ({ entry: "contract.avsc", part: "", files: new Map([["contract.avsc", text]]) });
const took = { compatible: [], breaking: [] };
for (let round = 0; round < rounds; round++)
  for (const [base, head] of pairs) {
    const begun = performance.now();
    const { changes } = await avro.compare("contract", source(base), source(head), {});
    const ms = performance.now() - begun;
    // the last round alone: by then the code is warm
    if (round === rounds - 1)
      took[changes.some(({ breaks }) => breaks.length > 0) ? "breaking" : "compatible"].push(ms);
  }
for (const [what, times] of Object.entries(took)) {
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))]?.toFixed(2);
  process.stdout.write(`${times.length} ${what} pairs: median ${at(0.5)} ms, p95 ${at(0.95)} ms, most ${at(1)} ms\n`);
}
