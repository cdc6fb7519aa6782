import { isCollaborator, teamMembers, teamRole } from "../access.ts";
import { announce } from "../announce.ts";
import { invalid } from "../refusal.ts";
import { showAccount, showTeam } from "../shapes/accounts.ts";
import { showPull, showReview } from "../shapes/pulls.ts";
import { type Account, findAccount, type Team, type World } from "../state.ts";
import type { PullRequest, Review, ReviewState } from "../state-work.ts";
import { announcePull, type Doer, note } from "./issues.ts";

const mostReviewers = 15;

function notCollaborator(request: PullRequest) {
  const name = `${request.repository.owner.login}/${request.repository.name}`;
  return invalid(
    `Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the ${name} repository.`,
  );
}

function userNamed(world: World, request: PullRequest, login: string): Account {
  const user = findAccount(world, login);
  if (user === request.user) throw invalid("Review cannot be requested from pull request author.");
  if (user === undefined || !isCollaborator(world, user, request.repository)) throw notCollaborator(request);
  return user;
}

function teamNamed(world: World, request: PullRequest, slug: string): Team {
  const organization = world.organizations.get(request.repository.owner.login.toLowerCase());
  const team = organization?.teams.get(slug.toLowerCase());
  if (team === undefined || teamRole(team, request.repository) === "none") throw notCollaborator(request);
  return team;
}

/** Asks for reviews; one bad name and nobody is asked. */
export function requestReviews(
  world: World,
  request: PullRequest,
  logins: readonly string[],
  slugs: readonly string[],
  doer: Doer,
): void {
  const { pull } = request;
  const users = [...new Set(logins.map((login) => userNamed(world, request, login)))];
  const teams = slugs.map((slug) => teamNamed(world, request, slug));
  if (new Set(teams).size < teams.length) throw notCollaborator(request);
  const newUsers = users.filter((user) => !pull.reviewers.includes(user));
  const newTeams = teams.filter((team) => !pull.teams.includes(team) && !team.forgetful);
  const total = pull.reviewers.length + pull.teams.length + newUsers.length + newTeams.length;
  if (total > mostReviewers)
    throw invalid(`Could not request reviews: no more than ${mostReviewers} users or teams can be requested.`);
  for (const reviewer of newUsers) {
    pull.reviewers.push(reviewer);
    note(world, request, doer, "review_requested", { reviewer });
    announcePull(world, request, "review_requested", doer.user, { requested_reviewer: showAccount(world, reviewer) });
  }
  for (const team of newTeams) {
    pull.teams.push(team);
    note(world, request, doer, "review_requested", { team });
    announcePull(world, request, "review_requested", doer.user, { requested_team: showTeam(world, team) });
  }
}

/** Takes review requests back; names that were not asked are passed over. */
export function removeReviewRequests(
  world: World,
  request: PullRequest,
  logins: readonly string[],
  slugs: readonly string[],
  doer: Doer,
): void {
  const { pull } = request;
  const named = (names: readonly string[], name: string) =>
    names.some((one) => one.toLowerCase() === name.toLowerCase());
  const users = pull.reviewers.filter((user) => named(logins, user.login));
  const teams = pull.teams.filter((team) => named(slugs, team.slug));
  pull.reviewers = pull.reviewers.filter((user) => !users.includes(user));
  pull.teams = pull.teams.filter((team) => !teams.includes(team));
  for (const reviewer of users) {
    note(world, request, doer, "review_request_removed", { reviewer });
    announcePull(world, request, "review_request_removed", doer.user, {
      requested_reviewer: showAccount(world, reviewer),
    });
  }
  for (const team of teams) {
    note(world, request, doer, "review_request_removed", { team });
    announcePull(world, request, "review_request_removed", doer.user, { requested_team: showTeam(world, team) });
  }
}

/** Submits a review, which settles the request to that user and to the user's teams. */
export function submitReview(
  world: World,
  request: PullRequest,
  user: Account,
  state: ReviewState,
  body: string,
): Review {
  const { pull } = request;
  const review: Review = { id: world.nextId(), user, body, state, commit: pull.head.sha, submittedAt: world.now() };
  pull.reviews.push(review);
  pull.reviewers = pull.reviewers.filter((one) => one !== user);
  pull.teams = pull.teams.filter((team) => !teamMembers(world, team).has(user.login.toLowerCase()));
  note(world, request, { user, app: undefined }, "reviewed", { review });
  announce(world, request.repository, "pull_request_review", user, {
    action: "submitted",
    review: { ...showReview(world, request, review), state: state.toLowerCase() },
    pull_request: showPull(world, request),
  });
  return review;
}
