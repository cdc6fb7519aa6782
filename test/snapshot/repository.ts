import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A folder that is gone when the test is over. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "contract-review-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function gitIn(folder: string, ...args: string[]): string {
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "a",
    GIT_AUTHOR_EMAIL: "a@shop.example",
    GIT_COMMITTER_NAME: "a",
    GIT_COMMITTER_EMAIL: "a@shop.example",
  };
  return execFileSync("git", args, { cwd: folder, env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
}

export function write(folder: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** Commits whatever stands in the folder, and says which commit that is. */
export function commit(folder: string, files: Readonly<Record<string, string | Buffer>> = {}): string {
  write(folder, files);
  gitIn(folder, "add", "--all");
  gitIn(folder, "commit", "--quiet", "--allow-empty", "--message", "x");
  return gitIn(folder, "rev-parse", "HEAD");
}

/** A new repository with one commit. */
export function repository(files: Readonly<Record<string, string | Buffer>>): { folder: string; first: string } {
  const folder = scratch();
  gitIn(folder, "init", "--quiet", "--template=", "--initial-branch=main");
  return { folder, first: commit(folder, files) };
}
