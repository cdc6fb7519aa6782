import { type Command, Option } from "commander";
import { checkRun } from "../report/check-run.ts";
import { reviewJson } from "../report/json.ts";
import { sarif } from "../report/sarif.ts";
import { terminal } from "../report/terminal.ts";
import type { LocalRequest } from "../snapshot/local.ts";
import { reviewOf } from "./branch.ts";
import { domain } from "./options.ts";
import { finish, json } from "./outcome.ts";
import { withWork } from "./work.ts";

export function addCheck(program: Command): void {
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
      await withWork({}, async (work) => {
        const now = new Date().toISOString();
        const request = { repo: options.repo, base: options.base, head: options.head, config: options.config };
        const reviewed = await reviewOf({ ...request, domains: options.domain, now }, work);
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
      });
    });
}
