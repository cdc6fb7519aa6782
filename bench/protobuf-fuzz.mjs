#!/usr/bin/env node
// Compares mutated schemas with the ones they came from: none may crash, and none may take 2 seconds.
//
//   npm run build && node bench/protobuf-fuzz.mjs [--inputs 100000] [--seed 1]
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { compareContract } from "../dist/formats/compare.js";

const args = process.argv.slice(2);
const flag = (name, fallback) => Number(args.includes(name) ? args[args.indexOf(name) + 1] : fallback);
const inputs = flag("--inputs", 100_000);
const random = generator(flag("--seed", 1));

const folder = join(import.meta.dirname, "../test/formats/protobuf/cases");
const texts = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".proto") && statSync(join(folder, name)).isFile())
  .map((name) => readFileSync(join(folder, name), "utf8"));
const pieces = [
  ...new Set(texts.flatMap(split)),
  "\u0000",
  '"',
  "/*",
  "//",
  "\\",
  "999999999999999999999",
  "-",
  "\ufeff",
  "é",
  ".",
  "..",
];

const likes = [
  "double float int32 int64 uint32 uint64 sint32 sint64 fixed32 fixed64 sfixed32 sfixed64 bool string bytes Size Parcel".split(
    " ",
  ),
  ["1", "2", "3", "4", "5", "7", "15", "16", "100", "19000", "536870911"],
  ["optional", "required", "repeated"],
  ["code", "note", "shelf", "seal", "weight_g", "size"],
  ["true", "false"],
];

const count = { unreadable: 0, unchanged: 0, notices: 0, breaking: 0, crashed: 0, slow: 0 };
let slowest = 0;
for (let input = 0; input < inputs; input++) {
  const base = pick(texts);
  const head = random() < 0.5 ? exchange(random() < 0.2 ? pick(texts) : base) : mutate(base);
  const started = performance.now();
  try {
    count[await outcome(base, head)]++;
  } catch (error) {
    count.crashed++;
    process.stderr.write(`input ${input}: ${error.stack}\n${JSON.stringify({ base, head })}\n`);
  }
  const took = performance.now() - started;
  slowest = Math.max(slowest, took);
  if (took > 2000) {
    count.slow++;
    process.stderr.write(`input ${input}: ${took.toFixed(0)} ms\n${JSON.stringify({ base, head })}\n`);
  }
}
process.stdout.write(`${JSON.stringify({ inputs, ...count, slowestMs: Math.round(slowest) })}\n`);
if (count.crashed + count.slow > 0) process.exitCode = 1;

async function outcome(base, head) {
  const side = (text) => ({ entry: "m.proto", part: "", files: new Map([["m.proto", text]]) });
  const level = pick(["wire", "wire-json", "source"]);
  const request = { contract: "c", format: "protobuf", history: [], options: { level } };
  const { changes, problems } = await compareContract({ ...request, base: side(base), head: side(head) });
  if (problems.length > 0) return "unreadable";
  if (changes.length === 0) return "unchanged";
  const own = await compareContract({ ...request, base: side(head), head: side(head) });
  if (own.changes.length > 0) throw new Error("compared with itself it is not silent");
  return changes.some((change) => change.breaks.length > 0) ? "breaking" : "notices";
}

/** A piece for another of its kind: the text mostly stays readable. */
function exchange(text) {
  const parts = split(text);
  const places = parts.flatMap((part, at) => (likes.some((like) => like.includes(part)) ? [at] : []));
  for (let edits = 1 + Math.floor(random() * 3); edits > 0 && places.length > 0; edits--) {
    const at = pick(places);
    parts[at] = pick(likes.find((like) => like.includes(parts[at])));
  }
  return parts.join("");
}

/** One to four edits: pieces removed, replaced, put in, doubled, swapped, or whole stretches repeated. */
function mutate(text) {
  const parts = split(text);
  for (let edits = 1 + Math.floor(random() * 4); edits > 0; edits--) {
    const at = Math.floor(random() * parts.length);
    const kind = Math.floor(random() * 7);
    if (kind === 0) parts.splice(at, 1);
    else if (kind === 1) parts[at] = pick(pieces);
    else if (kind === 2) parts.splice(at, 0, " ", pick(pieces), " ");
    else if (kind === 3) parts.splice(at, 0, ...parts.slice(at, at + 12));
    else if (kind === 4) parts[at] = String(Math.floor(random() * 20));
    else if (kind === 5) parts.splice(at, 0, pick(pieces).repeat(1 + Math.floor(random() * 60)));
    else {
      const other = Math.floor(random() * parts.length);
      [parts[at], parts[other]] = [parts[other], parts[at]];
    }
  }
  return parts.join("");
}

function split(text) {
  return text.match(/\s+|[A-Za-z_][\w.]*|\d+|"[^"\n]*"|./g) ?? [];
}

function pick(list) {
  return list[Math.floor(random() * list.length)];
}

/** Mulberry32: the same inputs for the same seed. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
