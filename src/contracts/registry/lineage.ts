import { groupIn } from "../../formats/lineage.ts";
import type { Change, Pin } from "../../model.ts";
import type { Detected } from "../detect.ts";
import { covers } from "../versions/editions.ts";

/** The value of its compatibility group where both sides have the same, wherever they are registered. */
export function lineageOf({ contract, properties = [] }: Detected): string | undefined {
  const group = groupIn(contract.options);
  if (group === undefined) return undefined;
  const values = new Set(properties.map((one) => one.get(group)));
  const [value] = values;
  return values.size === 1 ? value : undefined;
}

/**
 * What is told of a new lineage to who pins a value of the compatibility group, with what differs between the two: who stays
 * with the value before is told what no rule brings down to it, who pins the new one what no rule brings up. Undefined
 * where the pin says neither or both: it may read anything that is registered.
 */
export function acrossTo(
  pin: Exclude<Pin, undefined>,
  started: Change,
  changes: readonly Change[],
): { readonly side: "before" | "after"; readonly bridged: boolean } | undefined {
  const [before, after] = [covers(pin, String(started.before)), covers(pin, String(started.after))];
  if (before === after) return undefined;
  const needs = before ? "forward" : "backward";
  const missing = changes.find(({ rule }) => rule === "registry/migration-missing");
  return { side: before ? "before" : "after", bridged: missing === undefined || !missing.breaks.includes(needs) };
}

/** Of what differs between two lineages, what hurts who reads one of them. */
export function hurting(changes: readonly Change[], side: "before" | "after"): readonly Change[] {
  const direction = side === "before" ? "forward" : "backward";
  return changes
    .filter(({ breaks }) => breaks.length === 0 || breaks.includes(direction))
    .map((one) => ({ ...one, breaks: one.breaks.filter((other) => other === direction) }));
}
