import { type Command, Option } from "commander";
import { addDays, dayOf } from "../answers/days.ts";
import type { Mode } from "../model.ts";
import { planFiles, planMarkdown, plansOf } from "../report/plan.ts";
import { planJson } from "../report/plan-json.ts";
import { place } from "../report/terminal.ts";
import type { LocalRequest } from "../snapshot/local.ts";
import { comparisonOf, planOfPair } from "../snapshot/local-pair.ts";
import { writeNew } from "../snapshot/new-files.ts";
import { UserError } from "../snapshot/user-error.ts";
import type { Work } from "../work.ts";
import { reviewOf } from "./branch.ts";
import { domain, formatOption, keyValue } from "./options.ts";
import { finish, json } from "./outcome.ts";
import { withWork } from "./work.ts";

export function addPlan(program: Command): void {
  program
    .command("plan")
    .description(
      "how to make breaking changes so that they break nobody: of two files or directories, or of a branch as in check",
    )
    .argument("[BASE]")
    .argument("[HEAD]")
    .addOption(formatOption())
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
      await withWork({}, async (work) => {
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
      });
    });
}

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
  const reviewed = await reviewOf(request, work);
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
  const noticeDays = 30;
  const plan = await planOfPair(pair, head, { options: options.option, day: addDays(dayOf(now), noticeDays) }, work);
  return { plans: plan === undefined ? [] : [plan], timing: { now, noticeDays } };
}
