import { execFileSync } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { additiveProposal, breakingProposal, producer, proposalPath, propose } from "../../src/demo/shop.ts";
import { queueSchema } from "../../src/store/queue.ts";
import { type Stage, stage } from "../review/desk.ts";

const check = ({ github }: Stage, sha: string) =>
  github.checkRuns(producer, sha).map(({ status, conclusion, output }) => `${status} ${conclusion} ${output.title}`);
const breaking = "completed action_required 2 consumers break: merchant_id removed, status newly nullable";
const additive = expect.stringMatching(/^completed success /);

it("ten minutes after an hour in which nothing came through, every open pull request is right", {
  timeout: 300_000,
}, async () => {
  const world = await stage();
  const { github, app, store, quiet } = world;
  const { webhookUrl } = github.app;
  const known = await propose(github, breakingProposal());
  await quiet();

  github.app.webhookUrl = undefined;
  const fresh = await propose(github, additiveProposal, { branch: "fresh", title: "Fresh" });
  await github.push(producer, "payments-v5", { [proposalPath]: additiveProposal }, { by: "carla" });
  const other = await propose(github, breakingProposal(), { branch: "other", title: "Other" });
  await github.settled();
  // GitHub has forgotten what it tried, but for one delivery that can be sent again
  github.app.deliveries.splice(0, github.app.deliveries.length - 1);
  github.app.webhookUrl = webhookUrl;

  // every chore that is due within ten minutes, at its own time
  await store.database.query("update contract_review.chore set next_at = next_at - interval '10 minutes'");
  const heads = [known, fresh, other].map(({ pull }) => pull.head.sha);
  const right = () => heads.every((sha) => github.checkRuns(producer, sha)[0]?.status === "completed");
  await github.until(() => right() || undefined, 240);
  await app.drained();
  expect(heads.map((sha) => check(world, sha))).toEqual([[additive], [additive], [breaking]]);
});

/** Whether this machine lets us mount a file system, and why not. */
function mountable(): string | undefined {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", "/mnt"], { stdio: "ignore" });
    execFileSync("umount", ["/mnt"]);
    return undefined;
  } catch {
    return "no file system may be mounted here";
  }
}

const why = mountable();
it.skipIf(why !== undefined)(
  `a review fails in words while the mirrors' disk is full, and comes right once there is room${why === undefined ? "" : ` (${why})`}`,
  async () => {
    const world = await stage();
    const { github, app, store, quiet, dataDir } = world;
    const mirrors = join(dataDir, "mirrors");
    await rm(mirrors, { recursive: true, force: true });
    await mkdir(mirrors, { recursive: true });
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=32k", "tmpfs", mirrors]);
    try {
      const pull = await propose(github, breakingProposal());
      await quiet();
      expect(check(world, pull.pull.head.sha)).toEqual(["completed failure The review failed"]);
      execFileSync("mount", ["-o", "remount,size=64m", mirrors]);
      await store.database.query(
        `update ${queueSchema}.job set start_after = now() where state in ('created', 'retry')`,
      );
      await app.drained();
      expect(check(world, pull.pull.head.sha)).toEqual([breaking]);
    } finally {
      await app.stop();
      execFileSync("umount", [mirrors]);
    }
  },
);
