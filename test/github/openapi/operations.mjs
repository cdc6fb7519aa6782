/** The operations of GitHub's REST API that the App may call; everything else is a violation. */
export const operations = `
GET /app
GET /app/installations
GET /app/installations/{installation_id}
POST /app/installations/{installation_id}/access_tokens
GET /app/hook/deliveries
GET /app/hook/deliveries/{delivery_id}
POST /app/hook/deliveries/{delivery_id}/attempts
GET /installation/repositories
GET /rate_limit
GET /user
GET /users/{username}
GET /users/{username}/installation
GET /orgs/{org}/installation
GET /orgs/{org}/teams/{team_slug}
GET /orgs/{org}/teams/{team_slug}/members
GET /orgs/{org}/teams/{team_slug}/memberships/{username}
GET /repos/{owner}/{repo}
GET /repos/{owner}/{repo}/installation
GET /repos/{owner}/{repo}/branches/{branch}
GET /repos/{owner}/{repo}/collaborators/{username}
GET /repos/{owner}/{repo}/collaborators/{username}/permission
GET /repos/{owner}/{repo}/teams
GET /repos/{owner}/{repo}/commits
GET /repos/{owner}/{repo}/commits/{ref}
GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls
GET /repos/{owner}/{repo}/commits/{ref}/check-runs
GET /repos/{owner}/{repo}/commits/{ref}/check-suites
GET /repos/{owner}/{repo}/compare/{basehead}
GET /repos/{owner}/{repo}/contents/{path}
GET /repos/{owner}/{repo}/git/ref/{ref}
GET /repos/{owner}/{repo}/git/matching-refs/{ref}
GET /repos/{owner}/{repo}/tags
GET /repos/{owner}/{repo}/releases
GET /repos/{owner}/{repo}/releases/tags/{tag}
POST /repos/{owner}/{repo}/check-runs
GET /repos/{owner}/{repo}/check-runs/{check_run_id}
PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}
GET /repos/{owner}/{repo}/check-runs/{check_run_id}/annotations
GET /repos/{owner}/{repo}/check-suites/{check_suite_id}
GET /repos/{owner}/{repo}/check-suites/{check_suite_id}/check-runs
GET /repos/{owner}/{repo}/pulls
GET /repos/{owner}/{repo}/pulls/{pull_number}
GET /repos/{owner}/{repo}/pulls/{pull_number}/files
GET /repos/{owner}/{repo}/pulls/{pull_number}/commits
GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews
GET /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers
POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers
DELETE /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers
GET /repos/{owner}/{repo}/issues
POST /repos/{owner}/{repo}/issues
GET /repos/{owner}/{repo}/issues/{issue_number}
PATCH /repos/{owner}/{repo}/issues/{issue_number}
GET /repos/{owner}/{repo}/issues/{issue_number}/comments
POST /repos/{owner}/{repo}/issues/{issue_number}/comments
GET /repos/{owner}/{repo}/issues/comments/{comment_id}
PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}
DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}
GET /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions
POST /repos/{owner}/{repo}/issues/comments/{comment_id}/reactions
GET /repos/{owner}/{repo}/issues/{issue_number}/events
GET /repos/{owner}/{repo}/issues/{issue_number}/timeline
GET /repos/{owner}/{repo}/issues/{issue_number}/labels
POST /repos/{owner}/{repo}/issues/{issue_number}/labels
DELETE /repos/{owner}/{repo}/issues/{issue_number}/labels/{name}
GET /repos/{owner}/{repo}/labels
POST /repos/{owner}/{repo}/labels
GET /repos/{owner}/{repo}/labels/{name}
PATCH /repos/{owner}/{repo}/labels/{name}
DELETE /repos/{owner}/{repo}/labels/{name}
`
  .trim()
  .split("\n")
  .map((line) => line.split(" "));

/** The webhook events the stand-in sends, as "event" or "event-action" with dashes. */
export const webhooks = `
check-run-completed check-run-created check-run-rerequested check-run-requested-action
check-suite-completed check-suite-requested check-suite-rerequested
installation-created installation-deleted installation-suspend installation-unsuspend
installation-repositories-added installation-repositories-removed
issue-comment-created issue-comment-edited issue-comment-deleted
label-created label-edited label-deleted
merge-group-checks-requested merge-group-destroyed
pull-request-opened pull-request-synchronize pull-request-reopened pull-request-edited pull-request-closed
pull-request-labeled pull-request-unlabeled pull-request-ready-for-review pull-request-converted-to-draft
pull-request-review-requested pull-request-review-request-removed
pull-request-review-submitted push membership-added membership-removed repository-renamed
`
  .trim()
  .split(/\s+/);
