import { scanConsumers } from "../consumers/scan.ts";
import type { Consumer, DomainScan, Repository } from "../model.ts";
import { GitError } from "./run.ts";

/** A domain repository as it was reached. */
export interface Reached {
  readonly repository: Repository;
  /** Where a kept copy had to serve. */
  readonly stale?: { readonly hours: number; readonly why: string };
}

type Mapped = ReadonlyMap<string, readonly string[]>;

/** Reads one domain repository; that it cannot be reached is part of the answer, not an error. */
export async function scanDomain(
  name: string,
  required: boolean,
  mapped: Mapped,
  open: () => Promise<Reached | { readonly unreadable: string }>,
): Promise<DomainScan> {
  try {
    const reached = await open();
    if ("unreadable" in reached) return { repository: name, required, unreadable: reached.unreadable };
    const { repository, stale } = reached;
    const scan = await scanConsumers(repository, mapped);
    return { repository: name, required, commit: repository.commit, ...(stale && { stale }), ...scan };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return { repository: name, required, unreadable: error.message };
  }
}

/**
 * The producer's own repository: what head declares, and what the base side declared and head does not, so that nobody
 * stops being a consumer by a pull request that drops its descriptor along with what it reads.
 */
export async function scanOwn(base: Repository, head: Repository, mapped: Mapped): Promise<DomainScan> {
  const now = await scanConsumers(head, mapped);
  const before = base.commit === head.commit ? now : await scanConsumers(base, mapped);
  const key = ({ domain, name, contract }: Consumer) => JSON.stringify([domain, name, contract]);
  const known = new Set(now.consumers.map(key));
  const dropped = before.consumers.filter((consumer) => !known.has(key(consumer)));
  // a pull request changes neither who answers for a consumer nor how much it matters
  const trusted = new Map(before.consumers.map((consumer) => [key(consumer), consumer]));
  const present = now.consumers.map((consumer) => {
    const { owners, criticality } = trusted.get(key(consumer)) ?? consumer;
    return { ...consumer, owners, criticality };
  });
  const consumers = [...present, ...dropped];
  return { repository: head.name, required: true, commit: head.commit, ...now, consumers };
}
