import { EnvironmentError, readEnvironment } from "./app/environment.ts";
import { startServer } from "./app/server.ts";
import { FolderInUse } from "./store/folder-lock.ts";
import { SchemaMismatch } from "./store/migrate.ts";

/** A review that takes longer after a signal to stop is left to another process. Milliseconds. */
const grace = 25_000;

/** The App's process: which webhooks mean "review again" stands in `app/route.ts`. */
try {
  const running = await startServer(readEnvironment(process.env));
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      running.stop(grace).then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
} catch (error) {
  const { message, code } = error as Error & { readonly code?: unknown };
  const own = error instanceof EnvironmentError || error instanceof FolderInUse || error instanceof SchemaMismatch;
  // a port that is taken, a folder that cannot be made, a database that does not answer
  if (!own && typeof code !== "string") throw error;
  process.stderr.write(`contract-review: ${own ? message : `cannot start: ${message}`}\n`);
  process.exit(2);
}
