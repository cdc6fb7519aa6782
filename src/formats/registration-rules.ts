import type { Location } from "../model.ts";
import { carrierRules } from "./carrier-rules.ts";
import type { Finding, Rules } from "./format.ts";
import { tagRules } from "./tags.ts";

const contracts = "Confluent Schema Registry, Data Contracts";

/** What is registered around a schema: tags, rules, properties. */
export const registrationRules = {
  "format-changed": carrierRules["format-changed"],
  ...tagRules,
  "rule-added": {
    invariant: "A rule that is added refuses or changes nothing that passed before.",
    breaks: ["backward"],
    source: `${contracts}, Domain rules: what does not meet a condition is refused; a transform changes what is written`,
    advice: "Check stored data against the rule; start with onFailure NONE and look at what it refuses.",
    mirror: "rule-removed",
  },
  "rule-removed": {
    invariant: "What a rule promised of the data stays promised.",
    breaks: ["forward"],
    source: `${contracts}, Domain rules: without the rule, what it refused is written`,
    advice: "Keep the rule until no consumer relies on it.",
    mirror: "rule-added",
  },
  "rule-changed": {
    invariant: "A rule keeps meaning what it meant; expressions are not analysed.",
    breaks: ["backward", "forward"],
    source: `${contracts}, Domain rules: expr, params, type, kind, mode`,
    advice: "If the new expression allows the same, say so to the consumers; else add it as a rule of its own.",
    mirror: "rule-changed",
  },
  "failure-ignored": {
    invariant: "What a rule refuses stays refused.",
    breaks: ["forward"],
    source: `${contracts}, onFailure: with NONE what does not meet the rule is passed on`,
    advice: "Keep onFailure until no consumer relies on the rule.",
    mirror: "failure-enforced",
  },
  "failure-enforced": {
    invariant: "What was passed on in spite of a rule stays passed on.",
    breaks: ["backward"],
    source: `${contracts}, onFailure: with ERROR or DLQ what does not meet the rule is refused`,
    advice: "Check stored data against the rule before it refuses.",
    mirror: "failure-ignored",
  },
  "migration-added": {
    invariant: "A migration rule that is added breaks nobody.",
    breaks: [],
    source: `${contracts}, Migration rules: they bring data of one major version to another`,
    advice: "Readers without the registry's serializers do not run it: tell them.",
    mirror: "migration-removed",
  },
  "migration-removed": {
    invariant: "Data of another major version can still be brought to one's own.",
    breaks: ["backward", "forward"],
    source: `${contracts}, Migration rules: they bring data of one major version to another`,
    advice: "Keep the rule until no data and no reader of the other version is left.",
    mirror: "migration-added",
  },
  "migration-missing": {
    invariant: "Where a schema moves to another compatibility group, migration rules lead there and back.",
    breaks: ["backward", "forward"],
    source: `${contracts}, Migration rules: UPGRADE for readers of the new group, DOWNGRADE for readers of the old one`,
    advice:
      "Add a migration rule with mode UPGRADE, for readers of the new group who meet old data, and one with DOWNGRADE, for readers who stay with the old group; or one with UPDOWN.",
    short: "moves to another compatibility group without migration rules",
    mirror: { none: "a value that goes back starts no group: everything is compared" },
  },
  "migration-changed": {
    invariant: "A migration keeps its result; expressions are not analysed.",
    breaks: ["backward", "forward"],
    source: `${contracts}, Migration rules: expr, params, type, mode`,
    advice: "Show consumers what old data becomes under the new expression.",
    mirror: "migration-changed",
  },
  "property-changed": {
    invariant: "The properties registered with a schema stay.",
    breaks: [],
    source: `${contracts}, Metadata; compatibilityGroup: the registry compares only schemas with the same value of that property`,
    advice:
      "Where the property is the compatibility group, the registry no longer compares with the versions before: the consumers here still are.",
    mirror: "property-changed",
  },
  "not-analysed": {
    invariant: "What is registered around a schema is written out, so that it can be compared.",
    breaks: ["backward", "forward"],
    source: "Contract Review: an expression is never evaluated, and what is not analysed is taken to break",
    advice:
      "Write the schema, the rule or the property out in the file that registers it, or say to the consumers what changes.",
    mirror: "not-analysed",
  },
} as const satisfies Rules;

/** What is found around a schema, by which rule. */
export type Around = Omit<Finding, "element" | "location" | "witnesses" | "announced"> & {
  readonly rule: keyof typeof registrationRules;
  readonly location: Location;
};
