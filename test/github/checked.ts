import { expect } from "vitest";
import { type GitHub, type GitHubOptions, startGitHub } from "../../src/demo/github/github.ts";
import { ownFailure } from "../../src/demo/github/server.ts";
import { newKeyPair } from "../../src/demo/github/tokens.ts";
import { around } from "../endings.ts";
import { validateExchange, validateWebhook } from "./validate.ts";

/** A stand-in whose every exchange and webhook is held against GitHub's own description. */
export interface CheckedGitHub {
  github: GitHub;
  /** What was found so far; cleared when taken. Requests that are wrong on purpose must take theirs. */
  takeViolations(): string[];
}

/** Made once: it takes longer than to start everything else. */
let key: string | undefined;

const open = new Map<CheckedGitHub, "test" | "file">();

/**
 * Starts a stand-in for one test, or for all of a file: it is closed after, and each test fails if any request to it, any answer of it or any webhook from it
 * departed from GitHub's description.
 */
export async function checkedGitHub(
  options: GitHubOptions = {},
  lifetime: "test" | "file" = "test",
): Promise<CheckedGitHub> {
  let violations: string[] = [];
  key ??= newKeyPair().privateKey;
  const github = await startGitHub({
    ...options,
    app: { privateKey: key, ...options.app },
    onExchange: (exchange) => {
      if (exchange.kind === "api") violations.push(...validateExchange(exchange));
      const message = (exchange.responseBody as { message?: string } | undefined)?.message;
      if (message?.startsWith(ownFailure)) violations.push(message);
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
  open.set(checked, lifetime);
  return checked;
}

async function closeAll(lifetime: "test" | "file"): Promise<void> {
  const ending = [...open].filter(([, until]) => until === lifetime).map(([checked]) => checked);
  for (const checked of ending) open.delete(checked);
  await Promise.all(ending.map(({ github }) => github.close()));
}

around.end.push(async () => {
  const all = [...open.keys()];
  await closeAll("test");
  expect(all.flatMap((one) => one.takeViolations())).toEqual([]);
});
around.endFile.push(() => closeAll("file"));
