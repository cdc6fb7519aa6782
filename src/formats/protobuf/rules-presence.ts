import { editions, guide, guide2, type ProtobufRule, presence } from "./rule.ts";

/** Of what is read where a field is absent. */
export const presenceRules = {
  "required-field-added": {
    invariant: "No field appears that old data must have.",
    breaks: ["backward"],
    level: "wire",
    source: `${guide2}, Required is Forever: a parser refuses a message without it`,
    advice: "Add it as optional and check for it in code.",
    mirror: "required-field-removed",
  },
  "required-field-removed": {
    invariant: "A field that readers of base require is written under head.",
    breaks: ["forward"],
    level: "wire",
    source: `${guide2}, Required is Forever: old readers refuse messages without it`,
    advice: "Keep writing it; make it optional everywhere first, and remove it when no reader requires it.",
    mirror: "required-field-added",
  },
  "field-became-required": {
    invariant: "A field that old data may lack is not required.",
    breaks: ["backward"],
    level: "wire",
    source: `${guide2}, Required is Forever`,
    advice: "Leave it optional and check for it in code.",
    mirror: "field-no-longer-required",
  },
  "field-no-longer-required": {
    invariant: "A field that readers of base require is always written.",
    breaks: ["forward"],
    level: "wire",
    source: `${guide2}, Required is Forever`,
    advice: "Keep writing it in every message until no reader requires it.",
    mirror: "field-became-required",
  },
  "presence-lost": {
    invariant: "A field whose absence could be told from its zero still tells.",
    breaks: ["backward", "forward"],
    level: "wire-json",
    source: `${presence}, Semantic Differences: without presence a zero is not written and cannot be told from nothing`,
    advice: "Keep optional (or features.field_presence = EXPLICIT).",
    mirror: "presence-gained",
  },
  "presence-gained": {
    invariant: "A field has presence or not as before.",
    breaks: ["backward", "forward"],
    level: "source",
    source: `${presence}, Considerations for Change Compatibility: bytes stay the same, generated code gets has-methods or pointers`,
    advice: "Safe for data; change the code that uses the field along with it.",
    mirror: "presence-lost",
  },
  "field-default-changed": {
    invariant: "An absent field reads as the same value on both sides.",
    breaks: ["backward", "forward"],
    level: "wire",
    source: `${guide2}, Updating A Message Type: a default is never written, each side reads its own`,
    advice: "Keep the default; old data that left the field out would be read as the new value.",
    mirror: "field-default-changed",
  },
  "string-check-added": {
    invariant: "Strings that base wrote are not refused by head.",
    breaks: ["backward"],
    level: "wire",
    source: `${editions}, features.utf8_validation`,
    advice: "Make sure that no data holds text that is not UTF-8, or keep utf8_validation = NONE.",
    mirror: "string-check-removed",
  },
  "string-check-removed": {
    invariant: "Strings that head writes are not refused by readers of base.",
    breaks: ["forward"],
    level: "wire",
    source: `${editions}, features.utf8_validation`,
    advice: "Keep utf8_validation = VERIFY, or use bytes under a new number for what is not text.",
    mirror: "string-check-added",
  },
} as const satisfies Record<string, ProtobufRule>;

/** Of oneofs. */
export const oneofRules = {
  "fields-merged-into-oneof": {
    invariant: "Fields that could be written together do not share a oneof.",
    breaks: ["backward"],
    level: "wire",
    source: `${guide}, Updating A Message Type: moving fields into an existing oneof is not safe; Oneof Features: the last one on the wire wins`,
    advice: "Leave the field outside; a single field may become the only member of a new oneof.",
    mirror: "fields-split-from-oneof",
  },
  "fields-split-from-oneof": {
    invariant: "Fields of which readers of base keep one are never written together.",
    breaks: ["forward"],
    level: "wire",
    source: `${guide}, Oneof Backwards-compatibility Issues: Tag Reuse Issues`,
    advice: "Leave them in one oneof, or never write two of them while readers of base remain.",
    mirror: "fields-merged-into-oneof",
  },
  "field-oneof-changed": {
    invariant: "A field stays in its oneof, or outside of one.",
    breaks: ["backward", "forward"],
    level: "source",
    source: `${guide}, Oneof: generated code has a case per oneof`,
    advice: "Safe for data; change the code that uses the oneof along with it.",
    mirror: "field-oneof-changed",
  },
} as const satisfies Record<string, ProtobufRule>;
