import type { Command } from "commander";
import { hasErrors, lintJson, lintText } from "../report/lint.ts";
import { localFixtures } from "../snapshot/local-fixtures.ts";
import { localLint } from "../snapshot/local-lint.ts";
import { records } from "./options.ts";
import { finish, json } from "./outcome.ts";
import { withWork } from "./work.ts";

/** `lint` and `fixtures`: of contracts as they stand, compared with nothing. */
export function addDocuments(program: Command): void {
  program
    .command("lint")
    .description("what is wrong with contract documents (ODCS, Data Contract Specification), and what they lack")
    .argument("[FILES...]", "default: every contract document in the repository")
    .option("--repo <DIR>", "the producer's repository, whose configuration counts", ".")
    .option("--json", "print one JSON document")
    .action(async (files: readonly string[], options: { repo: string; json?: true }) => {
      await withWork({}, async (work) => {
        const linted = await localLint(files, options.repo, work);
        const output = options.json ? json(lintJson(linted)) : lintText(linted);
        finish({ output, status: hasErrors(linted) ? 1 : 0 });
      });
    });

  program
    .command("fixtures")
    .description("sample records of a contract, for its readers to keep: the same every time")
    .argument("<CONTRACT_FILE>")
    .option("--out <FILE>", "a .json, .ndjson or (for Avro) .avro file (default: NDJSON on standard output)")
    .option("--count <N>", "at most so many records", records, 5)
    .option("--name <CONTRACT>", "which of the file's contracts, where it holds several")
    .action(async (contract: string, options: { out?: string; count: number; name?: string }) => {
      await withWork({}, async (work) => {
        const { out, count, name } = options;
        finish({ output: await localFixtures({ contract, out, count, name }, work), status: 0 });
      });
    });
}
