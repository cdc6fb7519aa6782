import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { kinds } from "../store/databases.ts";

const script = fileURLToPath(new URL("../../bench/answers.mjs", import.meta.url));

/** A short run of what `bench/answers.mjs` does at length; it fails where anything is left wrong. */
for (const { kind, why, fresh } of await kinds())
  describe.skipIf(why !== undefined)(`on ${kind}`, () => {
    it("nothing acknowledged, approved or revoked is lost or doubled by kill -9", { timeout: 1_200_000 }, async () => {
      const address = await fresh();
      const database = typeof address === "object" && "url" in address ? ["--database", address.url] : [];
      const run = promisify(execFile);
      const { stdout } = await run(process.execPath, [script, "--kills", "2", "--seed", "2", ...database]);
      expect(stdout).toMatch(/killed 2 times; 0 of what was looked at wrong/);
      expect(stdout).toMatch(/in the ledger: 4 commands, 1 labels put on, 1 taken off/);
      expect(stdout).toMatch(/The ledger is whole/);
    });
  });
