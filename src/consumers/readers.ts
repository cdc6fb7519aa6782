import type { Consumer, Contract, DomainScan } from "../model.ts";
import { mentions } from "./find.ts";

/** A consumer of which only its descriptor's existence is known. */
export interface UnknownReader {
  readonly consumer: Consumer;
  readonly why: string;
}

/**
 * Who reads a contract, by any of its names and whatever their case; and the malformed descriptors that mention it, each an
 * unknown consumer, never skipped. `others` are the contracts that this change touches too, `own` is the contract's repository.
 */
export function readersOf(
  contract: Contract,
  domains: readonly DomainScan[],
  others: readonly Contract[] = [],
  own?: string,
): { readonly consumers: readonly Consumer[]; readonly unknown: readonly UnknownReader[] } {
  const isRead = readings(contract, others);
  // a document that describes a channel is no reader of what it describes, whoever receives
  const isItself = ({ kind, evidence: { repository, path } }: Consumer) =>
    kind.startsWith("asyncapi/") && repository === own && path === contract.entry;
  const scans = domains.filter((domain) => "commit" in domain);
  const consumers = scans.flatMap((scan) => scan.consumers.filter((one) => isRead(one) && !isItself(one)));
  const unknown = scans.flatMap((scan) =>
    scan.malformed
      .filter(({ text }) => contract.names.some((name) => mentions(text, name)))
      .map(({ at, message, owners }): UnknownReader => {
        const where = at.line === undefined ? at.path : `${at.path}:${at.line}`;
        const consumer: Consumer = {
          domain: scan.repository.split("/").at(-1) ?? scan.repository,
          name: at.path.split("/").at(-1) ?? at.path,
          contract: contract.id,
          owners,
          version: undefined,
          reads: "did-not-say",
          reliesOn: "everything",
          replays: true,
          strict: false,
          criticality: "medium",
          confidence: "observed",
          kind: "unreadable descriptor",
          evidence: { repository: scan.repository, ...at },
        };
        return { consumer, why: `its descriptor ${where} cannot be understood: ${message}` };
      }),
  );
  return { consumers, unknown };
}

/** Which consumers read a contract: quotes around parts of a name do not count. */
function readings(contract: Contract, others: readonly Contract[]): (consumer: Consumer) => boolean {
  const names = new Set(contract.names.map(bare));
  const several = documents.has(contract.format) ? contract.names.map(bare) : [];
  const elsewhere = new Set(others.flatMap((other) => other.names.map(bare)));
  return ({ contract: given, version }) => {
    const name = bare(given);
    // one may say in which database or package a thing is, or leave it out
    if ([...names].some((one) => isSameName(one, name))) return true;
    // a version of a dbt model is a contract of its own: `trips` at 2 is trips.v2
    const versioned = typeof version === "string" ? `${name}.v${bare(version).replace(/^v(?=\d)/, "")}` : undefined;
    if (contract.format === "dbt" && versioned !== undefined && (names.has(versioned) || elsewhere.has(versioned)))
      return names.has(versioned);
    // a document's own id means every table in it
    return names.has(name) || several.some((one) => one.startsWith(`${name}/`));
  };
}

/** Formats whose documents hold several contracts, called `id/name`. */
const documents: ReadonlySet<string> = new Set(["odcs", "dcs"]);

/** `db.shop.orders` is `shop.orders`, as far as either tells; addresses and paths say all. */
function isSameName(one: string, other: string): boolean {
  if (/[/:]/.test(one + other)) return false;
  const [a, b] = [one.split("."), other.split(".")];
  const shared = Math.min(a.length, b.length);
  return shared > 1 && a.slice(-shared).join(".") === b.slice(-shared).join(".");
}

function bare(name: string): string {
  return name.toLowerCase().replaceAll(/["`[\]]/g, "");
}
