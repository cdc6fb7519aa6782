import { type Place, statusOf } from "../publish/place.ts";
import type { Claim } from "../store/turns.ts";
import type { Desk } from "./take.ts";

/** Another repository, as the App is installed there: by this installation where it is the same owner's; undefined where it is not. */
export async function elsewhere(
  name: string,
  by: Pick<Claim, "owner" | "installation">,
  current: () => Promise<boolean>,
  { appId, github }: Pick<Desk, "appId" | "github">,
): Promise<Place | undefined> {
  const [owner = "", repo = ""] = name.split("/");
  const at = { owner, repo, appId };
  if (owner.toLowerCase() === by.owner.toLowerCase() && by.installation !== undefined)
    return { ...at, octokit: await github.as(by.installation, current) };
  try {
    const asApp = await github.asApp();
    const { data } = await asApp.rest.apps.getRepoInstallation({ owner, repo });
    return { ...at, octokit: await github.as(data.id, current) };
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
    return undefined;
  }
}
