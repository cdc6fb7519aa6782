import { git, mergeBase, resolveCommit } from "../git.ts";
import { log, mergeTrees } from "../git-commits.ts";
import { changedFiles } from "../git-files.ts";
import type { Account, Repository, World } from "../state.ts";
import { isPullRequest, type PullCounts, type PullRequest } from "../state-work.ts";
import { announcePull, type Doer, note } from "./issues.ts";

export interface NewPull {
  base: Repository;
  baseBranch: string;
  /** A fork, or the base repository itself. */
  head: Repository;
  headBranch: string;
  title: string;
  body: string | null;
  author: Account;
  draft: boolean;
}

/** The commit a branch is on. */
export async function branchTip(repository: Repository, branch: string): Promise<string> {
  const sha = await resolveCommit(repository, branch);
  if (sha === undefined) throw new Error(`${repository.name} has no branch ${branch}`);
  return sha;
}

/** Keeps `refs/pull/N/head` in the base repository on the head, with its objects. */
async function keepHead(request: PullRequest): Promise<void> {
  const { repository, number, pull } = request;
  const reference = `refs/pull/${number}/head`;
  const { head } = pull;
  if (head.repository !== undefined && head.repository !== repository)
    await git(repository.directory, [
      "fetch",
      "--quiet",
      "--no-tags",
      head.repository.directory,
      `+refs/heads/${head.ref}:${reference}`,
    ]);
  else await git(repository.directory, ["update-ref", reference, head.sha]);
  repository.references.set(reference, head.sha);
}

export async function openPull(world: World, wanted: NewPull): Promise<PullRequest> {
  const at = world.now();
  const number = Math.max(0, ...wanted.base.issues.keys()) + 1;
  const request: PullRequest = {
    id: world.nextId(),
    number,
    repository: wanted.base,
    title: wanted.title,
    body: wanted.body,
    user: wanted.author,
    state: "open",
    labels: [],
    comments: [],
    events: [],
    createdAt: at,
    updatedAt: at,
    closedAt: undefined,
    pull: {
      draft: wanted.draft,
      base: { ref: wanted.baseBranch, sha: await branchTip(wanted.base, wanted.baseBranch) },
      head: {
        ref: wanted.headBranch,
        sha: await branchTip(wanted.head, wanted.headBranch),
        owner: wanted.head.owner,
        repository: wanted.head,
      },
      reviewers: [],
      teams: [],
      reviews: [],
      merged: undefined,
      counts: { commits: 0, additions: 0, deletions: 0, files: 0, mergeable: true },
    },
  };
  wanted.base.issues.set(number, request);
  await keepHead(request);
  request.pull.counts = await countPull(request);
  announcePull(world, request, "opened", wanted.author);
  return request;
}

/** Open pull requests anywhere whose head is this branch. */
function pullsFrom(world: World, repository: Repository, branch: string): PullRequest[] {
  return [...world.repositories.values()]
    .flatMap((one) => [...one.issues.values()])
    .filter(isPullRequest)
    .filter(({ state, pull }) => state === "open" && pull.head.repository === repository && pull.head.ref === branch);
}

/** Follows a branch that moved: heads of pull requests go with it. One that is gone closes them. */
export async function followBranch(
  world: World,
  repository: Repository,
  branch: string,
  sha: string | undefined,
  pusher: Account,
): Promise<void> {
  for (const request of pullsFrom(world, repository, branch)) {
    if (sha === undefined) {
      closePull(world, request, { user: pusher, app: undefined });
      continue;
    }
    const before = request.pull.head.sha;
    request.pull.head.sha = sha;
    request.pull.base.sha = await branchTip(request.repository, request.pull.base.ref);
    request.updatedAt = world.now();
    await keepHead(request);
    request.pull.counts = await countPull(request);
    announcePull(world, request, "synchronize", pusher, { before, after: sha });
  }
}

/** Counts commits, files and lines from the merge base with the base branch as it is now. */
export async function countPull(request: PullRequest): Promise<PullCounts> {
  const { repository, pull } = request;
  const tip =
    pull.merged === undefined ? ((await resolveCommit(repository, pull.base.ref)) ?? pull.base.sha) : pull.base.sha;
  const base = (await mergeBase(repository, tip, pull.head.sha)) ?? pull.base.sha;
  const files = await changedFiles(repository, base, pull.head.sha);
  const sum = (pick: "additions" | "deletions") => files.reduce((total, file) => total + file[pick], 0);
  return {
    commits: (await log(repository, `${base}..${pull.head.sha}`)).length,
    additions: sum("additions"),
    deletions: sum("deletions"),
    files: files.length,
    mergeable: pull.merged === undefined && (await mergeTrees(repository, tip, pull.head.sha)) !== undefined,
  };
}

export function closePull(world: World, request: PullRequest, doer: Doer): void {
  request.state = "closed";
  request.closedAt = world.now();
  note(world, request, doer, "closed");
  announcePull(world, request, "closed", doer.user);
}
