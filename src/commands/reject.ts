import type { Command } from "./command.ts";

export const reject: Command = {
  name: "reject",
  usage: 'reject [CONSUMER] reason="..."',
  does: "says no, for the consumers you answer for (or the one named); a later `ack` takes it back",
  who: "owners of what breaks",
  options: ["reason"],
  words: { least: 0, most: 1 },
  read({ words: [consumer], options }) {
    const reason = options.get("reason") ?? "";
    if (reason === "") return { mistaken: 'A rejection needs its reason: `/contract reject reason="..."`.' };
    return { kind: "reject", consumer, reason };
  },
};
