import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createNodeMiddleware, Probot, ProbotOctokit } from "probot";
import { afterEach, describe, expect, it } from "vitest";
import type { GitHub } from "../../src/demo/github/github.ts";
import { acme, appOctokit, openChange, repo } from "./acme.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A real Probot app that makes a check run on every opened or moved pull request. */
async function startProbot(github: GitHub): Promise<void> {
  const Octokit = ProbotOctokit.defaults((options: Record<string, unknown>) => ({
    ...options,
    throttle: { enabled: false },
    retry: { enabled: false },
  }));
  const { id, privateKey, webhookSecret } = github.app;
  const keys = { appId: id, privateKey, secret: webhookSecret };
  const probot = new Probot({ ...keys, baseUrl: github.apiUrl, Octokit, logLevel: "fatal" });
  const middleware = await createNodeMiddleware(
    (app) => {
      app.on(["pull_request.opened", "pull_request.synchronize"], async (context) => {
        const head_sha = context.payload.pull_request.head.sha;
        const check = context.repo({ name: "Contract review", head_sha, conclusion: "success" as const });
        await context.octokit.rest.checks.create(check);
      });
    },
    { probot, webhooksPath: "/hooks" },
  );
  github.app.webhookUrl = `${await listening(createServer(middleware))}/hooks`;
}

/** Starts a server for one test and gives its address. */
async function listening(server: HttpServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("webhooks", () => {
  it("reach a real Probot app, signed, and it writes a check run", async () => {
    const { github } = await acme();
    await github.settled();
    await startProbot(github);
    const { pull } = await openChange(github);
    const opened = pull.head.sha;
    const moved = await github.push("acme/shop", "change", { "more.txt": "x" }, { by: "ann" });
    await github.settled();
    expect(github.checkRuns("acme/shop").map(({ name, sha, conclusion }) => [name, sha, conclusion])).toEqual([
      ["Contract review", opened, "success"],
      ["Contract review", moved, "success"],
    ]);
    expect(pull.head.sha).toBe(moved);
    expect((await github.finishedRun("acme/shop", moved)).conclusion).toBe("success");
    await expect(github.finishedRun("acme/shop", "0".repeat(40), 0)).rejects.toThrow(
      "POST /repos/{owner}/{repo}/check-runs",
    );
    expect(
      github.app.deliveries
        .filter(({ event }) => event === "pull_request")
        .map(({ action, statusCode }) => [action, statusCode]),
    ).toEqual([
      ["opened", 200],
      ["synchronize", 200],
    ]);
    expect(github.app.deliveries.filter(({ event }) => event === "check_run").map(({ action }) => action)).toEqual([
      "created",
      "completed",
      "created",
      "completed",
    ]);
    expect(github.traffic.count("POST /app/installations/{installation_id}/access_tokens")).toBe(1);
  });

  it("with a wrong signature are refused by Probot, and recorded so", async () => {
    const { github } = await acme();
    await github.settled();
    await startProbot(github);
    github.app.webhookSecret = "not the secret the App was given";
    await openChange(github);
    await github.settled();
    expect(github.app.deliveries.find(({ action }) => action === "opened")?.statusCode).toBe(400);
    expect(github.checkRuns("acme/shop")).toEqual([]);
  });

  it("that failed are listed and sent again under the same GUID", async () => {
    const { github } = await acme();
    const request = await openChange(github);
    await github.settled();
    const app = appOctokit(github);
    const failed = await app.paginate(app.rest.apps.listWebhookDeliveries, { per_page: 2, status: "failure" });
    const opened = failed.find(({ action }) => action === "opened");
    expect([opened?.status_code, opened?.status, failed.length]).toEqual([
      502,
      "failed to connect to host",
      github.app.deliveries.length,
    ]);
    const guids: string[] = [];
    const receiver = createServer((incoming, response) => {
      guids.push(String(incoming.headers["x-github-delivery"]));
      incoming.resume().on("end", () => response.end("thanks"));
    });
    github.app.webhookUrl = await listening(receiver);
    await app.rest.apps.redeliverWebhookDelivery({ delivery_id: opened?.id ?? 0 });
    await github.settled();
    expect(guids).toEqual([opened?.guid]);
    for (const delivery of github.app.deliveries.filter(({ guid }) => guid === opened?.guid))
      github.redeliver(delivery);
    await github.settled();
    expect(guids).toEqual(Array(3).fill(opened?.guid));
    const { data } = await app.rest.apps.listWebhookDeliveries({ per_page: 1 });
    expect(data[0]).toMatchObject({ guid: opened?.guid, redelivery: true, status_code: 200, event: "pull_request" });
    const { data: whole } = await app.rest.apps.getWebhookDelivery({ delivery_id: data[0]?.id ?? 0 });
    expect(whole.request.payload).toMatchObject({ number: request.number });
    expect(whole.response.payload).toBe("thanks");
  });

  it("tell of everything that happens, in order", async () => {
    const { github, octokit } = await acme();
    const heard = () =>
      github.app.deliveries.splice(0).map(({ event, action }) => (action === null ? event : `${event}.${action}`));
    expect(heard()).toEqual(["installation.created"]);
    const request = await openChange(github);
    expect(github.app.deliveries.at(-1)?.payload.pull_request).toMatchObject({
      commits: 1,
      changed_files: 3,
      additions: 2,
      deletions: 1,
    });
    expect(heard()).toEqual(["push", "check_suite.requested", "pull_request.opened"]);
    await github.editPull(request, { title: "Another title", base: "main" }, "ann");
    github.setDraft(request, true, "ann");
    github.setDraft(request, false, "ann");
    github.closePull(request, "ann");
    github.reopenPull(request, "ann");
    expect(heard()).toEqual(
      ["edited", "converted_to_draft", "ready_for_review", "closed", "reopened"].map((one) => `pull_request.${one}`),
    );
    github.label(request, "urgent", "bob");
    github.unlabel(request, "urgent", "bob");
    github.requestReviews(request, { users: ["bob"], teams: ["shop"] }, "ann");
    github.removeReviewRequests(request, { users: ["bob"], teams: ["shop"] }, "ann");
    expect(heard()).toEqual(
      [
        "labeled",
        "unlabeled",
        "review_requested",
        "review_requested",
        "review_request_removed",
        "review_request_removed",
      ].map((one) => `pull_request.${one}`),
    );
    github.review(request, "CHANGES_REQUESTED", "bob", "no");
    const comment = github.comment(request, "/contract ask", "bob");
    github.editComment(comment, "/contract help", "bob");
    github.deleteComment(comment, "bob");
    github.comment(github.openIssue("acme/shop", "A question", "bob"), "hello", "ann");
    expect(heard()).toEqual([
      "pull_request_review.submitted",
      "issue_comment.created",
      "issue_comment.edited",
      "issue_comment.deleted",
      "issue_comment.created",
    ]);
    await octokit.rest.issues.createLabel({ ...repo, name: "new" });
    await octokit.rest.issues.updateLabel({ ...repo, name: "new", new_name: "newer" });
    await octokit.rest.issues.deleteLabel({ ...repo, name: "newer" });
    expect(heard()).toEqual(["label.created", "label.edited", "label.deleted"]);
    await github.setReference("acme/shop", "refs/tags/v1", "main", "ann");
    await github.setReference("acme/shop", "refs/tags/v1", undefined, "ann");
    expect(heard()).toEqual(["push", "push"]);
    const doomed = await openChange(github, "doomed");
    heard();
    await github.setReference("acme/shop", "refs/heads/doomed", undefined, "ann");
    expect([heard(), doomed.state]).toEqual([["push", "pull_request.closed"], "closed"]);
    const sha = await github.mergePull(request, "ann");
    expect(heard()).toEqual(["push", "check_suite.requested", "pull_request.closed"]);
    expect((await octokit.rest.pulls.get({ ...repo, pull_number: request.number })).data).toMatchObject({
      merged: true,
      merge_commit_sha: sha,
      state: "closed",
      changed_files: 3,
    });
  });

  it("of check runs: buttons and re-runs go to the App that made them", async () => {
    const { github, octokit } = await acme();
    const other = github.createApp({ slug: "other" });
    github.install("acme", { app: other });
    const actions = [{ label: "Ask", description: "Ask the owners", identifier: "ask" }];
    const head_sha = github.branch("acme/shop", "main");
    const { data } = await octokit.rest.checks.create({
      ...repo,
      name: "c",
      head_sha,
      external_id: "1:x",
      conclusion: "failure",
      actions,
    });
    const [run] = github.checkRuns("acme/shop");
    if (run === undefined) throw new Error("no run");
    other.deliveries.length = 0;
    github.app.deliveries.length = 0;
    await github.pressButton(run, "ask", "bob");
    await github.rerequestRun(run, "bob");
    await github.rerequestSuite(run.suite, "bob");
    expect(github.app.deliveries.map(({ event, action }) => `${event}.${action}`)).toEqual([
      "check_run.requested_action",
      "check_run.rerequested",
      "check_suite.rerequested",
    ]);
    expect(github.app.deliveries[0]?.payload).toMatchObject({
      requested_action: { identifier: "ask" },
      check_run: { id: data.id, external_id: "1:x" },
      sender: { login: "bob" },
    });
    expect(other.deliveries).toEqual([]);
    expect([run.status, run.conclusion]).toEqual(["completed", "failure"]);
    const { data: suite } = await octokit.rest.checks.getSuite({ ...repo, check_suite_id: run.suite.id });
    expect([suite.status, suite.conclusion]).toEqual(["queued", null]);
  });

  it("of merge groups: several pull requests, on a base with a slash, one group on another", async () => {
    const { github, octokit } = await acme();
    await github.setReference("acme/shop", "refs/heads/release/1.0", "main", "ann");
    const open = async (branch: string) => {
      await github.push("acme/shop", branch, { [`${branch}.txt`]: branch }, { by: "ann", from: "release/1.0" });
      return github.openPullRequest({ repository: "acme/shop", head: branch, base: "release/1.0", author: "ann" });
    };
    const [a, b, c] = [await open("a"), await open("b"), await open("c")];
    const first = await github.makeMergeGroup([a, b], "ann");
    const second = await github.makeMergeGroup([c], "ann", first);
    const groups = () => github.app.deliveries.filter(({ event }) => event === "merge_group");
    expect(groups().map(({ payload }) => payload.merge_group)).toMatchObject([
      {
        base_sha: github.branch("acme/shop", "release/1.0"),
        base_ref: "refs/heads/release/1.0",
        head_sha: first.headSha,
      },
      { base_sha: first.headSha, head_sha: second.headSha },
    ]);
    expect(first.headRef).toMatch(/^refs\/heads\/gh-readonly-queue\/release\/1\.0\/pr-2-[0-9a-f]{40}$/);
    const basehead = `${first.baseSha}...${second.headSha}`;
    const { data } = await octokit.rest.repos.compareCommitsWithBasehead({ ...repo, basehead });
    expect(data.files?.map(({ filename }) => filename)).toEqual(["a.txt", "b.txt", "c.txt"]);
    await github.destroyMergeGroup(second, "invalidated", "ann");
    expect(groups().at(-1)?.payload).toMatchObject({ action: "destroyed", reason: "invalidated" });
    expect(github.repository("acme/shop").references.has(second.headRef)).toBe(false);
  });
});
