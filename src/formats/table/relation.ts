/**
 * How head's promise stands to base's. `loosened`: it allows more, or promises less; `tightened`: the reverse; `changed`: some
 * of both, or nobody can tell.
 */
export type Relation = "same" | "loosened" | "tightened" | "changed";

/** Several parts of one promise: loosened here and tightened there is neither. */
export function combined(relations: readonly Relation[]): Relation {
  const kinds = new Set(relations.filter((relation) => relation !== "same"));
  const [only] = kinds;
  return only === undefined ? "same" : kinds.size === 1 ? only : "changed";
}

export interface Matched<T> {
  readonly kept: readonly { readonly base: T; readonly head: T }[];
  readonly removed: readonly T[];
  readonly added: readonly T[];
}

/**
 * Pairs two sides by the first key that both know, the strongest key first; what has the same key several times is paired in
 * order. An undefined key pairs nothing.
 */
export function matched<T>(
  base: readonly T[],
  head: readonly T[],
  keys: readonly ((one: T) => string | undefined)[],
): Matched<T> {
  const partners = new Map<T, T>();
  let [from, to] = [base, head];
  for (const key of keys) {
    const free = new Map<string, T[]>();
    // backwards, so that the first is taken off the end first
    for (const one of to.toReversed()) {
      const known = key(one);
      const queue = free.get(known ?? "") ?? [];
      if (known !== undefined) free.set(known, queue);
      queue.push(one);
    }
    const taken = new Set<T>();
    for (const one of from) {
      const known = key(one);
      const partner = known === undefined ? undefined : free.get(known)?.pop();
      if (partner === undefined) continue;
      taken.add(partner);
      partners.set(one, partner);
    }
    from = from.filter((one) => !partners.has(one));
    to = to.filter((one) => !taken.has(one));
  }
  const kept = base.flatMap((one) => {
    const partner = partners.get(one);
    return partner === undefined ? [] : [{ base: one, head: partner }];
  });
  return { kept, removed: from, added: to };
}
