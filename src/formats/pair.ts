/** What two sides have in common and what they do not. */
export interface Pairs<T> {
  readonly removed: readonly T[];
  readonly kept: readonly { readonly base: T; readonly head: T }[];
  readonly added: readonly T[];
}

/** The one matcher: pairs two sides by key, in base order, then what head adds. Keys are unique within a side. */
export function pair<T>(base: readonly T[], head: readonly T[], key: (item: T) => string | number): Pairs<T> {
  const heads = new Map(head.map((item) => [key(item), item]));
  const removed: T[] = [];
  const kept: { readonly base: T; readonly head: T }[] = [];
  for (const item of base) {
    const partner = heads.get(key(item));
    if (partner === undefined) removed.push(item);
    else {
      kept.push({ base: item, head: partner });
      heads.delete(key(item));
    }
  }
  return { removed, kept, added: [...heads.values()] };
}
