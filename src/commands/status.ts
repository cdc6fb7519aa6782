import { statusTable } from "../report/questions.ts";
import type { Command } from "./command.ts";

export const status: Command = {
  name: "status",
  usage: "status",
  does: "lists who has answered, who has not, and by when",
  who: "anyone",
  options: [],
  words: { least: 0, most: 0 },
  read: () => ({ kind: "tell", about: statusTable }),
};
