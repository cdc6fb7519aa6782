import type { Change } from "../model.ts";

/**
 * Whether a change lies on elements that are read: either path is a prefix of the other. Letters' case does not count: some
 * formats ignore it, and to touch too much is the safe mistake.
 */
export function touches(elements: readonly string[], { element }: Pick<Change, "element">): boolean {
  const changed = element.toLowerCase();
  return elements.some((path) => within(path.toLowerCase(), changed) || within(changed, path.toLowerCase()));
}

/** `lines[].sku` lies within `lines`, within itself and within the whole contract (the empty path). */
function within(inner: string, outer: string): boolean {
  return outer === "" || inner === outer || (inner.startsWith(outer) && ".[{".includes(inner[outer.length] ?? "x"));
}
