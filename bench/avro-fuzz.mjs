// Compares mutated Avro schemas and IDL with what they were mutated from: none may crash, none may take more than 2 s.
//   npm run build && node bench/avro-fuzz.mjs [COUNT] [SEED]
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { avro } from "../dist/formats/avro/avro.js";

const count = Number(process.argv[2] ?? 100_000);
let state = Number(process.argv[3] ?? 1) >>> 0;
const random = () => {
  state = (state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
};
const below = (limit) => Math.floor(random() * limit);
const one = (items) => items[below(items.length)];

const cases = join(import.meta.dirname, "../test/formats/avro/cases");
const seeds = readdirSync(cases, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.av(?:sc|pr|dl)$/.test(file) && !file.startsWith("not-analysed"))
  .map((file) => ({
    entry: `contract${file.slice(file.lastIndexOf("."))}`,
    text: readFileSync(join(cases, file), "utf8"),
  }));

const words = [
  "null",
  "int",
  "long",
  "string",
  "bytes",
  "record",
  "enum",
  "fixed",
  "array",
  "map",
  "error",
  "Parcel",
  "shop.shipping.Parcel",
  "__proto__",
  "constructor",
  "",
  "decimal",
  "uuid",
  "timestamp-millis",
];
const values = () =>
  one([
    null,
    true,
    0,
    -1,
    1e300,
    2 ** 53,
    "",
    one(words),
    [],
    {},
    [one(words), one(words)],
    { type: one(words), name: one(words) },
    { type: one(words), items: one(words), logicalType: one(words) },
  ]);
const keys = [
  "type",
  "name",
  "namespace",
  "fields",
  "symbols",
  "items",
  "values",
  "size",
  "default",
  "aliases",
  "logicalType",
  "precision",
  "scale",
  "messages",
  "types",
  "request",
  "response",
  "errors",
  "one-way",
];

function nodes(value, found = []) {
  if (typeof value !== "object" || value === null) return found;
  found.push(value);
  for (const inner of Object.values(value)) nodes(inner, found);
  return found;
}

function mutateJson(text) {
  const tree = JSON.parse(text);
  for (let times = one([1, 1, 1, 2, 3]); times > 0; times--) {
    const all = nodes(tree);
    const node = one(all);
    const key = Array.isArray(node) ? below(node.length + 1) : one([...Object.keys(node), one(keys)]);
    const roll = below(5);
    if (roll === 0 && Array.isArray(node)) node.splice(key, 1);
    else if (roll === 0) delete node[key];
    else if (roll === 1) node[key] = structuredClone(one(all));
    else if (roll === 2 && typeof node[key] === "string") node[key] = one(words);
    else if (roll === 3 && Array.isArray(node)) node.push(structuredClone(one(all)));
    else node[key] = values();
  }
  return JSON.stringify(tree);
}

function mutateText(text) {
  let mutant = text;
  for (let times = one([1, 1, 2]); times > 0; times--) {
    const at = below(mutant.length + 1);
    const end = Math.min(mutant.length, at + below(12));
    const insert = one(["", one(words), one([..."{}[]()<>,;=:?@`\"'/*\\\u0000é"]), mutant.slice(at, end)]);
    mutant = mutant.slice(0, at) + insert + mutant.slice(random() < 0.5 ? end : at);
  }
  return mutant;
}

const source = ({ entry, text }) => ({ entry, part: "", files: new Map([[entry, text]]) });
const told = { compared: 0, silent: 0, notices: 0, breaking: 0, unreadable: 0, crashed: 0, slow: 0, slowest: 0 };
const began = performance.now();
for (let run = 0; run < count; run++) {
  const seed = one(seeds);
  const mutated = seed.entry.endsWith(".avdl") || random() < 0.2 ? mutateText(seed.text) : mutateJson(seed.text);
  const mutant = { entry: seed.entry, text: mutated };
  const [base, head] = random() < 0.5 ? [seed, mutant] : [mutant, seed];
  const started = performance.now();
  try {
    const { changes, problems } = await avro.compare("fuzz", source(base), source(head), {});
    told.compared++;
    if (problems.length > 0) told.unreadable++;
    else if (changes.length === 0) told.silent++;
    else if (changes.some(({ breaks }) => breaks.length > 0)) told.breaking++;
    else told.notices++;
    JSON.stringify(changes);
  } catch (error) {
    told.crashed++;
    process.stderr.write(`run ${run}: ${error.stack}\n${base.text}\n${head.text}\n`);
  }
  const took = performance.now() - started;
  told.slowest = Math.max(told.slowest, took);
  if (took > 2000) {
    told.slow++;
    process.stderr.write(`run ${run} took ${took.toFixed(0)} ms\n${base.text}\n${head.text}\n`);
  }
}
told.slowest = `${told.slowest.toFixed(0)} ms`;
process.stdout.write(
  `${JSON.stringify({ ...told, seconds: Number(((performance.now() - began) / 1000).toFixed(1)) })}\n`,
);
process.exit(told.crashed + told.slow > 0 ? 1 : 0);
