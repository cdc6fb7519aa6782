import { Unreadable } from "../text/tree.ts";
import { descriptors } from "./descriptors/index.ts";

/** Who owns what, by the name that a descriptor gives: what other files of its repository say. */
export type OwnedBy = (names: readonly string[]) => readonly string[];

/** A file that cannot be read names no owners; that it cannot be read is told where it declares consumers. */
export function ownershipIn(files: readonly { readonly path: string; readonly text: string }[]): OwnedBy {
  const owners = new Map<string, Set<string>>();
  const others = new Map<string, Set<string>>();
  const put = (known: Map<string, Set<string>>, of: string, more: readonly string[]) => {
    const set = known.get(of) ?? new Set();
    known.set(of, set);
    for (const one of more) set.add(one);
  };
  for (const { path, text } of files)
    for (const descriptor of descriptors) {
      if (descriptor.ownerships === undefined || !descriptor.claims(path, text)) continue;
      try {
        for (const one of descriptor.ownerships(path, text)) {
          put(owners, one.of, one.owners);
          if (one.as !== undefined) put(others, one.of, [one.as]);
        }
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
      }
    }
  const named = (name: string): readonly string[] =>
    [name, ...(others.get(name) ?? [])].flatMap((one) => [...(owners.get(one) ?? [])]);
  return (names) => names.map(named).find((found) => found.length > 0) ?? [];
}
