import { get, type ObjectTree, type Tree } from "../../text/tree.ts";
import { type Draft, since } from "./dialect.ts";

/**
 * How Confluent's registry looks at a schema, where its answer is asked for instead of the truth about documents. A reader's
 * required property counts only if it is described and has no default. Leniently, a writer is taken to write described properties
 * only, and a reader to pass over others.
 */
export interface Reading {
  readonly role: "writer" | "reader";
  readonly lenient: boolean;
}

export type Policy = "validity" | "confluent-strict" | "confluent-lenient";

/** Whether a name in `required` counts. */
export function counts(reading: Reading | undefined, tree: ObjectTree, name: string): boolean {
  if (reading?.role !== "reader") return true;
  const property = get(get(tree, "properties"), name);
  return property !== undefined && get(property, "default") === undefined;
}

/** Whether a keyword that refuses what is not described is passed over. */
export const passesOver = (reading: Reading | undefined, schema: Tree): boolean =>
  reading?.role === "reader" && reading.lenient && schema.kind === "boolean" && !schema.value;

/** The schemas that describe the same value as this one, itself aside. */
export function* besides(tree: ObjectTree, draft: Draft): Generator<Tree> {
  for (const keyword of ["allOf", "anyOf", "oneOf"]) {
    const list = get(tree, keyword);
    if (list?.kind === "array") yield* list.items;
  }
  for (const keyword of since(draft, "07") ? ["if", "then", "else"] : []) {
    const schema = get(tree, keyword);
    if (schema !== undefined) yield schema;
  }
  for (const keyword of ["dependentSchemas", "dependencies"]) {
    const map = get(tree, keyword);
    if (map?.kind === "object") for (const { value } of map.members.values()) if (value.kind !== "array") yield value;
  }
}
