import { rules } from "../formats/rules.ts";
import { code, plainText } from "../report/escape.ts";
import { ruleMarkdown } from "../report/rule.ts";
import { nearest } from "../text/nearest.ts";
import type { Command } from "./command.ts";

export const explain: Command = {
  name: "explain",
  usage: "explain RULE",
  does: "says what a rule demands, why, and how to make the change safely",
  who: "anyone",
  run([id]) {
    if (id === undefined)
      return [{ kind: "reply", markdown: "Which rule? As in `/contract explain table/column-removed`." }];
    const rule = rules.get(id);
    if (rule !== undefined) return [{ kind: "reply", markdown: ruleMarkdown(id, rule) }];
    const close = nearest(id, [...rules.keys()]);
    const hint =
      close === undefined ? plainText("The check run names the rule of each change.") : `Did you mean ${code(close)}?`;
    return [{ kind: "reply", markdown: `There is no rule ${code(id)}. ${hint}` }];
  },
};
