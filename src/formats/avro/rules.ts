import type { Rules } from "../format.ts";
import { tagRules } from "../tags.ts";

const resolution = "Avro 1.12, Schema Resolution";

/** What a reader with one schema makes of data written with another. */
export const rules = {
  "field-removed": {
    invariant: "A field that readers of base rely on is still written, or they have a default for it.",
    breaks: ["forward"],
    source: `${resolution}: "if the reader's record schema has a field with no default value, and writer's schema does not have a field with the same name, an error is signalled"`,
    advice:
      "Keep writing the field. To retire it, first give it a default and let every reader take that version, then remove it.",
    mirror: "field-added",
  },
  "field-added": {
    invariant: "A new field has a default, so that data written without it can still be read.",
    breaks: ["backward"],
    source: `${resolution}: "if the reader's record schema has a field that contains a default value, and writer's schema does not have a field with the same name, then the reader should use the default value from its field"`,
    advice: 'Give the new field a default, for instance ["null", ...] with default null.',
    mirror: "field-removed",
  },
  "field-renamed": {
    invariant: "A renamed field is found by the readers of both versions.",
    breaks: ["backward", "forward"],
    source: "Avro 1.12, Aliases: aliases are the reader's, they rewrite the names of the writer's schema",
    advice:
      "An alias helps the readers that have it. Let readers take the version with the alias before anything is written under the new name, or write both fields for a while.",
    mirror: "field-renamed",
  },
  "type-changed": {
    invariant: "A value keeps its type, or one that its readers promote.",
    breaks: ["backward", "forward"],
    source: `${resolution}: "the writer's schema may be promoted to the reader's"`,
    advice: "Add a field of the new type beside the old one, with a default, and retire the old one later.",
    mirror: "type-changed",
  },
  "name-changed": {
    invariant: "A record, enum or fixed keeps its unqualified name, or its reader has an alias for the writer's.",
    breaks: ["backward", "forward"],
    source: `${resolution}: "both schemas are records with the same (unqualified) name"; Avro 1.12, Aliases`,
    advice: "Keep the name, or add the old one as an alias and let every reader take that version first.",
    mirror: "name-changed",
  },
  "namespace-changed": {
    invariant: "A type keeps its full name.",
    breaks: [],
    source: `${resolution}: names are compared unqualified; Avro 1.12, Names`,
    advice: "Add the old full name as an alias: libraries that compare full names then read old data too.",
    mirror: "namespace-changed",
  },
  "alias-removed": {
    invariant: "A name that older data was written under is kept as an alias.",
    breaks: [],
    source: "Avro 1.12, Aliases",
    advice: "Keep aliases for as long as data written under the old name can be read again.",
    mirror: { none: "an added alias only lets its readers read more" },
  },
  "enum-symbol-added": {
    invariant: "Readers of base know every symbol that head writes, or have a default for those they do not know.",
    breaks: ["forward"],
    source: `${resolution}: "if the writer's symbol is not present in the reader's enum and the reader has a default value, then that value is used, otherwise an error is signalled"`,
    advice: "Give the enum a default and let every reader take that version; only then write the new symbol.",
    mirror: "enum-symbol-removed",
  },
  "enum-symbol-removed": {
    invariant: "Head knows every symbol in old data, or has a default for those it does not know.",
    breaks: ["backward"],
    source: `${resolution}: "if the writer's symbol is not present in the reader's enum and the reader has a default value, then that value is used, otherwise an error is signalled"`,
    advice: "Keep the symbol and stop writing it, or give the enum a default.",
    mirror: "enum-symbol-added",
  },
  "enum-default-changed": {
    invariant: "What an enum takes unknown symbols for stays the same.",
    breaks: [],
    source: "Avro 1.12, Enums: default",
    advice: "Keep the default: it is what lets readers survive the next symbol.",
    mirror: "enum-default-changed",
  },
  "fixed-size-changed": {
    invariant: "A fixed keeps its size.",
    breaks: ["backward", "forward"],
    source: `${resolution}: "both schemas are fixed whose sizes and (unqualified) names match"`,
    advice: "Add a field of a new fixed type beside the old one.",
    mirror: "fixed-size-changed",
  },
  "union-branch-added": {
    invariant: "Readers of base can read every branch that head may write.",
    breaks: ["forward"],
    source: `${resolution}: "if none matches, an error is signalled"`,
    advice: "Let every reader take the wider union before anything of the new branch is written.",
    mirror: "union-branch-removed",
  },
  "union-branch-removed": {
    invariant: "Head can read every branch that old data may hold.",
    breaks: ["backward"],
    source: `${resolution}: "if none matches, an error is signalled"`,
    advice: "Keep the branch for as long as old data is read, and only stop writing it.",
    mirror: "union-branch-added",
  },
  ...tagRules,
  "default-added": {
    invariant: "What is read where a field is missing stays the same.",
    breaks: [],
    source: "Avro 1.12, Complex Types, Records: default",
    advice: "Safe: data without the field can now be read.",
    mirror: "default-removed",
  },
  "default-removed": {
    invariant: "A field that has a default keeps one.",
    breaks: [],
    source: "Avro 1.12, Complex Types, Records: default",
    advice: "Keep the default: without it data older than the field, or newer than its end, cannot be read.",
    mirror: "default-added",
  },
  "default-changed": {
    invariant: "What is read where a field is missing stays the same.",
    breaks: [],
    source: "Avro 1.12, Complex Types, Records: default",
    advice: "Tell consumers: data that lacks the field now reads as another value.",
    mirror: "default-changed",
  },
  "default-invalid": {
    invariant: "A default is a value of its field's type.",
    breaks: [],
    source: "Avro 1.12, Complex Types, Records: field default values",
    advice: "Correct the default: some libraries refuse the schema, the others have no default when it is needed.",
    mirror: { none: "mending a default disturbs nobody" },
  },
  "default-not-first": {
    invariant: "The default of a union is a value of its first branch.",
    breaks: [],
    source: "Avro 1.12, Unions: a default is a value of one of the branches; up to 1.11, of the first",
    advice: "Put the branch of the default first: every version of every library takes that.",
    mirror: { none: "such a default that goes disturbs nobody" },
  },
  "decimal-scale-changed": {
    invariant: "A decimal keeps its scale: the scale is in the schema, not in the bytes.",
    breaks: ["backward", "forward"],
    source:
      'Avro 1.12, Decimal: "two schemas that are decimal logical types match if their scales and precisions match"',
    advice: "Add a field with the new scale beside the old one.",
    mirror: "decimal-scale-changed",
  },
  "decimal-precision-changed": {
    invariant: "A decimal reader allows as many digits as were written.",
    breaks: ["backward", "forward"],
    source:
      'Avro 1.12, Decimal: "two schemas that are decimal logical types match if their scales and precisions match"',
    advice: "Let every reader take the wider precision before longer numbers are written.",
    mirror: "decimal-precision-changed",
  },
  "logical-type-changed": {
    invariant: "The same bytes keep their meaning.",
    breaks: ["backward", "forward"],
    source: "Avro 1.12, Logical Types: each says what its underlying value counts",
    advice: "Add a field with the new logical type beside the old one.",
    mirror: "logical-type-changed",
  },
  "logical-type-added": {
    invariant: "Every value in old data is one of the logical type that head reads.",
    breaks: ["backward"],
    source:
      'Avro 1.12, Logical Types: "encoded in exactly the same way as the equivalent Avro type"; UUID: the string conforms with RFC 4122; time: the number of units after midnight',
    advice: "Make sure that old data holds only values of the logical type.",
    mirror: "logical-type-removed",
  },
  "logical-type-removed": {
    invariant: "Readers of base can take every value that head writes for one of their logical type.",
    breaks: ["forward"],
    source:
      'Avro 1.12, Logical Types: "encoded in exactly the same way as the equivalent Avro type"; UUID: the string conforms with RFC 4122; time: the number of units after midnight',
    advice: "Keep the logical type: consumers lose what the value means.",
    mirror: "logical-type-added",
  },
  "message-removed": {
    invariant: "A protocol keeps its messages.",
    breaks: ["backward", "forward"],
    source: "Avro 1.12, Protocol Declaration: Messages",
    advice: "Keep the message until no client calls it.",
    mirror: "message-added",
  },
  "message-added": {
    invariant: "A protocol's messages are those its clients know.",
    breaks: [],
    source: "Avro 1.12, Protocol Declaration: Messages",
    advice: "Safe for clients of base; roll servers out before clients of head call it.",
    mirror: "message-removed",
  },
  "message-one-way-changed": {
    invariant: "A message that answers goes on answering, one that does not goes on being silent.",
    breaks: ["backward", "forward"],
    source: "Avro 1.12, Protocol Declaration: one-way",
    advice: "Add a message of another name.",
    mirror: "message-one-way-changed",
  },
  "type-removed": {
    invariant: "Every type that a contract of several types holds stays in it.",
    breaks: ["backward", "forward"],
    source: "Avro 1.12, Protocol Declaration: types; Contract Review: nothing can be read under a type that is gone",
    advice: "Keep the type until nobody reads it.",
    mirror: "type-added",
  },
  "type-added": {
    invariant: "A contract of several types holds those its readers know.",
    breaks: [],
    source: "Avro 1.12, Protocol Declaration: types",
    advice: "Safe: nobody reads it yet.",
    mirror: "type-removed",
  },
  "not-analysed": {
    invariant: "A comparison is small enough to be told place by place.",
    breaks: ["backward", "forward"],
    source: "Contract Review: what is not analysed is taken to break",
    advice: "Change the contract in several steps.",
    mirror: "not-analysed",
  },
} as const satisfies Rules;
