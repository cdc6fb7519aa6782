import { execFileSync } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openFolder } from "../../src/snapshot/folder.ts";
import { memoryRepository } from "../../src/snapshot/memory.ts";
import { gitIn, repository, scratch, write } from "./repository.ts";

it("reads a plain folder, follows no link and stays inside", async () => {
  const folder = scratch();
  const outside = scratch();
  write(outside, { "secret.yml": "s" });
  write(folder, { "a.yml": "1", "b/c.yml": "2", "node_modules/x.yml": "3", "big.yml": "x".repeat(1024 * 1024 + 1) });
  symlinkSync(join(outside, "secret.yml"), join(folder, "link.yml"));
  symlinkSync(outside, join(folder, "linked"));
  symlinkSync("..", join(folder, "b/up"));
  execFileSync("mkfifo", [join(folder, "pipe.yml")]);
  const read = openFolder("x", folder);
  expect(await read.list(["**/*.yml", "linked"])).toEqual([
    "a.yml",
    "b/c.yml",
    "big.yml",
    "link.yml",
    "linked",
    "pipe.yml",
  ]);
  expect(await read.readAll(["b/c.yml", "link.yml", "linked/secret.yml", "linked", "b/up/a.yml", "big.yml"])).toEqual([
    { text: "2" },
    { refused: "symlink" },
    { refused: "symlink" },
    { refused: "symlink" },
    { refused: "symlink" },
    { refused: "too-large" },
  ]);
  const others = [
    "pipe.yml",
    "missing",
    "b",
    "../x",
    "/etc/passwd",
    "b/../a.yml",
    "b//c.yml",
    "",
    "a\0.yml",
    "a.yml/x",
  ];
  expect(await read.readAll(others)).toEqual(others.map(() => ({ absent: true })));
  expect(await read.at("main")).toBeUndefined();
  expect(read.commit).toBe("worktree");
});

it("reads a work tree as it stands, without what git ignores", async () => {
  const { folder, first } = repository({ "a.yml": "1", "gone.yml": "1", ".gitignore": "out/\n" });
  const inner = repository({ "z.yml": "inner" });
  gitIn(folder, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.folder, "sub");
  gitIn(folder, "rm", "--quiet", "--cached", "gone.yml");
  write(folder, { "a.yml": "2", "new ü.yml": "3", "out/ignored.yml": "4" });
  const nested = join(folder, "nested");
  write(folder, { "nested/n.yml": "5" });
  gitIn(nested, "init", "--quiet");
  const read = openFolder("x", folder);
  expect(await read.list(["**"])).toEqual([
    ".gitignore",
    ".gitmodules",
    "a.yml",
    "gone.yml",
    "nested",
    "new ü.yml",
    "sub",
  ]);
  expect(await read.readAll(["a.yml", "sub", "sub/z.yml", "nested/n.yml", ".git/config"])).toEqual([
    { text: "2" },
    { refused: "submodule" },
    { refused: "submodule" },
    { refused: "submodule" },
    { absent: true },
  ]);
  expect(await (await read.at(first))?.read("a.yml")).toEqual({ text: "1" });
  expect((await read.at("main"))?.commit).toBe(first);
  expect(await openFolder("x", join(folder, "out")).list(["**"])).toEqual(["ignored.yml"]);
});

it("keeps texts in memory, by ref", async () => {
  const read = memoryRepository("x", {
    main: { "a.yml": "1", "b.yml": { refused: "symlink" } },
    v1: { "a.yml": "0" },
  });
  expect(await read.list(["*.yml"])).toEqual(["a.yml", "b.yml"]);
  expect(await read.readAll(["a.yml", "b.yml", "c.yml"])).toEqual([
    { text: "1" },
    { refused: "symlink" },
    { absent: true },
  ]);
  expect(await (await read.at("v1"))?.read("a.yml")).toEqual({ text: "0" });
  expect(await read.at("__proto__")).toBeUndefined();
});
