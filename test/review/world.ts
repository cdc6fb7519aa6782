import { readConfig } from "../../src/config.ts";
import type { ChangedFile, DomainScan, File, Problem, Registries, Review } from "../../src/model.ts";
import { review } from "../../src/review.ts";
import { scanDomain, scanOwn } from "../../src/snapshot/domains.ts";
import { memoryRepository } from "../../src/snapshot/memory.ts";
import { inThisThread } from "../../src/work.ts";

export type Texts = Readonly<Record<string, string | File>>;

/** A pull request in memory: what stood, what stands, and what the domain repositories hold. */
export interface World {
  readonly base: Texts;
  readonly head: Texts;
  /** Where it moved on since; the merge base where left out. */
  readonly target?: Texts;
  readonly tags?: Readonly<Record<string, Texts>>;
  /** By name; a text says why one could not be read. */
  readonly domains?: Readonly<Record<string, Texts | string>>;
  readonly bestEffort?: Readonly<Record<string, Texts | string>>;
  /** The text of `.github/contract-review.yml`. */
  readonly config?: string;
  readonly registries?: Registries;
  /** Where git would follow a rename: from, to. */
  readonly renamed?: readonly (readonly [string, string])[];
}

/** Reviews a world through the whole pure middle. */
export async function reviewOf(world: World): Promise<Review> {
  const { config, problems } = readConfig(".github/contract-review.yml", world.config ?? "version: 1\n");
  const refs = { main: world.target ?? world.base, base: world.base, head: world.head, ...world.tags };
  const [base, head, target] = ["base", "head", "main"].map((ref) => memoryRepository("shop/checkout", refs, ref));
  if (base === undefined || head === undefined || target === undefined) throw new Error("no sides");
  const domains: DomainScan[] = [await scanOwn(base, head, config.owners, inThisThread)];
  for (const [scans, required] of [
    [world.domains ?? {}, true],
    [world.bestEffort ?? {}, false],
  ] as const)
    for (const [repository, files] of Object.entries(scans))
      domains.push(
        typeof files === "string"
          ? { repository, required, unreadable: files }
          : await scanDomain(repository, required, config.owners, inThisThread, async () => ({
              repository: memoryRepository(repository, { main: files }),
            })),
      );
  const changed = changes(world);
  const now = "2026-11-30T18:00:00Z";
  const registries = world.registries && { registries: world.registries };
  return review(
    { now, base, head, target, baseRef: "main", changed, config, domains, problems, ...registries },
    inThisThread,
  );
}

function changes({ base, head, renamed = [] }: World): readonly ChangedFile[] {
  const moved = new Map(renamed.map(([from, to]) => [to, from]));
  const gone = new Set(renamed.map(([from]) => from));
  return [
    ...Object.keys(head)
      .filter((path) => JSON.stringify(head[path]) !== JSON.stringify(base[path]))
      .map((path) => ({ path, was: moved.get(path) ?? (path in base ? path : undefined), deleted: false })),
    ...Object.keys(base)
      .filter((path) => !(path in head) && !gone.has(path))
      .map((path) => ({ path, was: path, deleted: true })),
  ];
}

/** The verdicts in short: consumer, verdict, the elements that break, what it was compared with. */
export function short(review: Review) {
  return review.verdicts
    .map((verdict) => {
      const { consumer, outcome, baseline } = verdict;
      const why =
        "why" in verdict
          ? verdict.why
          : "changes" in verdict
            ? [...new Set(verdict.changes.map(({ element }) => element))]
            : [];
      return [consumer.name, outcome, baseline, why] as const;
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Whether a problem is about the change, not about what its documents lack. */
export function isNoChecklist({ message }: Problem): boolean {
  return !message.endsWith("(policy.adoption)");
}
