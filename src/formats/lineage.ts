import type { Change, Options } from "../model.ts";
import { compareVersions } from "../text/version.ts";
import { whole } from "./contract.ts";

/** What a registry calls the property by whose value it tells lineages apart; undefined where nobody says. */
function groupIn({ compatibilityGroup: group }: Options): string | undefined {
  return typeof group === "string" && group !== "" ? group : undefined;
}

/**
 * Confluent Schema Registry, compatibilityGroup: only schemas with the same value of that property are compared. Where the
 * value moves on, what changed is no change of the lineage before: that stays as it is. Where the value goes back, or is
 * missing on a side, nobody can tell which lineage is meant, and everything is compared.
 */
export function withinLineage(
  contract: string,
  changes: readonly Change[],
  options: Options,
  path: string,
): readonly Change[] {
  const group = groupIn(options);
  const moved = changes.find(
    ({ rule, before }) => rule === "registry/property-changed" && String(before).startsWith(`${group}=`),
  );
  if (group === undefined || moved === undefined) return changes;
  const [before, after] = [moved.before, moved.after].map((said) => String(said).slice(group.length + 1));
  if (!before || !after || compareVersions(before, after) >= 0) return changes;
  const message = `a new lineage: ${group} goes from ${before} to ${after}, and only versions of one ${group} are compared; what is registered with ${group} ${before} stays as it is`;
  return [moved, { ...whole(contract, "lineage-started", { before, after, message, path }), location: moved.location }];
}

/** The options under which everything is compared, whatever lineage it belongs to. */
export function acrossLineages(options: Options): Options {
  if (groupIn(options) === undefined) return options;
  const { compatibilityGroup: _, ...others } = options;
  return others;
}
