import type { Command } from "./command.ts";

export const ask: Command = {
  name: "ask",
  usage: "ask",
  does: "requests reviews from the owners of what breaks, now (needed where `policy.ask` is `command`)",
  who: "writer",
  run: () => [{ kind: "review-again", ask: true }],
};
