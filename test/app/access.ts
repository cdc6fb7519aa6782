import { accessTo, type GitHubAccess } from "../../src/app/github.ts";
import { makeLog } from "../../src/app/log.ts";
import type { GitHub } from "../../src/demo/github/github.ts";
import { environmentFor } from "../review/desk.ts";

/** GitHub's API as the App has it, without the App. */
export function accessFor(github: GitHub): Promise<GitHubAccess> {
  const environment = environmentFor(github, "none");
  const log = makeLog(environment, () => undefined);
  return accessTo(environment, {
    log,
    clock: () => new Date(),
    unpaced: true,
    heard: () => undefined,
    refused: () => undefined,
  });
}
