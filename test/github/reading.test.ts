import { describe, expect, it } from "vitest";
import { acme, openChange, repo } from "./acme.ts";

describe("what the App reads", () => {
  it("gives a pull request as git has it", async () => {
    const { github, octokit } = await acme();
    const { number } = await openChange(github);
    const { data } = await octokit.rest.pulls.get({ ...repo, pull_number: number });
    expect([data.number, data.state, data.draft, data.commits, data.changed_files, data.mergeable]).toEqual([
      1,
      "open",
      false,
      1,
      3,
      true,
    ]);
    expect([data.head.sha, data.head.label, data.base.sha]).toEqual([
      github.branch("acme/shop", "change"),
      "acme:change",
      github.branch("acme/shop", "main"),
    ]);
    const { data: commits } = await octokit.rest.pulls.listCommits({ ...repo, pull_number: number });
    expect(commits.map(({ sha, commit }) => [sha, commit.message])).toEqual([[data.head.sha, "Add a field"]]);
    const files = await octokit.paginate(octokit.rest.pulls.listFiles, { ...repo, pull_number: number, per_page: 2 });
    expect(files.map(({ status, filename, previous_filename }) => [status, filename, previous_filename])).toEqual([
      ["added", "contracts/new.avsc", undefined],
      ["modified", "contracts/orders.avsc", undefined],
      ["renamed", "docs/new.md", "docs/old.md"],
    ]);
  });

  it("pages and filters pull requests", async () => {
    const { github, octokit } = await acme();
    for (const branch of ["a", "b", "c"]) await openChange(github, branch);
    github.closePull(github.pullRequest("acme/shop", 2), "ann");
    const first = await octokit.rest.pulls.list({ ...repo, per_page: 1, state: "all" });
    expect(first.headers.link).toMatch(/[?&]page=2>; rel="next".*page=3>; rel="last"/);
    const list = async (filter: object) =>
      (await octokit.paginate(octokit.rest.pulls.list, { ...repo, per_page: 1, ...filter })).map(
        ({ number }) => number,
      );
    expect(await list({})).toEqual([3, 1]);
    expect(await list({ state: "all", direction: "asc" })).toEqual([1, 2, 3]);
    expect(await list({ head: "acme:a" })).toEqual([1]);
    expect(await list({ base: "other" })).toEqual([]);
  });

  it("compares from the merge base", async () => {
    const { github, octokit } = await acme();
    const fork = github.branch("acme/shop", "main");
    await openChange(github);
    await github.push("acme/shop", "main", { "later.txt": "x" }, { by: "ann" });
    const { data } = await octokit.rest.repos.compareCommitsWithBasehead({ ...repo, basehead: "main...change" });
    expect([data.status, data.ahead_by, data.behind_by, data.merge_base_commit.sha]).toEqual(["diverged", 1, 1, fork]);
    expect(data.files?.map(({ filename }) => filename)).toEqual([
      "contracts/new.avsc",
      "contracts/orders.avsc",
      "docs/new.md",
    ]);
  });

  it("gives contents as JSON, as raw text and as a directory", async () => {
    const { octokit } = await acme();
    const file = await octokit.rest.repos.getContent({ ...repo, path: "contracts/orders.avsc" });
    expect(Buffer.from((file.data as { content: string }).content, "base64").toString()).toContain("Order");
    const raw = await octokit.rest.repos.getContent({ ...repo, path: "README.md", mediaType: { format: "raw" } });
    expect(raw.data).toBe("# Shop\n");
    const folder = await octokit.rest.repos.getContent({ ...repo, path: "contracts" });
    expect((folder.data as { path: string }[]).map(({ path }) => path)).toEqual(["contracts/orders.avsc"]);
    await expect(octokit.rest.repos.getContent({ ...repo, path: "nowhere" })).rejects.toMatchObject({ status: 404 });
  });

  it("lists references, tags and releases", async () => {
    const { github, octokit } = await acme();
    await github.release("acme/shop", "orders/v1", "ann");
    const main = github.branch("acme/shop", "main");
    const refs = await octokit.rest.git.listMatchingRefs({ ...repo, ref: "tags/orders/" });
    expect(refs.data.map(({ ref, object }) => [ref, object.sha])).toEqual([["refs/tags/orders/v1", main]]);
    expect((await octokit.rest.git.getRef({ ...repo, ref: "heads/main" })).data.object.sha).toBe(main);
    expect((await octokit.rest.repos.listTags(repo)).data.map(({ name, commit }) => [name, commit.sha])).toEqual([
      ["orders/v1", main],
    ]);
    expect((await octokit.rest.repos.listReleases(repo)).data.map(({ tag_name }) => tag_name)).toEqual(["orders/v1"]);
    expect((await octokit.rest.repos.getReleaseByTag({ ...repo, tag: "orders/v1" })).data.name).toBe("orders/v1");
    expect((await octokit.rest.repos.getCommit({ ...repo, ref: "orders/v1" })).data.sha).toBe(main);
    expect((await octokit.rest.repos.getBranch({ ...repo, branch: "main" })).data.commit.sha).toBe(main);
    expect((await octokit.rest.repos.listCommits(repo)).data.map(({ sha }) => sha)).toEqual([main]);
    expect((await octokit.rest.repos.get(repo)).data).toMatchObject({
      default_branch: "main",
      private: true,
      clone_url: `${github.htmlUrl}/acme/shop.git`,
    });
  });

  it("finds the pull requests of a commit, but not those of forks", async () => {
    const { github, octokit } = await acme();
    const own = await openChange(github);
    await github.fork("acme/shop", "eve");
    await github.push("eve/shop", "idea", { "idea.txt": "x" }, { by: "eve", from: "main" });
    const foreign = await github.openPullRequest({ repository: "acme/shop", head: "eve:idea", author: "eve" });
    const at = async (commit_sha: string) =>
      (await octokit.rest.repos.listPullRequestsAssociatedWithCommit({ ...repo, commit_sha })).data.map(
        ({ number }) => number,
      );
    expect(await at(own.pull.head.sha)).toEqual([own.number]);
    expect(await at(foreign.pull.head.sha)).toEqual([]);
    const { data } = await octokit.rest.pulls.get({ ...repo, pull_number: foreign.number });
    expect([data.head.label, data.head.repo?.full_name, data.head.repo?.fork]).toEqual(["eve:idea", "eve/shop", true]);
    github.deleteFork(foreign);
    expect((await octokit.rest.pulls.list({ ...repo, head: "eve:idea" })).data[0]?.head.sha).toBe(
      foreign.pull.head.sha,
    );
  });

  it("says who may what", async () => {
    const { github, octokit } = await acme();
    github.addCollaborator("acme/shop", "tess", "triage");
    const role = async (username: string) => {
      const { data } = await octokit.rest.repos.getCollaboratorPermissionLevel({ ...repo, username });
      return [data.permission, data.role_name];
    };
    expect(await role("ANN")).toEqual(["write", "write"]);
    expect(await role("tess")).toEqual(["read", "triage"]);
    expect(await role("root")).toEqual(["admin", "admin"]);
    github.createUser("stranger");
    await expect(role("stranger")).rejects.toMatchObject({ status: 404 });
    const team = { org: "acme", team_slug: "shop" };
    expect((await octokit.rest.teams.getMembershipForUserInOrg({ ...team, username: "ann" })).data.state).toBe(
      "active",
    );
    await expect(octokit.rest.teams.getMembershipForUserInOrg({ ...team, username: "bob" })).rejects.toMatchObject({
      status: 404,
    });
    expect((await octokit.rest.teams.listMembersInOrg(team)).data.map(({ login }) => login)).toEqual(["ann"]);
    expect((await octokit.rest.teams.getByName(team)).data.organization.login).toBe("acme");
    const status = (username: string) => octokit.rest.repos.checkCollaborator({ ...repo, username });
    expect((await status("ann")).status).toBe(204);
    await expect(status("stranger")).rejects.toMatchObject({ status: 404 });
    expect((await octokit.rest.repos.listTeams(repo)).data.map(({ slug }) => slug)).toEqual(["shop"]);
    github.changeTeam("acme/shop", "bob", "added");
    expect(await role("bob")).toEqual(["write", "write"]);
    github.changeTeam("acme/shop", "bob", "removed");
    expect(await role("bob")).toEqual(["read", "read"]);
    expect(github.app.deliveries.slice(-2).map(({ event, action }) => [event, action])).toEqual([
      ["membership", "added"],
      ["membership", "removed"],
    ]);
    expect((await octokit.rest.users.getByUsername({ username: "ann" })).data.type).toBe("User");
    expect((await octokit.rest.rateLimit.get()).data.rate.limit).toBe(5000);
  });
});
