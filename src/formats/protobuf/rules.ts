import type { Rule } from "../../model.ts";
import type { Level } from "./levels.ts";

type ProtobufRule = Rule & {
  /** The first level at which a violation breaks: `wire` ones break `wire-json` and `source` too. */
  readonly level: Level;
};

const guide = "protobuf.dev, Language Guide (proto 3)";
const guide2 = "protobuf.dev, Language Guide (proto 2)";
const encoding = "protobuf.dev, Encoding";
const json = "protobuf.dev, ProtoJSON Format";
const presence = "protobuf.dev, Application Note: Field Presence";
const enums = "protobuf.dev, Enum Behavior";
const editions = "protobuf.dev, Feature Settings for Editions";
const practice = "protobuf.dev, Proto Best Practices";

const messageRules = {
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

const fieldRules = {
  "field-added": {
    invariant: "A field that appears is told.",
    breaks: [],
    level: "wire",
    source: `${guide}, Updating A Message Type: new fields are unknown fields to old readers`,
    advice: "Nothing to do: old readers skip it.",
    mirror: "field-removed",
  },
  "field-removed": {
    invariant: "A field that readers of base may use is still written under head.",
    breaks: ["forward"],
    level: "wire-json",
    source: `${guide}, Deleting Fields: delete only what is no longer needed by client code`,
    advice:
      "Mark the field deprecated and keep writing it until no reader uses it; then remove it and reserve its number and name.",
    mirror: "field-added",
  },
  "field-unreserved": {
    invariant: "The number and name of a removed field are reserved.",
    breaks: [],
    level: "wire",
    source: `${guide}, Reserved Field Numbers and Reserved Field Names`,
    advice: "Add reserved statements for the number and the name, so that nobody gives them another meaning.",
    mirror: { none: "reserving what never was a field breaks nobody" },
  },
  "field-number-reused": {
    invariant: "A field number never gets another meaning.",
    breaks: ["backward", "forward"],
    level: "wire",
    corrupts: true,
    source: `${guide}, Consequences of Reusing Field Numbers`,
    advice: "Give the new field a number that was never used and reserve the old number and name.",
    mirror: "field-number-reused",
  },
  "field-renumbered": {
    invariant: "A field keeps its number.",
    breaks: ["backward", "forward"],
    level: "wire",
    source: `${guide}, Assigning Field Numbers: changing a number is deleting the field and adding a new one`,
    advice: "Put the number back; a field is known by its number alone.",
    mirror: "field-renumbered",
  },
  "field-renamed": {
    invariant: "A field keeps its name.",
    breaks: ["backward", "forward"],
    level: "wire-json",
    source: `${json}, JSON uses names; ${guide}, Updating A Message Type: bytes hold numbers only`,
    advice:
      "Keep the name, or keep the JSON key with json_name; for another name add a field and write both for a while.",
    mirror: "field-renamed",
  },
  "field-json-name-changed": {
    invariant: "A field keeps its key in JSON.",
    breaks: ["backward", "forward"],
    level: "wire-json",
    source: `${json}, json_name replaces the lowerCamelCase name as the key`,
    advice: "Put json_name back to what it was.",
    mirror: "field-json-name-changed",
  },
  "field-type-changed": {
    invariant: "Bytes of a field decode to the value that was written, on either side.",
    breaks: ["backward", "forward"],
    level: "wire",
    source: `${guide}, Updating A Message Type; ${encoding}, Base 128 Varints, More Integer Types, Message Structure`,
    advice:
      "Add a field of the new type under a new number, write both until readers have moved, then remove and reserve the old one.",
    mirror: "field-type-changed",
  },
  "field-json-type-changed": {
    invariant: "A field looks the same in JSON.",
    breaks: ["backward", "forward"],
    level: "wire-json",
    source: `${json}, the table of JSON representations`,
    advice: "Add a field of the new type under a new number and name instead.",
    mirror: "field-json-type-changed",
  },
  "field-type-renamed": {
    invariant: "A field's type keeps its name.",
    breaks: ["backward", "forward"],
    level: "source",
    source: `${guide}, Generating Your Classes: code is generated by type name`,
    advice: "Keep the type; code that names it no longer compiles.",
    mirror: "field-type-renamed",
  },
  "field-became-repeated": {
    invariant: "A single value stays single.",
    breaks: ["forward"],
    level: "wire",
    source: `${guide}, Updating A Message Type: a single reader keeps the last element, and skips packed numbers; ${encoding}, Packed Repeated Fields`,
    advice: "Add a repeated field under a new number and keep writing the single one for old readers.",
    mirror: "field-became-singular",
  },
  "field-became-singular": {
    invariant: "A repeated field stays repeated.",
    breaks: ["backward"],
    level: "wire",
    source: `${guide}, Updating A Message Type: a single reader keeps the last element, and skips packed numbers; ${encoding}, Last One Wins`,
    advice: "Add a single field under a new number; old data keeps its lists.",
    mirror: "field-became-repeated",
  },
  "field-packing-changed": {
    invariant: "A repeated field is packed or not as before.",
    breaks: [],
    level: "wire",
    source: `${encoding}, Packed Repeated Fields: parsers accept both`,
    advice: "Nothing to do for readers that keep to the specification.",
    mirror: "field-packing-changed",
  },
  "field-option-changed": {
    invariant: "Options that shape generated code stay.",
    breaks: ["backward", "forward"],
    level: "source",
    source: `${guide}, Options: ctype and jstype choose the type in generated code`,
    advice: "Leave the option as it is, or change it together with the code that uses it.",
    mirror: "field-option-changed",
  },
  "field-deprecated": {
    invariant: "A field that becomes deprecated is told.",
    breaks: [],
    level: "wire",
    source: `${guide}, Options: deprecated`,
    advice: "Readers of the field should ask what replaces it.",
    mirror: { none: "taking the mark off again breaks nobody" },
  },
} as const satisfies Record<string, ProtobufRule>;

const presenceRules = {
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

const oneofRules = {
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

const enumRules = {
  "enum-removed": {
    invariant: "An enum of base stands in head.",
    breaks: ["backward", "forward"],
    level: "source",
    source: `${enums}: bytes hold numbers only; fields of the enum are compared by themselves`,
    advice: "Keep the enum while code names it.",
    mirror: { none: "an enum that appears breaks nobody" },
  },
  "enum-renamed": {
    invariant: "An enum keeps its full name.",
    breaks: ["backward", "forward"],
    level: "source",
    source: `${guide}, Generating Your Classes: code is generated by type name`,
    advice: "Keep the name; code that names the enum no longer compiles.",
    mirror: "enum-renamed",
  },
  "enum-value-added": {
    invariant: "Head writes no enum value that readers of base do not know.",
    breaks: ["forward"],
    level: "wire-json",
    source: `${enums}: a closed enum's reader sets an unknown number aside; ${json}: a parser refuses an unknown name`,
    advice: "Let readers know the value before anybody writes it.",
    mirror: "enum-value-removed",
  },
  "enum-value-removed": {
    invariant: "Enum values that base wrote are known to head.",
    breaks: ["backward"],
    level: "wire-json",
    source: `${enums}: a closed enum's reader sets an unknown number aside; ${json}: a parser refuses an unknown name`,
    advice: "Keep the value and mark it deprecated; old data still holds it.",
    mirror: "enum-value-added",
  },
  "enum-value-unreserved": {
    invariant: "The number and name of a removed enum value are reserved.",
    breaks: [],
    level: "wire",
    source: `${guide}, Enum: Reserved Values`,
    advice: "Add reserved statements for the number and the name, so that nobody gives them another meaning.",
    mirror: { none: "reserving what never was a value breaks nobody" },
  },
  "enum-value-renamed": {
    invariant: "An enum number keeps its name.",
    breaks: ["backward", "forward"],
    level: "wire-json",
    source: `${json}, enum: the name is written`,
    advice:
      "Keep the old name as an alias (option allow_alias = true), first in the enum while JSON readers know only it.",
    mirror: "enum-value-renamed",
  },
  "enum-value-renumbered": {
    invariant: "An enum value keeps its number.",
    breaks: ["backward", "forward"],
    level: "wire",
    source: `${guide}, Enum: bytes hold the number`,
    advice: "Put the number back.",
    mirror: "enum-value-renumbered",
  },
  "enum-number-reused": {
    invariant: "An enum number never gets another meaning.",
    breaks: ["backward", "forward"],
    level: "wire",
    corrupts: true,
    source: `${guide}, Enum: Reserved Values: reuse corrupts old data`,
    advice: "Give the new value a number that was never used and reserve the old one.",
    mirror: "enum-number-reused",
  },
  "enum-reserved-number-used": {
    invariant: "An enum number that base reserves is never used again.",
    breaks: ["backward"],
    level: "wire",
    corrupts: true,
    source: `${guide}, Enum: Reserved Values`,
    advice: "Take a number that was never used; the reserved one may still stand in old data with its old meaning.",
    mirror: { none: "taking a value away and reserving its number is enum-value-removed" },
  },
  "enum-closed": {
    invariant: "An open enum stays open.",
    breaks: ["backward"],
    level: "wire",
    source: `${enums}: a closed enum's reader sets unknown numbers aside as unknown fields`,
    advice: "Keep the enum open (proto3, or features.enum_type = OPEN).",
    mirror: "enum-opened",
  },
  "enum-opened": {
    invariant: "A closed enum stays closed.",
    breaks: ["forward"],
    level: "wire",
    source: `${enums}: readers of base set aside numbers that only head's writers may write`,
    advice: "Write only declared values while readers of base remain.",
    mirror: "enum-closed",
  },
  "enum-without-unspecified": {
    invariant: "The zero of a new enum means that nothing was said.",
    breaks: [],
    level: "wire",
    source: `${practice}, Do Include an Unspecified Value in an Enum`,
    advice: "Begin with a value such as STATUS_UNSPECIFIED = 0, which absent fields are read as.",
    mirror: { none: "it speaks of what head introduces only" },
  },
} as const satisfies Record<string, ProtobufRule>;

const rpcRules = {
  "service-removed": {
    invariant: "A service that clients of base call is still served.",
    breaks: ["forward"],
    level: "wire",
    source: "grpc.io, gRPC over HTTP2: the path of a call is /package.Service/Method",
    advice: "Keep serving it until no client calls it.",
    mirror: { none: "a service that appears breaks nobody" },
  },
  "service-renamed": {
    invariant: "A service keeps its full name.",
    breaks: ["backward", "forward"],
    level: "wire",
    source: "grpc.io, gRPC over HTTP2: the path of a call is /package.Service/Method",
    advice: "Serve it under both names until clients have moved.",
    mirror: "service-renamed",
  },
  "rpc-removed": {
    invariant: "An rpc that clients of base call is still served.",
    breaks: ["forward"],
    level: "wire",
    source: "grpc.io, gRPC over HTTP2: the path of a call is /package.Service/Method",
    advice: "Keep serving it until no client calls it.",
    mirror: { none: "an rpc that appears breaks nobody" },
  },
  "rpc-request-changed": {
    invariant: "A request reads the same on both sides.",
    breaks: ["backward", "forward"],
    level: "wire",
    source: `${guide}, Defining Services; ${practice}, on changing the type of an rpc`,
    advice: "Add an rpc with the new request; change messages by adding fields.",
    mirror: "rpc-request-changed",
  },
  "rpc-response-changed": {
    invariant: "A response reads the same on both sides.",
    breaks: ["backward", "forward"],
    level: "wire",
    source: `${guide}, Defining Services; ${practice}, on changing the type of an rpc`,
    advice: "Add an rpc with the new response; change messages by adding fields.",
    mirror: "rpc-response-changed",
  },
  "rpc-streaming-changed": {
    invariant: "An rpc streams or not as before.",
    breaks: ["backward", "forward"],
    level: "wire",
    source: "grpc.io, Core concepts: the kinds of rpc",
    advice: "Add an rpc of the other kind beside it.",
    mirror: "rpc-streaming-changed",
  },
  "rpc-idempotency-changed": {
    invariant: "An rpc keeps its idempotency level.",
    breaks: ["forward"],
    level: "wire",
    source: "descriptor.proto, MethodOptions.idempotency_level: clients may retry or use GET by it",
    advice: "Leave the level as it is: clients already retry by it.",
    mirror: "rpc-idempotency-changed",
  },
} as const satisfies Record<string, ProtobufRule>;

const fileRules = {
  "package-changed": {
    invariant: "A file keeps its package.",
    breaks: ["backward", "forward"],
    level: "wire",
    source: `${guide}, Packages; Any and rpc paths hold full names`,
    advice: "Keep the package; publish a new version beside the old one (shop.v2 beside shop.v1).",
    mirror: "package-changed",
  },
  "syntax-changed": {
    invariant: "A file keeps its syntax or edition.",
    breaks: [],
    level: "wire",
    source: `${editions}: what a syntax or edition changes is told where it changes`,
    advice: "Check the other changes of this file: presence, enums and strings follow the syntax.",
    mirror: "syntax-changed",
  },
  "file-option-changed": {
    invariant: "Options that shape generated code stay.",
    breaks: ["backward", "forward"],
    level: "source",
    source: `${guide}, Options: packages, names and kinds of generated code`,
    advice: "Leave the option as it is, or change it together with the code that uses it.",
    mirror: "file-option-changed",
  },
} as const satisfies Record<string, ProtobufRule>;

/** Every rule of Protobuf. */
export const rules = {
  ...messageRules,
  ...fieldRules,
  ...presenceRules,
  ...oneofRules,
  ...enumRules,
  ...rpcRules,
  ...fileRules,
} as const satisfies Record<string, ProtobufRule>;
