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

  it("stand on the head of a fork, and name no pull request", async () => {
    const { github, octokit } = await acme();
    await github.fork("acme/shop", "eve");
    const head_sha = await github.push("eve/shop", "idea", { "idea.txt": "x" }, { by: "eve", from: "main" });
    const create = () => octokit.rest.checks.create({ ...repo, name: "c", head_sha });
    expect((await refusal(create())).status).toBe(422);
    await github.openPullRequest({ repository: "acme/shop", head: "eve:idea", author: "eve" });
    expect((await create()).data.pull_requests).toEqual([]);
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
