import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/setup.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // many tests wait for git and other processes, so that more workers than processors pay
    maxWorkers: 3,
    // the files of a worker share what they import (test/endings.ts): to load the product takes longer than most files' tests
    isolate: false,
  },
});
