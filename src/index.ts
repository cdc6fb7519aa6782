import { EnvironmentError, readEnvironment } from "./app/environment.ts";
import { startServer } from "./app/server.ts";

/** The App's process: which webhooks mean "review again" stands in `app/events.ts`. */
try {
  const running = await startServer(readEnvironment(process.env));
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      running.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
} catch (error) {
  if (!(error instanceof EnvironmentError)) throw error;
  process.stderr.write(`contract-review: ${error.message}\n`);
  process.exitCode = 2;
}
