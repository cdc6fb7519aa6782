import type { Consumer, Contract, DomainScan } from "../model.ts";
import { mentions } from "./find.ts";

/** A consumer of which only its descriptor's existence is known. */
export interface UnknownReader {
  readonly consumer: Consumer;
  readonly why: string;
}

/**
 * Who reads a contract, by any of its names and whatever their case; and the malformed descriptors that mention it, each an
 * unknown consumer, never skipped. `own` is the repository of the contract.
 */
export function readersOf(
  contract: Contract,
  domains: readonly DomainScan[],
  own?: string,
): { readonly consumers: readonly Consumer[]; readonly unknown: readonly UnknownReader[] } {
  const names = new Set(contract.names.map((name) => name.toLowerCase()));
  // a document that describes a channel is no reader of what it describes, whoever receives
  const isItself = ({ kind, evidence: { repository, path } }: Consumer) =>
    kind.startsWith("asyncapi/") && repository === own && path === contract.entry;
  const scans = domains.filter((domain) => "commit" in domain);
  const consumers = scans.flatMap((scan) =>
    scan.consumers.filter((one) => names.has(one.contract.toLowerCase()) && !isItself(one)),
  );
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
