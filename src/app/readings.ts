import type { Config, Review } from "../model.ts";
import { type Reading, touches } from "../store/readings.ts";

/**
 * The branches that a pull request's answer depends on, and what in each: the target branch (`own`), the branches its
 * contracts are compared with, the organisation's configuration, the domain repositories. `reviewed`: undefined while the
 * review is still to be made. A pull request that changes no contract minds the configuration alone, which may name one.
 */
export function readingsOf(
  { domains, contracts }: Config,
  own: Pick<Reading, "repository" | "ref" | "commit">,
  reviewed: Review | undefined,
): readonly Reading[] {
  const [owner = ""] = own.repository.split("/");
  const organisation = { repository: `${owner}/.github`, ref: undefined, commit: undefined };
  const configured = { ...organisation, minds: touches.configuration };
  if (reviewed !== undefined && reviewed.diffs.length === 0 && reviewed.problems.length === 0)
    return [{ ...own, minds: touches.configuration }, configured];
  const commits = new Map(
    reviewed?.domains.map((scan) => [
      scan.repository.toLowerCase(),
      "commit" in scan && scan.stale === undefined ? scan.commit : undefined,
    ]),
  );
  const others = [...domains.repositories, ...domains.bestEffort].filter(
    ({ repository }) => repository.toLowerCase() !== own.repository.toLowerCase(),
  );
  const approved = contracts.flatMap(({ baseline }) => baseline?.branch ?? []);
  return [
    { ...own, minds: touches.files },
    configured,
    ...approved.map((ref) => ({ repository: own.repository, ref, commit: undefined, minds: touches.files })),
    ...others.map(({ repository, ref }) => ({
      ...{ repository, ref, minds: touches.descriptors },
      commit: commits.get(repository.toLowerCase()),
    })),
  ];
}
