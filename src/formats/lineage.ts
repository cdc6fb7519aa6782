import type { Change, Direction, Options } from "../model.ts";
import { compareVersions } from "../text/version.ts";
import { whole } from "./contract.ts";

/** What a registry calls the property by whose value it tells lineages apart; undefined where nobody says. */
export function groupIn({ compatibilityGroup: group }: Options): string | undefined {
  return typeof group === "string" && group !== "" ? group : undefined;
}

/** Whether the value of a compatibility group moves on. */
export function advanced(before: string, after: string): boolean {
  const known = [before, after].every((value) => value !== "" && !value.includes("${"));
  return known && compareVersions(before, after) < 0;
}

/** What differs: in the schema, and around it in each place where it is registered. */
interface Told {
  readonly changes: readonly Change[];
  readonly around: readonly (readonly Change[])[];
}

/**
 * Confluent Schema Registry, compatibilityGroup: only schemas with the same value of that property are compared. Where the
 * value moves on, what changed is no change of the lineage before: that stays as it is, and migration rules lead from one to
 * the other. Where the value goes back, or is missing on a side, or does not move everywhere, nobody can tell which lineage is
 * meant, and everything is compared.
 */
export function withinLineage(contract: string, told: Told, options: Options, path: string): readonly Change[] {
  const all = bridging([...told.changes, ...told.around.flat()]);
  const group = groupIn(options);
  if (group === undefined) return all;
  const registered = told.around.length > 0 ? told.around : [told.changes];
  const moves = registered.map((changes) =>
    changes.find(({ rule, before }) => rule === "registry/property-changed" && String(before).startsWith(`${group}=`)),
  );
  const [moved] = moves;
  if (moved === undefined || moves.some((one) => one?.fingerprint !== moved.fingerprint)) return all;
  const [before, after] = [moved.before, moved.after].map((said) => String(said).slice(group.length + 1));
  if (before === undefined || after === undefined || !advanced(before, after)) return all;
  const message = `a new lineage: ${group} goes from ${before} to ${after}, and only versions of one ${group} are compared; what is registered with ${group} ${before} stays as it is`;
  const started = whole(contract, "lineage-started", { before, after, message, path });
  return [moved, { ...started, location: moved.location }, ...all.filter(isMissing)];
}

function isMissing({ rule }: Change): boolean {
  return rule === "registry/migration-missing";
}

/** Rules that lead nowhere are missed where there is something to lead over. */
function bridging(changes: readonly Change[]): readonly Change[] {
  const others = changes.filter(({ rule }) => !rule.startsWith("registry/migration-"));
  const broken = new Set<Direction>(others.flatMap(({ breaks }) => breaks));
  return changes.map((one) =>
    isMissing(one) ? { ...one, breaks: one.breaks.filter((direction) => broken.has(direction)) } : one,
  );
}

/** The options under which everything is compared, whatever lineage it belongs to. */
export function acrossLineages(options: Options): Options {
  if (groupIn(options) === undefined) return options;
  const { compatibilityGroup: _, ...others } = options;
  return others;
}
