import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";

/** Another process has this data folder open; two would destroy it. */
export class FolderInUse extends Error {
  override readonly name = "FolderInUse";
}

/** Its owner touches the lock so often; one untouched for the longer time was left behind. Milliseconds. */
const [touched, abandoned] = [5_000, 60_000];

/** Claims a folder for this process; gives what releases it. A lock left behind by a process that is gone is taken over. @throws FolderInUse */
export async function lockFolder(dir: string): Promise<() => Promise<void>> {
  const path = join(dir, "in-use.lock");
  const mine = JSON.stringify({
    pid: process.pid,
    host: hostname(),
    started: await startOf(process.pid),
    id: randomUUID(),
  });
  const beside = `${path}.${randomUUID()}`;
  await writeFile(beside, mine);
  try {
    if (!(await claimed(beside, path))) {
      const holder = await heldBy(path);
      if (holder !== undefined)
        throw new FolderInUse(
          `${dir} is in use by process ${holder.pid} on ${holder.host}; use DATABASE_URL for several processes`,
        );
      // renamed away first, so that of two who find it abandoned only one removes it
      const old = `${path}.${randomUUID()}`;
      await rename(path, old).catch(() => undefined);
      await rm(old, { force: true });
      if (!(await claimed(beside, path))) throw new FolderInUse(`${dir} is in use by another process`);
    }
  } finally {
    await rm(beside, { force: true });
  }
  const touching = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, touched);
  touching.unref();
  return async () => {
    clearInterval(touching);
    if ((await readFile(path, "utf8").catch(() => "")) === mine) await rm(path, { force: true });
  };
}

async function claimed(beside: string, path: string): Promise<boolean> {
  try {
    await link(beside, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return false;
  }
}

interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly started: string | undefined;
}

/** Who holds the lock; undefined where nobody does any more. */
async function heldBy(path: string): Promise<Holder | undefined> {
  let holder: Holder;
  let age: number;
  try {
    holder = JSON.parse(await readFile(path, "utf8")) as Holder;
    age = Date.now() - (await stat(path)).mtimeMs;
  } catch {
    return undefined;
  }
  if (holder.host !== hostname()) return age > abandoned ? undefined : holder;
  return alive(holder.pid) && (await startOf(holder.pid)) === holder.started ? holder : undefined;
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** When a process began, where the system tells: numbers are used again, as 1 is in every container. */
async function startOf(pid: number): Promise<string | undefined> {
  const line = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return line.slice(line.lastIndexOf(")") + 2).split(" ")[19];
}
