import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { acme, openChange } from "./acme.ts";

const run = promisify(execFile);
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "stand-in-clones-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Git as the App runs it: the token in the environment, nothing of this machine's settings. */
async function git(token: string | undefined, ...args: string[]): Promise<string> {
  const header = `Authorization: Basic ${Buffer.from(`x-access-token:${token}`).toString("base64")}`;
  const secret = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "http.extraHeader", GIT_CONFIG_VALUE_0: header };
  const env = {
    PATH: process.env.PATH,
    GIT_TERMINAL_PROMPT: "0",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    ...(token !== undefined && secret),
  };
  const { stdout } = await run("git", args, { env, cwd: folder });
  return stdout.trim();
}

const complaint = (call: Promise<unknown>) =>
  call.then(
    () => "",
    (error: { stderr: string }) => error.stderr.trim(),
  );

describe("git over HTTP", () => {
  it("serves partial clones, single commits and the heads of pull requests", async () => {
    const { github, installation } = await acme();
    const token = github.installationToken(installation, { contents: "read" });
    const request = await openChange(github);
    const url = `${github.htmlUrl}/acme/shop.git`;
    await git(token, "clone", "--quiet", "--bare", "--filter=blob:none", "--depth=1", url, "partial");
    const missing = await git(token, "-C", "partial", "rev-list", "--objects", "--missing=print", "main");
    expect(missing.split("\n").filter((line) => line.startsWith("?"))).toHaveLength(3);
    expect(await git(token, "-C", "partial", "show", "main:README.md")).toBe("# Shop");
    await git(token, "-C", "partial", "fetch", "--quiet", "--depth=1", "origin", request.pull.head.sha);
    expect(await git(token, "-C", "partial", "rev-parse", "FETCH_HEAD")).toBe(request.pull.head.sha);
    expect(await git(token, "ls-remote", url, "refs/pull/1/head")).toBe(`${request.pull.head.sha}\trefs/pull/1/head`);
    expect(github.traffic.count("git")).toBeGreaterThan(5);
    expect(github.traffic.bytes("git")).toBeGreaterThan(1000);
    expect(github.traffic.on("git").every(({ status }) => status === 200)).toBe(true);
  });

  it("keeps the head of a pull request from a fork in the base repository", async () => {
    const { github, installation } = await acme();
    await github.fork("acme/shop", "eve");
    const sha = await github.push("eve/shop", "idea", { "idea.txt": "x" }, { by: "eve", from: "main" });
    const request = await github.openPullRequest({ repository: "acme/shop", head: "eve:idea", author: "eve" });
    github.deleteFork(request);
    const token = github.installationToken(installation);
    await git(token, "clone", "--quiet", "--bare", `${github.htmlUrl}/acme/shop`, "base");
    await git(token, "-C", "base", "fetch", "--quiet", "origin", "refs/pull/1/head");
    expect(await git(token, "-C", "base", "rev-parse", "FETCH_HEAD")).toBe(sha);
  });

  it("asks for a token, refuses a wrong one, and hides what a token may not see", async () => {
    const { github, installation } = await acme();
    const other = await github.seedRepository("other/private", { "a.txt": "a" });
    const token = github.installationToken(installation);
    const url = (name: string) => `${github.htmlUrl}/${name}.git`;
    expect(await complaint(git(undefined, "ls-remote", url("acme/shop")))).toContain("could not read Username");
    expect(await complaint(git("ghs_wrong", "ls-remote", url("acme/shop")))).toMatch(
      /Authentication failed|could not read Username/,
    );
    expect(await complaint(git(token, "ls-remote", url("other/private")))).toContain("not found");
    expect(await complaint(git(token, "ls-remote", url("acme/nowhere")))).toContain("not found");
    const poor = github.installationToken(installation, { metadata: "read" });
    expect(await complaint(git(poor, "ls-remote", url("acme/shop")))).toContain("403");
    other.private = false;
    expect(await git(undefined, "ls-remote", url("other/private"), "HEAD")).toContain("HEAD");
  });

  it("takes a real push, moves the pull request and tells the App", async () => {
    const { github, installation } = await acme();
    const request = await openChange(github);
    const before = request.pull.head.sha;
    const url = `${github.htmlUrl}/acme/shop.git`;
    const ann = github.userToken("ann");
    await git(ann, "clone", "--quiet", "--branch=change", url, "work");
    await writeFile(join(folder, "work", "more.txt"), "more\n");
    await git(ann, "-C", "work", "add", ".");
    await git(
      ann,
      "-C",
      "work",
      "-c",
      "user.name=Ann",
      "-c",
      "user.email=ann@shop.example",
      "commit",
      "--quiet",
      "-m",
      "More",
    );
    const after = await git(ann, "-C", "work", "rev-parse", "HEAD");
    github.app.deliveries.length = 0;
    await git(ann, "-C", "work", "push", "--quiet", "origin", "change");
    expect(request.pull.head.sha).toBe(after);
    const synchronize = github.app.deliveries.find(({ event }) => event === "pull_request");
    expect(synchronize?.payload).toMatchObject({
      action: "synchronize",
      before,
      after,
      pull_request: { head: { sha: after } },
      sender: { login: "ann" },
    });
    const push = github.app.deliveries.find(({ event }) => event === "push");
    expect(push?.payload).toMatchObject({
      ref: "refs/heads/change",
      before,
      after,
      forced: false,
      head_commit: { message: "More" },
    });
    expect(await git(ann, "ls-remote", url, "refs/pull/1/head")).toContain(after);
    const readOnly = github.installationToken(installation);
    expect(await complaint(git(readOnly, "-C", "work", "push", "origin", "HEAD:refs/heads/x"))).toContain("403");
    expect(await complaint(git(ann, "-C", "work", "push", "origin", "HEAD:refs/pull/1/head"))).toContain("hidden");
  });

  it("bears names that look like options, and odd paths", async () => {
    const { github, installation, octokit } = await acme();
    const odd = {
      "-x": "dash",
      "a b/ü#%?.txt": "odd",
      'q"uo\\te': "quoted",
      link: { mode: "120000" as const, content: "README.md" },
    };
    const sha = await github.push("acme/shop", "-dash/#ü", odd, { by: "ann", from: "main" });
    const request = await github.openPullRequest({ repository: "acme/shop", head: "-dash/#ü", author: "ann" });
    const files = await octokit.rest.pulls.listFiles({ owner: "acme", repo: "shop", pull_number: request.number });
    expect(files.data.map(({ filename }) => filename)).toEqual(Object.keys(odd).sort());
    const branch = await octokit.rest.repos.getBranch({ owner: "acme", repo: "shop", branch: "-dash/#ü" });
    expect(branch.data.commit.sha).toBe(sha);
    const linked = await octokit.rest.repos.getContent({ owner: "acme", repo: "shop", path: "link", ref: sha });
    expect(Buffer.from((linked.data as { content: string }).content, "base64").toString()).toBe("# Shop\n");
    const heads = await git(
      github.installationToken(installation),
      "ls-remote",
      `${github.htmlUrl}/acme/shop.git`,
      "refs/heads/-dash/#ü",
    );
    expect(heads).toContain(sha);
  });

  it("follows a repository to its new name", async () => {
    const { github, installation } = await acme();
    const old = `${github.htmlUrl}/acme/shop.git`;
    github.renameRepository("acme/shop", "store");
    const heads = await git(github.installationToken(installation), "ls-remote", old, "refs/heads/main");
    expect(heads).toBe(`${github.branch("acme/store", "main")}\trefs/heads/main`);
    expect(github.traffic.on("git").map(({ status }) => status)).toContain(301);
  });

  it("fails on demand", async () => {
    const { github, installation } = await acme();
    const token = github.installationToken(installation);
    github.faults.add({ on: (request) => request.kind === "git", status: 503 });
    expect(await complaint(git(token, "ls-remote", `${github.htmlUrl}/acme/shop.git`))).toContain("503");
    github.faults.add({ on: "GET git-upload-pack", drop: true });
    expect(await complaint(git(token, "ls-remote", `${github.htmlUrl}/acme/shop.git`))).toMatch(
      /Empty reply|unable to access/,
    );
    expect(await git(token, "ls-remote", `${github.htmlUrl}/acme/shop.git`, "refs/heads/main")).toContain(
      "refs/heads/main",
    );
  });
});
