#!/usr/bin/env node
// Compares directories of generated .proto files, cold whole processes, median of several runs, beside `buf breaking`.
//
//   npm run build && node bench/protobuf.mjs [--files 1000] [--messages 20] [--runs 5] [--buf PATH]
//
// buf is not a dependency. To have it beside us: `npm install --no-save @bufbuild/buf`, or name its binary with --buf.
// Without it only our own times are printed.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const args = process.argv.slice(2);
const flag = (name, fallback) => (args.includes(name) ? args[args.indexOf(name) + 1] : fallback);

if (args[0] === "--once") await once(args[1], args[2]);
else main();

function main() {
  const files = Number(flag("--files", 1000));
  const messages = Number(flag("--messages", 20));
  const runs = Number(flag("--runs", 5));
  const buf = flag("--buf", join(root, "node_modules/.bin/buf"));
  const folder = mkdtempSync(join(tmpdir(), "contract-review-protobuf-"));
  try {
    const base = write(join(folder, "base"), files, messages, 0);
    for (const [title, changed] of [
      ["every file changed", files],
      ["50 files changed", Math.min(50, files)],
      ["no file changed", 0],
    ]) {
      const head = write(join(folder, `head-${changed}`), files, messages, changed);
      const ours = times(runs, process.execPath, [import.meta.filename, "--once", base, head], root);
      const peer = existsSync(buf) ? times(runs, buf, ["breaking", head, "--against", base], folder) : undefined;
      process.stdout.write(`${line(title, ours, peer)}\n`);
    }
    for (const size of [files / 4, files / 2, files]) {
      const small = write(join(folder, `small-base-${size}`), size, messages, 0);
      const other = write(join(folder, `small-head-${size}`), size, messages, size);
      const took = times(runs, process.execPath, [import.meta.filename, "--once", small, other], root);
      process.stdout.write(`${`${size} files, all changed: ${median(took.ms).toFixed(0)} ms`}\n`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What one cold process does: reads both folders and compares them. */
async function once(base, head) {
  const { compareContract } = await import("../dist/formats/compare.js");
  const { changes, problems } = await compareContract({
    contract: "bench",
    format: "protobuf",
    base: source(base),
    head: source(head),
    history: [],
    options: {},
  });
  process.stdout.write(`${JSON.stringify({ changes: changes.length, problems: problems.length })}\n`);
}

function source(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".proto"));
  return { entry: "", part: "", files: new Map(names.map((name) => [name, readFileSync(join(folder, name), "utf8")])) };
}

function times(runs, command, parameters, cwd) {
  const ms = [];
  let out = "";
  for (let run = 0; run < runs; run++) {
    const started = performance.now();
    const { stdout, status, error, stderr } = spawnSync(command, parameters, {
      cwd,
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    ms.push(performance.now() - started);
    // buf answers 100 where something breaks
    if (error !== undefined || (status !== 0 && status !== 100)) throw error ?? new Error(stderr);
    out = stdout;
  }
  return { ms, out };
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

function line(title, ours, peer) {
  const mine = median(ours.ms);
  if (peer === undefined) return `${title}: ${mine.toFixed(0)} ms (${ours.out.trim()}); buf is not installed`;
  const theirs = median(peer.ms);
  const found = peer.out.split("\n").filter(Boolean).length;
  return `${title}: ${mine.toFixed(0)} ms (${ours.out.trim()}), buf ${theirs.toFixed(0)} ms (${found} findings): ${(theirs / mine).toFixed(1)} times faster`;
}

/** Files that import their neighbour; the first `changed` of them differ from base in every message. */
function write(folder, files, messages, changed) {
  for (let file = 0; file < files; file++) {
    const inside = join(folder, `depot/m${file}/v1`);
    mkdirSync(inside, { recursive: true });
    writeFileSync(join(inside, `m${file}.proto`), text(file, files, messages, file < changed));
  }
  writeFileSync(join(folder, "buf.yaml"), "version: v1\nbreaking:\n  use:\n    - WIRE_JSON\n");
  return folder;
}

function text(file, files, messages, changed) {
  const next = file % 10 === 9 || file + 1 === files ? undefined : file + 1;
  const lines = [
    'syntax = "proto3";',
    "",
    `package depot.m${file}.v1;`,
    "",
    'import "google/protobuf/timestamp.proto";',
  ];
  if (next !== undefined) lines.push(`import "depot/m${next}/v1/m${next}.proto";`);
  lines.push("", "enum State {", "  STATE_UNSPECIFIED = 0;", "  STATE_OPEN = 1;", "  STATE_DONE = 2;", "}");
  for (let message = 0; message < messages; message++) {
    lines.push("", `// What the depot knows of parcel kind ${message}.`, `message Parcel${message} {`);
    lines.push("  string code = 1;", "  int64 weight_g = 2; // without the pallet", "  State state = 3;");
    lines.push("  repeated string labels = 4;", "  map<string, int32> counts = 5;");
    lines.push("  google.protobuf.Timestamp stored_at = 6;");
    if (next !== undefined) lines.push(`  depot.m${next}.v1.Parcel${message} parent = 7;`);
    // a rename of a type, a removal and an addition, in turn
    if (!changed) lines.push("  int32 shelf = 8;", "  string note = 9;");
    else if (message % 3 === 0) lines.push("  int64 shelf = 8;", "  string note = 9;");
    else if (message % 3 === 1) lines.push("  int32 shelf = 8;");
    else lines.push("  int32 shelf = 8;", "  string note = 9;", "  bytes seal = 10;");
    lines.push("}");
  }
  return `${lines.join("\n")}\n`;
}
