import type { Command } from "commander";
import { readEnvironment } from "../app/environment.ts";
import { day } from "./options.ts";
import { finish } from "./outcome.ts";

/** Loaded when asked for: the database and the App are heavy, and most commands need neither. */
const admin = () => import("../app/admin.ts");

/** `ledger`, `stats` and `dead`: what the store holds. */
export function addStore(program: Command): void {
  const ledger = program
    .command("ledger")
    .description("the append-only, audited copy of what happened (DATABASE_URL or DATA_DIR say where it is)");
  ledger
    .command("verify")
    .description("whether every entry is as it was written, and none is missing")
    .option("--known <HASH>", "the newest hash that is known from elsewhere")
    .action(async ({ known }: { known?: string }) => {
      const { ledgerVerify, storeAddress } = await admin();
      finish(await ledgerVerify(storeAddress(process.env), known));
    });
  ledger
    .command("export")
    .description("every entry, a line each")
    .action(async () => {
      const { ledgerExport, storeAddress } = await admin();
      finish(await ledgerExport(storeAddress(process.env), (line) => process.stdout.write(`${line.trimEnd()}\n`)));
    });
  ledger
    .command("rebuild")
    .description("out of what stands on GitHub; needs the App's environment")
    .action(async () => {
      const { ledgerRebuild } = await admin();
      finish(await ledgerRebuild(readEnvironment(process.env)));
    });

  program
    .command("stats")
    .description("exceptions, time to answer, false alarms, what observing would have stopped, what to clean up")
    .option("--since <YYYY-MM-DD>", "only reviews since that day", day)
    .option("--json", "print one JSON document")
    .action(async ({ since, json = false }: { since?: string; json?: boolean }) => {
      const { stats, storeAddress } = await admin();
      finish(await stats(storeAddress(process.env), { json, since, now: new Date().toISOString() }));
    });

  const dead = program.command("dead").description("what failed so often that a person is needed");
  dead
    .command("list")
    .description("what it was and why it failed")
    .action(async () => {
      const { deadList, storeAddress } = await admin();
      finish(await deadList(storeAddress(process.env)));
    });
  dead
    .command("replay")
    .description("have it tried again: one, or all")
    .argument("[KEY]")
    .action(async (key: string | undefined) => {
      const { deadReplay, storeAddress } = await admin();
      finish(await deadReplay(storeAddress(process.env), key));
    });
}
