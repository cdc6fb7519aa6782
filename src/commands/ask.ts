import type { Command } from "./command.ts";

export const ask: Command = {
  name: "ask",
  usage: "ask",
  does: "requests reviews from the owners of what breaks, now (needed where `policy.ask` is `command`)",
  who: "the author, or who may write here",
  options: [],
  words: { least: 0, most: 0 },
  read: () => ({ kind: "ask" }),
};
