import type { Command } from "./command.ts";

export const recheck: Command = {
  name: "recheck",
  usage: "recheck",
  does: "looks at this pull request again from scratch",
  who: "anyone",
  options: [],
  words: { least: 0, most: 0 },
  read: () => ({ kind: "recheck" }),
};
