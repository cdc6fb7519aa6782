import type { FieldType, Message } from "./model.ts";

/** Messages of google.protobuf whose JSON is not an object of their fields, and what it is instead. */
const special: ReadonlyMap<string, string> = new Map([
  ["Any", "an object with @type"],
  ["Timestamp", "a date and time text"],
  ["Duration", "a text of seconds"],
  ["FieldMask", "a text of paths"],
  ["Struct", "an object of any members"],
  ["Value", "any value"],
  ["ListValue", "a list of any values"],
  ["NullValue", "null"],
  ["DoubleValue", "a number"],
  ["FloatValue", "a number"],
  ["Int64Value", "a number in quotes"],
  ["UInt64Value", "a number in quotes"],
  ["Int32Value", "a number"],
  ["UInt32Value", "a number"],
  ["BoolValue", "true or false"],
  ["StringValue", "a text"],
  ["BytesValue", "bytes in base64"],
]);

/** What a value of a type looks like in JSON, in words: two types of one JSON form have equal words. */
export function jsonForm(type: FieldType): string {
  switch (type.kind) {
    case "scalar":
      return scalarForm(type.scalar);
    case "enum":
      return type.enum.fullName === "google.protobuf.NullValue" ? "null" : "an enum value's name";
    case "map":
      return `an object from keys to ${jsonForm(type.value)}`;
    case "message":
      return messageForm(type.message);
  }
}

function messageForm(message: Message): string {
  const form = message.file.package === "google.protobuf" ? special.get(message.relative) : undefined;
  return form ?? "an object of its fields";
}

function scalarForm(scalar: string): string {
  if (scalar === "string") return "a text";
  if (scalar === "bytes") return "bytes in base64";
  if (scalar === "bool") return "true or false";
  return scalar.endsWith("64") ? "a number in quotes" : "a number";
}

/** Names that two messages of one structure give their fields in JSON differ. */
export function jsonNamesDiffer(base: FieldType, head: FieldType): boolean {
  if (base.kind === "enum" && head.kind === "enum")
    return [...base.enum.byNumber].some(([number, [name]]) => head.enum.byNumber.get(number)?.[0] !== name);
  if (base.kind !== "message" || head.kind !== "message") return false;
  return [...base.message.byNumber.values()].some(
    (field) => head.message.byNumber.get(field.number)?.jsonName !== field.jsonName,
  );
}
