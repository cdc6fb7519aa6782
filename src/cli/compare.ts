import { createInterface } from "node:readline";
import { type Command, Option } from "commander";
import { answerPair } from "../formats/pairs.ts";
import { comparisonJson } from "../report/json.ts";
import { comparisonText, place } from "../report/terminal.ts";
import { comparisonOf } from "../snapshot/local-pair.ts";
import { UserError } from "../snapshot/user-error.ts";
import { modes } from "../text/mode.ts";
import { keepsMode } from "../verdict/mode.ts";
import type { PoolOptions } from "../workers/pool.ts";
import { formatOption, keyValue, milliseconds } from "./options.ts";
import { finish, json, type Outcome } from "./outcome.ts";
import { withWork } from "./work.ts";

export function addCompare(program: Command): void {
  program
    .command("compare")
    .description("compare two files, or two directories for contracts of several files")
    .argument("[BASE]")
    .argument("[HEAD]")
    .addOption(formatOption())
    .addOption(new Option("--mode <M>", "what must hold for exit status 0").choices(modes))
    .option("--option <KEY=VALUE>", "an option of the format, as in level=wire", keyValue, {})
    .option("--json", "print one JSON document")
    .option("--batch", "read pairs as NDJSON on standard input, write one result a line")
    .option("--timeout-ms <N>", "longest one comparison may take", milliseconds, 20_000)
    .action(async (base: string | undefined, head: string | undefined, options) => {
      if (options.batch) return finish(await batch({ timeoutMs: options.timeoutMs }));
      if (base === undefined || head === undefined) throw new UserError("compare needs BASE and HEAD, or --batch");
      await withWork({ timeoutMs: options.timeoutMs }, async (work) => {
        const compared = await comparisonOf(base, head, options.format, options.mode, options.option, work);
        const { comparison, mode } = compared;
        const [first] = comparison.problems;
        if (first !== undefined) throw new UserError(`${place(first.at)}: ${first.message}`);
        const passes = keepsMode(mode, comparison.changes);
        const output = options.json ? json(comparisonJson({ ...compared, passes })) : comparisonText(comparison);
        finish({ output, status: passes ? 0 : 1 });
      });
    });
}

/** Answers pairs as they come, several at once, in input order. */
async function batch(options: PoolOptions): Promise<Outcome> {
  const waiting: Promise<string>[] = [];
  const flush = async (most: number): Promise<void> => {
    while (waiting.length > most) {
      const answered = `${await waiting.shift()}\n`;
      if (!process.stdout.write(answered))
        await new Promise<void>((resolve) => process.stdout.once("drain", () => resolve()));
    }
  };
  await withWork(options, async (work) => {
    for await (const line of createInterface({ input: process.stdin })) {
      if (line.trim() === "") continue;
      waiting.push(answerPair(line, work.compare, () => performance.now()).then((answer) => JSON.stringify(answer)));
      await flush(8);
    }
    await flush(0);
  });
  return { output: "", status: 0 };
}
