import { createAppAuth } from "@octokit/auth-app";
import { Octokit } from "@octokit/rest";
import type { GitHub, GitHubOptions } from "../../src/demo/github/github.ts";
import type { Installation } from "../../src/demo/github/state.ts";
import { type CheckedGitHub, checkedGitHub } from "./checked.ts";

/** An organisation with a shop repository that the App is installed on. */
export interface Acme extends CheckedGitHub {
  installation: Installation;
  /** Octokit as the App's installation. */
  octokit: Octokit;
}

const repo = { owner: "acme", repo: "shop" };

export { repo };

/** Acme: ann writes, bob reads, the team shop may write; `acme/shop` holds three files. */
export async function acme(options: GitHubOptions = {}): Promise<Acme> {
  const checked = await checkedGitHub(options);
  const { github } = checked;
  github.createOrganization("acme", { members: ["ann", "bob"], admins: ["root"] });
  await github.seedRepository("acme/shop", {
    "contracts/orders.avsc": '{"type":"record","name":"Order","fields":[]}\n',
    "README.md": "# Shop\n",
    "docs/old.md": "line one\nline two\nline three\n",
  });
  github.addCollaborator("acme/shop", "ann", "write");
  github.createTeam("acme/shop", { members: ["ann"], repositories: { "acme/shop": "write" } });
  const installation = github.install("acme");
  return { ...checked, installation, octokit: octokitFor(github, github.installationToken(installation)) };
}

export const octokitFor = (github: GitHub, auth: string) => new Octokit({ auth, baseUrl: github.apiUrl, log: silent });

/** Octokit with the App's own key: JWT for App routes. */
export const appOctokit = (github: GitHub, privateKey = github.app.privateKey) =>
  new Octokit({
    authStrategy: createAppAuth,
    auth: { appId: github.app.id, privateKey },
    baseUrl: github.apiUrl,
    log: silent,
  });

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** Opens a pull request that adds a field and a file. */
export async function openChange(github: GitHub, branch = "change") {
  const files = {
    "contracts/orders.avsc": '{"type":"record","name":"Order","fields":[{"name":"id","type":"string"}]}\n',
    "contracts/new.avsc": "{}\n",
    "docs/old.md": null,
    "docs/new.md": "line one\nline two\nline three\n",
  };
  await github.push("acme/shop", branch, files, { by: "ann", from: "main", message: "Add a field" });
  return github.openPullRequest({ repository: "acme/shop", head: branch, author: "ann", title: "Add a field" });
}

/** The status and message of a refused call. */
export async function refusal(call: Promise<unknown>): Promise<{ status: number; message: string }> {
  try {
    await call;
  } catch (error) {
    const { status, response } = error as {
      status: number;
      response?: { data?: { message?: string; errors?: { message?: string }[] } };
    };
    const data = response?.data;
    return { status, message: data?.errors?.[0]?.message ?? data?.message ?? "" };
  }
  throw new Error("the call was not refused");
}
