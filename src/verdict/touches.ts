import type { Change, Consumer } from "../model.ts";

/**
 * Whether a change lies on what a consumer reads: a consumer that did not say what it reads is taken to read everything.
 * Letters' case does not count: some formats ignore it, and to touch too much is the safe mistake.
 */
export function touches({ reads }: Consumer, { element }: Change): boolean {
  if (typeof reads === "string") return true;
  const changed = element.toLowerCase();
  return reads.some((path) => within(path.toLowerCase(), changed) || within(changed, path.toLowerCase()));
}

/** `lines[].sku` lies within `lines`, within itself and within the whole contract (the empty path). */
function within(inner: string, outer: string): boolean {
  return outer === "" || inner === outer || (inner.startsWith(outer) && ".[{".includes(inner[outer.length] ?? "x"));
}
