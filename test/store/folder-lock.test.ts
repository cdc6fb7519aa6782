import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { FolderInUse, lockFolder } from "../../src/store/folder-lock.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "contract-review-lock-"));
  return () => rm(dir, { recursive: true, force: true });
});

const leave = (holder: object) => writeFile(join(dir, "in-use.lock"), JSON.stringify(holder));

it("keeps a second from opening the same folder until the first is done", async () => {
  const unlock = await lockFolder(dir);
  await expect(lockFolder(dir)).rejects.toThrow(
    new FolderInUse(
      `${dir} is in use by process ${process.pid} on ${hostname()}; use DATABASE_URL for several processes`,
    ),
  );
  await unlock();
  expect(await readdir(dir)).toEqual([]);
  await (await lockFolder(dir))();
});

it("lets one of many who come at once in", async () => {
  const came = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(dir)));
  expect(came.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

it.each([
  ["a process that is gone", { pid: 2 ** 22 + 1, host: hostname(), started: "1" }],
  ["another process under the same number", { pid: process.pid, host: hostname(), started: "1" }],
  ["a text that is none", undefined],
])("takes over what %s left", async (_, holder) => {
  await (holder === undefined ? writeFile(join(dir, "in-use.lock"), "{") : leave(holder));
  const unlock = await lockFolder(dir);
  expect(JSON.parse(await readFile(join(dir, "in-use.lock"), "utf8"))).toMatchObject({ pid: process.pid });
  await unlock();
});

it("leaves a lock of another machine alone while it is touched", async () => {
  await leave({ pid: 1, host: "elsewhere", started: "1" });
  await expect(lockFolder(dir)).rejects.toThrow(FolderInUse);
  const past = new Date(Date.now() - 120_000);
  await utimes(join(dir, "in-use.lock"), past, past);
  await (await lockFolder(dir))();
});
