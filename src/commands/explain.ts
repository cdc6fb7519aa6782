import { ruleMarkdown } from "../report/rule.ts";
import { rules } from "../rules.ts";
import { nearest } from "../text/nearest.ts";
import type { Command } from "./command.ts";

export const explain: Command = {
  name: "explain",
  usage: "explain RULE",
  does: "says what a rule demands, why, and how to make the change safely",
  who: "anyone",
  options: [],
  words: { least: 1, most: 1 },
  read({ words: [id = ""] }) {
    const rule = rules.get(id);
    if (rule !== undefined) return { kind: "tell", about: () => ruleMarkdown(id, rule) };
    const close = nearest(id, [...rules.keys()]);
    const hint = close === undefined ? "The check run names the rule of each change." : `Did you mean \`${close}\`?`;
    return { mistaken: `There is no rule \`${id}\`. ${hint}` };
  },
};
