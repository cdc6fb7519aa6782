import { expect, it } from "vitest";
import { closeKept, keptIssues, openIssue } from "../../src/publish/issues.ts";
import { acme, repo } from "../github/acme.ts";

const label = { name: "contract-migration", color: "d93f0b", description: "Owed" };
const issue = { marker: "<!-- one -->", title: "Owed", body: "By carla.", label, assignees: [] };

it("an issue is opened once, by whatever process; who cannot be assigned is not; what GitHub refuses is an answer", async () => {
  const { github, octokit } = await acme();
  const place = { octokit: octokit as never, owner: repo.owner, repo: repo.repo, appId: github.app.id };
  const name = `${repo.owner}/${repo.repo}`;
  expect(await openIssue(place, { ...issue, assignees: ["nobody-there"] })).toEqual({ number: 1 });
  expect(await openIssue(place, issue)).toEqual({ number: 1 });
  const [first] = github.issues(name);
  expect([first?.body, first?.labels, first?.assignees]).toEqual([
    "<!-- one -->\n\nBy carla.",
    ["contract-migration"],
    [],
  ]);
  // closed by somebody: it was opened all the same
  if (first !== undefined) github.closeIssue(first, "carla");
  expect(await openIssue(place, issue)).toEqual({ number: 1 });
  expect(await keptIssues(place, label.name, "open")).toEqual([]);

  // an issue of a stranger's that begins alike is none of ours
  const theirs = github.openIssue(name, "Owed", "carla");
  theirs.body = "<!-- two -->\n\nmine";
  theirs.labels.push(label.name);
  expect(await openIssue(place, { ...issue, marker: "<!-- two -->" })).toEqual({ number: 3 });
  expect(await keptIssues(place, label.name, "open")).toEqual([{ number: 3, body: "<!-- two -->\n\nBy carla." }]);

  github.faults.add({ status: 410, times: 1 });
  expect(await openIssue(place, issue)).toEqual({ refused: "issues are turned off there" });
  github.faults.add({ status: 500, times: 1 });
  await expect(openIssue(place, issue)).rejects.toMatchObject({ status: 500 });
  expect(await openIssue(place, { ...issue, marker: "<!-- three -->" })).toEqual({ number: 4 });

  // closed with one word, by whatever process; what somebody closed, and what is gone, is left alone
  await closeKept(place, 4, "Answered.");
  await closeKept(place, 4, "Answered.");
  await closeKept(place, 1, "Answered.");
  await closeKept(place, 99, "Answered.");
  expect(github.issues(name).map(({ state, comments }) => [state, comments.map(({ body }) => body)])).toEqual([
    ["closed", []],
    ["open", []],
    ["open", []],
    ["closed", ["Answered."]],
  ]);
});
