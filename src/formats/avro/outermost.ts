/**
 * The fewest of the items from which all can be reached, in the order given: those that no other item uses; then, of items
 * that only use one another, the first.
 */
export function outermost<T>(items: readonly T[], uses: (item: T) => Iterable<T>): readonly T[] {
  const used = new Set<T>();
  for (const item of items) for (const other of uses(item)) if (other !== item) used.add(other);
  const covered = new Set<T>();
  const chosen = new Set<T>();
  const choose = (item: T) => {
    if (covered.has(item)) return;
    chosen.add(item);
    const reached = new Set([item]);
    for (const one of reached) {
      covered.add(one);
      for (const other of uses(one)) if (!covered.has(other)) reached.add(other);
    }
  };
  for (const item of items) if (!used.has(item)) choose(item);
  for (const item of items) choose(item);
  return items.filter((item) => chosen.has(item));
}
