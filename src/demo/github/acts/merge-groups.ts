import { announce } from "../announce.ts";
import { mergeCommits, readCommit } from "../git-commits.ts";
import { showSimpleCommit } from "../shapes/commits.ts";
import type { Account, Repository, World } from "../state.ts";
import type { MergeGroup, PullRequest } from "../state-work.ts";
import { branchOf, moveReference } from "./references.ts";

async function announceGroup(
  world: World,
  repository: Repository,
  group: MergeGroup,
  sender: Account,
  fields: Record<string, unknown>,
): Promise<void> {
  const head_commit = showSimpleCommit(await readCommit(repository, group.headSha));
  const { headSha: head_sha, headRef: head_ref, baseSha: base_sha, baseRef: base_ref } = group;
  announce(world, repository, "merge_group", sender, {
    ...fields,
    merge_group: { head_sha, head_ref, base_sha, base_ref, head_commit },
  });
}

/** Puts pull requests into the queue as one group on the base branch (or on an earlier group) and asks for checks. */
export async function makeMergeGroup(
  world: World,
  repository: Repository,
  pulls: readonly PullRequest[],
  sender: Account,
  onTopOf?: MergeGroup,
): Promise<MergeGroup> {
  const last = pulls.at(-1);
  if (last === undefined) throw new Error("a merge group needs a pull request");
  const base = last.pull.base.ref;
  const baseSha = onTopOf?.headSha ?? branchOf(repository, base);
  let [headSha, parent] = [baseSha, baseSha];
  for (const { number, title, pull } of pulls) {
    const merged = await mergeCommits(
      repository,
      headSha,
      pull.head.sha,
      `Merge pull request #${number}\n\n${title}`,
      world.now(),
    );
    if (merged === undefined) throw new Error(`pull request ${number} conflicts`);
    [parent, headSha] = [headSha, merged];
  }
  const headRef = `refs/heads/gh-readonly-queue/${base}/pr-${last.number}-${parent}`;
  const group: MergeGroup = { headRef, headSha, baseRef: `refs/heads/${base}`, baseSha, pulls: [...pulls] };
  repository.mergeGroups.push(group);
  await moveReference(world, repository, headRef, headSha, sender);
  await announceGroup(world, repository, group, sender, { action: "checks_requested" });
  return group;
}

/** Ends a group; its branch goes with it. */
export async function destroyMergeGroup(
  world: World,
  repository: Repository,
  group: MergeGroup,
  reason: "merged" | "invalidated" | "dequeued",
  sender: Account,
): Promise<void> {
  repository.mergeGroups = repository.mergeGroups.filter((one) => one !== group);
  await announceGroup(world, repository, group, sender, { action: "destroyed", reason });
  await moveReference(world, repository, group.headRef, undefined, sender);
}
