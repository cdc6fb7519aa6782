import { afterEach, expect } from "vitest";
import { type GitHub, type GitHubOptions, startGitHub } from "../../src/demo/github/github.ts";
import { validateExchange, validateWebhook } from "./validate.ts";

/** A stand-in whose every exchange and webhook is held against GitHub's own description. */
export interface CheckedGitHub {
  github: GitHub;
  /** What was found so far; cleared when taken. Requests that are wrong on purpose must take theirs. */
  takeViolations(): string[];
}

const open = new Set<CheckedGitHub>();

/**
 * Starts a stand-in for one test: it is closed after the test, which fails if any request to it, any answer of it or any webhook from it
 * departed from GitHub's description.
 */
export async function checkedGitHub(options: GitHubOptions = {}): Promise<CheckedGitHub> {
  let violations: string[] = [];
  const github = await startGitHub({
    ...options,
    onExchange: (exchange) => {
      if (exchange.kind === "api") violations.push(...validateExchange(exchange));
      options.onExchange?.(exchange);
    },
    onWebhook: (delivery, app) => {
      violations.push(...validateWebhook(delivery.event, delivery.payload));
      options.onWebhook?.(delivery, app);
    },
  });
  const checked = {
    github,
    takeViolations: () => {
      const taken = violations;
      violations = [];
      return taken;
    },
  };
  open.add(checked);
  return checked;
}

afterEach(async () => {
  const all = [...open];
  open.clear();
  await Promise.all(all.map(({ github }) => github.close()));
  expect(all.flatMap((one) => one.takeViolations())).toEqual([]);
});
