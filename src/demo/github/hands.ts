import { announceCheckRun, announceSuite } from "./acts/checks.ts";
import {
  addComment,
  addLabels,
  closeIssue,
  deleteComment,
  deleteLabel,
  editComment,
  openIssue,
  removeLabel,
  renameLabel,
} from "./acts/issues.ts";
import { destroyMergeGroup, makeMergeGroup } from "./acts/merge-groups.ts";
import { editPull, mergePull, type PullEdit, reopenPull, setDraft } from "./acts/pull-changes.ts";
import { closePull, openPull } from "./acts/pulls.ts";
import { branchOf, moveReference } from "./acts/references.ts";
import { removeReviewRequests, requestReviews, submitReview } from "./acts/reviewers.ts";
import { accountNamed, pushFiles } from "./founding.ts";
import { type Files, resolveCommit } from "./git.ts";
import { known, Setting } from "./setting.ts";
import { fullName, type Repository } from "./state.ts";
import {
  type CheckRun,
  type CheckSuite,
  type Comment,
  type Issue,
  isPullRequest,
  type MergeGroup,
  type PullRequest,
  type Review,
  type ReviewState,
} from "./state-work.ts";

/** What is said of a new pull request. */
export interface OpenPull {
  repository: string;
  /** A branch of the repository, or `owner:branch` of a fork. */
  head: string;
  /** Default: the default branch. */
  base?: string;
  title?: string;
  body?: string;
  author: string;
  draft?: boolean;
}

/** What people do on GitHub's pages: each act has its events. Repositories by `owner/name`, people by login. */
export class Hands extends Setting {
  private as(login: string) {
    return { user: accountNamed(this.world, login), app: undefined };
  }

  /** Commits files to a branch (`from` starts a new one; null deletes a file) as a push; gives the commit. */
  push(
    name: string,
    branch: string,
    files: Files,
    how: { by: string; message?: string; from?: string; replace?: boolean },
  ): Promise<string> {
    const { by, message = "Change", ...rest } = how;
    return pushFiles(this.world, this.repository(name), this.as(by).user, { branch, files, message, ...rest });
  }

  /** Sets a tag or branch to a commit, branch or tag; undefined deletes it. */
  async setReference(name: string, reference: `refs/${string}`, to: string | undefined, by: string): Promise<void> {
    const repository = this.repository(name);
    const sha = to === undefined ? undefined : known(await resolveCommit(repository, to), `commit ${to}`);
    await moveReference(this.world, repository, reference, sha, this.as(by).user);
  }

  /** Tags a commit and releases it. */
  async release(name: string, tag: string, by: string, to = this.repository(name).defaultBranch): Promise<void> {
    await this.setReference(name, `refs/tags/${tag}`, to, by);
    const release = { id: this.world.nextId(), tag, name: tag, draft: false, prerelease: false };
    this.repository(name).releases.push({ ...release, author: this.as(by).user, createdAt: this.world.now() });
  }

  openPullRequest(wanted: OpenPull): Promise<PullRequest> {
    const base = this.repository(wanted.repository);
    const [owner, branch] = wanted.head.includes(":") ? wanted.head.split(/:(.*)/s) : [undefined, wanted.head];
    return openPull(this.world, {
      base,
      baseBranch: wanted.base ?? base.defaultBranch,
      head: owner === undefined ? base : this.repository(`${owner}/${base.name}`),
      headBranch: branch ?? "",
      title: wanted.title ?? wanted.head,
      body: wanted.body ?? null,
      author: this.as(wanted.author).user,
      draft: wanted.draft ?? false,
    });
  }

  /** Opens an issue that is no pull request. */
  openIssue(name: string, title: string, by: string): Issue {
    const wanted = { title, body: null, labels: [], assignees: [] };
    return openIssue(this.world, this.repository(name), wanted, this.as(by));
  }

  closeIssue(issue: Issue, by: string): void {
    closeIssue(this.world, issue, this.as(by));
  }

  /** The issues of a repository that are no pull requests, oldest first. */
  issues(name: string): Issue[] {
    return [...this.repository(name).issues.values()].filter((issue) => !isPullRequest(issue));
  }

  renameLabel(name: string, from: string, to: string, by: string): void {
    const repository = this.repository(name);
    const label = known(repository.labels.get(from.toLowerCase()), `label ${from}`);
    renameLabel(this.world, repository, label, to, this.as(by).user);
  }

  deleteLabel(name: string, label: string, by: string): void {
    const repository = this.repository(name);
    const found = known(repository.labels.get(label.toLowerCase()), `label ${label}`);
    deleteLabel(this.world, repository, found, this.as(by).user);
  }

  closePull(request: PullRequest, by: string): void {
    closePull(this.world, request, this.as(by));
  }

  reopenPull(request: PullRequest, by: string): void {
    reopenPull(this.world, request, this.as(by));
  }

  mergePull(request: PullRequest, by: string): Promise<string> {
    return mergePull(this.world, request, this.as(by));
  }

  editPull(request: PullRequest, edit: PullEdit, by: string): Promise<void> {
    return editPull(this.world, request, edit, this.as(by));
  }

  setDraft(request: PullRequest, draft: boolean, by: string): void {
    setDraft(this.world, request, draft, this.as(by));
  }

  /** Deletes the fork a pull request came from; its head stays in `refs/pull/N/head`. */
  deleteFork(request: PullRequest): void {
    const { head } = request.pull;
    if (head.repository !== undefined) this.deleteRepository(fullName(head.repository));
    head.repository = undefined;
  }

  label(issue: Issue, name: string, by: string): void {
    addLabels(this.world, issue, [name], this.as(by));
  }

  unlabel(issue: Issue, name: string, by: string): void {
    removeLabel(this.world, issue, name, this.as(by));
  }

  comment(issue: Issue, body: string, by: string): Comment {
    return addComment(this.world, issue, body, this.as(by));
  }

  editComment(comment: Comment, body: string, by: string): void {
    editComment(this.world, comment, body, this.as(by));
  }

  deleteComment(comment: Comment, by: string): void {
    deleteComment(this.world, comment, this.as(by));
  }

  review(request: PullRequest, state: ReviewState, by: string, body = ""): Review {
    return submitReview(this.world, request, this.as(by).user, state, body);
  }

  requestReviews(request: PullRequest, asked: { users?: string[]; teams?: string[] }, by: string): void {
    requestReviews(this.world, request, asked.users ?? [], asked.teams ?? [], this.as(by));
  }

  removeReviewRequests(request: PullRequest, asked: { users?: string[]; teams?: string[] }, by: string): void {
    removeReviewRequests(this.world, request, asked.users ?? [], asked.teams ?? [], this.as(by));
  }

  /** Presses "Re-run" on one check: its suite is reset, the run itself is left as it was. */
  async rerequestRun(run: CheckRun, by: string): Promise<void> {
    run.suite.reset = true;
    await announceCheckRun(this.world, run, "rerequested", this.as(by).user);
  }

  /** Presses "Re-run all checks". */
  async rerequestSuite(suite: CheckSuite, by: string): Promise<void> {
    suite.reset = true;
    await announceSuite(this.world, suite, "rerequested", this.as(by).user);
  }

  /** Presses a button that a check run offers. */
  async pressButton(run: CheckRun, identifier: string, by: string): Promise<void> {
    if (!run.actions.some((action) => action.identifier === identifier))
      throw new Error(`this check run has no button ${identifier}`);
    await announceCheckRun(this.world, run, "requested_action", this.as(by).user, { requested_action: { identifier } });
  }

  makeMergeGroup(requests: readonly PullRequest[], by: string, onTopOf?: MergeGroup): Promise<MergeGroup> {
    return makeMergeGroup(this.world, repositoryOf(requests), requests, this.as(by).user, onTopOf);
  }

  destroyMergeGroup(group: MergeGroup, reason: "merged" | "invalidated" | "dequeued", by: string): Promise<void> {
    return destroyMergeGroup(this.world, repositoryOf(group.pulls), group, reason, this.as(by).user);
  }

  pullRequest(name: string, number: number): PullRequest {
    const found = this.repository(name).issues.get(number);
    return known(found !== undefined && isPullRequest(found) ? found : undefined, `pull request ${name}#${number}`);
  }

  branch(name: string, branch: string): string {
    return branchOf(this.repository(name), branch);
  }

  /** The check runs of a repository, oldest first; with a commit, only those on it. */
  checkRuns(name: string, sha?: string): CheckRun[] {
    return this.repository(name).checkRuns.filter((run) => sha === undefined || run.sha === sha);
  }

  /** Who is asked for review at the moment. */
  reviewersOf({ pull }: PullRequest): { users: string[]; teams: string[] } {
    return { users: pull.reviewers.map(({ login }) => login), teams: pull.teams.map(({ slug }) => slug) };
  }
}

function repositoryOf(requests: readonly PullRequest[]): Repository {
  return known(requests[0]?.repository, "pull request in this group");
}
