import { addDays, dayOf } from "../answers/days.ts";
import type { Command } from "./command.ts";
import { dayFault } from "./day.ts";

/** Whoever says more knows nothing yet. */
const mostDays = 731;

export const ack: Command = {
  name: "ack",
  usage: "ack [CONSUMER...] [ready-by=YYYY-MM-DD]",
  does: "acknowledges what breaks, for the consumers you answer for (or only those named); takes back an earlier `reject`",
  who: "owners of what breaks",
  options: ["ready-by"],
  words: { least: 0, most: 50 },
  read({ words, options }, day) {
    const readyBy = options.get("ready-by");
    const fault = readyBy === undefined ? undefined : dayFault(readyBy, day);
    if (fault !== undefined) return { mistaken: `\`ready-by=${readyBy}\`: ${fault}.` };
    if (readyBy !== undefined && readyBy > addDays(dayOf(day), mostDays))
      return { mistaken: `\`ready-by=${readyBy}\`: that is more than two years ahead.` };
    return { kind: "acknowledge", consumers: words, readyBy };
  },
};
