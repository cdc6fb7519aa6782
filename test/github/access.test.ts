import { describe, expect, it } from "vitest";
import { newKeyPair } from "../../src/demo/github/tokens.ts";
import { acme, appOctokit, octokitFor, openChange, refusal, repo } from "./acme.ts";

describe("the App's own key", () => {
  it("opens the App's routes", async () => {
    const { github, installation } = await acme();
    const app = appOctokit(github);
    expect((await app.rest.apps.getAuthenticated()).data?.slug).toBe("contract-review");
    expect((await app.rest.apps.listInstallations()).data.map(({ id }) => id)).toEqual([installation.id]);
    expect((await app.rest.apps.getInstallation({ installation_id: installation.id })).data.repository_selection).toBe(
      "all",
    );
    expect((await app.rest.apps.getRepoInstallation(repo)).data.id).toBe(installation.id);
    expect((await app.rest.apps.getOrgInstallation({ org: "Acme" })).data.id).toBe(installation.id);
    const own = github.install("ann");
    expect((await app.rest.apps.getUserInstallation({ username: "ann" })).data.id).toBe(own.id);
    await expect(app.rest.apps.getOrgInstallation({ org: "nobody" })).rejects.toMatchObject({ status: 404 });
  });

  it("is refused when another key signed", async () => {
    const { github } = await acme();
    const forged = appOctokit(github, newKeyPair().privateKey);
    expect(await refusal(forged.rest.apps.getAuthenticated())).toEqual({
      status: 401,
      message: "A JSON web token could not be decoded",
    });
  });

  it("mints tokens in the newer style, narrowed to repositories and permissions", async () => {
    const { github, installation } = await acme();
    await github.seedRepository("acme/secret", { "a.txt": "a" });
    const { data } = await appOctokit(github).rest.apps.createInstallationAccessToken({
      installation_id: installation.id,
      repositories: ["shop"],
      permissions: { contents: "read" },
    });
    expect(data.token).toMatch(new RegExp(`^ghs_${github.app.id}_[\\w-]+\\.[\\w-]+\\.[\\w-]+$`));
    const narrow = octokitFor(github, data.token);
    expect(
      (await narrow.rest.apps.listReposAccessibleToInstallation()).data.repositories.map(({ name }) => name),
    ).toEqual(["shop"]);
    expect((await narrow.rest.repos.getContent({ ...repo, path: "README.md" })).status).toBe(200);
    expect((await refusal(narrow.rest.repos.getContent({ owner: "acme", repo: "secret", path: "a.txt" }))).status).toBe(
      404,
    );
    expect(await refusal(narrow.rest.pulls.list(repo))).toEqual({
      status: 403,
      message: "Resource not accessible by integration",
    });
    const ask = (more: object) =>
      refusal(
        appOctokit(github).rest.apps.createInstallationAccessToken({ installation_id: installation.id, ...more }),
      );
    expect((await ask({ repositories: ["elsewhere"] })).status).toBe(422);
    expect((await ask({ permissions: { administration: "write" } })).status).toBe(422);
  });
});

describe("tokens", () => {
  it("are unknown, expired or withdrawn: 401", async () => {
    let now = Date.parse("2026-11-30T12:00:00Z");
    const { github, octokit, installation } = await acme({ now: () => new Date(now) });
    expect(await refusal(octokitFor(github, "ghs_never_minted").rest.repos.get(repo))).toEqual({
      status: 401,
      message: "Bad credentials",
    });
    expect((await octokit.rest.repos.get(repo)).status).toBe(200);
    now += 3_600_000;
    expect((await refusal(octokit.rest.repos.get(repo))).status).toBe(401);
    const app = appOctokit(github).rest.apps;
    const { data } = await app.createInstallationAccessToken({ installation_id: installation.id });
    expect(data.expires_at).toBe("2026-11-30T14:00:00Z");
    const fresh = octokitFor(github, data.token);
    expect((await fresh.rest.repos.get(repo)).status).toBe(200);
    github.uninstall(installation);
    expect((await refusal(fresh.rest.repos.get(repo))).status).toBe(401);
  });

  it("of a suspended installation are refused until it is resumed", async () => {
    const { github, octokit, installation } = await acme();
    github.suspend(installation);
    expect(await refusal(octokit.rest.repos.get(repo))).toEqual({
      status: 403,
      message: "This installation has been suspended",
    });
    github.unsuspend(installation);
    expect((await octokit.rest.repos.get(repo)).status).toBe(200);
  });

  it("see no private repository they have no right to", async () => {
    const { github, octokit, installation } = await acme();
    await github.seedRepository("other/private", { "a.txt": "a" });
    await github.seedRepository("other/public", { "a.txt": "a" }, { private: false });
    const status = async (owner: string, name: string) =>
      (await refusal(octokit.rest.repos.get({ owner, repo: name }))).status;
    expect(await status("other", "private")).toBe(404);
    expect((await octokit.rest.repos.get({ owner: "other", repo: "public" })).status).toBe(200);
    const outsider = octokitFor(github, github.userToken(github.createUser("outsider").login));
    expect((await refusal(outsider.rest.repos.get({ owner: "other", repo: "private" }))).status).toBe(404);
    github.changeRepositories(installation, { remove: ["acme/shop"] });
    expect(await status("acme", "shop")).toBe(404);
    github.changeRepositories(installation, { add: ["acme/shop"] });
    expect((await octokit.rest.repos.get(repo)).status).toBe(200);
  });

  it("without a permission are refused, whatever the route", async () => {
    const { github, installation } = await acme();
    const request = await openChange(github);
    const poor = octokitFor(
      github,
      github.installationToken(installation, { metadata: "read", checks: "read", pull_requests: "read" }),
    );
    const refused = { status: 403, message: "Resource not accessible by integration" };
    expect(await refusal(poor.rest.checks.create({ ...repo, name: "c", head_sha: request.pull.head.sha }))).toEqual(
      refused,
    );
    expect(await refusal(poor.rest.issues.createComment({ ...repo, issue_number: 1, body: "x" }))).toEqual(refused);
    expect(await refusal(poor.rest.pulls.requestReviewers({ ...repo, pull_number: 1, reviewers: ["bob"] }))).toEqual(
      refused,
    );
    expect(await refusal(poor.rest.repos.getContent({ ...repo, path: "README.md" }))).toEqual(refused);
    expect(
      (await refusal(poor.rest.teams.getMembershipForUserInOrg({ org: "acme", team_slug: "shop", username: "ann" })))
        .status,
    ).toBe(404);
    expect((await poor.rest.pulls.get({ ...repo, pull_number: 1 })).status).toBe(200);
  });

  it("of people follow their roles", async () => {
    const { github } = await acme();
    const request = await openChange(github);
    github.addCollaborator("acme/shop", "tess", "triage");
    const [bob, tess] = ["bob", "tess"].map((login) => octokitFor(github, github.userToken(login)));
    const label = { ...repo, issue_number: request.number, labels: ["x"] };
    expect((await refusal(bob?.rest.issues.addLabels(label) ?? Promise.resolve())).status).toBe(403);
    expect((await tess?.rest.issues.addLabels(label))?.status).toBe(200);
    expect((await bob?.rest.users.getAuthenticated())?.data.login).toBe("bob");
    expect((await bob?.rest.issues.createComment({ ...repo, issue_number: 1, body: "hello" }))?.status).toBe(201);
  });
});

describe("repositories that changed", () => {
  it("answer under their new name, and redirect from the old one", async () => {
    const { github, octokit } = await acme();
    await openChange(github);
    github.renameRepository("acme/shop", "store");
    expect((await octokit.rest.repos.get(repo)).data.full_name).toBe("acme/store");
    expect((await octokit.rest.pulls.list({ ...repo, state: "all" })).data.map(({ number }) => number)).toEqual([1]);
    expect(github.traffic.all().map(({ status }) => status)).toEqual([301, 200, 301, 200]);
    expect(github.app.deliveries.at(-1)?.payload).toMatchObject({ action: "renamed", repository: { name: "store" } });
    const stranger = octokitFor(github, github.userToken(github.createUser("stranger").login));
    expect((await refusal(stranger.rest.repos.get(repo))).status).toBe(404);
  });

  it("are gone once deleted", async () => {
    const { github, octokit } = await acme();
    github.deleteRepository("acme/shop");
    expect((await refusal(octokit.rest.repos.get(repo))).status).toBe(404);
    expect((await octokit.rest.apps.listReposAccessibleToInstallation()).data.total_count).toBe(0);
  });

  it("take no writes once archived", async () => {
    const { github, octokit } = await acme();
    github.repository("acme/shop").archived = true;
    const call = octokit.rest.issues.createLabel({ ...repo, name: "x" });
    expect(await refusal(call)).toEqual({ status: 403, message: "Repository was archived so is read-only." });
    expect((await octokit.rest.repos.get(repo)).data.archived).toBe(true);
  });
});

describe("limits and faults", () => {
  it("uses up the hour and starts the next", async () => {
    let now = Date.parse("2026-11-30T12:30:00Z");
    const { octokit } = await acme({ now: () => new Date(now), rateLimit: 2 });
    expect((await octokit.rest.repos.get(repo)).headers["x-ratelimit-remaining"]).toBe("1");
    await octokit.rest.repos.get(repo);
    await expect(octokit.rest.repos.get(repo)).rejects.toMatchObject({
      status: 403,
      response: {
        headers: {
          "x-ratelimit-remaining": "0",
          "x-ratelimit-reset": String(Date.parse("2026-11-30T13:00:00Z") / 1000),
        },
      },
    });
    now += 1_800_000;
    expect((await octokit.rest.repos.get(repo)).status).toBe(200);
  });

  it("fails on demand: a status, a secondary limit, a lost answer, a cut connection", async () => {
    const { github, octokit } = await acme();
    const create = "POST /repos/{owner}/{repo}/check-runs";
    const check = () =>
      octokit.rest.checks.create({ ...repo, name: "c", head_sha: github.branch("acme/shop", "main") });
    github.faults.add({ on: create, times: 2, status: 502 });
    expect([(await refusal(check())).status, (await refusal(check())).status]).toEqual([502, 502]);
    github.faults.secondaryLimit(60, create);
    await expect(check()).rejects.toMatchObject({ status: 403, response: { headers: { "retry-after": "60" } } });
    expect(github.checkRuns("acme/shop")).toEqual([]);
    github.faults.add({ on: create, drop: true, afterwards: true });
    expect((await refusal(check())).status).toBe(500);
    expect(github.checkRuns("acme/shop")).toHaveLength(1);
    expect((await check()).status).toBe(201);
    expect(github.traffic.count(create)).toBe(5);
    expect(github.traffic.summary()).toEqual({ [create]: 5 });
    expect(github.traffic.bytes("git")).toBe(0);
  });
});
