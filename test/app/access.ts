import { accessOf, type GitHubAccess, probotFor } from "../../src/app/github.ts";
import { makeLog } from "../../src/app/log.ts";
import type { GitHub } from "../../src/demo/github/github.ts";
import { environmentFor } from "../review/desk.ts";

/** GitHub's API as the App has it, without the App. */
export async function accessFor(github: GitHub): Promise<GitHubAccess> {
  const environment = environmentFor(github, "none");
  const probot = await probotFor(
    environment,
    makeLog(environment, () => undefined),
    true,
  );
  return accessOf(
    probot,
    () => new Date(),
    () => undefined,
  );
}
