import type { Change } from "../model.ts";
import { changeOf } from "./change.ts";
import type { Rules } from "./format.ts";

/** Rules that hold for a contract of any format. */
export const contractRules = {
  removed: {
    invariant: "A contract that base has stands in head too.",
    breaks: ["backward", "forward"],
    source: "Contract Review: nothing can be read or written under a contract that is gone",
    advice: "Keep the contract until no consumer pins or reads it; announce the date, then remove it.",
    mirror: { none: "a contract that appears breaks nobody" },
  },
  renamed: {
    invariant: "A contract keeps at least one of the names by which it is found.",
    breaks: ["backward", "forward"],
    source: "Contract Review: who finds a contract by a name it no longer has finds nothing",
    advice: "Keep the old name beside the new one (a configured `id`, an alias, a view) until nobody uses it.",
    mirror: { none: "a rename in the other direction is the same change" },
  },
  "key-schema-changed": {
    invariant: "The schema of a topic's keys does not change.",
    breaks: ["backward", "forward"],
    source:
      "Apache Kafka: records are partitioned and compacted by the bytes of their key, which a changed schema changes",
    advice: "Publish to a new topic under the new key and move readers to it.",
    mirror: "key-schema-changed",
  },
  "version-removed": {
    invariant: "A published version stands for as long as somebody pins it.",
    breaks: ["backward", "forward"],
    source: "Contract Review: nothing can be read or written under a version that is gone",
    advice: "Keep the version's file until nobody pins it; announce the date, then remove it.",
    mirror: { none: "a version that appears is compared with the one before it" },
  },
  "version-rewritten": {
    invariant: "A published version keeps saying what it said.",
    breaks: [],
    source: "SchemaVer and Semantic Versioning 2.0, section 3: the contents of a released version are not modified",
    advice: "Give the change a new version, so that who pins the old one can tell the two apart.",
    mirror: { none: "a rewrite in the other direction is the same change" },
  },
  "subject-removed": {
    invariant: "A schema stays registered under the subjects, or sent on the channels, that it has.",
    breaks: ["backward", "forward"],
    source: "Contract Review: who finds a schema by its subject or channel finds nothing once it is gone from there",
    advice: "Keep the old subject beside the new one until nobody reads it; or say where else it is registered.",
    short: "is registered no more",
    mirror: { none: "a subject that is new breaks nobody" },
  },
  "lineage-started": {
    invariant: "The versions of one compatibility group are versions of one lineage, held to its mode.",
    breaks: [],
    source:
      "Confluent Schema Registry, compatibilityGroup: only schemas with the same value of that property are compared",
    advice:
      "Add migration rules between the two, and tell readers to pin the value they read until they have moved to the new one.",
    mirror: { none: "a value that goes back starts nothing: everything is compared" },
  },
  "sample-refused": {
    invariant: "What one side took as a record, the other side reads.",
    breaks: ["backward", "forward"],
    source: "Contract Review: a sample record beside the contract, or a reader's fixture, read by both sides",
    advice:
      "Look at the record where it is said to differ: either the contract must take it, or it is no sample any more.",
    short: "refuses a sample record",
    mirror: { none: "the record that head writes and base cannot read is the same rule the other way" },
  },
} as const satisfies Rules;

export interface Whole {
  readonly before: string;
  readonly after: string | null;
  readonly message: string;
  readonly path: string;
  /** The day for which the end was announced. */
  readonly announced?: string | undefined;
}

/** A change to the contract as a whole, the same for every format. */
export function whole(contract: string, id: keyof typeof contractRules, { announced, path, ...told }: Whole): Change {
  const { breaks, advice } = contractRules[id];
  return changeOf(contract, `contract/${id}`, {
    element: "",
    ...told,
    breaks,
    ...(announced !== undefined && { announced }),
    advice,
    location: { path },
  });
}
