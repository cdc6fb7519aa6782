import type { Command } from "./command.ts";

export const recheck: Command = {
  name: "recheck",
  usage: "recheck",
  does: "looks at this pull request again from scratch",
  who: "anyone",
  run: () => [{ kind: "review-again", ask: false }],
};
