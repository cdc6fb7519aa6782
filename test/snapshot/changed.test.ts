import { renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { changedBetween, changedInWorkTree, parseChanges } from "../../src/snapshot/changed.ts";
import { commit, gitIn, repository, write } from "./repository.ts";

const long = Array.from({ length: 40 }, (_, index) => `line ${index}`).join("\n");
const start = { kept: "k", edited: "1", gone: "g\n", "old name": long, typed: "t", "dir/moved ü": `${long}\nmore` };
const after = [
  { path: "dir/elsewhere", was: "dir/moved ü", deleted: false },
  { path: "edited", was: "edited", deleted: false },
  { path: "gone", was: "gone", deleted: true },
  { path: "new\nname", was: "old name", deleted: false },
  { path: "news", was: undefined, deleted: false },
  { path: "typed", was: "typed", deleted: false },
];
const byPath = (one: { path: string }, other: { path: string }) => (one.path < other.path ? -1 : 1);

function change(folder: string): void {
  write(folder, { edited: "2", news: "n", ".gitignore": "" });
  rmSync(join(folder, ".gitignore"));
  rmSync(join(folder, "gone"));
  renameSync(join(folder, "old name"), join(folder, "new\nname"));
  renameSync(join(folder, "dir/moved ü"), join(folder, "dir/elsewhere"));
  rmSync(join(folder, "typed"));
  symlinkSync("kept", join(folder, "typed"));
}

it("follows renames and deletions between two commits, whatever the names", async () => {
  const { folder, first } = repository(start);
  change(folder);
  const changes = await changedBetween(folder, first, commit(folder));
  expect([...changes].sort(byPath)).toEqual(after);
});

it("sees the same in a work tree that git was told nothing about, and leaves the index alone", async () => {
  const { folder, first } = repository({ ...start, ".ignored/x": "" });
  const status = gitIn(folder, "status", "--porcelain");
  change(folder);
  write(folder, { ".git/info/exclude": "build/\n", "build/out": "b" });
  expect([...(await changedInWorkTree(folder, first))].sort(byPath)).toEqual(after);
  expect([...(await changedInWorkTree(join(folder, "dir"), first))].sort(byPath)).toEqual(after);
  expect(gitIn(folder, "diff", "--cached", "--name-only")).toBe(status);
});

it("sees a staged file, and none where nothing changed", async () => {
  const { folder, first } = repository(start);
  expect(await changedInWorkTree(folder, first)).toEqual([]);
  write(folder, { staged: "s" });
  gitIn(folder, "add", "staged");
  expect(await changedInWorkTree(folder, first)).toEqual([{ path: "staged", was: undefined, deleted: false }]);
});

it("leaves other repositories inside it, and names that look like patterns, alone", async () => {
  const { folder, first } = repository({ a: "" });
  write(folder, { "nested/n": "", ":(glob)*": "", "-f": "", "*": "" });
  gitIn(join(folder, "nested"), "init", "--quiet");
  expect([...(await changedInWorkTree(folder, first))].map(({ path }) => path).sort()).toEqual(["*", "-f", ":(glob)*"]);
});

it("takes a copy for a new file", () => {
  expect(parseChanges(Buffer.from("C100\0a\0b\0M\0c\0"))).toEqual([
    { path: "b", was: undefined, deleted: false },
    { path: "c", was: "c", deleted: false },
  ]);
});
