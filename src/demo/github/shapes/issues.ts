import type { Label, Repository, World } from "../state.ts";
import { type Comment, type Issue, type IssueEvent, isPullRequest, type Reaction } from "../state-work.ts";
import { association, showAccount, showApp, showTeam } from "./accounts.ts";
import { type Json, nodeId, optionalTime, time } from "./common.ts";
import { pullPage, pullUrl } from "./pulls.ts";
import { repositoryPage, repositoryUrl, showLabel } from "./repositories.ts";

/** The labels on an issue, as the repository has them. */
export function labelsOf(issue: Issue): Label[] {
  return issue.labels.flatMap((name) => issue.repository.labels.get(name.toLowerCase()) ?? []);
}

const contents = ["+1", "-1", "laugh", "confused", "heart", "hooray", "rocket", "eyes"] as const;
export const reactionContents: readonly string[] = contents;

function rollup(url: string, reactions: readonly Reaction[]): Json {
  const count = (content: string) => reactions.filter((reaction) => reaction.content === content).length;
  const counts = Object.fromEntries(contents.map((content) => [content, count(content)]));
  return { url: `${url}/reactions`, total_count: reactions.length, ...counts };
}

/** issue */
export function showIssue(world: World, issue: Issue): Json {
  const { repository, number } = issue;
  const url = `${repositoryUrl(world, repository)}/issues/${number}`;
  const page = isPullRequest(issue) ? pullPage(world, issue) : `${repositoryPage(world, repository)}/issues/${number}`;
  const assignees = (issue.assignees ?? []).map((one) => showAccount(world, one));
  const pull = isPullRequest(issue) && {
    draft: issue.pull.draft,
    pull_request: {
      url: pullUrl(world, issue),
      html_url: page,
      diff_url: `${page}.diff`,
      patch_url: `${page}.patch`,
      merged_at: optionalTime(issue.pull.merged?.at),
    },
  };
  return {
    id: issue.id,
    node_id: nodeId("Issue", issue.id),
    url,
    repository_url: repositoryUrl(world, repository),
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    timeline_url: `${url}/timeline`,
    html_url: page,
    number,
    title: issue.title,
    body: issue.body,
    user: showAccount(world, issue.user),
    state: issue.state,
    state_reason: null,
    labels: labelsOf(issue).map((label) => showLabel(world, repository, label)),
    ...{ milestone: null, locked: false, active_lock_reason: null },
    assignee: assignees[0] ?? null,
    assignees,
    comments: issue.comments.length,
    created_at: time(issue.createdAt),
    updated_at: time(issue.updatedAt),
    closed_at: optionalTime(issue.closedAt),
    author_association: association(world, issue.user, repository),
    performed_via_github_app: issue.app === undefined ? null : showApp(world, issue.app),
    reactions: rollup(url, []),
    ...pull,
  };
}

/** issue-comment */
export function showComment(world: World, comment: Comment): Json {
  const { issue } = comment;
  const url = `${repositoryUrl(world, issue.repository)}/issues/comments/${comment.id}`;
  const page = `${repositoryPage(world, issue.repository)}/${issue.pull ? "pull" : "issues"}/${issue.number}`;
  return {
    id: comment.id,
    node_id: nodeId("IssueComment", comment.id),
    url,
    html_url: `${page}#issuecomment-${comment.id}`,
    issue_url: `${repositoryUrl(world, issue.repository)}/issues/${issue.number}`,
    body: comment.body,
    user: showAccount(world, comment.user),
    created_at: time(comment.createdAt),
    updated_at: time(comment.updatedAt),
    author_association: association(world, comment.user, issue.repository),
    performed_via_github_app: comment.app === undefined ? null : showApp(world, comment.app),
    reactions: rollup(url, comment.reactions),
  };
}

/** reaction */
export function showReaction(world: World, reaction: Reaction): Json {
  return {
    id: reaction.id,
    node_id: nodeId("Reaction", reaction.id),
    user: showAccount(world, reaction.user),
    content: reaction.content,
    created_at: time(reaction.createdAt),
  };
}

/** issue-event-for-issue and the same in the timeline, which has comments and reviews too */
export function showIssueEvent(world: World, repository: Repository, event: IssueEvent): Json {
  if (event.comment !== undefined)
    return { ...showComment(world, event.comment), event: "commented", actor: showAccount(world, event.actor) };
  return {
    id: event.id,
    node_id: nodeId("IssueEvent", event.id),
    url: `${repositoryUrl(world, repository)}/issues/events/${event.id}`,
    actor: showAccount(world, event.actor),
    event: event.event,
    commit_id: null,
    commit_url: null,
    created_at: time(event.createdAt),
    performed_via_github_app: event.app === undefined ? null : showApp(world, event.app),
    ...(event.label && { label: event.label }),
    ...(event.rename && { rename: event.rename }),
    ...((event.reviewer || event.team) && { review_requester: showAccount(world, event.actor) }),
    ...(event.reviewer && { requested_reviewer: showAccount(world, event.reviewer) }),
    ...(event.team && { requested_team: showTeam(world, event.team) }),
  };
}
