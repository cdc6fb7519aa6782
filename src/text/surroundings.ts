import type { Location } from "../model.ts";
import type { Tree } from "./tree.ts";

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
  /** What decides of it and is no literal, as it is written: never evaluated. */
  readonly unknown: readonly string[];
}
