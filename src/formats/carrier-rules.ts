import type { Rules } from "./format.ts";

/** Rules of documents that carry schemas; those of the schemas are their formats' own. */
export const carrierRules = {
  "schema-removed": {
    invariant: "A message or schema that base describes is described by head too.",
    breaks: ["backward", "forward"],
    source: "AsyncAPI, OpenAPI: nothing can be sent or received under a description that is gone",
    advice: "Keep it until no consumer reads it; announce the date, then remove it.",
    mirror: "schema-added",
  },
  "schema-added": {
    invariant: "A new message or schema breaks nobody.",
    breaks: [],
    source: "AsyncAPI, OpenAPI: who reads one schema does not read another",
    advice: "Nothing to do.",
    mirror: "schema-removed",
  },
  "format-changed": {
    invariant: "A schema stays in the language it is written in.",
    breaks: ["backward", "forward"],
    source: "AsyncAPI, schemaFormat; registries, schemaType: readers of one encoding cannot take the other",
    advice: "Publish the new encoding under a new channel or subject and move readers to it.",
    mirror: "format-changed",
  },
} as const satisfies Rules;
