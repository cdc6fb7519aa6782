import { createHash } from "node:crypto";
import type { DomainScan, Review } from "../model.ts";
import type { Commits } from "../snapshot/pull-request.ts";
import { canonical } from "../store/ledger.ts";

/** A digest of everything a review was made from: the commits of both sides and of every domain repository, or why one was not read. */
export function digestOfInputs({ repository, base, head, target, baseRef }: Commits, { domains }: Review): string {
  const read = domains.map(inputOf).sort();
  const text = canonical({ repository: repository.toLowerCase(), base, head, target, baseRef, read });
  return createHash("sha256").update(text).digest("hex");
}

function inputOf(domain: DomainScan): string {
  const name = domain.repository.toLowerCase();
  return "commit" in domain ? `${name}@${domain.commit}` : `${name} not read`;
}
