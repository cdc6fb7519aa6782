import type { Rule } from "../model.ts";

/** One rule, for a comment. */
export function ruleMarkdown(id: string, rule: Rule): string {
  return [
    `**\`${id}\`**: ${rule.invariant}`,
    `- breaks: ${directions(rule)}`,
    `- why: ${rule.source}`,
    `- safe way: ${rule.advice}`,
    ...(typeof rule.mirror === "string" ? [`- the other way round: \`${id.split("/", 1)}/${rule.mirror}\``] : []),
  ].join("\n");
}

/** One rule, for a terminal. */
export function ruleText(id: string, rule: Rule): string {
  const { invariant, source, advice, mirror } = rule;
  const reverse = typeof mirror === "string" ? `${id.split("/", 1)}/${mirror}` : `none (${mirror.none})`;
  return `${id}\n  holds:    ${invariant}\n  breaks:   ${directions(rule)}\n  source:   ${source}\n  safe way: ${advice}\n  mirror:   ${reverse}\n`;
}

function directions({ breaks, corrupts }: Rule): string {
  if (breaks.length === 0) return "nobody (a notice)";
  return `${breaks.join(" and ")}${corrupts ? "; old data is misread, so nobody can except it" : ""}`;
}
