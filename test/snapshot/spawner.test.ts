import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, expect, it } from "vitest";
import { GitError, git } from "../../src/snapshot/run.ts";
import { startSpawner } from "../../src/snapshot/spawner.ts";
import { gitIn, repository } from "./repository.ts";

const program = new URL("../../dist/snapshot/spawner-process.js", import.meta.url);
process.env.PRIVATE_KEY = "sesame";
const end = startSpawner(program);
afterAll(() => end());

/** The process that starts git for this one. */
function spawners(): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const parent = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1];
        return (
          Number(parent) === process.pid && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(program.pathname)
        );
      } catch {
        return false;
      }
    });
}

it("answers as git started from here does, byte by byte, whatever way it ends", async () => {
  const { folder, first: commit } = repository({ a: "x".repeat(300_000), b: "\u0000\u00ff" });
  const run = { cwd: folder };
  const blob = gitIn(folder, "rev-parse", "HEAD:b");
  const [a, b] = await Promise.all([
    git(["cat-file", "blob", "HEAD:a"], run),
    git(["cat-file", "--batch"], { ...run, stdin: "HEAD:b\n" }),
  ]);
  expect([a.status, a.stdout.toString("utf8")]).toEqual([0, "x".repeat(300_000)]);
  expect(b.stdout.toString("utf8")).toBe(`${blob} blob 3\n\u0000\u00ff\n`);
  expect((await git(["rev-parse", "HEAD"], run)).stdout.toString("utf8").trim()).toBe(commit);
  await expect(git(["cat-file", "blob", "HEAD:c"], run)).rejects.toEqual(
    new GitError("failed", "git cat-file: path 'c' does not exist in 'HEAD'"),
  );
  await expect(git(["cat-file", "blob", "HEAD:a"], { ...run, maxOutput: 10 })).rejects.toMatchObject({
    reason: "too-much",
  });
});

it("starts anew what it was told when it is killed, and is one process", async () => {
  const { folder, first: commit } = repository({ a: "1" });
  await git(["rev-parse", "HEAD"], { cwd: folder });
  const [before = 0, ...others] = spawners();
  expect(others).toEqual([]);
  const answers = Array.from({ length: 5 }, () => git(["rev-parse", "HEAD"], { cwd: folder }));
  process.kill(before, "SIGKILL");
  expect((await Promise.all(answers)).map(({ stdout }) => stdout.toString("utf8").trim())).toEqual(
    Array.from({ length: 5 }, () => commit),
  );
  const [after = 0] = spawners();
  expect(after).not.toBe(before);
  // git never sees what the server knows
  expect(readFileSync(`/proc/${after}/environ`, "utf8")).not.toContain("PRIVATE_KEY");
});

it("stays while the process group is told to end, and ends with the last who uses it", async () => {
  const { folder } = repository({ a: "1" });
  const another = startSpawner(program);
  await git(["rev-parse", "HEAD"], { cwd: folder });
  const [pid = 0] = spawners();
  process.kill(pid, "SIGTERM");
  process.kill(pid, "SIGINT");
  another();
  await git(["rev-parse", "HEAD"], { cwd: folder });
  expect(spawners()).toEqual([pid]);
  end();
  while (spawners().length > 0) await wait(20);
  expect((await git(["rev-parse", "HEAD"], { cwd: folder })).status).toBe(0);
  expect(spawners()).toEqual([]);
});
