import { scanConsumers } from "../consumers/scan.ts";
import type { Consumer, DomainScan, Repository } from "../model.ts";
import type { Work } from "../work.ts";
import type { Mirrored } from "./mirrored.ts";
import { GitError } from "./run.ts";

/** A domain repository as it was reached. */
export interface Reached {
  readonly repository: Repository;
  /** Where a kept copy had to serve. */
  readonly stale?: { readonly hours: number; readonly why: string };
}

/** A mirror as it was opened: how old a kept copy is, in whole hours. */
export function reachedBy({ repository, readAt, stale }: Mirrored, now: Date): Reached {
  if (stale === undefined) return { repository };
  const hours = Math.max(1, Math.round((now.getTime() - Date.parse(readAt)) / 3_600_000));
  return { repository, stale: { hours, why: stale } };
}

type Mapped = ReadonlyMap<string, readonly string[]>;

/** Reads one domain repository; that it cannot be reached is part of the answer, not an error. */
export async function scanDomain(
  name: string,
  required: boolean,
  mapped: Mapped,
  work: Work,
  open: () => Promise<Reached | { readonly unreadable: string }>,
): Promise<DomainScan> {
  try {
    const reached = await open();
    if ("unreadable" in reached) return { repository: name, required, unreadable: reached.unreadable };
    const { repository, stale } = reached;
    const scan = await scanConsumers(repository, mapped, work.consumers);
    if ("unreadable" in scan) return { repository: name, required, ...scan };
    return { repository: name, required, commit: repository.commit, ...(stale && { stale }), ...scan };
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    return { repository: name, required, unreadable: error.message };
  }
}

/**
 * The producer's own repository: what head declares, and what the base side declared and head does not, so that nobody
 * stops being a consumer by a pull request that drops its descriptor, or part of what that says, along with what it reads.
 */
export async function scanOwn(base: Repository, head: Repository, mapped: Mapped, work: Work): Promise<DomainScan> {
  const own = { repository: head.name, required: true } as const;
  const now = await scanConsumers(head, mapped, work.consumers);
  const before = base.commit === head.commit ? now : await scanConsumers(base, mapped, work.consumers);
  if ("unreadable" in now) return { ...own, ...now };
  if ("unreadable" in before) return { ...own, ...before };
  const key = ({ domain, name, contract }: Consumer) => JSON.stringify([domain, name, contract]);
  const known = new Set(now.consumers.map(key));
  const dropped = before.consumers.filter((consumer) => !known.has(key(consumer)));
  // a pull request changes neither who answers for a consumer nor how much it matters
  const trusted = new Map(before.consumers.map((consumer) => [key(consumer), consumer]));
  const present = now.consumers.map((consumer) => {
    const { owners, criticality } = trusted.get(key(consumer)) ?? consumer;
    return { ...consumer, owners, criticality };
  });
  const former = before.consumers
    .filter((was) => known.has(key(was)) && !now.consumers.some((is) => key(is) === key(was) && readsAsMuch(is, was)))
    .map((consumer) => ({ ...consumer, former: true as const }));
  const consumers = [...present, ...former, ...dropped];
  return { ...own, commit: head.commit, ...now, consumers };
}

/** Whether a consumer that declares this reads all that it did, at the same version. */
function readsAsMuch(is: Consumer, was: Consumer): boolean {
  const within = (some: Consumer["reads"], all: Consumer["reads"]) =>
    typeof all === "string" || (typeof some !== "string" && some.every((one) => all.includes(one)));
  return (
    JSON.stringify(is.version) === JSON.stringify(was.version) &&
    (is.replays || !was.replays) &&
    within(was.reads, is.reads) &&
    within(was.reliesOn, is.reliesOn)
  );
}
