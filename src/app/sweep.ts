import type { Probot } from "probot";
import { findCheck } from "../publish/check.ts";
import { type Desk, pullTurn } from "./events.ts";

/** Finds every open pull request whose head has no finished check, and has it reviewed: what was missed while nobody listened. */
export async function sweep(app: Probot, desk: Desk): Promise<number> {
  const asApp = await app.auth();
  let found = 0;
  for (const installation of await asApp.paginate(asApp.rest.apps.listInstallations, { per_page: 100 })) {
    if (installation.suspended_at !== null) continue;
    try {
      found += await sweepInstallation(app, desk, installation.id);
    } catch (error) {
      app.log.error(`sweep of installation ${installation.id}: ${(error as Error).message}`);
    }
  }
  return found;
}

async function sweepInstallation(app: Probot, desk: Desk, installation: number): Promise<number> {
  const octokit = await app.auth(installation);
  let found = 0;
  const repositories = await octokit.paginate(octokit.rest.apps.listReposAccessibleToInstallation, { per_page: 100 });
  for (const repository of repositories) {
    if (repository.archived) continue;
    const place = { octokit, owner: repository.owner.login, repo: repository.name, appId: desk.appId };
    const { owner, repo } = place;
    for (const { number, head } of await octokit.paginate(octokit.rest.pulls.list, {
      owner,
      repo,
      state: "open",
      per_page: 100,
    })) {
      if ((await findCheck(place, head.sha))?.finished) continue;
      found++;
      pullTurn(app, desk, { repository, installation: { id: installation } }, number, {
        delivery: "sweep",
        ask: false,
      });
    }
  }
  return found;
}
