// The small process that starts git for a server: told over its channel what to start, tells what came of it, ends with the server.
import { setMaxListeners } from "node:events";
import { setPriority } from "node:os";
import { type Answer, GitError, type Run, start } from "./run.ts";

/** One git to start. */
export interface Wish {
  readonly id: number;
  readonly args: readonly string[];
  readonly run: Run;
}

/** What came of it; a reason where git gave no answer. */
export type Said = { readonly id: number } & (
  | { readonly answer: Answer }
  | { readonly reason: GitError["reason"] | undefined; readonly message: string }
);

// webhooks are answered first
setPriority(10);
const gone = new AbortController();
// one for each git that runs
setMaxListeners(0, gone.signal);
process.on("message", async ({ id, args, run }: Wish) => {
  const said: Said = await start(args, run, gone.signal).then(
    (answer) => ({ id, answer }),
    (error: Error) => ({ id, reason: error instanceof GitError ? error.reason : undefined, message: error.message }),
  );
  // nobody hears it where the server has died meanwhile
  if (process.connected) process.send?.(said, undefined, undefined, () => undefined);
});
process.once("disconnect", () => gone.abort());
// the server ends in its own time, and needs git until then
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
