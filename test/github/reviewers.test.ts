import { describe, expect, it } from "vitest";
import { acme, openChange, refusal, repo } from "./acme.ts";

describe("review requests", () => {
  it("are made, seen, taken back and settled by a review", async () => {
    const { github, octokit } = await acme();
    const request = await openChange(github);
    const at = { ...repo, pull_number: request.number };
    const { data } = await octokit.rest.pulls.requestReviewers({
      ...at,
      reviewers: ["BOB", "root"],
      team_reviewers: ["shop"],
    });
    expect(data.requested_reviewers?.map(({ login }) => login)).toEqual(["bob", "root"]);
    expect(github.reviewersOf(request)).toEqual({ users: ["bob", "root"], teams: ["shop"] });
    await octokit.rest.pulls.removeRequestedReviewers({ ...at, reviewers: ["root"], team_reviewers: ["shop"] });
    expect((await octokit.rest.pulls.listRequestedReviewers(at)).data.users.map(({ login }) => login)).toEqual(["bob"]);
    github.review(request, "APPROVED", "bob", "fine");
    expect(github.reviewersOf(request)).toEqual({ users: [], teams: [] });
    const { data: reviews } = await octokit.rest.pulls.listReviews(at);
    expect(reviews.map(({ user, state, commit_id }) => [user?.login, state, commit_id])).toEqual([
      ["bob", "APPROVED", request.pull.head.sha],
    ]);
    const { data: events } = await octokit.rest.issues.listEvents({ ...repo, issue_number: request.number });
    expect(events.map(({ event }) => event)).toEqual([
      "review_requested",
      "review_requested",
      "review_requested",
      "review_request_removed",
      "review_request_removed",
    ]);
    const { data: timeline } = await octokit.rest.issues.listEventsForTimeline({
      ...repo,
      issue_number: request.number,
    });
    expect(timeline.at(-1)?.event).toBe("reviewed");
  });

  const collaborators =
    "Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the acme/shop repository.";

  it("refuse one bad name, and then nobody is asked", async () => {
    const { github, octokit, takeViolations } = await acme();
    github.createUser("stranger");
    github.createTeam("acme/idle");
    for (let at = 0; at < 16; at += 1) github.addMember("acme", `member${at}`);
    const request = await openChange(github);
    const ask = (reviewers: string[], team_reviewers: string[]) =>
      octokit.rest.pulls.requestReviewers({ ...repo, pull_number: request.number, reviewers, team_reviewers });
    const cases: [string, string[], string[], string, boolean][] = [
      ["the author", ["bob", "ann"], [], "Review cannot be requested from pull request author.", false],
      ["a stranger", ["bob", "stranger"], [], collaborators, false],
      ["an unknown login", ["bob", "nobody-at-all"], [], collaborators, false],
      ["a team without access", ["bob"], ["idle"], collaborators, false],
      ["a team twice", [], ["shop", "Shop"], collaborators, true],
      [
        "more than 15",
        Array.from({ length: 16 }, (_one, at) => `member${at}`),
        [],
        "Could not request reviews: no more than 15 users or teams can be requested.",
        true,
      ],
      ["nobody", [], [], "Invalid request.\n\nNo reviewers or team_reviewers were supplied.", true],
    ];
    const seen: Record<string, unknown> = {};
    for (const [name, reviewers, teams] of cases)
      seen[name] = [await refusal(ask(reviewers, teams)), takeViolations().length > 0];
    expect(seen).toEqual(
      Object.fromEntries(cases.map(([name, , , message, flagged]) => [name, [{ status: 422, message }, flagged]])),
    );
    expect(github.reviewersOf(request)).toEqual({ users: [], teams: [] });
  });

  it("can answer 201 and forget the team", async () => {
    const { github, octokit } = await acme();
    github.team("acme/shop").forgetful = true;
    const request = await openChange(github);
    const { status, data } = await octokit.rest.pulls.requestReviewers({
      ...repo,
      pull_number: request.number,
      team_reviewers: ["shop"],
    });
    expect([status, data.requested_teams]).toEqual([201, []]);
  });
});
