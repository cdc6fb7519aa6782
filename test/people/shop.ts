import type { GitHub } from "../../src/demo/github/github.ts";
import { exampleFiles, producer, proposalPath } from "../../src/demo/shop.ts";

/** A consumer of the payments table as its descriptor says it. */
interface Reader {
  readonly name: string;
  readonly team: string;
  readonly version?: number;
  readonly fields?: readonly string[];
  readonly criticality?: string;
  readonly contact?: string;
}

/** Settlement reads version 3 whole, the dashboard two fields of whatever is current. */
export const readers: readonly Reader[] = [
  { name: "settlement", team: "finance-data", version: 3 },
  { name: "dashboard", team: "growth", fields: ["payment_id", "status"] },
];

export interface Founding {
  readonly policy?: string;
  readonly readers?: readonly Reader[];
  /** Domain repositories that the configuration names besides. */
  readonly also?: readonly string[];
}

/**
 * A small shop: carla and cleo produce, finn and fay answer for finance, gus for growth, greta governs; eve may put labels on
 * and nothing else. One repository declares the consumers.
 */
export function founded({ policy = "", readers: declared = readers, also = [] }: Founding = {}) {
  return async (github: GitHub): Promise<void> => {
    github.createOrganization("shop", {
      members: ["carla", "cleo", "finn", "fay", "gus", "greta"],
      admins: ["ada"],
    });
    const { [proposalPath]: _, "catalog.yml": catalog = "" } = exampleFiles("producer");
    await github.seedRepository(producer, {
      "catalog.yml": catalog,
      ".github/contract-review.yml": config(policy, also),
    });
    await github.seedRepository("shop/readers", { "consumers.yml": declared.map(descriptor).join("---\n") });
    const reads = { [producer]: "read" } as const;
    github.createTeam("shop/checkout", { members: ["carla", "cleo"], repositories: { [producer]: "write" } });
    github.createTeam("shop/finance-data", { members: ["finn", "fay"], repositories: reads });
    github.createTeam("shop/growth", { members: ["gus"], repositories: reads });
    github.createTeam("shop/governance", { members: ["greta"], repositories: { [producer]: "triage" } });
    github.addCollaborator(producer, "eve", "triage");
    github.install("shop");
  };
}

export function config(policy = "", also: readonly string[] = []): string {
  const indented = policy.split("\n").map((line) => `  ${line}\n`);
  return `version: 1
domains:
  repositories: [${["shop/readers", ...also].join(", ")}]
contracts:
  - path: proposals/*.yml
    format: table
    baseline: { catalog: catalog.yml }
    owners: ["@shop/checkout"]
${policy === "" ? "" : `policy:\n${indented.join("")}`}`;
}

function descriptor({ name, team, version, fields, criticality, contact }: Reader): string {
  const pin = version === undefined ? "" : `    version: ${version}\n`;
  const columns = fields === undefined ? "" : `    fields: [${fields.join(", ")}]\n`;
  return `apiVersion: contract-consumer/v1
domain: ${team}
consumer: ${name}
owner: {github: "@shop/${team}"}
${criticality === undefined ? "" : `criticality: ${criticality}\n`}${contact === undefined ? "" : `contact: "${contact}"\n`}reads:
  - dataset: checkout_raw.payments
${pin}${columns}`;
}
