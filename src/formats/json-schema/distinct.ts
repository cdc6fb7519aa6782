import { type Value, valueKey } from "./value.ts";

/** One value from each list, all different: a bipartite matching; undefined where there is none. */
export function matchDistinct(lists: readonly (readonly Value[])[]): readonly Value[] | undefined {
  const takenBy = new Map<string, number>();
  const taken: Value[] = [];
  const place = (at: number, tried: Set<string>): boolean => {
    for (const value of lists[at] as readonly Value[]) {
      const key = valueKey(value);
      if (tried.has(key)) continue;
      tried.add(key);
      const holder = takenBy.get(key);
      if (holder !== undefined && !place(holder, tried)) continue;
      takenBy.set(key, at);
      taken[at] = value;
      return true;
    }
    return false;
  };
  for (let at = 0; at < lists.length; at++) if (!place(at, new Set())) return undefined;
  return taken;
}
