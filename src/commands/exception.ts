import { isDay } from "../answers/days.ts";
import { listed } from "../report/words.ts";
import type { Command } from "./command.ts";
import { dayFault } from "./day.ts";

const required = ["reason", "controls", "rollback", "until"] as const;

export const exception: Command = {
  name: "exception",
  usage:
    'exception CONTRACT reason="..." controls="..." rollback="..." until=YYYY-MM-DD [rules=...] [consumers=...] [window=FROM/TO]',
  does: "requests a time-bound exception for what the check shows now; who answers for what breaks approves it by label or `approve`",
  who: "the author, or who may write here",
  options: [...required, "rules", "consumers", "window"],
  words: { least: 1, most: 1 },
  read({ words: [contract = ""], options }, day) {
    const missing = required.filter((name) => (options.get(name) ?? "") === "");
    if (missing.length > 0)
      return { mistaken: `An exception also needs ${listed(missing.map((name) => `\`${name}=\``))}.` };
    const [reason = "", controls = "", rollback = "", until = ""] = required.map((name) => options.get(name));
    const fault = dayFault(until, day);
    if (fault !== undefined) return { mistaken: `\`until=${until}\`: ${fault}.` };
    const window = options.get("window");
    if (window !== undefined && !isWindow(window))
      return { mistaken: `\`window=${window}\`: a window is written as 2026-12-05/2026-12-06.` };
    return {
      kind: "exception",
      contract,
      ...{ reason, controls, rollback, until, window },
      rules: several(options.get("rules")),
      consumers: several(options.get("consumers")),
    };
  },
};

function isWindow(text: string): boolean {
  const [from = "", to = "", ...more] = text.split("/");
  return more.length === 0 && isDay(from) && isDay(to) && from <= to;
}

function several(text: string | undefined): readonly string[] {
  return (text ?? "").split(/[,\s]+/).filter((one) => one !== "");
}
