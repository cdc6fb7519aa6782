import { describe, expect, it } from "vitest";
import { acme, octokitFor, openChange, refusal, repo } from "./acme.ts";

const annotation = (line: number) => ({
  path: "contracts/orders.avsc",
  start_line: line,
  end_line: line,
  annotation_level: "failure" as const,
  message: `line ${line}`,
});
const annotations = (count: number) => Array.from({ length: count }, (_one, at) => annotation(at + 1));

describe("check runs", () => {
  it("are created, gain annotations and are completed", async () => {
    const { github, octokit } = await acme();
    const { pull } = await openChange(github);
    const output = { title: "Reading", summary: "…", annotations: annotations(50) };
    const { data } = await octokit.rest.checks.create({
      ...repo,
      name: "Contract review",
      head_sha: pull.head.sha,
      status: "in_progress",
      external_id: "1:a",
      output,
    });
    expect([data.status, data.conclusion, data.pull_requests.map(({ number }) => number)]).toEqual([
      "in_progress",
      null,
      [1],
    ]);
    const more = { ...repo, check_run_id: data.id };
    await octokit.rest.checks.update({ ...more, output: { summary: "more", annotations: annotations(10) } });
    const actions = [{ label: "Ask", description: "Ask the owners", identifier: "ask" }];
    const done = await octokit.rest.checks.update({
      ...more,
      conclusion: "action_required",
      output: { title: "2 break", summary: "done" },
      actions,
    });
    expect([done.data.status, done.data.output.title, done.data.output.annotations_count]).toEqual([
      "completed",
      "2 break",
      60,
    ]);
    const all = await octokit.paginate(octokit.rest.checks.listAnnotations, { ...more, per_page: 50 });
    expect(all.map(({ message }) => message)).toEqual(
      [...annotations(50), ...annotations(10)].map(({ message }) => message),
    );
    expect(github.checkRuns("acme/shop", pull.head.sha).map(({ conclusion }) => conclusion)).toEqual([
      "action_required",
    ]);
    const again = await octokit.rest.checks.update({ ...more, status: "in_progress" });
    expect([again.data.status, again.data.conclusion, again.data.completed_at]).toEqual(["in_progress", null, null]);
  });

  it("are listed by name, App, status, newest of each name or all", async () => {
    const { github, octokit } = await acme();
    const { pull } = await openChange(github);
    const ids: number[] = [];
    for (const name of ["a", "a", "b"])
      ids.push(
        (
          await octokit.rest.checks.create({
            ...repo,
            name,
            head_sha: pull.head.sha,
            conclusion: name === "b" ? "success" : "failure",
          })
        ).data.id,
      );
    const list = async (filter: object) =>
      (await octokit.rest.checks.listForRef({ ...repo, ref: "change", ...filter })).data.check_runs.map(({ id }) =>
        ids.indexOf(id),
      );
    expect(await list({})).toEqual([2, 1]);
    expect(await list({ filter: "all" })).toEqual([2, 1, 0]);
    expect(await list({ check_name: "a" })).toEqual([1]);
    expect(await list({ app_id: github.app.id + 1 })).toEqual([]);
    expect(await list({ status: "in_progress" })).toEqual([]);
    const { data } = await octokit.rest.checks.listSuitesForRef({ ...repo, ref: pull.head.sha });
    expect(data.check_suites.map(({ status, conclusion }) => [status, conclusion])).toEqual([["completed", "failure"]]);
    const check_suite_id = data.check_suites[0]?.id ?? 0;
    expect((await octokit.rest.checks.getSuite({ ...repo, check_suite_id })).data.latest_check_runs_count).toBe(2);
    expect((await octokit.rest.checks.listForSuite({ ...repo, check_suite_id })).data.total_count).toBe(2);
    expect((await octokit.rest.checks.get({ ...repo, check_run_id: ids[0] ?? 0 })).data.name).toBe("a");
  });

  it("refuse what GitHub refuses, with 422, and the validator says so too", async () => {
    const { github, octokit, takeViolations } = await acme();
    const head_sha = github.branch("acme/shop", "main");
    const cases: [string, object][] = [
      ["completed without a conclusion", { status: "completed" }],
      ["51 annotations", { output: { title: "t", summary: "s", annotations: annotations(51) } }],
      ["a summary of 65,536 characters", { output: { title: "t", summary: "s".repeat(65_536) } }],
      ["a text of 65,536 characters", { output: { title: "t", summary: "s", text: "s".repeat(65_536) } }],
      ["output without a title", { output: { summary: "s" } }],
      [
        "four actions",
        { actions: Array.from({ length: 4 }, () => ({ label: "l", description: "d", identifier: "i" })) },
      ],
      ["an action label of 21 characters", { actions: [{ label: "l".repeat(21), description: "d", identifier: "i" }] }],
      ["an unknown conclusion", { conclusion: "fine" }],
      ["an unknown status", { status: "done" }],
      [
        "columns across lines",
        { output: { title: "t", summary: "s", annotations: [{ ...annotation(1), end_line: 2, start_column: 1 }] } },
      ],
      [
        "an annotation of 64 KB and one",
        { output: { title: "t", summary: "s", annotations: [{ ...annotation(1), message: "m".repeat(65_537) }] } },
      ],
      [
        "an annotation title of 256 characters",
        { output: { title: "t", summary: "s", annotations: [{ ...annotation(1), title: "t".repeat(256) }] } },
      ],
    ];
    const seen: Record<string, unknown> = {};
    for (const [name, wrong] of cases) {
      const { status } = await refusal(octokit.rest.checks.create({ ...repo, name: "c", head_sha, ...wrong }));
      seen[name] = [status, takeViolations().length > 0];
    }
    expect(seen).toEqual(Object.fromEntries(cases.map(([name]) => [name, [422, true]])));
    expect(github.checkRuns("acme/shop")).toEqual([]);
  });

  it("refuse an unknown commit, and the hand of another App", async () => {
    const { github, octokit } = await acme();
    expect(await refusal(octokit.rest.checks.create({ ...repo, name: "c", head_sha: "0".repeat(40) }))).toEqual({
      status: 422,
      message: `No commit found for SHA: ${"0".repeat(40)}`,
    });
    const { data } = await octokit.rest.checks.create({
      ...repo,
      name: "c",
      head_sha: github.branch("acme/shop", "main"),
    });
    const other = github.install("acme", { app: github.createApp({ slug: "other" }) });
    const foreign = octokitFor(github, github.installationToken(other));
    expect(
      (await refusal(foreign.rest.checks.update({ ...repo, check_run_id: data.id, status: "queued" }))).status,
    ).toBe(403);
    const person = octokitFor(github, github.userToken("ann"));
    expect(await refusal(person.rest.checks.create({ ...repo, name: "c", head_sha: data.head_sha }))).toEqual({
      status: 403,
      message: "You must authenticate via a GitHub App.",
    });
  });
});

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

describe("comments and labels", () => {
  it("comments are written, changed, reacted to and deleted", async () => {
    const { github, octokit } = await acme();
    const request = await openChange(github);
    const at = { ...repo, issue_number: request.number };
    const { data } = await octokit.rest.issues.createComment({ ...at, body: "first" });
    expect([data.user?.login, data.user?.type, data.performed_via_github_app?.id]).toEqual([
      "contract-review[bot]",
      "Bot",
      github.app.id,
    ]);
    await octokit.rest.issues.updateComment({ ...repo, comment_id: data.id, body: "second" });
    expect((await octokit.rest.issues.listComments(at)).data.map(({ body }) => body)).toEqual(["second"]);
    const eyes = { ...repo, comment_id: data.id, content: "eyes" as const };
    expect((await octokit.rest.reactions.createForIssueComment(eyes)).status).toBe(201);
    expect((await octokit.rest.reactions.createForIssueComment(eyes)).status).toBe(200);
    expect(
      (await octokit.rest.reactions.listForIssueComment({ ...repo, comment_id: data.id })).data.map(
        ({ content }) => content,
      ),
    ).toEqual(["eyes"]);
    expect((await octokit.rest.issues.getComment({ ...repo, comment_id: data.id })).data.reactions?.eyes).toBe(1);
    expect((await octokit.rest.issues.get(at)).data).toMatchObject({ comments: 1, pull_request: { merged_at: null } });
    await octokit.rest.issues.deleteComment({ ...repo, comment_id: data.id });
    expect(request.comments).toEqual([]);
  });

  it("a comment of 65,537 characters is refused; one of 65,536 is not", async () => {
    const { github, octokit, takeViolations } = await acme();
    const at = { ...repo, issue_number: (await openChange(github)).number };
    expect((await octokit.rest.issues.createComment({ ...at, body: "x".repeat(65_536) })).status).toBe(201);
    expect(await refusal(octokit.rest.issues.createComment({ ...at, body: "x".repeat(65_537) }))).toEqual({
      status: 422,
      message: "body is too long (maximum is 65536 characters)",
    });
    expect(takeViolations()).toEqual([
      "POST /repos/{owner}/{repo}/issues/{issue_number}/comments: request body comment above 65,536 characters",
    ]);
  });

  it("labels are made, added without regard to case, noted with their actor, and renamed everywhere", async () => {
    const { github, octokit } = await acme();
    const request = await openChange(github);
    const at = { ...repo, issue_number: request.number };
    await octokit.rest.issues.createLabel({
      ...repo,
      name: "contract-exception:orders",
      color: "d4c5f9",
      description: "Ask for an exception",
    });
    await octokit.rest.issues.addLabels({ ...at, labels: ["Contract-Exception:Orders", "other"] });
    github.label(request, "contract-exception:orders", "bob");
    expect((await octokit.rest.issues.listLabelsOnIssue(at)).data.map(({ name }) => name)).toEqual([
      "contract-exception:orders",
      "other",
    ]);
    await octokit.rest.issues.removeLabel({ ...at, name: "other" });
    await expect(octokit.rest.issues.removeLabel({ ...at, name: "other" })).rejects.toMatchObject({ status: 404 });
    await octokit.rest.issues.updateLabel({ ...repo, name: "contract-exception:orders", new_name: "renamed" });
    expect(request.labels).toEqual(["renamed"]);
    expect((await octokit.rest.issues.getLabel({ ...repo, name: "RENAMED" })).data.color).toBe("d4c5f9");
    const { data: events } = await octokit.rest.issues.listEvents(at);
    expect(events.map(({ event, actor }) => [event, actor?.login])).toEqual([
      ["labeled", "contract-review[bot]"],
      ["labeled", "contract-review[bot]"],
      ["unlabeled", "contract-review[bot]"],
    ]);
    await octokit.rest.issues.deleteLabel({ ...repo, name: "renamed" });
    expect((await octokit.rest.issues.listLabelsForRepo(repo)).data.map(({ name }) => name)).toEqual(["other"]);
  });

  it("a label of 51 characters is refused, and one that is there already", async () => {
    const { octokit, takeViolations } = await acme();
    expect((await octokit.rest.issues.createLabel({ ...repo, name: "x".repeat(50) })).status).toBe(201);
    expect((await refusal(octokit.rest.issues.createLabel({ ...repo, name: "X".repeat(50) }))).status).toBe(422);
    expect(takeViolations()).toEqual([]);
    expect(await refusal(octokit.rest.issues.createLabel({ ...repo, name: "x".repeat(51) }))).toEqual({
      status: 422,
      message: "name is too long (maximum is 50 characters)",
    });
    expect(takeViolations()).toEqual(["POST /repos/{owner}/{repo}/labels: request body label above 50 characters"]);
  });
});
