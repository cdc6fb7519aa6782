import type { Consumer, DomainScan } from "../model.ts";
import { bare } from "./escape.ts";
import { coverageJson } from "./json.ts";
import { reading, shortCommit } from "./words.ts";

interface Found {
  readonly contract: string;
  readonly consumers: readonly Consumer[];
  readonly unknown: readonly { readonly consumer: Consumer; readonly why: string }[];
  readonly domains: readonly DomainScan[];
}

/** Who reads a contract, as one JSON document. */
export function consumersJson({ contract, consumers, unknown, domains }: Found): object {
  const doubts = unknown.map(({ consumer, why }) => ({ ...consumer, why }));
  return { contract, consumers, unknown: doubts, coverage: domains.map(coverageJson) };
}

/** Who reads a contract, with evidence and coverage, for a terminal. */
export function consumersText({ contract, consumers, unknown, domains }: Found): string {
  const lines = consumers.map(
    (one) =>
      `${bare(one.name)} (${bare(one.domain)})  ${bare(reading(one), 200)}  owner ${bare(one.owners.join(" ") || "nobody")}\n    ${one.evidence.repository}: ${place(one.evidence)}`,
  );
  const doubts = unknown.map(
    ({ consumer, why }) => `? ${bare(consumer.name)} (${bare(consumer.domain)})  ${bare(why, 300)}`,
  );
  const coverage = domains.map((domain) =>
    "unreadable" in domain
      ? `domain ${domain.repository}: could not be read (${bare(domain.unreadable, 300)})`
      : `domain ${domain.repository}@${shortCommit(domain.commit)}: ${domain.consumers.length} reads declared`,
  );
  const head = `${lines.length + doubts.length} ${lines.length + doubts.length === 1 ? "consumer reads" : "consumers read"} ${bare(contract)}`;
  return `${[head, ...lines, ...doubts, coverage.join("\n")].join("\n\n")}\n`;
}

function place({ path, line }: { readonly path: string; readonly line?: number }): string {
  return line === undefined ? path : `${path}:${line}`;
}
