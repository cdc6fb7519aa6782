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

/** Every rule by format, as one document. */
export function rulesMarkdown(rules: ReadonlyMap<string, Rule>): string {
  const families = [...new Set([...rules.keys()].map((id) => id.split("/", 1)[0] ?? ""))].sort();
  const sections = families.map((family) => {
    const own = [...rules].filter(([id]) => id.startsWith(`${family}/`)).sort(([a], [b]) => (a < b ? -1 : 1));
    const rows = own.map(([id, rule]) => {
      const mirror = typeof rule.mirror === "string" ? `\`${rule.mirror}\`` : `none: ${rule.mirror.none}`;
      return `| ${[`\`${id}\``, rule.invariant, directions(rule), rule.source, rule.advice, mirror].map(cell).join(" | ")} |`;
    });
    return `## ${family}\n\n| rule | what holds | breaks | source | safe way | mirror |\n|---|---|---|---|---|---|\n${rows.join("\n")}`;
  });
  return `# Every rule\n\nGenerated from the rule tables; a test keeps it true.\n\n${sections.join("\n\n")}\n`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

function directions({ breaks, corrupts }: Rule): string {
  if (breaks.length === 0) return "nobody (a notice)";
  return `${breaks.join(" and ")}${corrupts ? "; old data is misread, so nobody can except it" : ""}`;
}
