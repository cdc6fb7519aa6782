import { announce } from "../announce.ts";
import { labelsOf, showComment, showIssue } from "../shapes/issues.ts";
import { showFullPull } from "../shapes/pulls.ts";
import { showLabel } from "../shapes/repositories.ts";
import type { Account, App, Label, Repository, World } from "../state.ts";
import { type Comment, type Issue, type IssueEvent, isPullRequest } from "../state-work.ts";

/** Who does it: an account, and the App it acts through. */
export interface Doer {
  user: Account;
  app: App | undefined;
}

/** Notes an event in an issue's history. */
export function note(world: World, issue: Issue, doer: Doer, event: string, more: Partial<IssueEvent> = {}): void {
  const at = world.now();
  issue.updatedAt = at;
  issue.events.push({ id: world.nextId(), event, actor: doer.user, app: doer.app, createdAt: at, ...more });
}

/** Tells of a change to a pull request; plain issues are not announced. */
export function announcePull(
  world: World,
  issue: Issue,
  action: string,
  sender: Account,
  more: Record<string, unknown> = {},
): void {
  if (!isPullRequest(issue)) return;
  const unknown = { mergeable: null, rebaseable: null, mergeable_state: "unknown" };
  const pull_request = { ...showFullPull(world, issue, issue.pull.counts), ...unknown };
  announce(world, issue.repository, "pull_request", sender, { action, number: issue.number, pull_request, ...more });
}

export function makeLabel(
  world: World,
  repository: Repository,
  name: string,
  color = "ededed",
  description: string | null = null,
): Label {
  const label = { id: world.nextId(), name, color, description };
  repository.labels.set(name.toLowerCase(), label);
  return label;
}

/** Adds labels that are not there yet, making those the repository lacks. */
export function addLabels(world: World, issue: Issue, names: readonly string[], doer: Doer): void {
  for (const name of names) {
    const label = issue.repository.labels.get(name.toLowerCase()) ?? makeLabel(world, issue.repository, name);
    if (labelsOf(issue).includes(label)) continue;
    issue.labels.push(label.name);
    note(world, issue, doer, "labeled", { label: { name: label.name, color: label.color } });
    announcePull(world, issue, "labeled", doer.user, { label: showLabel(world, issue.repository, label) });
  }
}

/** Takes a label off; false where it was not on. */
export function removeLabel(world: World, issue: Issue, name: string, doer: Doer): boolean {
  const at = issue.labels.findIndex((one) => one.toLowerCase() === name.toLowerCase());
  const label = issue.repository.labels.get(name.toLowerCase());
  if (at < 0 || label === undefined) return false;
  issue.labels.splice(at, 1);
  note(world, issue, doer, "unlabeled", { label: { name: label.name, color: label.color } });
  announcePull(world, issue, "unlabeled", doer.user, { label: showLabel(world, issue.repository, label) });
  return true;
}

/** Opens an issue that is no pull request. */
export function openIssue(
  world: World,
  repository: Repository,
  wanted: { title: string; body: string | null; labels: readonly string[]; assignees: Account[] },
  doer: Doer,
): Issue {
  const at = world.now();
  const number = Math.max(0, ...repository.issues.keys()) + 1;
  const { title, body, labels, assignees } = wanted;
  const issue: Issue = {
    id: world.nextId(),
    number,
    repository,
    title,
    body,
    user: doer.user,
    app: doer.app,
    assignees,
    state: "open",
    labels: [],
    comments: [],
    events: [],
    createdAt: at,
    updatedAt: at,
    closedAt: undefined,
    pull: undefined,
  };
  repository.issues.set(number, issue);
  addLabels(world, issue, labels, doer);
  return issue;
}

/** Closes an issue that is no pull request. */
export function closeIssue(world: World, issue: Issue, doer: Doer): void {
  issue.state = "closed";
  issue.closedAt = world.now();
  note(world, issue, doer, "closed");
}

/** Gives a label another name, on every issue that carries it. */
export function renameLabel(world: World, repository: Repository, label: Label, name: string, sender: Account): void {
  const from = label.name;
  repository.labels.delete(from.toLowerCase());
  label.name = name;
  repository.labels.set(name.toLowerCase(), label);
  for (const issue of repository.issues.values()) issue.labels = issue.labels.map((one) => (one === from ? name : one));
  announceLabel(world, repository, label, "edited", sender, { changes: name === from ? {} : { name: { from } } });
}

/** Deletes a label, which takes it off every issue; their histories keep it. */
export function deleteLabel(world: World, repository: Repository, label: Label, sender: Account): void {
  repository.labels.delete(label.name.toLowerCase());
  for (const issue of repository.issues.values()) issue.labels = issue.labels.filter((one) => one !== label.name);
  announceLabel(world, repository, label, "deleted", sender);
}

export function announceLabel(
  world: World,
  repository: Repository,
  label: Label,
  action: string,
  sender: Account,
  more: Record<string, unknown> = {},
): void {
  announce(world, repository, "label", sender, { action, label: showLabel(world, repository, label), ...more });
}

function announceComment(
  world: World,
  comment: Comment,
  action: string,
  sender: Account,
  more: Record<string, unknown> = {},
): void {
  // GitHub's description of this webhook does not know every event that an App may hear
  const issue = { ...showIssue(world, comment.issue), performed_via_github_app: null };
  const fields = { action, issue, comment: showComment(world, comment), ...more };
  announce(world, comment.issue.repository, "issue_comment", sender, fields);
}

export function addComment(world: World, issue: Issue, body: string, doer: Doer): Comment {
  const at = world.now();
  const { user, app } = doer;
  const comment: Comment = { id: world.nextId(), issue, user, app, body, createdAt: at, updatedAt: at, reactions: [] };
  issue.comments.push(comment);
  note(world, issue, doer, "commented", { comment });
  announceComment(world, comment, "created", user);
  return comment;
}

export function editComment(world: World, comment: Comment, body: string, doer: Doer): void {
  const from = comment.body;
  comment.body = body;
  comment.updatedAt = world.now();
  announceComment(world, comment, "edited", doer.user, { changes: { body: { from } } });
}

export function deleteComment(world: World, comment: Comment, doer: Doer): void {
  const { issue } = comment;
  issue.comments = issue.comments.filter((one) => one !== comment);
  issue.events = issue.events.filter((event) => event.comment !== comment);
  announceComment(world, comment, "deleted", doer.user);
}
