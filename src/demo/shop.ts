import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { GitHub } from "./github/github.ts";
import type { PullRequest } from "./github/state-work.ts";

/** The example files, beside `src` and `dist` alike. */
const examples = fileURLToPath(new URL("../../examples/", import.meta.url));

/** The producer's repository. */
export const producer = "shop/checkout";

/** What a proposal of the payments table says; one without it is what the producer's repository starts with. */
export const proposalPath = "proposals/checkout-api-v3.0.0.yml";

/** Reads one folder of the examples: path to text. */
export function exampleFiles(folder: string): Record<string, string> {
  const root = join(examples, folder);
  const files: Record<string, string> = {};
  for (const path of readdirSync(root, { recursive: true, encoding: "utf8" }).sort())
    if (statSync(join(root, path)).isFile()) files[path.replaceAll("\\", "/")] = readFileSync(join(root, path), "utf8");
  return files;
}

/** The proposal that renames `merchant_id` and lets `status` be null. */
export const breakingProposal = (): string => exampleFiles("producer")[proposalPath] ?? "";

/** The same version, which only adds a column that may be null. */
export const additiveProposal = `producer: checkout-api
release: v3.0.0
database: checkout_raw
table: payments
version: 5
columns:
  - {name: payment_id, type: VARCHAR, nullable: false, primary_key: true}
  - {name: merchant_id, type: VARCHAR, nullable: false}
  - {name: amount_minor, type: BIGINT, nullable: false}
  - {name: status, type: VARCHAR, nullable: false}
  - {name: channel, type: VARCHAR, nullable: true}
  - {name: country, type: VARCHAR, nullable: true}
`;

/**
 * Founds the organisation `shop`: a producer, three domains, their teams, and the App installed on all of them. All of its
 * repositories are private, but for the producer's where everybody may see that.
 */
export async function foundShop(github: GitHub, open = false): Promise<void> {
  github.createOrganization("shop", { members: ["carla", "finn", "fay", "gus"], admins: ["ada"] });
  const { [proposalPath]: _, ...files } = exampleFiles("producer");
  await github.seedRepository(producer, files, { private: !open });
  // the dashboard of the dbt project is left to the command line's example: its owner is no account here
  for (const domain of ["finance", "growth", "partner"])
    await github.seedRepository(
      `shop/${domain}`,
      Object.fromEntries(Object.entries(exampleFiles(domain)).filter(([path]) => !path.startsWith("models/"))),
    );
  const reads = { [producer]: "read" } as const;
  github.createTeam("shop/checkout", { members: ["carla"], repositories: { [producer]: "write" } });
  github.createTeam("shop/finance-data", { members: ["finn"], repositories: reads });
  github.createTeam("shop/fraud-ml", { members: ["fay"], repositories: reads });
  github.createTeam("shop/growth", { members: ["gus"], repositories: reads });
  github.install("shop");
}

/** Carla pushes a proposal to a branch and opens a pull request. */
export async function propose(
  github: GitHub,
  text: string,
  how: { readonly branch?: string; readonly draft?: boolean; readonly title?: string } = {},
): Promise<PullRequest> {
  const { branch = "payments-v5", draft = false, title = "Payments v5" } = how;
  await github.push(producer, branch, { [proposalPath]: text }, { by: "carla", from: "main", message: title });
  return github.openPullRequest({ repository: producer, head: branch, title, author: "carla", draft });
}
