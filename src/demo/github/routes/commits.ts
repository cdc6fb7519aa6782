import { mergeBase, resolveCommit } from "../git.ts";
import { log, readCommit } from "../git-commits.ts";
import { changedFiles } from "../git-files.ts";
import { invalid, notFound } from "../refusal.ts";
import { type Call, ok, page, type Routes, repositoryOf } from "../router.ts";
import { showChangedFile, showCommit } from "../shapes/commits.ts";
import { encodePath } from "../shapes/common.ts";
import { showPull } from "../shapes/pulls.ts";
import { repositoryPage, repositoryUrl } from "../shapes/repositories.ts";
import { findRepository, type Repository } from "../state.ts";
import { isPullRequest } from "../state-work.ts";

/** The most files the comparison lists, on its first page only. */
const mostComparedFiles = 300;

/** The commit a name stands for, with GitHub's 422 for a hash that is not there. */
export async function commitNamed(repository: Repository, name: string): Promise<string> {
  const sha = await resolveCommit(repository, name);
  if (sha !== undefined) return sha;
  throw /^[0-9a-f]{40}$/.test(name) ? invalid(`No commit found for SHA: ${name}`) : notFound();
}

/** One side of a comparison: `branch`, or `owner:branch` in a fork whose commits this repository knows. */
async function sideOf(call: Call, repository: Repository, side: string): Promise<string> {
  const [, owner, branch] = /^([^:]+):(.+)$/.exec(side) ?? [];
  const fork = owner === undefined ? undefined : findRepository(call.world, owner, repository.name);
  const sha = fork === undefined ? await resolveCommit(repository, side) : fork.references.get(`refs/heads/${branch}`);
  if (sha === undefined) throw notFound();
  return sha;
}

async function compare(call: Call) {
  const repository = repositoryOf(call, "contents:read");
  const basehead = call.params.basehead ?? "";
  const dots = basehead.indexOf("...");
  if (dots < 0) throw notFound();
  const base = await sideOf(call, repository, basehead.slice(0, dots));
  const head = await sideOf(call, repository, basehead.slice(dots + 3));
  const common = await mergeBase(repository, base, head);
  if (common === undefined) throw notFound();
  const ahead = (await log(repository, `${base}..${head}`, 10_000)).reverse();
  const behind = await log(repository, `${head}..${base}`, 10_000);
  const status =
    ahead.length === 0 ? (behind.length === 0 ? "identical" : "behind") : behind.length === 0 ? "ahead" : "diverged";
  const files =
    call.query.has("page") && call.query.get("page") !== "1" ? [] : await changedFiles(repository, common, head);
  const { world } = call;
  const pageUrl = `${repositoryPage(world, repository)}/compare/${encodeURIComponent(basehead)}`;
  const show = async (sha: string) => showCommit(world, repository, await readCommit(repository, sha));
  const commits = page(call, ahead, (shown) => shown.map((commit) => showCommit(world, repository, commit)));
  return {
    ...commits,
    body: {
      url: `${repositoryUrl(world, repository)}/compare/${encodeURIComponent(basehead)}`,
      html_url: pageUrl,
      permalink_url: pageUrl,
      diff_url: `${pageUrl}.diff`,
      patch_url: `${pageUrl}.patch`,
      base_commit: await show(base),
      merge_base_commit: await show(common),
      status,
      ahead_by: ahead.length,
      behind_by: behind.length,
      total_commits: ahead.length,
      commits: call.query.has("page")
        ? commits.body
        : ahead.slice(0, 250).map((commit) => showCommit(world, repository, commit)),
      files: files.slice(0, mostComparedFiles).map((file) => showChangedFile(world, repository, head, file)),
    },
  };
}

export const commitRoutes: Routes = {
  "GET /repos/{owner}/{repo}/commits/{ref}": async (call) => {
    const repository = repositoryOf(call, "contents:read");
    const sha = await commitNamed(repository, call.params.ref ?? "");
    if (call.accept.includes("sha")) return { status: 200, raw: Buffer.from(sha) };
    return ok(showCommit(call.world, repository, await readCommit(repository, sha)));
  },
  "GET /repos/{owner}/{repo}/commits": async (call) => {
    const repository = repositoryOf(call, "contents:read");
    const start = await commitNamed(repository, call.query.get("sha") ?? repository.defaultBranch);
    const commits = await log(repository, start, 1000);
    return page(call, commits, (shown) => shown.map((commit) => showCommit(call.world, repository, commit)));
  },
  "GET /repos/{owner}/{repo}/branches/{branch}": async (call) => {
    const repository = repositoryOf(call, "contents:read");
    const name = call.params.branch ?? "";
    const sha = repository.references.get(`refs/heads/${name}`);
    if (sha === undefined) throw notFound();
    const url = `${repositoryUrl(call.world, repository)}/branches/${encodeURIComponent(name)}`;
    return ok({
      name,
      commit: showCommit(call.world, repository, await readCommit(repository, sha)),
      _links: { self: url, html: `${repositoryPage(call.world, repository)}/tree/${encodePath(name)}` },
      protected: false,
      protection: { enabled: false },
      protection_url: `${url}/protection`,
    });
  },
  "GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls": async (call) => {
    const repository = repositoryOf(call, "pull_requests:read");
    const sha = await commitNamed(repository, call.params.commit_sha ?? "");
    const own = [...repository.issues.values()]
      .filter(isPullRequest)
      .filter(({ pull }) => pull.head.repository === repository);
    const holding = await Promise.all(
      own.map(async ({ pull }) => {
        if (pull.merged?.sha === sha || pull.head.sha === sha) return true;
        const inside = await log(repository, `${pull.base.sha}..${pull.head.sha}`, 250);
        return inside.some((commit) => commit.sha === sha);
      }),
    );
    const found = own.filter((_one, at) => holding[at]);
    return page(call, found, (shown) => shown.map((one) => showPull(call.world, one)));
  },
  "GET /repos/{owner}/{repo}/compare/{basehead}": compare,
};
