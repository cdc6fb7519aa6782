import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { PullRequest } from "../../src/demo/github/state-work.ts";
import {
  additiveProposal,
  breakingProposal,
  exampleFiles,
  foundShop,
  producer,
  proposalPath,
  propose,
} from "../../src/demo/shop.ts";
import { type Stage, stage } from "./desk.ts";

const configPath = ".github/contract-review.yml";

/** What stands on a pull request's head. */
function checksOn({ github }: Stage, pull: PullRequest) {
  return github
    .checkRuns(producer, pull.pull.head.sha)
    .map(({ name, status, conclusion, output }) => [name, status, conclusion, output.title]);
}

/** What our one comment says. */
function answered(pull: PullRequest): string {
  return pull.comments.findLast(({ user }) => user.type === "Bot")?.body ?? "";
}

function calls({ github }: Stage, kind: "api" | "git"): readonly string[] {
  return github.traffic.on(kind).map(({ route }) => route);
}

/** What the sweep asks, whenever it comes by, is no review's. */
const sweeping = ["GET /app/installations", "GET /installation/repositories", "GET /repos/{owner}/{repo}/pulls"];

function reviewCalls(on: Stage): readonly string[] {
  return calls(on, "api").filter((route) => !sweeping.includes(route));
}

describe("a breaking proposal", () => {
  it("is answered by one check, reviews asked of those who break, word to those whose pin moves", async () => {
    const on = await stage();
    const before = reviewCalls(on).length;
    const pull = await propose(on.github, breakingProposal());
    await on.quiet();
    expect(checksOn(on, pull)).toEqual([
      [
        "Contract review",
        "completed",
        "action_required",
        "2 consumers break: merchant_id removed, status newly nullable",
      ],
    ]);
    expect(on.github.reviewersOf(pull)).toEqual({ users: [], teams: ["finance-data"] });
    expect(reviewCalls(on).length - before).toBeLessThanOrEqual(15);
    const [run] = on.github.checkRuns(producer, pull.pull.head.sha);
    const steady = (text: string | null | undefined) =>
      `${(text ?? "")
        .replace(/[0-9a-f]{40}|[0-9a-f]{16}|\b[0-9a-f]{7}\b|[0-9a-f]{6}\u200b[0-9a-f]+/g, (hex) =>
          "0".repeat(hex.length),
        )
        .replace(/\d{4}-\d{2}-\d{2}T[\d:]+Z/g, "2026-01-01T00:00:00Z")
        .replace(/\bby \w{3} \d{1,2} \w{3}\b/g, "by Mon 5 Jan")}\n`;
    await expect(steady(run?.output.summary)).toMatchFileSnapshot(
      join(import.meta.dirname, "answers/breaking-summary.md"),
    );
    await expect(steady(run?.output.text)).toMatchFileSnapshot(join(import.meta.dirname, "answers/breaking-text.md"));
    await expect(steady(pull.comments.map(({ body }) => body).join("\n---\n"))).toMatchFileSnapshot(
      join(import.meta.dirname, "answers/breaking-comment.md"),
    );
    expect(
      run?.annotations.map(({ path, start_line, annotation_level, title }) => [
        path,
        start_line,
        annotation_level,
        title,
      ]),
    ).toEqual([
      [proposalPath, 7, "failure", "merchant_id removed"],
      [proposalPath, 10, "failure", "status newly nullable"],
      [proposalPath, 8, "warning", "merchant_ref added not null"],
    ]);

    // the same webhooks once more change nothing: no second check, comment or request
    for (const delivery of [...on.github.app.deliveries]) on.github.redeliver(delivery);
    await on.quiet();
    expect(checksOn(on, pull)).toHaveLength(1);
    expect(pull.comments).toHaveLength(1);
    expect(
      calls(on, "api").filter((route) => route.startsWith("POST") && route.endsWith("requested_reviewers")),
    ).toHaveLength(1);

    // made safe by a push: green, the comment says so in place
    await on.github.push(producer, "payments-v5", { [proposalPath]: additiveProposal }, { by: "carla" });
    await on.quiet();
    expect(checksOn(on, pull)).toEqual([
      ["Contract review", "completed", "success", "1 contract changes, nobody breaks"],
    ]);
    expect(pull.comments).toHaveLength(1);
  });
});

describe("domains by what the organisation says of its repositories", () => {
  it("a repository that carries the topic is read as if it were listed", async () => {
    const on = await stage(async (github) => {
      await foundShop(github);
      const { [configPath]: config = "" } = exampleFiles("producer");
      const discovered = config.replace(/repositories: .*/, "discover: { topic: data-consumer }");
      await github.push(producer, "main", { [configPath]: discovered }, { by: "ada" });
      github.repository("shop/finance").topics.push("data-consumer");
    });
    const pull = await propose(on.github, breakingProposal());
    await on.quiet();
    const [run] = on.github.checkRuns(producer, pull.pull.head.sha);
    expect(run?.output.title).toBe("2 consumers break: merchant_id removed, status newly nullable");
    expect(run?.output.summary).toContain("shop/finance");
    expect(run?.output.summary).not.toContain("shop/growth");
  });
});

describe("who is asked, and when", () => {
  it("nobody on a draft; the owners when it is ready; never the author; a refused name keeps nobody else from being asked", async () => {
    const on = await stage(async (github) => {
      await foundShop(github);
      const consumer = (name: string, owner: string) =>
        `apiVersion: contract-consumer/v1\nconsumer: ${name}\nowner: {github: "${owner}"}\nreads:\n  - {dataset: checkout_raw.payments, version: 4, fields: [status]}\n`;
      await github.push(
        "shop/partner",
        "main",
        {
          "by-author.yml": consumer("by-author", "@carla"),
          "by-stranger.yml": consumer("by-stranger", "@shop/nobody-knows"),
          "by-other.yml": consumer("by-other", "@elsewhere/team"),
          "by-hostile.yml": consumer("by-hostile", "@everyone|x"),
        },
        { by: "ada" },
      );
    });
    const pull = await propose(on.github, breakingProposal(), { draft: true });
    await on.quiet();
    expect(on.github.reviewersOf(pull)).toEqual({ users: [], teams: [] });
    expect([checksOn(on, pull).map(([, , conclusion]) => conclusion), pull.comments]).toEqual([
      ["action_required"],
      [],
    ]);
    on.github.setDraft(pull, false, "carla");
    await on.quiet();
    expect(on.github.reviewersOf(pull)).toEqual({ users: [], teams: ["finance-data"] });
    const [run] = on.github.checkRuns(producer, pull.pull.head.sha);
    expect(run?.output.summary).toMatch(/`@carla`[^\n]*the author of the pull request/);
    expect(run?.output.summary).toMatch(/`@elsewhere\/team`[^\n]*another organisation/);
    expect(run?.output.summary).toMatch(/`@shop\/nobody-knows`[^\n]*GitHub refused/);
    expect(run?.output.summary).not.toContain("@everyone|x");
  });

  it("by policy only on command, by those who may", async () => {
    const on = await stage(async (github) => {
      await foundShop(github);
      const text = `version: 1
domains: {repositories: [shop/finance, shop/growth]}
policy: {ask: command}
contracts: [{path: "proposals/*.yml", format: table, baseline: {catalog: catalog.yml}}]
owners: {finance-data@shop.example: "@shop/finance-data", fraud-ml@shop.example: "@shop/fraud-ml"}
`;
      await github.push(producer, "main", { [configPath]: text }, { by: "ada" });
    });
    const pull = await propose(on.github, breakingProposal());
    await on.quiet();
    expect(on.github.reviewersOf(pull)).toEqual({ users: [], teams: [] });
    on.github.comment(pull, "/contract ask", "fay");
    await on.quiet();
    expect(on.github.reviewersOf(pull)).toEqual({ users: [], teams: [] });
    expect(answered(pull)).toContain(
      "`/contract ask` by `@fay`: only the author and people with write access here may ask",
    );
    on.github.comment(pull, "/contract ask", "carla");
    await on.quiet();
    expect(on.github.reviewersOf(pull)).toEqual({ users: [], teams: ["finance-data"] });
  });
});

describe("every way to ask for a look", () => {
  it("re-run of the check and of the suite, /contract recheck, a new base, reopening", async () => {
    const on = await stage();
    const pull = await propose(on.github, additiveProposal);
    await on.quiet();
    const [run] = on.github.checkRuns(producer, pull.pull.head.sha);
    if (run === undefined) throw new Error("no check");
    const looks = () =>
      calls(on, "api").filter((route) => route === "GET /repos/{owner}/{repo}/compare/{basehead}").length;
    const asked = async (act: () => unknown) => {
      const before = looks();
      await act();
      await on.quiet();
      return looks() - before;
    };
    expect(await asked(() => on.github.rerequestRun(run, "carla"))).toBe(1);
    expect(await asked(() => on.github.rerequestSuite(run.suite, "carla"))).toBe(1);
    expect(await asked(() => on.github.comment(pull, "/contract recheck", "fay"))).toBe(1);
    expect(
      await asked(() => on.github.comment(pull, "> /contract recheck\n\n```\n/contract recheck\n```", "fay")),
    ).toBe(0);
    expect(await asked(() => on.github.editPull(pull, { title: "Another title" }, "carla"))).toBe(0);
    on.github.closePull(pull, "carla");
    expect(await asked(() => on.github.reopenPull(pull, "carla"))).toBe(1);
    expect(checksOn(on, pull)).toEqual([
      ["Contract review", "completed", "success", "1 contract changes, nobody breaks"],
    ]);
  });

  it("a pull request from a fork, its configuration not obeyed", async () => {
    const on = await stage(async (github) => {
      await foundShop(github);
      await github.fork(producer, "mallory");
    });
    const hostile = "version: 1\nenforcement: observe\ndomains: {repositories: []}\n";
    await on.github.push(
      "mallory/checkout",
      "evil",
      { [proposalPath]: breakingProposal(), [configPath]: hostile },
      { by: "mallory", from: "main" },
    );
    const pull = await on.github.openPullRequest({ repository: producer, head: "mallory:evil", author: "mallory" });
    await on.quiet();
    expect(checksOn(on, pull).map(([, , conclusion]) => conclusion)).toEqual(["action_required"]);
    expect(on.github.reviewersOf(pull)).toEqual({ users: [], teams: ["finance-data"] });
  });

  it("on a repository that everybody sees, private consumers are counted and not named", async () => {
    const on = await stage((github) => foundShop(github, true));
    const pull = await propose(on.github, breakingProposal());
    await on.quiet();
    const [run] = on.github.checkRuns(producer, pull.pull.head.sha);
    const annotated = run?.annotations.map(({ title, message }) => `${title} ${message}`) ?? [];
    const said = [run?.output.title, run?.output.summary, run?.output.text, ...annotated, answered(pull)].join("\n");
    const secrets = ["settlement", "chargebacks", "fraud", "finance", "growth", "partner", "pipelines/"];
    expect(secrets.filter((secret) => said.includes(secret))).toEqual([]);
    expect(run?.output.title).toBe("2 consumers break: merchant_id removed, status newly nullable");
    expect(run?.output.summary).toMatch(/private consumer \d \(private\)[^\n]*\*\*breaks\*\*/);
    expect(on.github.reviewersOf(pull)).toEqual({ users: [], teams: ["finance-data"] });
  });

  it("a merge group gets the same check on its own head", async () => {
    const on = await stage();
    const pull = await propose(on.github, breakingProposal());
    await on.quiet();
    const group = await on.github.makeMergeGroup([pull], "ada");
    await on.quiet();
    const runs = on.github.checkRuns(producer, group.headSha);
    expect(runs.map(({ name, status, conclusion }) => [name, status, conclusion])).toEqual([
      ["Contract review", "completed", "action_required"],
    ]);
  });

  it("no contract changed: success, with few calls", async () => {
    const on = await stage();
    const before = reviewCalls(on).length;
    await on.github.push(producer, "docs", { "readme.md": "hello" }, { by: "carla", from: "main" });
    const pull = await on.github.openPullRequest({ repository: producer, head: "docs", author: "carla" });
    await on.quiet();
    expect(checksOn(on, pull)).toEqual([["Contract review", "completed", "success", "No contract changed"]]);
    expect(reviewCalls(on).length - before).toBeLessThanOrEqual(11);
  });
});

describe("what people type", () => {
  it("help, explain, a slip of the hand", async () => {
    const on = await stage();
    const pull = await propose(on.github, additiveProposal);
    await on.quiet();
    const said = async (body: string) => {
      on.github.comment(pull, body, "fay");
      await on.quiet();
      return answered(pull);
    };
    expect(await said("/contract help")).toContain("| `/contract recheck` |");
    expect(await said("/contract explain table/column-removed")).toContain("**`table/column-removed`**");
    expect(await said("/contract explain table/colum-removed")).toContain("Did you mean `table/column-removed`?");
    expect(await said("/contract rechek")).toContain("Did you mean `/contract recheck`?");
  });
});

describe("configuration that is wrong", () => {
  it("fails the check with file, line and key, and what it says right is used", async () => {
    const on = await stage(async (github) => {
      await foundShop(github);
      const text = "version: 1\nenforcment: observe\ndomains: {repositories: [shop/finance]}\n";
      await github.push(producer, "main", { [configPath]: text }, { by: "ada" });
    });
    const pull = await propose(on.github, breakingProposal());
    await on.quiet();
    const [run] = on.github.checkRuns(producer, pull.pull.head.sha);
    expect(run?.conclusion).toBe("failure");
    expect(run?.output.summary).toContain(`\`${configPath}:2:1\``);
    expect(run?.output.summary).toContain("did you mean `enforcement`?");
    expect(run?.output.summary).toContain("chargebacks-hourly");
  });
});
