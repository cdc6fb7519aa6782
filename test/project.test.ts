import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { commands } from "../src/commands/index.ts";

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

describe("the container image", () => {
  const lines = read("Dockerfile")
    .replaceAll("\\\n", " ")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));

  it("is built in two stages, runs as a plain user, has git inside and says how it is", () => {
    expect(lines.filter((line) => line.startsWith("FROM "))).toHaveLength(2);
    expect(lines.at(-1)).toBe('CMD ["node", "--max-semi-space-size=4", "dist/index.js"]');
    expect(lines).toContain("USER node");
    expect(lines.find((line) => line.startsWith("RUN apt-get"))).toMatch(/\bgit\b/);
    expect(lines.find((line) => line.trim().startsWith("HEALTHCHECK"))).toContain("/healthz");
  });

  it("copies only what is there", () => {
    const copied = lines
      .filter((line) => line.startsWith("COPY ") && !line.includes("--from="))
      .flatMap((line) => line.split(/\s+/).slice(1, -1));
    expect(copied.length).toBeGreaterThan(4);
    expect(copied.filter((path) => !existsSync(new URL(`../${path}`, import.meta.url)))).toEqual([]);
    expect(existsSync(new URL("../dist/index.js", import.meta.url))).toBe(true);
  });

  it("runs npm scripts that exist", () => {
    const { scripts } = JSON.parse(read("package.json"));
    const run = lines.flatMap((line) => [...line.matchAll(/npm run (\w+)/g)].map(([, name]) => name ?? ""));
    expect(run).toEqual(["build"]);
    expect(run.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe("the README", () => {
  const text = read("README.md");

  it("names every slash command", () => {
    expect(commands.filter(({ usage }) => !text.includes(`\`/contract ${usage}\``)).map(({ name }) => name)).toEqual(
      [],
    );
  });

  it("links to files that are there", () => {
    const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path]) => path ?? "");
    expect(links.length).toBeGreaterThan(4);
    expect(links.filter((path) => !existsSync(new URL(`../${path}`, import.meta.url)))).toEqual([]);
  });

  it("shows npm commands that exist", () => {
    const { scripts } = JSON.parse(read("package.json"));
    const named = [...text.matchAll(/npm (?:run )?(\w+)/g)]
      .map(([, name]) => name ?? "")
      .filter((name) => !["ci", "link"].includes(name));
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

it("the server does not start without what it needs, and says what", () => {
  const start = (env: Record<string, string>) => {
    try {
      execFileSync(process.execPath, ["dist/index.js"], { env: { PATH: process.env.PATH, ...env }, stdio: "pipe" });
      return "started";
    } catch (error) {
      const { status, stderr } = error as { status: number; stderr: Buffer };
      return `${status} ${stderr}`;
    }
  };
  const refused = start({ APP_ID: "1", PRIVATE_KEY: "-----BEGIN PRIVATE KEY-----", WEBHOOK_SECRET: "development" });
  expect(refused).toBe(
    "2 contract-review: cannot start; set\n  WEBHOOK_SECRET: the App's webhook secret, at least 32 characters (as `openssl rand -hex 32` prints)\n",
  );
  expect(start({})).toMatch(/APP_ID[\s\S]*WEBHOOK_SECRET/);
});
