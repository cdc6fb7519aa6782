import { describe, expect, it } from "vitest";
import { acme, openChange, refusal, repo } from "./acme.ts";

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
