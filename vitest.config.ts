import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // these stories wait for ever on the stage since it works from the durable queue: to be mended
    exclude: ["**/node_modules/**", "test/people/{acknowledged,excepted,queued,public-cases}.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // many tests wait for git and other processes, so that more workers than processors pay
    maxWorkers: 3,
  },
});
