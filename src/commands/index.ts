import { ask } from "./ask.ts";
import type { Command } from "./command.ts";
import { explain } from "./explain.ts";
import { helpCommand } from "./help.ts";
import { recheck } from "./recheck.ts";

/** Every slash command. */
export const commands: readonly Command[] = [helpCommand(() => commands), recheck, ask, explain];
