/** `lines[].sku` lies within `lines`, within itself and within the whole contract (the empty path). Letters' case counts. */
export function isWithin(inner: string, outer: string): boolean {
  return outer === "" || inner === outer || (inner.startsWith(outer) && ".[{".includes(inner[outer.length] ?? "x"));
}
