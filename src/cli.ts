#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { EnvironmentError } from "./app/environment.ts";
import { addCheck } from "./cli/check.ts";
import { addCompare } from "./cli/compare.ts";
import { addDocuments } from "./cli/documents.ts";
import { addLookups } from "./cli/lookups.ts";
import { finish } from "./cli/outcome.ts";
import { addPlan } from "./cli/plan.ts";
import { addStore } from "./cli/store.ts";
import { UserError } from "./snapshot/user-error.ts";

const program = new Command("contract-review")
  .description("Reviews data-contract changes for every consumer at the version and fields it reads.")
  .version(
    (JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string }).version,
  )
  .exitOverride()
  .showSuggestionAfterError();

addCompare(program);
addCheck(program);
addLookups(program);
addDocuments(program);
addPlan(program);
addStore(program);

program
  .command("demo")
  .description("the main job with everything embedded: a stand-in for GitHub, real git, the real App")
  .action(async () => {
    const { demo } = await import("./demo/demo.ts");
    finish({ output: "", status: (await demo((line) => process.stdout.write(`${line}\n`))) ? 0 : 1 });
  });

/** Errors whose words are for who typed the command: no stack helps there. */
function isForPeople(error: unknown): boolean {
  const { name, code } = error as { name?: string; code?: unknown };
  return (
    error instanceof UserError || error instanceof EnvironmentError || name === "FolderInUse" || code === "ECONNREFUSED"
  );
}

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else {
    process.stderr.write(
      `contract-review: ${isForPeople(error) ? (error as Error).message : ((error as Error).stack ?? error)}\n`,
    );
    process.exitCode = 2;
  }
}
