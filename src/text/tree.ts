import type { Location } from "../model.ts";

/** Where a value starts in its text, both counted from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/**
 * A value read from JSON or YAML, with the place of every part and every number as it was written. Objects are maps, so a
 * member called `__proto__` is a member like any other.
 */
export type Tree =
  | (Place & { readonly kind: "null"; readonly raw: string })
  | (Place & { readonly kind: "boolean"; readonly value: boolean; readonly raw: string })
  | (Place & { readonly kind: "number"; readonly value: number; readonly raw: string })
  | (Place & { readonly kind: "string"; readonly value: string })
  | (Place & { readonly kind: "array"; readonly items: readonly Tree[] })
  | ObjectTree;

export type ObjectTree = Place & { readonly kind: "object"; readonly members: ReadonlyMap<string, Member> };

export interface Member {
  /** Where the key stands. */
  readonly at: Place;
  readonly value: Tree;
}

/** Thrown by the readers of texts and the parsers of formats and descriptors; becomes a Problem or an error with its place. */
export class Unreadable extends Error {
  readonly at: Location;
  constructor(message: string, at: Location) {
    super(message);
    this.name = "Unreadable";
    this.at = at;
  }
}

/** Nesting deeper than this is refused: no honest contract comes near it, and recursion stays within any stack. */
export const maxDepth = 400;

export function get(tree: Tree | undefined, key: string): Tree | undefined {
  return tree?.kind === "object" ? tree.members.get(key)?.value : undefined;
}

/** A scalar as it was written: `1.10` stays `1.10`, `no` stays `no`. Undefined for null, lists and objects. */
export function textOf(tree: Tree | undefined): string | undefined {
  if (tree === undefined || tree.kind === "null" || tree.kind === "array" || tree.kind === "object") return undefined;
  return tree.kind === "string" ? tree.value : tree.raw;
}

/** The texts of a list of scalars; a single scalar counts as a list of one. */
export function textsOf(tree: Tree | undefined): readonly string[] {
  if (tree?.kind !== "array") return [textOf(tree)].filter((text) => text !== undefined);
  return tree.items.map(textOf).filter((text) => text !== undefined);
}

export function itemsOf(tree: Tree | undefined): readonly Tree[] {
  return tree?.kind === "array" ? tree.items : [];
}

/** The value as plain JavaScript. Objects have no prototype. */
export function plain(tree: Tree): unknown {
  switch (tree.kind) {
    case "null":
      return null;
    case "array":
      return tree.items.map(plain);
    case "object": {
      const object: Record<string, unknown> = Object.create(null);
      for (const [key, member] of tree.members) object[key] = plain(member.value);
      return object;
    }
    default:
      return tree.value;
  }
}
