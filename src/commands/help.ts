import type { Command } from "./command.ts";

/** Derived from the list of commands, so that nothing is ever missing from it. */
export function helpCommand(commands: () => readonly Command[]): Command {
  return {
    name: "help",
    usage: "help",
    does: "lists these commands",
    who: "anyone",
    run: () => [{ kind: "reply", markdown: helpText(commands()) }],
  };
}

export function helpText(commands: readonly Command[]): string {
  const rows = commands.map(({ usage, does, who }) => {
    const allowed = who === "anyone" ? "anyone" : "the author, or who may write here";
    return `| \`/contract ${usage}\` | ${does} | ${allowed} |`;
  });
  return ["Each alone on a line of a new comment:", "", "| command | does | who |", "|---|---|---|", ...rows].join(
    "\n",
  );
}
