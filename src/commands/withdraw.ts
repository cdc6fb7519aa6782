import type { Command } from "./command.ts";

export const withdraw: Command = {
  name: "withdraw",
  usage: "withdraw CONTRACT",
  does: "takes back an exception that you requested, or your approval of it",
  who: "who requested or approved it",
  options: [],
  words: { least: 1, most: 1 },
  read: ({ words: [contract = ""] }) => ({ kind: "withdraw", contract }),
};
