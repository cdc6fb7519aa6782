import { whole } from "../formats/contract.ts";
import type { Consumer, Diff, Pin } from "../model.ts";
import { compareVersions, sameVersion, showVersion } from "../text/version.ts";
import type { Baselines } from "./baseline.ts";
import type { Comparisons } from "./comparisons.ts";
import { acrossTo, hurting, lineageOf } from "./registry/lineage.ts";
import { covers, pinAmong } from "./versions/editions.ts";
import { servedBeside } from "./versions/served.ts";

/** What a consumer is compared with, or why nobody knows. */
export type Resolved = { readonly diff: Diff; readonly samePin: boolean } | { readonly why: string };

/**
 * The version that a consumer reads, compared with the head: the one it pins, else the approved baseline. Undefined where what
 * changes is another version than its. `diff`: what the contract's mode is held to.
 */
export async function comparedFor(
  consumer: Consumer,
  comparisons: Comparisons,
  diff: Diff,
): Promise<Resolved | undefined> {
  const resolved =
    (await atLineage(consumer.version, comparisons, diff)) ?? (await amongEditions(consumer, comparisons));
  return resolved && byReference(withLostName(resolved, consumer, comparisons), consumer);
}

/** Who reads a model by `ref` finds it whatever its table is called, and wherever that stands. */
function byReference(resolved: Resolved, { kind }: Consumer): Resolved {
  if (!references.has(kind) || !("diff" in resolved) || resolved.diff.contract.format !== "dbt") return resolved;
  const changes = resolved.diff.changes.filter(({ rule }) => rule !== "table/table-renamed");
  return { ...resolved, diff: { ...resolved.diff, changes } };
}

const references: ReadonlySet<string> = new Set(["dbt ref", "dbt exposure"]);

/**
 * Who pins a value of the compatibility group. Where head starts a lineage, who pins the one before keeps it, and who pins the new
 * one reads head alone, as far as migration rules bring them the other's data.
 */
async function atLineage(pin: Pin, comparisons: Comparisons, { changes }: Diff): Promise<Resolved | undefined> {
  if (pin === undefined) return undefined;
  const started = changes.find(({ rule }) => rule === "contract/lineage-started");
  if (started === undefined) return withinLineage(pin, comparisons);
  const across = acrossTo(pin, started, changes);
  // a pin that names neither, or both, may be of anything that is registered
  if (across === undefined) return { diff: await comparisons.current(), samePin: true };
  const [from, to] = [String(started.before), String(started.after)];
  if (!across.bridged) {
    const all = await comparisons.current();
    return { diff: { ...all, changes: hurting(all.changes, across.side) }, samePin: true };
  }
  const still = across.side === "before";
  return { diff: await (still ? servedStill(from, comparisons) : itself(showVersion(to), comparisons)), samePin: true };
}

/** Where the value stays: what it reads is the newest of that value. */
async function withinLineage(pin: Exclude<Pin, undefined>, comparisons: Comparisons): Promise<Resolved | undefined> {
  const { detected, baselines, isReadable } = comparisons;
  const value = !isReadable || detected.editions !== undefined ? undefined : lineageOf(detected);
  if (value === undefined || !covers(pin, value)) return undefined;
  // a registry's own numbers may be meant as well
  const earlier = baselines.versions.filter(
    (one) => one !== baselines.current && one.version !== undefined && covers(pin, one.version),
  );
  return { diff: await comparisons.current(earlier), samePin: true };
}

/** Where versions stand side by side. */
async function amongEditions(consumer: Consumer, comparisons: Comparisons): Promise<Resolved | undefined> {
  const { detected, baselines, sides } = comparisons;
  const { editions, head: stands, contract } = detected;
  if (editions === undefined) return amongListed(consumer.version, comparisons);
  const { version, newest, instead, listed } = editions;
  const pin = pinAmong(editions, consumer);
  if (stands !== undefined && newest && listed === undefined) return atPin(pin, comparisons);
  // an older version: who pins it; and where it is edited, who does not say which one it reads
  const unsaid = pin === undefined && stands !== undefined && baselines.current?.version === version;
  if (covers(pin, version) || (unsaid && listed === undefined))
    return { diff: await comparisons.current(), samePin: true };
  if (pin !== undefined || stands !== undefined || !newest || instead === undefined) return undefined;
  // the newest is gone: who pins nothing reads what is the newest now
  const now = await sides.head.source(contract.format, instead.entry, instead.part);
  return { diff: await comparisons.instead(now), samePin: true };
}

/** Where a list's newest version stays as it was: who pins another is compared where that one changes, else untouched. */
async function amongListed(pin: Pin, comparisons: Comparisons): Promise<Resolved | undefined> {
  const { detected, baselines, isReadable } = comparisons;
  const current = baselines.current?.version;
  if (detected.apart === undefined || pin === undefined || !isReadable || current === undefined)
    return atPin(pin, comparisons);
  if (detected.apart.some((version) => covers(pin, version))) return undefined;
  const from = typeof pin === "string" ? pin : pin.min;
  const isKnown = baselines.versions.some(({ version = "" }) => sameVersion(version, from));
  if (!isKnown || sameVersion(current, from)) return atPin(pin, comparisons);
  const label = typeof pin === "string" ? pin : `${pin.min} to ${pin.max}`;
  return { diff: await servedStill(label, comparisons), samePin: true };
}

async function atPin(pin: Pin, comparisons: Comparisons): Promise<Resolved> {
  const { detected, baselines, sides } = comparisons;
  if (pin === undefined || !comparisons.isReadable) return { diff: await comparisons.current(), samePin: true };
  if (typeof pin !== "string") return atRange(pin, comparisons);
  if (await servedBeside(detected, pin, sides.base, sides.head))
    return { diff: await servedStill(pin, comparisons), samePin: true };
  const { version: at } = detected.contract;
  const version = await baselines.pinned(pin);
  const isHead = at !== undefined && sameVersion(pin, at);
  if (version === undefined)
    return isHead && proposedBy(comparisons) !== undefined
      ? { diff: await itself(showVersion(pin), comparisons), samePin: true }
      : { why: `it pins ${showVersion(pin)}, which is neither in a catalog nor a tag or release` };
  const diff = await comparisons.against(version.label, version);
  return { diff, samePin: at === undefined ? diff.changes.length === 0 : isHead };
}

async function atRange(
  range: { readonly min: string; readonly max: string },
  comparisons: Comparisons,
): Promise<Resolved> {
  const { versions } = comparisons.baselines;
  const proposed = proposedBy(comparisons);
  const label = `${showVersion(range.min)} to ${showVersion(range.max)}`;
  const isKnown = [proposed, ...versions.map(({ version }) => version)].some(
    (version) => version !== undefined && sameVersion(version, range.min),
  );
  if (!isKnown) return { why: `it pins ${label}, and ${showVersion(range.min)} is not in a catalog` };
  const [newest, ...earlier] = versions
    .filter(({ version }) => version !== undefined && covers(range, version))
    .toReversed();
  if (newest !== undefined)
    return { diff: await comparisons.against(label, newest, earlier.toReversed()), samePin: true };
  if (proposed !== undefined && covers(range, proposed))
    return { diff: await itself(label, comparisons), samePin: true };
  return { why: `it pins ${label}, and no such version is in a catalog` };
}

/** Who pins what is only proposed here reads head alone; an earlier version that nobody knows is not what head calls so. */
function proposedBy({ detected, baselines }: Comparisons): string | undefined {
  const { version } = detected.contract;
  return version !== undefined && isAhead(version, baselines) ? version : undefined;
}

/** Whether no approved version is as new as this one. */
function isAhead(version: string, { current, versions }: Baselines): boolean {
  return [...versions, current].every((one) => one?.version === undefined || compareVersions(one.version, version) < 0);
}

function itself(label: string, { detected, source, against }: Comparisons): Promise<Diff> {
  return against(label, source && { version: detected.contract.version, label: "the head", source });
}

/** Who pins a version that stays where it is, beside the one that changes, has nothing to fear from this one. */
async function servedStill(pin: string, { current }: Comparisons): Promise<Diff> {
  return { ...(await current()), baseline: showVersion(pin), changes: [], isNew: true };
}

/** Who finds the contract by a name that head no longer gives it finds nothing, whatever else it has in common. */
function withLostName(resolved: Resolved, consumer: Consumer, { detected }: Comparisons): Resolved {
  const { contract, head: stands, renamed } = detected;
  const lost = detected.lost?.find((name) => name.toLowerCase() === consumer.contract.toLowerCase());
  if (lost === undefined || stands === undefined || renamed !== undefined || !("diff" in resolved)) return resolved;
  // a server that leads elsewhere, or is gone, is told to all who read the contract, by whatever name
  const elsewhere = resolved.diff.changes.some(
    ({ rule, basis }) => /^table\/server-(?:moved|removed)$/.test(rule) && basis !== "suspected",
  );
  if (elsewhere) return resolved;
  const message = `nothing is called ${lost} any more; ${contract.id} is in another place`;
  const told = whole(contract.id, "renamed", { before: lost, after: contract.id, message, path: stands.entry });
  return { ...resolved, diff: { ...resolved.diff, changes: [told, ...resolved.diff.changes] } };
}
