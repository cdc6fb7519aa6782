import { describe, expect, it } from "vitest";
import { acme, openChange, refusal, repo } from "./acme.ts";
import { rest, webhooks } from "./description.ts";
import { validateExchange, validateWebhook } from "./validate.ts";

const runs = "/repos/acme/shop/check-runs";
const wrong = (more: object) =>
  validateExchange({ method: "GET", path: "/app", status: 404, responseBody: { message: "" }, ...more });

describe("the validator", () => {
  it("names the description it was made from", () => {
    expect([rest.source, webhooks.source]).toEqual(["@octokit/openapi@23.0.2", "@octokit/openapi-webhooks@12.1.0"]);
  });

  it.each([
    [
      "an operation the App does not use",
      { method: "DELETE", path: "/repos/acme/shop" },
      ["DELETE /repos/acme/shop: no such operation among those the App uses"],
    ],
    ["an unknown query parameter", { path: "/app?perpage=3" }, ["GET /app: query parameter perpage is unknown"]],
    [
      "a query parameter of the wrong type",
      { path: "/app/installations?per_page=all" },
      ["GET /app/installations: query parameter per_page: / must be integer"],
    ],
    [
      "a misspelt key",
      { method: "POST", path: runs, requestBody: { name: "c", headSha: "x" } },
      [
        "POST /repos/{owner}/{repo}/check-runs: request body / must have required property 'head_sha' \"head_sha\"",
        'POST /repos/{owner}/{repo}/check-runs: request body / must NOT have additional properties "headSha"',
      ],
    ],
    [
      "a misspelt key deep inside",
      { method: "PATCH", path: `/api/v3${runs}/1`, requestBody: { output: { summary: "s", annotation: [] } } },
      [
        'PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}: request body /output must NOT have additional properties "annotation"',
      ],
    ],
    ["a body where none belongs", { requestBody: { a: 1 } }, ["GET /app: request body is not expected"]],
    ["a refusal without a message", { responseBody: {} }, ["GET /app: answer 404 has no message"]],
    ["a status GitHub never gives here", { status: 205 }, ["GET /app: answer 205 is not in the description"]],
    [
      "an answer that lacks what it must have",
      { path: "/rate_limit", status: 200, responseBody: { rate: {} } },
      [
        expect.stringContaining("must have required property 'resources'"),
        expect.anything(),
        expect.anything(),
        expect.anything(),
        expect.anything(),
      ],
    ],
  ])("flags %s", (_name, exchange, expected) => {
    expect(wrong(exchange)).toEqual(expected);
  });

  it("knows exactly the operations that the stand-in serves", async () => {
    const { github, takeViolations } = await acme();
    for (const operation of Object.keys(rest.operations)) {
      const [method = "", path = ""] = operation.split(" ");
      await fetch(github.apiUrl + path.replace(/[{}]/g, ""), { method });
    }
    expect(github.traffic.all().map(({ route }) => route)).toEqual(Object.keys(rest.operations));
    takeViolations();
  });

  it("flags a request that the App makes wrongly", async () => {
    const { github, octokit, takeViolations } = await acme();
    const { number } = await openChange(github);
    const call = octokit.request("POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers", {
      ...repo,
      pull_number: number,
      reviewer: ["bob"],
    } as never);
    expect((await refusal(call)).status).toBe(422);
    expect(takeViolations()).toEqual([
      'POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers: request body / must NOT have additional properties "reviewer"',
      "POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers: request body names nobody",
    ]);
  });

  it("flags a webhook that GitHub would not send", () => {
    expect(validateWebhook("pull_request", { action: "teleported" })).toEqual([
      "pull-request-teleported: no such event among those the App hears",
    ]);
    expect(validateWebhook("merge_group", { action: "destroyed", merge_group: { head_sha: 1 } })).toContain(
      "merge-group-destroyed: /merge_group/head_sha must be string",
    );
  });
});
