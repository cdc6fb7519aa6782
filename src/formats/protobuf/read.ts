import { Unreadable } from "../../text/tree.ts";
import type { Source } from "../format.ts";
import type { ProtoFile } from "./model.ts";
import type { Roots } from "./pairing.ts";
import { affected, type Read, reader, Side } from "./side.ts";
import { validate } from "./validate.ts";

/** Both sides, read as far as a comparison needs. */
export interface Sides {
  readonly base: Roots;
  readonly head: Roots;
  /** Every path of head, read or not. */
  readonly headPaths: ReadonlySet<string>;
  /** Whether the contract is one file on each side, whatever its path. */
  readonly single: boolean;
  /** The one package of the contract on each side: its elements go without it. Empty where there are several. */
  readonly packages: ReadonlySet<string>;
}

/**
 * Reads both sides. With an entry, it and all it draws on; without, every file that differs or draws on one that does: a file
 * whose text and imports are the same on both sides cannot differ, and is not read.
 * @throws Unreadable
 */
export function readPair(base: Source, head: Source): Sides {
  const from = new Side(base);
  const to = new Side(head);
  const read = reader();
  const entries = base.entry !== "" && head.entry !== "";
  const single = entries || (base.files.size === 1 && head.files.size === 1);
  return {
    base: roots(from, base, to, read, single),
    head: roots(to, head, from, read, single),
    single,
    headPaths: new Set(head.files.keys()),
    packages: new Set([...onlyPackage(base), ...onlyPackage(head)]),
  };
}

function roots(side: Side, source: Source, other: Side, read: Read, single: boolean): Roots {
  const { files, entry } = source;
  if (entry !== "" && !files.has(entry)) throw new Unreadable(`there is no file ${entry}`, { path: entry });
  const paths = entry !== "" ? [entry] : single ? [...files.keys()] : affected(side, other);
  const linked = side.link(paths, read);
  for (const file of linked) validate(file);
  return { roots: linked, reachable: reachable(linked, side, source) };
}

/** The files that a contract with an entry draws on; without one they are all roots themselves. */
function reachable(linked: readonly ProtoFile[], side: Side, source: Source): readonly ProtoFile[] {
  if (source.entry === "") return linked;
  return side.reachable();
}

const packagePattern = /^[ \t]*package[ \t\n]+([\w.]+)[ \t\n]*;/m;

function onlyPackage({ entry, files }: Source): readonly string[] {
  const texts = entry === "" ? [...files.values()] : [files.get(entry) ?? ""];
  const packages = new Set(texts.map((text) => packagePattern.exec(text)?.[1] ?? ""));
  return packages.size === 1 ? [...packages] : [];
}
