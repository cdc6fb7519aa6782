import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { mergeBase, openCommit, openRef, resolveCommit, topOf } from "../../src/snapshot/git.ts";
import { commit, gitIn, repository, scratch, write } from "./repository.ts";

const lfs = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n";

describe("a commit of a local repository", () => {
  it("lists and reads what is committed, and refuses what is no text", async () => {
    const { folder } = repository({ "a.avsc": "one", "deep/b c.avsc": "two", "deep/ü\nx.avsc": "three", "x.txt": "" });
    write(folder, { "lfs.avsc": lfs, "big.avsc": "x".repeat(1024 * 1024 + 1), "bad.avsc": Buffer.from([0x22, 0xff]) });
    write(folder, { "bom.avsc": "\ufeff{}\r\n", CODEOWNERS: "# ".repeat(1024 * 1024) });
    symlinkSync("/etc/passwd", join(folder, "link.avsc"));
    symlinkSync("deep", join(folder, "folder"));
    const inner = repository({ "z.avsc": "inner" });
    gitIn(folder, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.folder, "sub");
    const read = await openCommit("shop/x", folder, commit(folder));
    expect(await read.list(["**/*.avsc"])).toEqual(
      ["a.avsc", "bad.avsc", "big.avsc", "bom.avsc", "deep/b c.avsc", "deep/ü\nx.avsc", "lfs.avsc", "link.avsc"].sort(),
    );
    const paths = ["deep/b c.avsc", "deep/ü\nx.avsc", "bom.avsc", "x.txt", "lfs.avsc", "big.avsc", "bad.avsc"];
    expect(await read.readAll(paths)).toEqual([
      { text: "two" },
      { text: "three" },
      { text: "\ufeff{}\r\n" },
      { text: "" },
      { refused: "lfs-pointer" },
      { refused: "too-large" },
      { refused: "not-utf8" },
    ]);
    const others = ["link.avsc", "folder/b c.avsc", "sub", "sub/z.avsc", "missing", "deep", "../a.avsc", "/a.avsc"];
    expect(await read.readAll(others)).toEqual([
      { refused: "symlink" },
      { refused: "symlink" },
      { refused: "submodule" },
      { refused: "submodule" },
      { absent: true },
      { absent: true },
      { absent: true },
      { absent: true },
    ]);
    expect(await read.read("CODEOWNERS")).toEqual({ text: "# ".repeat(1024 * 1024) });
  });

  it("opens tags, branches and whole ids, and nothing that is more than a name", async () => {
    const { folder, first } = repository({ a: "1" });
    gitIn(folder, "tag", "--annotate", "--message", "x", "v1.0.0");
    const second = commit(folder, { a: "2" });
    gitIn(folder, "update-ref", "refs/remotes/origin/kept", first);
    gitIn(folder, "update-ref", "refs/heads/-f", first);
    const head = await openCommit("x", folder, second);
    const at = async (ref: string) => (await head.at(ref))?.commit;
    expect(await Promise.all(["v1.0.0", "main", "kept", first].map(at))).toEqual([first, second, first, first]);
    const wrong = [
      "-f",
      "HEAD~1",
      "HEAD^",
      first.slice(0, 8),
      `v1-1-g${first.slice(0, 8)}`,
      "main:a",
      "a\nb",
      "v2",
      "",
    ];
    expect(await Promise.all(wrong.map(at))).toEqual(wrong.map(() => undefined));
    expect(await (await head.at("v1.0.0"))?.read("a")).toEqual({ text: "1" });
    expect(await head.tags?.()).toEqual(["v1.0.0"]);
    expect((await openRef("x", folder, "main"))?.commit).toBe(second);
    expect(await openRef("x", folder, "nope")).toBeUndefined();
  });

  it("understands a person's words for a commit", async () => {
    const { folder, first } = repository({ a: "1" });
    const second = commit(folder, { a: "2" });
    expect(await resolveCommit(folder, "HEAD~1")).toBe(first);
    expect(await resolveCommit(join(folder), second.slice(0, 9))).toBe(second);
    expect(await resolveCommit(folder, "--all")).toBeUndefined();
    expect(await resolveCommit(folder, "nope")).toBeUndefined();
    await expect(resolveCommit(scratch(), "HEAD")).rejects.toThrow("git rev-parse: not a git repository");
  });

  it("finds where two histories part", async () => {
    const { folder, first } = repository({ a: "1" });
    gitIn(folder, "checkout", "--quiet", "-b", "other");
    const other = commit(folder, { b: "1" });
    gitIn(folder, "checkout", "--quiet", "main");
    const main = commit(folder, { c: "1" });
    expect(await mergeBase(folder, main, other)).toBe(first);
    gitIn(folder, "checkout", "--quiet", "--orphan", "alone");
    expect(await mergeBase(folder, main, commit(folder))).toBeUndefined();
    write(folder, { "d/e": "" });
    expect(await topOf(join(folder, "d"))).toBe(folder);
  });

  it("takes no configuration, hooks or credentials of the machine", async () => {
    const { folder, first } = repository({ a: "1" });
    const trap = scratch();
    const touched = join(trap, "touched");
    writeFileSync(join(trap, "hook"), `#!/bin/sh\ntouch ${touched}\n`, { mode: 0o755 });
    gitIn(folder, "config", "core.fsmonitor", join(trap, "hook"));
    gitIn(folder, "config", "diff.external", join(trap, "hook"));
    const { changedInWorkTree, changedBetween } = await import("../../src/snapshot/changed.ts");
    const second = commit(folder, { a: "2" });
    const { existsSync, rmSync } = await import("node:fs");
    rmSync(touched, { force: true });
    write(folder, { a: "3" });
    expect(await changedInWorkTree(folder, first)).toEqual([{ path: "a", was: "a", deleted: false }]);
    expect(await changedBetween(folder, first, second)).toEqual([{ path: "a", was: "a", deleted: false }]);
    expect(existsSync(touched)).toBe(false);
  });
});
