import { afterAll, afterEach, beforeEach } from "vitest";
import { around } from "./endings.ts";

// this module runs anew for every test file
beforeEach(() => {
  for (const start of around.start) start();
});

/** One that fails keeps none of the others from being done, and fails the test. */
async function all(endings: readonly (() => Promise<void>)[]): Promise<void> {
  const faults: unknown[] = [];
  for (const end of [...endings].reverse())
    try {
      await end();
    } catch (error) {
      faults.push(error);
    }
  if (faults.length > 0) throw faults[0];
}

afterEach(() => all(around.end));
afterAll(() => all(around.endFile));
