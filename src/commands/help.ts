import type { Command } from "./command.ts";

/** Derived from the list of commands, so that nothing is ever missing from it. */
export function helpCommand(commands: () => readonly Command[]): Command {
  return {
    name: "help",
    usage: "help",
    does: "lists these commands",
    who: "anyone",
    options: [],
    words: { least: 0, most: 0 },
    read: () => ({ kind: "tell", about: () => helpText(commands()) }),
  };
}

export function helpText(commands: readonly Command[]): string {
  const rows = commands.map(({ usage, does, who }) => `| \`/contract ${usage}\` | ${does} | ${who} |`);
  return ["Each alone on a line of a new comment:", "", "| command | does | who |", "|---|---|---|", ...rows].join(
    "\n",
  );
}
