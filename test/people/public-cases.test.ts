import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { GitHub } from "../../src/demo/github/github.ts";
import type { PullRequest } from "../../src/demo/github/state-work.ts";
import { formats } from "../../src/formats/index.ts";
import { type Stage, stage } from "../review/desk.ts";
import { clock, pass } from "./story.ts";

/** Cases of other people's bots, gathered from public threads; they stand beside the project, where they stand at all. */
const shared = process.env.CONTRACT_REVIEW_SHARED ?? fileURLToPath(new URL("../../../shared", import.meta.url));
const file = join(shared, "corpora", "public-cases.json");
const cases: readonly Case[] = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
const avro = formats.some(({ name }) => name === "avro");

interface Case {
  readonly id: string;
  readonly files: Readonly<Record<string, string>>;
}

function side(id: string, folder: string): Record<string, string> {
  const { files = {} } = cases.find((one) => one.id === id) ?? {};
  return Object.fromEntries(
    Object.entries(files).flatMap(([path, text]) =>
      path.startsWith(`${folder}/`) ? [[path.slice(folder.length + 1), text]] : [],
    ),
  );
}

const repository = "acme/shop";

/** An organisation whose producer holds these files; bob's team reads `contract`, if any; dora governs. */
async function opened(
  base: Record<string, string>,
  head: Record<string, string | null>,
  how: { contract?: string; domains?: readonly string[]; paths?: string; mode?: string; fork?: boolean } = {},
): Promise<Stage & { pull: PullRequest; act(step: () => unknown): Promise<void> }> {
  const { contract, domains = [], paths = "**/*.avsc", mode = "BACKWARD", fork = false } = how;
  const config = (policy: string, as: string) =>
    `version: 1\ndomains: { repositories: [acme/readers${domains.map((one) => `, ${one}`).join("")}] }\ncontracts: [{ path: "${paths}", mode: ${as}, owners: ["@acme/producers"] }]\npolicy: { no-consumers: owner-approval, exception-approvers: ["@acme/governance"]${policy} }\n`;
  const reader = `apiVersion: contract-consumer/v1\nconsumer: reader\nowner: {github: "@acme/readers"}\nreads: [{contract: ${contract}, replay: true}]\n`;
  const on = await stage(async (github: GitHub) => {
    github.createOrganization("acme", { members: ["ann", "amy", "bob", "dora"] });
    await github.seedRepository(
      repository,
      { ...base, ".github/contract-review.yml": config("", mode) },
      { private: !fork },
    );
    await github.seedRepository("acme/readers", contract === undefined ? { "README.md": "" } : { "c.yml": reader });
    github.createTeam("acme/producers", { members: ["ann", "amy"], repositories: { [repository]: "write" } });
    github.createTeam("acme/readers", { members: ["bob"], repositories: { [repository]: "read" } });
    github.createTeam("acme/governance", { members: ["dora"], repositories: { [repository]: "triage" } });
    github.install("acme");
    if (fork) await github.fork(repository, "mallory");
  }, clock);
  const { github } = on;
  const author = fork ? "mallory" : "ann";
  const from = fork ? "mallory/shop" : repository;
  const files = fork ? { ...head, ".github/contract-review.yml": config(", author-may-approve: true", "NONE") } : head;
  await github.push(from, "change", files, { by: author, from: "main" });
  const pull = await github.openPullRequest({ repository, head: fork ? "mallory:change" : "change", author });
  await on.quiet();
  const act = async (step: () => unknown) => {
    pass(60);
    await step();
    await on.quiet();
    await on.quiet();
  };
  return { ...on, pull, act };
}

function shown({ github, pull }: { github: GitHub; pull: PullRequest }) {
  const run = github.checkRuns(repository, pull.pull.head.sha).at(-1);
  const { title = "", summary = "", text = "" } = run?.output ?? {};
  const comment = pull.comments.find(({ app }) => app === github.app)?.body ?? "";
  return { run, conclusion: run?.conclusion, title: `${title}`, summary: `${summary}`, text: `${text}`, comment };
}

const bytes = (text: string) => Buffer.byteLength(text);

describe.skipIf(cases.length === 0 || !avro)("what other bots got wrong", { timeout: 400_000 }, () => {
  test("bot-03: an exception outlives a rebase, and does not cover a further change", async () => {
    const id = "bot-03-exception-after-new-push";
    const told = await opened(side(id, "old"), side(id, "new"), { contract: "b.A" });
    const { github, pull, act } = told;
    expect(shown(told).conclusion).toBe("action_required");
    const request = '/contract exception b.A reason="migrated" controls="c" rollback="r" until=2026-12-20';
    await act(() => github.comment(pull, request, "ann"));
    await act(() => github.label(pull, "contract-exception:b.A", "dora"));
    expect(shown(told).conclusion).toBe("success");
    await act(() => github.push(repository, "main", { "README.md": "elsewhere" }, { by: "amy" }));
    await act(() => github.push(repository, "change", side(id, "new"), { by: "ann", from: "main", replace: true }));
    expect(shown(told).conclusion).toBe("success");
    await act(() => github.push(repository, "change", side(id, "new2"), { by: "ann" }));
    const { conclusion, title, comment } = shown(told);
    expect(conclusion).toBe("action_required");
    expect(title).toContain("y");
    expect(comment).toMatch(/the exception requested by `@ann` is for .*|made for other changes than these/);
  });

  test("bot-06: a fork's author edits the configuration and accepts alone", async () => {
    const id = "bot-06-fork-pr-and-outsider-command";
    const head = { "a.avsc": side(id, "new")["a.avsc"] ?? "" };
    const told = await opened({ "a.avsc": side(id, "old")["a.avsc"] ?? "" }, head, { contract: "b.A", fork: true });
    expect(shown(told).conclusion).toBe("action_required");
    await told.act(() => told.github.comment(told.pull, "/contract ack", "mallory"));
    expect(shown(told).conclusion).toBe("action_required");
    expect(shown(told).comment).toContain("`@mallory` does not answer for");
  });

  test("bot-07: 900 findings with names that are not ASCII fit, by bytes, and are counted", async () => {
    const record = (type: string) =>
      JSON.stringify({
        ...{ type: "record", name: "Wide", namespace: "b" },
        fields: Array.from({ length: 900 }, (_, at) => ({
          ...{ name: `f_${String(at + 1).padStart(4, "0")}`, type, doc: "字段说明 ".repeat(20) },
        })),
      });
    const told = await opened(
      { "wide.avsc": record("string") },
      { "wide.avsc": record("int") },
      { contract: "b.Wide" },
    );
    const { run, conclusion, summary, text, comment } = shown(told);
    expect([run?.status, conclusion]).toEqual(["completed", "action_required"]);
    expect(bytes(summary)).toBeLessThanOrEqual(65_535);
    expect(bytes(text)).toBeLessThanOrEqual(65_535);
    expect(comment.length).toBeLessThanOrEqual(65_536);
    expect(summary).toContain("900 changes");
    expect(text).toMatch(/\d+ more not shown here/);
    expect(text.match(/```/g)?.length ?? 0).toSatisfy((fences: number) => fences % 2 === 0);
    await told.act(() => told.github.comment(told.pull, "/contract ack", "bob"));
    expect(shown(told).conclusion).toBe("success");
  });

  test("bot-08: a contract moved and changed in one commit is compared with itself", async () => {
    const id = "bot-08-rename-with-edit";
    const gone = Object.fromEntries(Object.keys(side(id, "old")).map((path) => [path, null]));
    const told = await opened(side(id, "old"), { ...gone, ...side(id, "new") });
    const { conclusion, title, text } = shown(told);
    expect(conclusion).toBe("action_required");
    expect(title).toContain("id");
    expect(`${title}${text}`).not.toMatch(/b\.Order removed|new, so nothing to compare/);
  });

  test("bot-10: what a selected contract imports wakes the check, whatever the filter says", async () => {
    const id = "bot-10-monorepo-filter-and-shared-import";
    const paths = "services/*/contracts/**";
    const told = await opened(side(id, "old"), side(id, "new"), { paths });
    const { run, conclusion, text } = shown(told);
    expect(conclusion).toBe("action_required");
    // the selected contract breaks through the import, and the mark stands where the import changed
    expect(text).toContain("- pay/pay.proto: protobuf, mode BACKWARD, compared with the merge base");
    expect(run?.annotations.map(({ path }) => path)).toContain("libs/common/money.proto");
    // a folder with a dot and an ending in capitals: matched, and said so
    expect(text).toContain("- b.A (new): avro, mode BACKWARD, new, so nothing to compare with");
  });

  test("bot-09: nobody reads it, or somebody could not be asked", async () => {
    const id = "bot-09-no-consumers-vs-scan-failed";
    const alone = await opened(side(id, "old"), side(id, "new"));
    expect(shown(alone).conclusion).toBe("action_required");
    expect(shown(alone).summary).toContain("Scanned 2 of 2 domain repositories");
    expect(shown(alone).summary).toContain("No descriptor that was read names b.A");
    const blind = await opened(side(id, "old"), side(id, "new"), { domains: ["acme/billing"] });
    await blind.act(() => blind.github.review(blind.pull, "APPROVED", "amy"));
    expect(shown(blind).conclusion).toBe("action_required");
    expect(shown(blind).summary).toContain("**acme/billing could not be read**");
  });
});
