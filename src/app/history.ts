import type { Happening } from "../store/ledger.ts";
import { mergeOf } from "../store/record.ts";
import { factsOf, inOrder, reviewsOf } from "./facts.ts";
import type { GitHubAccess } from "./github.ts";

/**
 * Everything a ledger holds, as GitHub tells it, in the order it happened: finished checks, reviews, commands, exception
 * labels and the merge of every pull request of every repository the App is installed on. Of a head reviewed several times GitHub tells
 * the last review only; of merge groups and of heads forced away, nothing.
 */
export async function everythingOnGitHub(github: GitHubAccess, appId: number): Promise<readonly Happening[]> {
  const asApp = await github.asApp();
  const found: Happening[] = [];
  for (const { id, suspended_at } of await asApp.paginate(asApp.rest.apps.listInstallations, { per_page: 100 })) {
    if (suspended_at !== null) continue;
    const octokit = await github.as(id, async () => true);
    for (const repository of await octokit.paginate(octokit.rest.apps.listReposAccessibleToInstallation, {
      per_page: 100,
    })) {
      const place = { octokit, owner: repository.owner.login, repo: repository.name, appId };
      const { owner, repo } = place;
      const pulls = octokit.paginate(octokit.rest.pulls.list, { owner, repo, state: "all", per_page: 100 });
      for (const { number, merged_at } of await pulls) {
        found.push(...(await reviewsOf(place, number)), ...(await factsOf(place, number)));
        if (merged_at !== null) found.push(mergeOf(`${owner}/${repo}`, number, merged_at));
      }
    }
  }
  return inOrder(found);
}
