import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const script = fileURLToPath(new URL("../../bench/chaos.mjs", import.meta.url));

/** A short run of what `bench/chaos.mjs` does at length; it fails where anything is left wrong. */
it("everything comes right after the process was killed in the middle of its work", { timeout: 300_000 }, async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    script,
    "--kills",
    "2",
    "--heads",
    "2",
    "--seed",
    "3",
  ]);
  expect(stdout).toMatch(/killed 2 times; 10 of 10 deliveries were answered/);
  expect(stdout).toMatch(/0 of 2 heads without exactly one right, finished check/);
  expect(stdout).toMatch(/The ledger is whole: [2-9] entries/);
});
