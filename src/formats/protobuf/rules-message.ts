import { editions, guide, guide2, json, type ProtobufRule, practice } from "./rule.ts";

/** Of messages as a whole. */
export const messageRules = {
  "message-removed": {
    invariant: "A message of base stands in head, under its name or built the same under another.",
    breaks: ["backward", "forward"],
    level: "wire",
    source: `${practice}, Don't Re-use a Tag Number and Do Reserve Tag Numbers for Deleted Fields: what is deleted is still in old data`,
    advice:
      "Keep the message, mark it deprecated, and remove it once nobody writes or reads it and no data of it is kept.",
    mirror: { none: "a message that appears breaks nobody" },
  },
  "message-renamed": {
    invariant: "A message keeps its full name.",
    breaks: ["backward", "forward"],
    level: "wire-json",
    source: `${json}, Any: the full name stands in @type; ${guide}, Any: and in type_url`,
    advice: "Keep the name; where a new one is needed, add a message beside the old one and move readers over.",
    mirror: "message-renamed",
  },
  "message-set-changed": {
    invariant: "A message keeps or lacks message_set_wire_format.",
    breaks: ["backward", "forward"],
    level: "wire",
    source: "descriptor.proto, MessageOptions.message_set_wire_format: set it only to keep an old format",
    advice: "Leave the option as it is; add a new message in the other format.",
    mirror: "message-set-changed",
  },
  "json-format-weakened": {
    invariant: "A message or enum that promises JSON keeps promising it.",
    breaks: ["backward", "forward"],
    level: "wire-json",
    source: `${editions}, features.json_format`,
    advice: "Keep json_format = ALLOW, or have nobody rely on JSON for this type.",
    mirror: { none: "promising JSON where it worked at best effort breaks nobody" },
  },
  "type-moved": {
    invariant: "A type is declared in the file that declared it before.",
    breaks: ["backward", "forward"],
    level: "source",
    source: `${guide}, Importing Definitions: code is generated per file; import public keeps old imports working`,
    advice: "Leave a file at the old place that imports the new one publicly.",
    mirror: "type-moved",
  },
  "extension-range-removed": {
    invariant: "Numbers that base gives to extensions are given to extensions in head.",
    breaks: ["backward", "forward"],
    level: "source",
    source: `${guide2}, Extensions: an extension's number lies in a declared range`,
    advice: "Keep the range; whoever extends the message no longer compiles without it.",
    mirror: { none: "giving numbers to extensions breaks nobody" },
  },
  "reserved-removed": {
    invariant: "What base reserves stays reserved.",
    breaks: [],
    level: "wire",
    source: `${guide}, Reserved Field Numbers`,
    advice: "Keep reserved numbers and names: they are what stops a later reuse.",
    mirror: { none: "reserving more breaks nobody" },
  },
  "reserved-number-used": {
    invariant: "A number that base reserves is never used again.",
    breaks: ["backward"],
    level: "wire",
    corrupts: true,
    source: `${guide}, Reserved Field Numbers: reuse makes decoding old messages ambiguous`,
    advice: "Take a number that was never used; the reserved one may still stand in old data with its old meaning.",
    mirror: { none: "taking a field away and reserving its number is field-removed" },
  },
  "reserved-name-used": {
    invariant: "A name that base reserves is never used again.",
    breaks: ["backward"],
    level: "wire-json",
    source: `${guide}, Reserved Field Names: JSON and text formats write names`,
    advice: "Take another name; old JSON may hold this one with its old meaning.",
    mirror: { none: "taking a field away and reserving its name is field-removed" },
  },
} as const satisfies Record<string, ProtobufRule>;
