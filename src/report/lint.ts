import type { Lint } from "../lint/lint.ts";
import { bare } from "./escape.ts";

interface Linted {
  readonly path: string;
  readonly findings: readonly Lint[];
}

/** Whether any document has an error. */
export function hasErrors(linted: readonly Linted[]): boolean {
  return linted.some(({ findings }) => findings.some(({ severity }) => severity === "error"));
}

export function lintJson(linted: readonly Linted[]): object {
  const findings = linted.flatMap((one) => one.findings);
  return { passes: !hasErrors(linted), documents: linted.map(({ path }) => path), findings };
}

/** A line per finding, `path:line:column: error: what`, and a last line that counts. */
export function lintText(linted: readonly Linted[]): string {
  const findings = linted.flatMap((one) => one.findings);
  const lines = findings.map(
    ({ rule, severity, at, message }) =>
      `${[at.path, at.line, at.column].filter((part) => part !== undefined).join(":")}: ${severity}: ${bare(message, 500)} [${rule}]`,
  );
  const counted = (["error", "warning", "notice"] as const).flatMap((severity) => {
    const number = findings.filter((one) => one.severity === severity).length;
    return number === 0 ? [] : [`${number} ${severity}${number === 1 ? "" : "s"}`];
  });
  const documents = `${linted.length} contract ${linted.length === 1 ? "document" : "documents"}`;
  return `${[...lines, `${documents}: ${counted.length === 0 ? "nothing to say" : counted.join(", ")}`].join("\n")}\n`;
}
