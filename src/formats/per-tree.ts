/** What is derived from the paths of a tree is derived once for each tree, however many files ask. */
export function perTree<T>(derive: (tree: readonly string[]) => T): (tree: readonly string[]) => T {
  const known = new WeakMap<readonly string[], T>();
  return (tree) => {
    const before = known.get(tree);
    if (before !== undefined) return before;
    const made = derive(tree);
    known.set(tree, made);
    return made;
  };
}
