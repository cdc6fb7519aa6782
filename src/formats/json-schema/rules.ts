import type { Rules } from "../format.ts";
import { tagRules } from "../tags.ts";

const validation = "JSON Schema Validation 2020-12";
const core = "JSON Schema Core 2020-12";
const widenFirst = "Let the readers accept both first, wait until all of them do, then let the writers use it.";
const tightenLast =
  "Make the writers comply first, and tighten the schema when no stored or replayed document violates it.";

export const rules = {
  "type-changed": {
    invariant: "The types an element may have stay the same.",
    breaks: ["backward", "forward"],
    source: `${validation}, section 6.1.1 type`,
    advice: "Add a new property with the new type, fill both for a while, and retire the old one when nobody reads it.",
    mirror: "type-changed",
  },
  "nullable-added": {
    invariant: "An element that is never null stays so.",
    breaks: ["forward"],
    source: `${validation}, section 6.1.1 type`,
    advice: widenFirst,
    mirror: "nullable-removed",
  },
  "nullable-removed": {
    invariant: "An element that may be null stays so.",
    breaks: ["backward"],
    source: `${validation}, section 6.1.1 type`,
    advice: tightenLast,
    mirror: "nullable-added",
  },
  "enum-value-added": {
    invariant: "An element takes no value that its readers do not know.",
    breaks: ["forward"],
    source: `${validation}, section 6.1.2 enum`,
    advice: "Give the readers a value such as UNKNOWN to fall back on before new values are written.",
    mirror: "enum-value-removed",
  },
  "enum-value-removed": {
    invariant: "A value that was listed stays listed.",
    breaks: ["backward"],
    source: `${validation}, section 6.1.2 enum`,
    advice: "Keep the value listed and stop writing it; remove it when no stored document holds it.",
    mirror: "enum-value-added",
  },
  "enum-added": {
    invariant: "An element whose values are not listed does not get a list.",
    breaks: ["backward"],
    source: `${validation}, section 6.1.2 enum`,
    advice: tightenLast,
    mirror: "enum-removed",
  },
  "enum-removed": {
    invariant: "An element keeps its list of values.",
    breaks: ["forward"],
    source: `${validation}, section 6.1.2 enum`,
    advice: widenFirst,
    mirror: "enum-added",
  },
  "bound-tightened": {
    invariant: "Bounds on values, lengths and counts do not become narrower.",
    breaks: ["backward"],
    source: `${validation}, sections 6.2 to 6.5`,
    advice: tightenLast,
    mirror: "bound-loosened",
  },
  "bound-loosened": {
    invariant: "Bounds on values, lengths and counts do not become wider.",
    breaks: ["forward"],
    source: `${validation}, sections 6.2 to 6.5`,
    advice: widenFirst,
    mirror: "bound-tightened",
  },
  "multiple-changed": {
    invariant: "Numbers stay multiples of what they were multiples of.",
    breaks: ["backward", "forward"],
    source: `${validation}, section 6.2.1 multipleOf`,
    advice: "Keep the step, or add a new property with the new step.",
    mirror: "multiple-changed",
  },
  "pattern-changed": {
    invariant: "The texts that an element may be match the same expression.",
    breaks: ["backward", "forward"],
    source: `${validation}, section 6.3.3 pattern`,
    advice: "Make the expression match all old texts and no new ones, or add a new property.",
    mirror: "pattern-changed",
  },
  "format-changed": {
    invariant: "A format that is asserted stays the same.",
    breaks: ["backward", "forward"],
    source: `${validation}, section 7 format`,
    advice: "Add a new property with the new format.",
    mirror: "format-changed",
  },
  "property-added": {
    invariant: "A schema does not speak of a property it did not speak of.",
    breaks: ["backward", "forward"],
    source: `${core}, section 10.3.2.1 properties`,
    advice:
      "Add it as optional, with a name that no stored document uses; where readers refuse unknown properties, open their content first.",
    mirror: "property-removed",
  },
  "property-removed": {
    invariant: "A property that is described stays described.",
    breaks: ["backward", "forward"],
    source: `${core}, section 10.3.2.1 properties`,
    advice: "Keep the property until nobody reads it and no stored document holds it; mark it deprecated meanwhile.",
    mirror: "property-added",
  },
  "required-added": {
    invariant: "A property that may be missing may stay missing.",
    breaks: ["backward"],
    source: `${validation}, section 6.5.3 required`,
    advice: "Let every writer fill it first; require it when no stored document lacks it.",
    mirror: "required-removed",
  },
  "required-removed": {
    invariant: "A property that is always there stays so.",
    breaks: ["forward"],
    source: `${validation}, section 6.5.3 required`,
    advice: "Let the readers cope with its absence first; keep writing it until they do.",
    mirror: "required-added",
  },
  "content-closed": {
    invariant: "An object that takes properties nobody described goes on taking them.",
    breaks: ["backward"],
    source: `${core}, section 10.3.2.3 additionalProperties and section 11.3 unevaluatedProperties`,
    advice: "Describe the properties that documents really hold, then close the object.",
    mirror: "content-opened",
  },
  "content-opened": {
    invariant: "An object that takes no property but those described stays so.",
    breaks: ["forward"],
    source: `${core}, section 10.3.2.3 additionalProperties and section 11.3 unevaluatedProperties`,
    advice: "Let the readers ignore unknown properties before documents hold them.",
    mirror: "content-closed",
  },
  "items-changed": {
    invariant: "The items of a list stay as described: their positions, whether they differ, and what they contain.",
    breaks: ["backward", "forward"],
    source: `${core}, section 10.3.1 and ${validation}, section 6.4`,
    advice: "Add a new property with the new list.",
    mirror: "items-changed",
  },
  "alternative-added": {
    invariant: "The alternatives an element may be do not grow in number.",
    breaks: ["forward"],
    source: `${core}, sections 10.2.1.2 anyOf and 10.2.1.3 oneOf`,
    advice: widenFirst,
    mirror: "alternative-removed",
  },
  "alternative-removed": {
    invariant: "An alternative that an element may be stays one.",
    breaks: ["backward"],
    source: `${core}, sections 10.2.1.2 anyOf and 10.2.1.3 oneOf`,
    advice: "Keep the alternative and stop writing it; remove it when no stored document uses it.",
    mirror: "alternative-added",
  },
  "condition-changed": {
    invariant: "Conditions between the parts of a document stay the same.",
    breaks: ["backward", "forward"],
    source: `${core}, sections 10.2.1.4 not, 10.2.2 if, then, else, and ${validation}, section 6.5.4 dependentRequired`,
    advice: "State the condition so that old documents satisfy it, or make it in a new version of the contract.",
    mirror: "condition-changed",
  },
  "accepted-less": {
    invariant: "Documents that were accepted are accepted still.",
    breaks: ["backward"],
    source: `${core}, section 4.2 and all that applies to the document shown`,
    advice: "Look at the document shown: it was valid and no longer is. Keep accepting it.",
    mirror: "accepted-more",
  },
  "accepted-more": {
    invariant: "Documents that were refused are refused still.",
    breaks: ["forward"],
    source: `${core}, section 4.2 and all that applies to the document shown`,
    advice: "Look at the document shown: readers of the old version refuse it. Let them accept it first.",
    mirror: "accepted-less",
  },
  "schema-removed": {
    invariant: "A schema of a contract of several stays one of them.",
    breaks: ["backward", "forward"],
    source: "Contract Review: nothing can be read or written under a schema that is gone",
    advice: "Keep the schema until nobody reads or writes it.",
    mirror: { none: "a schema that appears breaks nobody" },
  },
  "not-proven": {
    invariant: "That one version accepts whatever the other does can be proven.",
    breaks: ["backward", "forward"],
    source: "Contract Review: what cannot be analysed is taken to break",
    advice: "Say it with simpler keywords, or have an owner judge the change.",
    mirror: "not-proven",
  },
  ...tagRules,
  "dialect-changed": {
    invariant: "A schema stays in the draft it is written in.",
    breaks: [],
    source: `${core}, section 8.1.1 $schema`,
    advice: "Check that the validators in use know the new draft; what the change means for documents is told apart.",
    mirror: "dialect-changed",
  },
  "map-beside-fields": {
    invariant: "An object with described properties leaves no room for any others of any type.",
    breaks: [],
    source: `${core}, section 10.3.2.3 additionalProperties`,
    advice: "Put the free part into a property of its own, or say what its values are.",
    mirror: { none: "a notice about what head introduces" },
  },
  "enum-without-unknown": {
    invariant: "A list of values has one that readers can fall back on.",
    breaks: [],
    source: `${validation}, section 6.1.2 enum`,
    advice: "Add a value such as UNKNOWN or OTHER now, while adding one breaks nobody.",
    mirror: { none: "a notice about what head introduces" },
  },
} as const satisfies Rules;

export type RuleId = keyof typeof rules;
