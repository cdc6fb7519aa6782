import type { Location } from "../model.ts";
import { get, type Place, type Tree, textOf } from "./tree.ts";

/** A part of what is registered around a schema, in the shape that a registry takes it in, and the file it stands in. */
export interface Section {
  readonly path: string;
  readonly tree: Tree;
}

/** What is registered around a schema: its `metadata` and its `ruleSet`. */
export interface Surroundings {
  /** Where it is said that the schema is registered. */
  readonly at: Location;
  /** Where the schema stands, where it is neither beside this nor in the file that is compared. */
  readonly elsewhere?: string;
  readonly metadata?: Section;
  readonly ruleSet?: Section;
  /** The subject, where no file says any more that the schema is registered under it. */
  readonly gone?: string;
  /** What decides of it and is no literal, as it is written: never evaluated. */
  readonly unknown: readonly string[];
}

/** A place in the file of a section. */
export function locate({ path }: Section, { line, column }: Place): Location {
  return { path, line, column };
}

/** The properties that a schema is registered with, `major_version`, as far as they are texts. */
export function propertiesIn({ metadata }: Pick<Surroundings, "metadata">): ReadonlyMap<string, string> {
  const properties = get(metadata?.tree, "properties");
  if (properties?.kind !== "object") return new Map();
  return new Map(
    [...properties.members].flatMap(([name, { value }]) => {
      const text = textOf(value);
      return text === undefined ? [] : [[name, text] as const];
    }),
  );
}
