import { ack } from "./ack.ts";
import { approve } from "./approve.ts";
import { ask } from "./ask.ts";
import type { Command } from "./command.ts";
import { exception } from "./exception.ts";
import { explain } from "./explain.ts";
import { helpCommand } from "./help.ts";
import { plan } from "./plan.ts";
import { recheck } from "./recheck.ts";
import { reject } from "./reject.ts";
import { status } from "./status.ts";
import { withdraw } from "./withdraw.ts";

/** Every slash command, in the order of the help. */
export const commands: readonly Command[] = [
  helpCommand(() => commands),
  recheck,
  ask,
  explain,
  ack,
  reject,
  exception,
  approve,
  withdraw,
  plan,
  status,
];
