import type { Command } from "./command.ts";

export const approve: Command = {
  name: "approve",
  usage: "approve CONTRACT",
  does: "approves the exception requested for a contract, for the consumers you answer for (an exception approver: for all)",
  who: "owners of what breaks, exception approvers; not the author",
  options: [],
  words: { least: 1, most: 1 },
  read: ({ words: [contract = ""] }) => ({ kind: "approve", contract }),
};
