#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { isDay } from "./answers/days.ts";
import { EnvironmentError, readEnvironment } from "./app/environment.ts";
import { operatorOf } from "./app/operator.ts";
import { formats } from "./formats/index.ts";
import { answerPair } from "./formats/pairs.ts";
import type { Mode, Registries } from "./model.ts";
import { checkRun } from "./report/check-run.ts";
import { consumersJson, consumersText } from "./report/consumers.ts";
import { comparisonJson, reviewJson } from "./report/json.ts";
import { hasErrors, lintJson, lintText } from "./report/lint.ts";
import { planFiles, planMarkdown, plansOf } from "./report/plan.ts";
import { planJson } from "./report/plan-json.ts";
import { ruleText } from "./report/rule.ts";
import { sarif } from "./report/sarif.ts";
import { comparisonText, terminal } from "./report/terminal.ts";
import { review } from "./review.ts";
import { rules } from "./rules.ts";
import { type LocalRequest, localSnapshot } from "./snapshot/local.ts";
import { localConsumers } from "./snapshot/local-consumers.ts";
import { localFixtures } from "./snapshot/local-fixtures.ts";
import { localLint } from "./snapshot/local-lint.ts";
import { comparisonOf, planOfPair } from "./snapshot/local-pair.ts";
import { writeNew } from "./snapshot/new-files.ts";
import { HttpRegistries } from "./snapshot/registries.ts";
import { UserError } from "./snapshot/user-error.ts";
import { nearest } from "./text/nearest.ts";
import { keepsMode } from "./verdict/mode.ts";
import type { Work } from "./work.ts";
import { type PoolOptions, startPool } from "./workers/pool.ts";

/** What a command printed and how it ended. */
interface Outcome {
  readonly output: string;
  readonly status: 0 | 1 | 2;
}

const program = new Command("contract-review")
  .description("Reviews data-contract changes for every consumer at the version and fields it reads.")
  .version(
    (JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string }).version,
  )
  .exitOverride()
  .showSuggestionAfterError();

const domain = () =>
  new Option("--domain <DIR_OR_URL[@REF]>", "where consumers live; may be given several times")
    .argParser((value: string, all: readonly string[]) => [...all, value])
    .default([] as readonly string[]);

program
  .command("compare")
  .description("compare two files, or two directories for contracts of several files")
  .argument("[BASE]")
  .argument("[HEAD]")
  .addOption(new Option("--format <F>").choices(formats.map(({ name }) => name)))
  .addOption(
    new Option("--mode <M>", "what must hold for exit status 0").choices([
      ...["NONE", "BACKWARD", "FORWARD", "FULL"],
      ...["BACKWARD_TRANSITIVE", "FORWARD_TRANSITIVE", "FULL_TRANSITIVE"],
    ]),
  )
  .option("--option <KEY=VALUE>", "an option of the format, as in level=wire", keyValue, {})
  .option("--json", "print one JSON document")
  .option("--batch", "read pairs as NDJSON on standard input, write one result a line")
  .option("--timeout-ms <N>", "longest one comparison may take", milliseconds, 20_000)
  .action(async (base: string | undefined, head: string | undefined, options) => {
    if (options.batch) return finish(await batch({ timeoutMs: options.timeoutMs }));
    if (base === undefined || head === undefined) throw new UserError("compare needs BASE and HEAD, or --batch");
    const work = startPool({ timeoutMs: options.timeoutMs });
    try {
      const compared = await comparisonOf(base, head, options.format, options.mode, options.option, work);
      const { comparison, mode } = compared;
      const [first] = comparison.problems;
      if (first !== undefined) throw new UserError(`${place(first.at)}: ${first.message}`);
      const passes = keepsMode(mode, comparison.changes);
      const output = options.json ? json(comparisonJson({ ...compared, passes })) : comparisonText(comparison);
      finish({ output, status: passes ? 0 : 1 });
    } finally {
      await work.close();
    }
  });

program
  .command("check")
  .description("the whole review of a branch, as the App would say it")
  .option("--repo <DIR>", "the producer's repository", ".")
  .option("--base <REF>", "the target branch (default: origin's main branch)")
  .option("--head <REF|WORKTREE>", "what is reviewed", "WORKTREE")
  .addOption(domain())
  .option("--config <FILE>", "in place of the target branch's .github/contract-review.yml")
  .addOption(new Option("--output <FORM>").choices(["terminal", "markdown", "json", "sarif"]).default("terminal"))
  .action(async (options: Omit<LocalRequest, "domains" | "now"> & { domain: readonly string[]; output: string }) => {
    const work = startPool();
    try {
      const now = new Date().toISOString();
      const request = { repo: options.repo, base: options.base, head: options.head, config: options.config };
      const registries = definedRegistries();
      const snapshot = { ...(await localSnapshot({ ...request, domains: options.domain, now }, work)), registries };
      const reviewed = await review(snapshot, work);
      const { title, summary, text } = checkRun(reviewed);
      const output: Readonly<Record<string, () => string>> = {
        json: () => json(reviewJson(reviewed)),
        sarif: () => json(sarif(reviewed)),
        markdown: () => `## ${title}\n\n${summary}\n\n${text}\n`,
      };
      finish({
        output: (output[options.output] ?? (() => terminal(reviewed)))(),
        status: reviewed.conclusion === "success" ? 0 : 1,
      });
    } finally {
      await work.close();
    }
  });

program
  .command("consumers")
  .description("who reads a contract, at which version and fields, with evidence and coverage")
  .argument("<CONTRACT>", "any of its names, or the path of its file")
  .option("--repo <DIR>", "the producer's repository", ".")
  .addOption(domain())
  .option("--json", "print one JSON document")
  .action(async (contract: string, options: { repo: string; domain: readonly string[]; json?: true }) => {
    const work = startPool();
    try {
      const found = await localConsumers(contract, options.repo, options.domain, work);
      finish({ output: options.json ? json(consumersJson(found)) : consumersText(found), status: 0 });
    } finally {
      await work.close();
    }
  });

program
  .command("lint")
  .description("what is wrong with contract documents (ODCS, Data Contract Specification), and what they lack")
  .argument("[FILES...]", "default: every contract document in the repository")
  .option("--repo <DIR>", "the producer's repository, whose configuration counts", ".")
  .option("--json", "print one JSON document")
  .action(async (files: readonly string[], options: { repo: string; json?: true }) => {
    const work = startPool();
    try {
      const linted = await localLint(files, options.repo, work);
      const output = options.json ? json(lintJson(linted)) : lintText(linted);
      finish({ output, status: hasErrors(linted) ? 1 : 0 });
    } finally {
      await work.close();
    }
  });

program
  .command("fixtures")
  .description("sample records of a contract, for its readers to keep: the same every time")
  .argument("<CONTRACT_FILE>")
  .option("--out <FILE>", "a .json, .ndjson or (for Avro) .avro file (default: NDJSON on standard output)")
  .option("--count <N>", "at most so many records", records, 5)
  .option("--name <CONTRACT>", "which of the file's contracts, where it holds several")
  .action(async (contract: string, options: { out?: string; count: number; name?: string }) => {
    const work = startPool();
    try {
      const { out, count, name } = options;
      finish({ output: await localFixtures({ contract, out, count, name }, work), status: 0 });
    } finally {
      await work.close();
    }
  });

program
  .command("explain")
  .description("a rule's invariant, directions, source, advice and mirror")
  .argument("<RULE>")
  .action((id: string) => {
    const rule = rules.get(id);
    const close = nearest(id, [...rules.keys()]);
    if (rule === undefined)
      throw new UserError(`there is no rule ${id}.${close === undefined ? "" : ` Did you mean ${close}?`}`);
    finish({ output: ruleText(id, rule), status: 0 });
  });

program
  .command("rules")
  .description("every rule")
  .option("--json", "print one JSON document")
  .action((options: { json?: true }) => {
    const all = [...rules].map(([id, rule]) => ({ id, ...rule }));
    const output = options.json ? json(all) : all.map(({ id, invariant }) => `${id}\n    ${invariant}\n`).join("");
    finish({ output, status: 0 });
  });

program
  .command("plan")
  .description(
    "how to make breaking changes so that they break nobody: of two files or directories, or of a branch as in check",
  )
  .argument("[BASE]")
  .argument("[HEAD]")
  .addOption(new Option("--format <F>").choices(formats.map(({ name }) => name)))
  .addOption(new Option("--mode <M>", "what the contract promises").choices(["NONE", "BACKWARD", "FORWARD", "FULL"]))
  .option("--option <KEY=VALUE>", "an option of the format, as in level=wire", keyValue, {})
  .option("--repo <DIR>", "the producer's repository", ".")
  .option("--base <REF>", "the target branch (default: origin's main branch)")
  .option("--head <REF|WORKTREE>", "what is reviewed", "WORKTREE")
  .addOption(domain())
  .option("--config <FILE>", "in place of the target branch's .github/contract-review.yml")
  .option("--contract <NAME>", "only this contract")
  .option("--out <DIR>", "write the files to paste there; nothing is overwritten")
  .option("--json", "print one JSON document")
  .action(async (base: string | undefined, head: string | undefined, options: PlanOptions) => {
    const work = startPool();
    try {
      const now = new Date().toISOString();
      const planned =
        base === undefined
          ? await plannedBranch({ ...options, domains: options.domain, now }, options.contract, work)
          : await plannedPair(base, head, options, now, work);
      const { plans, timing } = planned;
      const files = new Map(plans.flatMap((plan) => [...planFiles(plan, timing)]));
      const written = options.out === undefined ? [] : await writeNew(options.out, files);
      for (const at of written) process.stderr.write(`wrote ${at}\n`);
      const output = options.json
        ? json(plans.map((plan) => planJson(plan, timing)))
        : `${plans.length === 0 ? "Nothing here breaks, so nothing needs a plan." : plans.map((plan) => planMarkdown(plan, timing)).join("\n\n")}\n`;
      finish({ output, status: 0 });
    } finally {
      await work.close();
    }
  });

interface PlanOptions extends Pick<LocalRequest, "repo" | "base" | "head" | "config"> {
  readonly domain: readonly string[];
  readonly format?: string;
  readonly mode?: Mode;
  readonly option: Readonly<Record<string, string>>;
  readonly contract?: string;
  readonly out?: string;
  readonly json?: true;
}

/** The plans for a branch, as the App would give them. */
async function plannedBranch(request: LocalRequest, contract: string | undefined, work: Work) {
  const reviewed = await review(await localSnapshot(request, work), work);
  const failing = reviewed.problems.find(({ severity }) => severity === "failure");
  if (failing !== undefined) throw new UserError(`${place(failing.at)}: ${failing.message}`);
  return { plans: plansOf(reviewed, contract), timing: reviewed };
}

/** The plan for two files or directories; nobody is known to read them. */
async function plannedPair(base: string, head: string | undefined, options: PlanOptions, now: string, work: Work) {
  if (head === undefined) throw new UserError("plan needs BASE and HEAD, or neither for a branch");
  const pair = await comparisonOf(base, head, options.format, options.mode, options.option, work);
  const [first] = pair.comparison.problems;
  if (first !== undefined) throw new UserError(`${place(first.at)}: ${first.message}`);
  const plan = await planOfPair(pair, head, options.option, work);
  return { plans: plan === undefined ? [] : [plan], timing: { now, noticeDays: 30 } };
}

/** Loaded when asked for: the database and the App are heavy, and most commands need neither. */
const admin = () => import("./app/admin.ts");

const ledger = program
  .command("ledger")
  .description("the append-only, audited copy of what happened (DATABASE_URL or DATA_DIR say where it is)");
ledger
  .command("verify")
  .description("whether every entry is as it was written, and none is missing")
  .option("--known <HASH>", "the newest hash that is known from elsewhere")
  .action(async ({ known }: { known?: string }) => {
    const { ledgerVerify, storeAddress } = await admin();
    finish(await ledgerVerify(storeAddress(process.env), known));
  });
ledger
  .command("export")
  .description("every entry, a line each")
  .action(async () => {
    const { ledgerExport, storeAddress } = await admin();
    finish(await ledgerExport(storeAddress(process.env), (line) => process.stdout.write(`${line.trimEnd()}\n`)));
  });
ledger
  .command("rebuild")
  .description("out of what stands on GitHub; needs the App's environment")
  .action(async () => {
    const { ledgerRebuild } = await admin();
    finish(await ledgerRebuild(readEnvironment(process.env)));
  });

program
  .command("stats")
  .description("exceptions, time to answer, false alarms, what observing would have stopped, what to clean up")
  .option("--since <YYYY-MM-DD>", "only reviews since that day", day)
  .option("--json", "print one JSON document")
  .action(async ({ since, json = false }: { since?: string; json?: boolean }) => {
    const { stats, storeAddress } = await admin();
    finish(await stats(storeAddress(process.env), { json, since, now: new Date().toISOString() }));
  });

const dead = program.command("dead").description("what failed so often that a person is needed");
dead
  .command("list")
  .description("what it was and why it failed")
  .action(async () => {
    const { deadList, storeAddress } = await admin();
    finish(await deadList(storeAddress(process.env)));
  });
dead
  .command("replay")
  .description("have it tried again: one, or all")
  .argument("[KEY]")
  .action(async (key: string | undefined) => {
    const { deadReplay, storeAddress } = await admin();
    finish(await deadReplay(storeAddress(process.env), key));
  });

program
  .command("demo")
  .description("the main job with everything embedded: a stand-in for GitHub, real git, the real App")
  .action(async () => {
    const { demo } = await import("./demo/demo.ts");
    finish({ output: "", status: (await demo((line) => process.stdout.write(`${line}\n`))) ? 0 : 1 });
  });

/** The registries that the operator's file defines, as for the server. */
function definedRegistries(): Registries {
  const faults: string[] = [];
  const { registries } = operatorOf(process.env, faults);
  if (faults.length > 0) throw new UserError(faults.join("\n"));
  return new HttpRegistries(registries);
}

/** Answers pairs as they come, several at once, in input order. */
async function batch(options: PoolOptions): Promise<Outcome> {
  const work = startPool(options);
  const waiting: Promise<string>[] = [];
  const flush = async (most: number): Promise<void> => {
    while (waiting.length > most) {
      const answered = `${await waiting.shift()}\n`;
      if (!process.stdout.write(answered))
        await new Promise<void>((resolve) => process.stdout.once("drain", () => resolve()));
    }
  };
  try {
    for await (const line of createInterface({ input: process.stdin })) {
      if (line.trim() === "") continue;
      waiting.push(answerPair(line, work.compare, () => performance.now()).then((answer) => JSON.stringify(answer)));
      await flush(8);
    }
    await flush(0);
  } finally {
    await work.close();
  }
  return { output: "", status: 0 };
}

function keyValue(text: string, known: Readonly<Record<string, string | boolean>>): Record<string, string | boolean> {
  const [key = "", value = ""] = text.split("=", 2);
  return { ...known, [key]: value === "true" || value === "false" ? value === "true" : value };
}

function day(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError("a day is written as 2026-12-31.");
  return text;
}

function records(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 100)
    throw new InvalidArgumentError("a whole number from 1 to 100 is wanted.");
  return count;
}

function milliseconds(text: string): number {
  const ms = Number(text);
  if (!Number.isInteger(ms) || ms <= 0) throw new InvalidArgumentError("a whole number of milliseconds is wanted.");
  return ms;
}

function json(document: unknown): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

function place({
  path,
  line,
  column,
}: {
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
}): string {
  return [path, line, column].filter((part) => part !== undefined).join(":");
}

/** Errors whose words are for who typed the command: no stack helps there. */
function isForPeople(error: unknown): boolean {
  const { name, code } = error as { name?: string; code?: unknown };
  return (
    error instanceof UserError || error instanceof EnvironmentError || name === "FolderInUse" || code === "ECONNREFUSED"
  );
}

function finish({ output, status }: Outcome): void {
  if (output !== "") process.stdout.write(output);
  process.exitCode = status;
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
