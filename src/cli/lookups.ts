import type { Command } from "commander";
import { consumersJson, consumersText } from "../report/consumers.ts";
import { ruleText } from "../report/rule.ts";
import { rules } from "../rules.ts";
import { localConsumers } from "../snapshot/local-consumers.ts";
import { UserError } from "../snapshot/user-error.ts";
import { nearest } from "../text/nearest.ts";
import { domain } from "./options.ts";
import { finish, json } from "./outcome.ts";
import { withWork } from "./work.ts";

/** `consumers`, `explain` and `rules`: what is known without a change. */
export function addLookups(program: Command): void {
  program
    .command("consumers")
    .description("who reads a contract, at which version and fields, with evidence and coverage")
    .argument("<CONTRACT>", "any of its names, or the path of its file")
    .option("--repo <DIR>", "the producer's repository", ".")
    .addOption(domain())
    .option("--json", "print one JSON document")
    .action(async (contract: string, options: { repo: string; domain: readonly string[]; json?: true }) => {
      await withWork({}, async (work) => {
        const found = await localConsumers(contract, options.repo, options.domain, work);
        finish({ output: options.json ? json(consumersJson(found)) : consumersText(found), status: 0 });
      });
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
}
