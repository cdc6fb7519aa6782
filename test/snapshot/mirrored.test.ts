import { execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { openMirror, openSides, type Source } from "../../src/snapshot/mirrored.ts";
import { commit, gitIn, repository, scratch, write } from "./repository.ts";
import { type GitServer, publish, serve } from "./server.ts";

const yaml = ["**/*.yml"];
const noon = () => new Date("2026-11-30T12:00:00Z");
const later = () => new Date("2026-11-30T18:00:00Z");

async function setUp(files: Readonly<Record<string, string | Buffer>>) {
  const server = await serve();
  const { folder, first } = repository(files);
  const url = publish(server, "shop/finance", folder);
  const source: Source = { name: "shop/finance", url, dir: scratch(), attempts: [] };
  return { server, folder, first, source };
}

/** Everything that runs while git waits for a pack. */
async function fetching(server: GitServer): Promise<string> {
  while (server.stalled.length === 0) await wait(20);
  return execFileSync("ps", ["-eo", "pid,args"], { encoding: "utf8" });
}

/** The requests made by some work. */
async function asked(server: GitServer, work: () => Promise<unknown>): Promise<readonly string[]> {
  const before = server.requests.length;
  await work();
  return server.requests.slice(before);
}

const looked = ["GET info/refs", "POST git-upload-pack"];

describe("a mirror", () => {
  it("reads a repository, and afterwards fetches only what changed", async () => {
    const { server, folder, first, source } = await setUp({ "a.yml": "1", "b.yml": "same", "c.txt": "text" });
    const { repository: one, readAt, stale } = await openMirror(source, undefined, yaml, noon);
    expect([one.name, one.commit, readAt, stale]).toEqual([
      "shop/finance",
      first,
      "2026-11-30T12:00:00.000Z",
      undefined,
    ]);
    expect(await one.list(["**"])).toEqual(["a.yml", "b.yml", "c.txt"]);
    expect(await asked(server, () => one.readAll(["a.yml", "b.yml"]))).toEqual([]);
    expect(await one.readAll(["a.yml", "b.yml", "none"])).toEqual([{ text: "1" }, { text: "same" }, { absent: true }]);
    expect(await one.read("c.txt")).toEqual({ text: "text" });

    expect(await asked(server, () => openMirror(source, undefined, yaml, later))).toEqual(looked);
    const second = commit(folder, { "a.yml": "2" });
    publish(server, "shop/finance", folder);
    const { repository: two } = await openMirror(source, undefined, yaml, later);
    expect([two.commit, await two.read("a.yml"), await two.read("b.yml")]).toEqual([
      second,
      { text: "2" },
      { text: "same" },
    ]);
    expect(await one.read("a.yml")).toEqual({ text: "1" });
  });

  it("reads branches, tags and whole ids, and never an option", async () => {
    const { server, folder, first, source } = await setUp({ "a.yml": "1" });
    gitIn(folder, "tag", "--annotate", "--message", "x", "v1");
    const second = commit(folder, { "a.yml": "2" });
    gitIn(folder, "update-ref", "refs/heads/-x", first);
    gitIn(folder, "update-ref", "refs/heads/release/1", first);
    publish(server, "shop/finance", folder);
    const { repository: main } = await openMirror(source, "main", yaml);
    expect(main.commit).toBe(second);
    expect((await openMirror(source, "release/1", yaml)).repository.commit).toBe(first);
    expect((await openMirror(source, first, yaml)).repository.commit).toBe(first);
    const pinned = await main.at("v1");
    expect([pinned?.commit, await pinned?.read("a.yml")]).toEqual([first, { text: "1" }]);
    expect(await main.tags?.()).toEqual(["v1"]);
    expect(await asked(server, () => main.at("v1"))).toEqual([]);
    const nothing = ["v2", "-x", "--upload-pack=touch x", "a\nb", "0".repeat(40), "main~1", "*"];
    expect(await Promise.all(nothing.map((ref) => main.at(ref)))).toEqual(nothing.map(() => undefined));
    await expect(openMirror(source, "nope", yaml)).rejects.toThrow("it has no branch or tag nope");
  });

  it("follows a rewritten history", async () => {
    const { server, folder, source } = await setUp({ "a.yml": "1" });
    await openMirror(source, undefined, yaml);
    gitIn(folder, "checkout", "--quiet", "--orphan", "anew");
    const anew = commit(folder, { "a.yml": "rewritten" });
    gitIn(folder, "branch", "--force", "main", anew);
    publish(server, "shop/finance", folder);
    const { repository: read } = await openMirror(source, "main", yaml);
    expect([read.commit, await read.read("a.yml")]).toEqual([anew, { text: "rewritten" }]);
  });

  it("refuses what is no text, whatever its name", async () => {
    const { server, folder, source } = await setUp({ "sp ace.yml": "1", "ü\n.yml": "2", "-f.yml": "3" });
    const lfs = "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n";
    write(folder, { "lfs.yml": lfs, "big.yml": "x".repeat(1024 * 1024 + 1), "bad.yml": Buffer.from([0xff]) });
    symlinkSync("/etc/passwd", join(folder, "link.yml"));
    const inner = repository({ z: "" });
    gitIn(folder, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.folder, "sub");
    commit(folder);
    publish(server, "shop/finance", folder);
    const { repository: read } = await openMirror(source, undefined, yaml);
    const paths = ["sp ace.yml", "ü\n.yml", "-f.yml", "lfs.yml", "big.yml", "bad.yml", "link.yml", "sub", "sub/z"];
    expect(await read.readAll(paths)).toEqual([
      { text: "1" },
      { text: "2" },
      { text: "3" },
      { refused: "lfs-pointer" },
      { refused: "too-large" },
      { refused: "not-utf8" },
      { refused: "symlink" },
      { refused: "submodule" },
      { refused: "submodule" },
    ]);
  });

  it("reads a repository without commits as one without files", async () => {
    const server = await serve();
    const folder = scratch();
    gitIn(folder, "init", "--quiet");
    gitIn(server.root, "init", "--quiet", "--bare", "shop/empty.git");
    const source: Source = { name: "shop/empty", url: `${server.url}/shop/empty.git`, dir: scratch() };
    const { repository: read } = await openMirror(source, undefined, yaml);
    expect([read.commit, await read.list(["**"]), await read.read("a")]).toEqual(["empty", [], { absent: true }]);
  });

  it("serves the last good copy, with its age and the reason, where the remote cannot be read", async () => {
    const { server, first, source } = await setUp({ "a.yml": "1" });
    server.mood = "down";
    await expect(openMirror(source, undefined, yaml)).rejects.toMatchObject({ reason: "unreachable" });
    server.mood = "well";
    await openMirror(source, undefined, yaml, noon);
    const kept = async () => {
      const { repository: read, readAt, stale } = await openMirror(source, undefined, yaml, later);
      expect([read.commit, readAt, await read.read("a.yml")]).toEqual([
        first,
        "2026-11-30T12:00:00.000Z",
        { text: "1" },
      ]);
      return stale;
    };
    server.mood = "down";
    expect(await kept()).toMatch(/^its server could not be reached \(git ls-remote: .*503/);
    server.mood = "well";
    server.token = "secret";
    expect(await kept()).toBe("access was refused: is the App installed there, and may it read contents?");
    server.token = undefined;
    renameSync(join(server.root, "shop/finance.git"), join(server.root, "shop/gone.git"));
    expect(await kept()).toBe("it was not found: is the App installed there?");
    renameSync(join(server.root, "shop/gone.git"), join(server.root, "shop/finance.git"));
    expect(await kept().catch(() => "fresh again")).toBe("fresh again");
  });

  it("takes an outage of who gives out tokens for an outage, and a refusal for what it is", async () => {
    const { first, source } = await setUp({ "a.yml": "1" });
    await openMirror(source, undefined, yaml);
    const failing = (status?: number) => ({
      ...source,
      token: async () => {
        throw Object.assign(new Error("no"), { status });
      },
    });
    const { repository: read, stale } = await openMirror(failing(503), undefined, yaml);
    expect([read.commit, stale]).toEqual([
      first,
      "its server could not be reached (no token was given: the server answered with status 503)",
    ]);
    await expect(openMirror(failing(404), undefined, yaml)).rejects.toThrow(/^no$/);
    await expect(openMirror(failing(), undefined, yaml)).rejects.toThrow(/^no$/);
  });

  it("refuses a tree made to escape, and serves the copy before it", async () => {
    const { server, folder, first, source } = await setUp({ "a.yml": "1" });
    await openMirror(source, undefined, yaml);
    const blob = gitIn(folder, "hash-object", "-w", "a.yml");
    writeFileSync(join(folder, "tree"), `100644 blob ${blob}\t.git\n`);
    const tree = execFileSync("sh", ["-c", "git mktree < tree"], { cwd: folder, encoding: "utf8" }).trim();
    gitIn(folder, "update-ref", "refs/heads/main", gitIn(folder, "commit-tree", "-m", "x", tree));
    publish(server, "shop/finance", folder);
    const { repository: read, stale } = await openMirror(source, undefined, yaml);
    expect([read.commit, stale]).toEqual([first, expect.stringMatching(/^git fetch: /)]);
  });

  it("follows a repository that was renamed", async () => {
    const { server, first, source } = await setUp({ "a.yml": "1" });
    server.moved.set("shop/old", "shop/finance");
    const old = { ...source, url: `${server.url}/shop/old.git` };
    expect((await openMirror(old, undefined, yaml)).repository.commit).toBe(first);
  });

  it("has no copy to serve where the copy lacks what is wanted now", async () => {
    const { server, source } = await setUp({ "a.yml": "1", "b.txt": "2" });
    await openMirror(source, undefined, yaml);
    server.mood = "down";
    await expect(openMirror(source, undefined, ["**"])).rejects.toMatchObject({ reason: "unreachable" });
  });

  it("tries again where the remote could not be reached for a moment", async () => {
    const { server, first, source } = await setUp({ "a.yml": "1" });
    server.mood = "down";
    setTimeout(() => {
      server.mood = "well";
    }, 50);
    expect((await openMirror({ ...source, attempts: [300] }, undefined, yaml)).repository.commit).toBe(first);
  });

  it("survives a pack that breaks off", async () => {
    const { server, first, source } = await setUp({ "a.yml": "1" });
    server.mood = "cut";
    await expect(openMirror(source, undefined, yaml)).rejects.toThrow(/git fetch: /);
    server.mood = "well";
    expect((await openMirror(source, undefined, yaml)).repository.commit).toBe(first);
  });

  it("survives a fetch killed in the middle, locks and half-written files", async () => {
    const { server, folder, source } = await setUp({ "a.yml": "1" });
    await openMirror(source, undefined, yaml);
    const second = commit(folder, { "a.yml": "2" });
    publish(server, "shop/finance", folder);
    const [own = ""] = readdirSync(source.dir).filter((name) => name !== "reader.git");
    const [objects = ""] = readdirSync(join(source.dir, own)).filter((name) => name.endsWith(".git"));
    const bare = join(source.dir, own, objects);
    server.mood = "stall";
    const killed = spawn("git", ["fetch", "--quiet", "--depth=1", source.url, "main"], { cwd: bare, detached: true });
    while (server.stalled.length === 0) await wait(20);
    process.kill(-(killed.pid as number), "SIGKILL");
    server.mood = "well";
    writeFileSync(join(bare, "shallow.lock"), "");
    writeFileSync(join(source.dir, own, "0123456789abcdef.git"), "half");
    const { repository: read } = await openMirror(source, undefined, yaml);
    expect([read.commit, await read.read("a.yml")]).toEqual([second, { text: "2" }]);
    writeFileSync(join(source.dir, own, "kept.json"), '{"objects": "');
    expect((await openMirror(source, undefined, yaml)).repository.commit).toBe(second);
    rmSync(join(source.dir, own, "kept.json"));
    rmSync(join(source.dir, "reader.git/HEAD"));
    expect(await (await openMirror(source, undefined, yaml)).repository.read("a.yml")).toEqual({ text: "2" });
  });

  it("is made anew where its objects are damaged", async () => {
    const { source, first } = await setUp({ "a.yml": "1" });
    await openMirror(source, undefined, yaml);
    execFileSync("find", [source.dir, "-name", "*.pack", "-exec", "rm", "-f", "{}", ";"]);
    const { repository: read } = await openMirror(source, undefined, yaml);
    expect([read.commit, await read.read("a.yml")]).toEqual([first, { text: "1" }]);
  });

  it("is opened twice at once, and by two refs at once", async () => {
    const { server, folder, first, source } = await setUp({ "a.yml": "1" });
    gitIn(folder, "branch", "old", first);
    const second = commit(folder, { "a.yml": "2" });
    publish(server, "shop/finance", folder);
    const opened = await Promise.all(["main", "main", "old", undefined].map((ref) => openMirror(source, ref, yaml)));
    expect(opened.map(({ repository: read }) => read.commit)).toEqual([second, second, first, second]);
    expect(await Promise.all(opened.map(({ repository: read }) => read.read("a.yml")))).toEqual(
      ["2", "2", "1", "2"].map((text) => ({ text })),
    );
  });

  it("leaves no trace of a token", async () => {
    const { server, source } = await setUp({ "a.yml": "1", "b.txt": "2" });
    const token = "ghs_12345_eyJhbGciOi.J9-secret";
    const basic = Buffer.from(`x-access-token:${token}`).toString("base64");
    server.token = token;
    const withToken = { ...source, attempts: [10], token: async () => token };
    server.mood = "stall";
    const stalled = openMirror(withToken, undefined, yaml);
    const processes = await fetching(server);
    server.mood = "well";
    expect([processes.includes(token), processes.includes(basic)]).toEqual([false, false]);
    const mine = processes.split("\n").filter((line) => line.includes("remote-http") && line.includes(server.url));
    expect(mine).not.toEqual([]);
    for (const response of server.stalled) response.destroy();
    const { repository: read } = await stalled;
    expect(await read.read("b.txt")).toEqual({ text: "2" });
    const wrong = await openMirror({ ...withToken, token: async () => `${token}x` }, "other", yaml).then(
      () => "read",
      (error: Error) => String(error),
    );
    expect(wrong).toBe("GitError: access was refused: is the App installed there, and may it read contents?");
    expect([wrong.includes(token), wrong.includes(basic)]).toEqual([false, false]);
    const files = readdirSync(source.dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const kept = files.map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"));
    expect(kept.filter((text) => text.includes(token) || text.includes(basic) || /authorization/i.test(text))).toEqual(
      [],
    );
    expect(kept.length).toBeGreaterThan(5);
  });

  it.each([
    ["https://user:pass@shop.example/x.git", "the address of a repository must not hold credentials"],
    ["file:///etc", "the address of a repository must begin with https:// or http://"],
    ["ext::sh -c touch", "the address of a repository must begin with https:// or http://"],
    ["--upload-pack=x", "the address of a repository must begin with https:// or http://"],
  ])("does not take %s for an address", async (url, message) => {
    await expect(openMirror({ name: "x", url, dir: scratch() }, undefined, yaml)).rejects.toThrow(message);
  });
});

describe("the sides of a pull request", () => {
  const long = Array.from({ length: 40 }, (_, index) => `line ${index}`).join("\n");

  it("are fetched together, compared with moves followed, and read", async () => {
    const start = { "kept.avsc": "k", "edited.avsc": "1", "gone.avsc": "g\n", "old name.avsc": long, "other.yml": "o" };
    const { server, folder, first, source } = await setUp(start);
    gitIn(folder, "rm", "--quiet", "gone.avsc");
    renameSync(join(folder, "old name.avsc"), join(folder, "new.avsc"));
    symlinkSync("kept.avsc", join(folder, "link.avsc"));
    const head = commit(folder, { "edited.avsc": "2", "new.avsc": `${long}\nmore` });
    publish(server, "shop/finance", folder);
    const sides = await openSides(source, first, head);
    expect(sides.changed).toEqual([
      { path: "edited.avsc", was: "edited.avsc", deleted: false },
      { path: "gone.avsc", was: "gone.avsc", deleted: true },
      { path: "link.avsc", was: undefined, deleted: false },
      { path: "new.avsc", was: "old name.avsc", deleted: false },
    ]);
    expect([sides.base.commit, sides.head.commit]).toEqual([first, head]);
    const reading = async () => {
      expect(await sides.base.readAll(["edited.avsc", "gone.avsc"])).toEqual([{ text: "1" }, { text: "g\n" }]);
      expect(await sides.head.readAll(["edited.avsc", "link.avsc"])).toEqual([{ text: "2" }, { refused: "symlink" }]);
    };
    expect(await asked(server, reading)).toEqual([]);
    expect(await sides.head.read("other.yml")).toEqual({ text: "o" });
    expect(await asked(server, () => openSides(source, first, head))).toEqual([]);
    await expect(openSides(source, first, "0".repeat(40))).rejects.toMatchObject({ reason: "no-commit" });
  });
});

it("keeps mirrors of addresses that differ apart", async () => {
  const { server, folder, source } = await setUp({ "a.yml": "1" });
  const other = publish(server, "shop-finance", folder);
  await openMirror(source, undefined, yaml);
  await openMirror({ ...source, url: other }, undefined, yaml);
  const folders = readdirSync(source.dir).filter((name) => name !== "reader.git");
  expect(folders.map((name) => name.replace(/[0-9a-f]{16}$/, "").replace(/-[0-9]+-/, "-PORT-")).sort()).toEqual([
    "127.0.0.1-PORT-shop-finance-",
    "127.0.0.1-PORT-shop-finance-",
  ]);
  expect(readFileSync(join(source.dir, "reader.git/HEAD"), "utf8")).toMatch(/^ref: /);
});
