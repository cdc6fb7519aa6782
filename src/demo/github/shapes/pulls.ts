import type { Account, Repository, World } from "../state.ts";
import type { PullCounts, PullRequest, Review } from "../state-work.ts";
import { association, showAccount, showTeam } from "./accounts.ts";
import { type Json, nodeId, optionalTime, time } from "./common.ts";
import { repositoryPage, repositoryUrl, showLabel, showRepository } from "./repositories.ts";

export const pullUrl = (world: World, { repository, number }: PullRequest) =>
  `${repositoryUrl(world, repository)}/pulls/${number}`;
export const pullPage = (world: World, { repository, number }: PullRequest) =>
  `${repositoryPage(world, repository)}/pull/${number}`;

function side(world: World, owner: Account, ref: string, sha: string, repository: Repository | undefined): Json {
  const repo = repository === undefined ? null : showRepository(world, repository);
  return { label: `${owner.login}:${ref}`, ref, sha, user: showAccount(world, owner), repo };
}

/** pull-request-simple */
export function showPull(world: World, request: PullRequest): Json {
  const { repository, pull } = request;
  const url = pullUrl(world, request);
  const page = pullPage(world, request);
  const issue = `${repositoryUrl(world, repository)}/issues/${request.number}`;
  const statuses = `${repositoryUrl(world, repository)}/statuses/${pull.head.sha}`;
  const comments = `${repositoryUrl(world, repository)}/pulls/comments{/number}`;
  const labels = request.labels.flatMap((name) => repository.labels.get(name.toLowerCase()) ?? []);
  const link = (href: string) => ({ href });
  return {
    url,
    id: request.id,
    node_id: nodeId("PullRequest", request.id),
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    issue_url: issue,
    commits_url: `${url}/commits`,
    review_comments_url: `${url}/comments`,
    review_comment_url: comments,
    comments_url: `${issue}/comments`,
    statuses_url: statuses,
    number: request.number,
    state: request.state,
    locked: false,
    title: request.title,
    user: showAccount(world, request.user),
    body: request.body,
    labels: labels.map((label) => showLabel(world, repository, label)),
    ...{ milestone: null, assignee: null, assignees: [], active_lock_reason: null, auto_merge: null },
    requested_reviewers: pull.reviewers.map((user) => showAccount(world, user)),
    requested_teams: pull.teams.map((team) => showTeam(world, team)),
    created_at: time(request.createdAt),
    updated_at: time(request.updatedAt),
    closed_at: optionalTime(request.closedAt),
    merged_at: optionalTime(pull.merged?.at),
    merge_commit_sha: pull.merged?.sha ?? null,
    draft: pull.draft,
    head: side(world, pull.head.owner, pull.head.ref, pull.head.sha, pull.head.repository),
    base: side(world, repository.owner, pull.base.ref, pull.base.sha, repository),
    _links: {
      self: link(url),
      html: link(page),
      issue: link(issue),
      comments: link(`${issue}/comments`),
      review_comments: link(`${url}/comments`),
      review_comment: link(comments),
      commits: link(`${url}/commits`),
      statuses: link(statuses),
    },
    author_association: association(world, request.user, repository),
  };
}

/** pull-request */
export function showFullPull(world: World, request: PullRequest, counts: PullCounts): Json {
  const { merged } = request.pull;
  return {
    ...showPull(world, request),
    merged: merged !== undefined,
    mergeable: merged === undefined ? counts.mergeable : null,
    rebaseable: merged === undefined ? counts.mergeable : null,
    mergeable_state: merged !== undefined ? "unknown" : counts.mergeable ? "clean" : "dirty",
    merged_by: merged === undefined ? null : showAccount(world, merged.by),
    comments: request.comments.length,
    review_comments: 0,
    maintainer_can_modify: false,
    commits: counts.commits,
    additions: counts.additions,
    deletions: counts.deletions,
    changed_files: counts.files,
  };
}

/** pull-request-review */
export function showReview(world: World, request: PullRequest, review: Review): Json {
  const page = `${pullPage(world, request)}#pullrequestreview-${review.id}`;
  return {
    id: review.id,
    node_id: nodeId("PullRequestReview", review.id),
    user: showAccount(world, review.user),
    body: review.body,
    state: review.state,
    html_url: page,
    pull_request_url: pullUrl(world, request),
    _links: { html: { href: page }, pull_request: { href: pullUrl(world, request) } },
    submitted_at: time(review.submittedAt),
    commit_id: review.commit,
    author_association: association(world, review.user, request.repository),
  };
}

/** pull-request-minimal: the pull requests of a check; GitHub leaves out those from forks. */
export function showPullsAt(world: World, repository: Repository, sha: string): Json[] {
  const short = (repo: Repository) => ({ id: repo.id, url: repositoryUrl(world, repo), name: repo.name });
  return [...repository.issues.values()].flatMap((issue) => {
    if (issue.pull?.head.sha !== sha || issue.pull.head.repository !== repository || issue.state !== "open") return [];
    const { head, base } = issue.pull;
    return {
      id: issue.id,
      number: issue.number,
      url: `${repositoryUrl(world, repository)}/pulls/${issue.number}`,
      head: { ref: head.ref, sha: head.sha, repo: short(repository) },
      base: { ref: base.ref, sha: base.sha, repo: short(repository) },
    };
  });
}
