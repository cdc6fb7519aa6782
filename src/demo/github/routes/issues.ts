import { accountOf, appOf, isCollaborator, type Need } from "../access.ts";
import { addComment, closeIssue, deleteComment, editComment, openIssue } from "../acts/issues.ts";
import { oneOf, optionalText, text, texts } from "../body.ts";
import { notFound, validationFailed } from "../refusal.ts";
import { type Call, created, noContent, ok, page, type Routes, repositoryOf } from "../router.ts";
import { reactionContents, showComment, showIssue, showIssueEvent, showReaction } from "../shapes/issues.ts";
import { showReview } from "../shapes/pulls.ts";
import type { Account, Repository } from "../state.ts";
import { type Comment, type Issue, type IssueEvent, isPullRequest } from "../state-work.ts";

const longestComment = 65_536;
const longestTitle = 256;
const timelineOnly = new Set(["commented", "reviewed"]);

/** Issues and pull requests share these routes, and either permission opens them. */
const either = (level: "read" | "write"): Need[] => [`issues:${level}`, `pull_requests:${level}`];

/** The issue a call names, once the caller may. */
export function issueOf(call: Call, level: "read" | "write", ...more: Need[]): Issue {
  const issue = repositoryOf(call, ...either(level), ...more).issues.get(Number(call.params.issue_number));
  if (issue === undefined) throw notFound();
  return issue;
}

/** Who is calling, for the record. */
export const doer = ({ actor }: Call) => ({ user: accountOf(actor), app: appOf(actor) });

function commentIn(repository: Repository, id: number): Comment {
  const all = [...repository.issues.values()].flatMap(({ comments }) => comments);
  const found = all.find((comment) => comment.id === id);
  if (found === undefined) throw notFound();
  return found;
}

const commentOf = (call: Call, level: "read" | "write") =>
  commentIn(repositoryOf(call, ...either(level), ...readersMayReact(call)), Number(call.params.comment_id));

/** Whoever reads may comment and react; only apps need the permission. */
const readersMayReact = ({ actor }: Call): Need[] => (actor.kind === "user" ? ["metadata:read"] : []);

function bodyOf(call: Call): string {
  const body = text(call.body, "body");
  if (body === "") throw validationFailed("IssueComment", "body", "missing_field");
  if (body.length > longestComment)
    throw validationFailed(
      "IssueComment",
      "body",
      "unprocessable",
      `body is too long (maximum is ${longestComment} characters)`,
    );
  return body;
}

function showEvent(call: Call, issue: Issue, event: IssueEvent) {
  if (event.review === undefined || !isPullRequest(issue)) return showIssueEvent(call.world, issue.repository, event);
  return { ...showReview(call.world, issue, event.review), event: "reviewed", state: event.review.state.toLowerCase() };
}

function react(call: Call) {
  const comment = commentOf(call, "write");
  const content = oneOf(text(call.body, "content"), "content", reactionContents);
  const { user } = doer(call);
  const known = comment.reactions.find((one) => one.user === user && one.content === content);
  if (known !== undefined) return ok(showReaction(call.world, known));
  const reaction = { id: call.world.nextId(), user, content, createdAt: call.world.now() };
  comment.reactions.push(reaction);
  return created(showReaction(call.world, reaction));
}

const issues = "/repos/{owner}/{repo}/issues";

/** The accounts of these logins, where each may be assigned there. */
function assigneesOf(call: Call, repository: Repository): Account[] {
  return texts(call.body, "assignees").map((login) => {
    const account = call.world.accounts.get(login.toLowerCase());
    if (account === undefined || !isCollaborator(call.world, account, repository))
      throw validationFailed("Issue", "assignees", "invalid");
    return account;
  });
}

export const issueRoutes: Routes = {
  [`GET ${issues}`]: (call) => {
    const state = call.query.get("state") ?? "open";
    const labels = (call.query.get("labels") ?? "").split(",").filter((one) => one !== "");
    const found = [...repositoryOf(call, ...either("read")).issues.values()].filter(
      (issue) =>
        (state === "all" || issue.state === state) &&
        labels.every((label) => issue.labels.some((one) => one.toLowerCase() === label.toLowerCase())),
    );
    return page(call, found.toReversed(), (shown) => shown.map((one) => showIssue(call.world, one)));
  },
  [`POST ${issues}`]: (call) => {
    const repository = repositoryOf(call, "issues:write");
    const title = text(call.body, "title");
    if (title.trim() === "" || title.length > longestTitle) throw validationFailed("Issue", "title", "invalid");
    const body = optionalText(call.body, "body", longestComment) ?? null;
    const wanted = { title, body, labels: texts(call.body, "labels"), assignees: assigneesOf(call, repository) };
    return created(showIssue(call.world, openIssue(call.world, repository, wanted, doer(call))));
  },
  [`GET ${issues}/{issue_number}`]: (call) => ok(showIssue(call.world, issueOf(call, "read"))),
  [`PATCH ${issues}/{issue_number}`]: (call) => {
    const issue = issueOf(call, "write");
    if (call.body.state !== undefined) oneOf(text(call.body, "state"), "state", ["closed"]);
    if (call.body.state === "closed" && issue.state === "open") closeIssue(call.world, issue, doer(call));
    return ok(showIssue(call.world, issue));
  },
  [`GET ${issues}/{issue_number}/comments`]: (call) => {
    const since = new Date(call.query.get("since") ?? 0);
    const comments = issueOf(call, "read").comments.filter(({ updatedAt }) => updatedAt >= since);
    return page(call, comments, (shown) => shown.map((one) => showComment(call.world, one)));
  },
  [`POST ${issues}/{issue_number}/comments`]: (call) => {
    const issue = issueOf(call, "write", ...readersMayReact(call));
    return created(showComment(call.world, addComment(call.world, issue, bodyOf(call), doer(call))));
  },
  [`GET ${issues}/comments/{comment_id}`]: (call) => ok(showComment(call.world, commentOf(call, "read"))),
  [`PATCH ${issues}/comments/{comment_id}`]: (call) => {
    const comment = commentIn(repositoryOf(call, ...either("write")), Number(call.params.comment_id));
    editComment(call.world, comment, bodyOf(call), doer(call));
    return ok(showComment(call.world, comment));
  },
  [`DELETE ${issues}/comments/{comment_id}`]: (call) => {
    const comment = commentIn(repositoryOf(call, ...either("write")), Number(call.params.comment_id));
    deleteComment(call.world, comment, doer(call));
    return noContent();
  },
  [`GET ${issues}/comments/{comment_id}/reactions`]: (call) => {
    const wanted = call.query.get("content");
    const reactions = commentOf(call, "read").reactions.filter(({ content }) => wanted === null || content === wanted);
    return page(call, reactions, (shown) => shown.map((one) => showReaction(call.world, one)));
  },
  [`POST ${issues}/comments/{comment_id}/reactions`]: react,
  [`GET ${issues}/{issue_number}/events`]: (call) => {
    const issue = issueOf(call, "read");
    const events = issue.events.filter(({ event }) => !timelineOnly.has(event));
    return page(call, events, (shown) => shown.map((one) => showEvent(call, issue, one)));
  },
  [`GET ${issues}/{issue_number}/timeline`]: (call) => {
    const issue = issueOf(call, "read");
    return page(call, issue.events, (shown) => shown.map((one) => showEvent(call, issue, one)));
  },
};
