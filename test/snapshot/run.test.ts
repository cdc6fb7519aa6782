import { expect, it } from "vitest";
import { GitError, git, gitVersion, scrub } from "../../src/snapshot/run.ts";
import { repository } from "./repository.ts";

it("stops what takes too long or says too much", async () => {
  const { folder } = repository({ a: "x".repeat(100_000) });
  const endless = git(["cat-file", "--batch"], { cwd: folder, timeoutMs: 0, stdin: "HEAD:a\n".repeat(20_000) });
  await expect(endless).rejects.toMatchObject({ reason: "timeout", message: "git cat-file took longer than 0 s" });
  const long = git(["cat-file", "blob", "HEAD:a"], { cwd: folder, maxOutput: 1000 });
  await expect(long).rejects.toMatchObject({ reason: "too-much" });
});

it("tells in one line why it failed", async () => {
  const { folder } = repository({ a: "" });
  await expect(git(["cat-file", "blob", "HEAD:b"], { cwd: folder })).rejects.toEqual(
    new GitError("failed", "git cat-file: path 'b' does not exist in 'HEAD'"),
  );
});

it("reaches nothing unless it is asked to", async () => {
  for (const url of [
    "https://shop.example/x.git",
    "ext::sh -c true",
    "file:///tmp",
    "git://shop.example/x",
    "ssh://shop.example/x",
  ])
    await expect(git(["ls-remote", "--", url])).rejects.toThrow(/transport '[a-z]+' not allowed/);
  await expect(git(["ls-remote", "--", "file:///tmp"], { network: true })).rejects.toThrow(
    "transport 'file' not allowed",
  );
});

it.each([
  ["fatal: https://x-access-token:abc@github.com/a/b", [], "fatal: https://***@github.com/a/b"],
  ["token ghs_123_eyJ.a-b_c and github_pat_11A_b", [], "token *** and ***"],
  ["> Authorization: Basic abc=\nnext", [], "> ***\nnext"],
  ["it is s3cret, s3cret", ["s3cret", ""], "it is ***, ***"],
])("scrubs %j", (text, secrets, clean) => {
  expect(scrub(text, secrets)).toBe(clean);
});

it("knows the version of git", async () => {
  expect(await gitVersion()).toMatch(/^[0-9]+\.[0-9]+/);
});
