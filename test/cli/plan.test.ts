import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly out: string;
  readonly err: string;
}

function plan(args: readonly string[], cwd: string): Promise<Answer> {
  return new Promise((resolve) => {
    execFile(process.execPath, [join(process.cwd(), "dist/cli.js"), "plan", ...args], { cwd }, (error, out, err) =>
      resolve({ status: typeof error?.code === "number" ? error.code : 0, out, err }),
    );
  });
}

const record = (type: string) =>
  `{"type": "record", "name": "Order", "namespace": "shop", "fields": [{"name": "amount", "type": "${type}"}]}\n`;

async function pair(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "contract-review-plan-"));
  folders.push(folder);
  await writeFile(join(folder, "base.avsc"), record("int"));
  await writeFile(join(folder, "head.avsc"), record("string"));
  return folder;
}

const expanded =
  '{"type": "record", "name": "Order", "namespace": "shop", "fields": [{"name": "amount", "type": "int", "doc": "Deprecated: read amount_v2 instead; it goes on DAY."}, {"name": "amount_v2", "type": ["null", "string"], "default": null}]}\n';

/** A month from whenever this runs. */
const undated = (text: string) => text.replaceAll(/\d{4}-\d{2}-\d{2}/g, "DAY");

it("plans the change between two files, and writes what is to be pasted once", async () => {
  const folder = await pair();
  const { status, out, err } = await plan(["base.avsc", "head.avsc", "--out", "todo"], folder);
  expect([status, err]).toEqual([0, `wrote ${join("todo", "head.avsc")}\n`]);
  expect(out.split("\n").slice(0, 3)).toEqual([
    "**shop.Order** (mode FULL, breaking structure): add what is new beside what is old; producer and consumers move in any order; what is old goes when nobody uses it.",
    "",
    "1. **Expand**: keep `amount` as base.avsc has it; add `amount_v2` beside `amount`, which old records may lack. Compared with base.avsc this breaks nothing (`head.avsc`, below).",
  ]);
  expect(undated(await readFile(join(folder, "todo/head.avsc"), "utf8"))).toBe(expanded);

  await writeFile(join(folder, "todo/head.avsc"), "mine");
  const again = await plan(["base.avsc", "head.avsc", "--out", "todo"], folder);
  expect(again).toEqual({
    status: 2,
    out: "",
    err: `contract-review: --out: ${join("todo", "head.avsc")} is there already; nothing was written\n`,
  });
  expect(await readFile(join(folder, "todo/head.avsc"), "utf8")).toBe("mine");
}, 60_000);

it("goes by the mode asked for, and answers as one JSON document", async () => {
  const folder = await pair();
  const { status, out } = await plan(["base.avsc", "head.avsc", "--mode", "BACKWARD", "--json"], folder);
  expect(status).toBe(0);
  expect(JSON.parse(undated(out))).toMatchObject([
    {
      contract: "shop.Order",
      mode: "BACKWARD",
      class: "breaking-structure",
      firstStep: { kind: "expand", added: [{ element: "amount_v2", beside: "amount" }] },
      files: [{ path: "head.avsc", text: expanded }],
    },
  ]);
}, 60_000);

it("says where nothing breaks, and what it needs", async () => {
  const folder = await pair();
  expect(await plan(["base.avsc", "base.avsc"], folder)).toEqual({
    status: 0,
    out: "Nothing here breaks, so nothing needs a plan.\n",
    err: "",
  });
  expect(await plan(["base.avsc"], folder)).toEqual({
    status: 2,
    out: "",
    err: "contract-review: plan needs BASE and HEAD, or neither for a branch\n",
  });
}, 60_000);
