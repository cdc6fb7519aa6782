import type { Command } from "./command.ts";

export const reject: Command = {
  name: "reject",
  usage: 'reject [CONSUMER] reason="..." [false-alarm=yes]',
  does: "says no, for the consumers you answer for (or the one named); a later `ack` takes it back",
  who: "owners of what breaks",
  options: ["reason", "false-alarm"],
  words: { least: 0, most: 1 },
  read({ words: [consumer], options }) {
    const reason = options.get("reason") ?? "";
    if (reason === "") return { mistaken: 'A rejection needs its reason: `/contract reject reason="..."`.' };
    const alarm = options.get("false-alarm");
    if (alarm !== undefined && !["yes", "no"].includes(alarm.toLowerCase()))
      return { mistaken: "`false-alarm=` is `yes` where nothing breaks and the check is wrong, else `no`." };
    return { kind: "reject", consumer, reason, ...(alarm?.toLowerCase() === "yes" && { falseAlarm: true }) };
  },
};
