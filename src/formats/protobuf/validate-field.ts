import { numberOf } from "./cursor.ts";
import { isPackable } from "./declare.ts";
import { isEdition } from "./features.ts";
import type { Field, Scalar } from "./model.ts";
import { option } from "./options.ts";
import type { Value } from "./syntax.ts";
import { validateOptions } from "./validate-options.ts";

/** The least and greatest value of every integer type. */
export const bounds: Readonly<Partial<Record<Scalar, readonly [bigint, bigint]>>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  sint32: [-(2n ** 31n), 2n ** 31n - 1n],
  sfixed32: [-(2n ** 31n), 2n ** 31n - 1n],
  uint32: [0n, 2n ** 32n - 1n],
  fixed32: [0n, 2n ** 32n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  sint64: [-(2n ** 63n), 2n ** 63n - 1n],
  sfixed64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
  fixed64: [0n, 2n ** 64n - 1n],
};

/** @throws Unreadable with the place of the first fault */
export function validateField(field: Field): void {
  const { node, file, type } = field;
  const { source } = file.node;
  const { options } = node;
  if (type.kind === "enum" && field.presence === "implicit" && type.enum.closed)
    source.fail(`${type.enum.fullName} is a closed enum; a field without presence takes an open one`, node.typeAt);
  if (type.kind === "map" && type.value.kind === "enum" && type.value.enum.byNumber.size > 0) {
    const first = type.value.enum.node.values[0];
    if (first !== undefined && first.number !== 0)
      source.fail("the enum of a map's values begins with 0", node.map?.valueAt ?? node.typeAt);
  }
  if (options.length === 0) return;
  validateOptions(file, "FieldOptions", options, field.parent?.fullName ?? file.package);
  const json = option(options, "json_name");
  if (json !== undefined) {
    if (json.kind !== "string") source.fail("json_name takes a quoted name", json.at);
    if (field.extend !== undefined) source.fail("an extension has no json_name", json.at);
    if (json.kind === "string" && /^\[.*\]$/.test(json.bytes))
      source.fail("a json_name may not stand in brackets", json.at);
    if (json.kind === "string" && json.bytes.includes("\0")) source.fail("a json_name has no zero byte", json.at);
  }
  const packed = option(options, "packed");
  if (packed?.kind === "name" && packed.word === "true" && !(node.label === "repeated" && isPackable(type)))
    source.fail("packed is for repeated numbers, bools and enums", packed.at);
  const jstype = option(options, "jstype");
  if (jstype?.kind === "name" && jstype.word !== "JS_NORMAL" && !(type.kind === "scalar" && type.scalar.endsWith("64")))
    source.fail("jstype is for 64-bit integers", jstype.at);
  if (packed !== undefined && isEdition(file.node.syntax))
    source.fail("editions say features.repeated_field_encoding in place of packed", packed.at);
  const lazy = option(options, "lazy");
  if (lazy?.kind === "name" && lazy.word === "true" && type.kind !== "message")
    source.fail("lazy is for message fields", lazy.at);
  validateFeatures(field);
  const given = option(options, "default");
  if (given !== undefined) validateDefault(field, given);
}

function validateFeatures(field: Field): void {
  const { node, file, type } = field;
  const { source } = file.node;
  for (const { name, value, at } of node.options) {
    if (name[0] !== "features" || name.length !== 2) continue;
    const word = value.kind === "name" ? value.word : "";
    if (name[1] === "field_presence") {
      if (field.node.label === "repeated" || node.map !== undefined)
        source.fail("a repeated field has no presence", at);
      if (node.oneof !== undefined || field.extend !== undefined)
        source.fail("presence is not chosen in a oneof or extension", at);
      if (word === "IMPLICIT" && type.kind === "message") source.fail("a message field always has presence", at);
    }
    if (
      name[1] === "repeated_field_encoding" &&
      !(node.label === "repeated" && (isPackable(type) || word === "EXPANDED"))
    )
      source.fail("repeated_field_encoding is for repeated numbers, bools and enums", at);
    if (name[1] === "message_encoding" && type.kind !== "message")
      source.fail("message_encoding is for message fields", at);
    if (name[1] === "utf8_validation" && !isText(field)) source.fail("utf8_validation is for strings", at);
  }
}

function isText({ type }: Field): boolean {
  const isString = (one: Field["type"]) => one.kind === "scalar" && one.scalar === "string";
  return isString(type) || (type.kind === "map" && ((type.key as string) === "string" || isString(type.value)));
}

function validateDefault(field: Field, value: Value): void {
  const { type, file } = field;
  const { source } = file.node;
  if (file.node.syntax === "proto3") source.fail("proto3 has no defaults", value.at);
  if (field.presence === "repeated") source.fail("a repeated field has no default", value.at);
  if (field.presence === "implicit") source.fail("a field without presence has no default", value.at);
  if (type.kind === "enum") {
    if (value.kind !== "name" || value.negative || !type.enum.node.values.some((one) => one.name === value.word))
      source.fail(`the default is no value of ${type.enum.fullName}`, value.at);
  } else if (type.kind === "scalar") {
    if (!fits(type.scalar, value)) source.fail(`the default is no ${type.scalar}`, value.at);
  } else source.fail("a message has no default", value.at);
}

function fits(scalar: Scalar, value: Value): boolean {
  switch (scalar) {
    case "string":
    case "bytes":
      return value.kind === "string";
    case "bool":
      return value.kind === "name" && (value.word === "true" || value.word === "false");
    case "double":
    case "float":
      return value.kind === "name" ? value.word === "inf" || value.word === "nan" : isNumber(value);
    default: {
      const [least, most] = bounds[scalar] ?? [0n, 0n];
      const number = integer(value);
      return number !== undefined && least <= number && number <= most;
    }
  }
}

function isNumber(value: Value): boolean {
  return value.kind === "integer" || value.kind === "float";
}

/** An integer literal, exactly. */
export function integer(value: Value): bigint | undefined {
  if (value.kind !== "integer") return undefined;
  const magnitude = /^0[0-7]+$/.test(value.word) ? BigInt(`0o${value.word.slice(1)}`) : BigInt(value.word);
  return value.negative ? -magnitude : magnitude;
}

/** A number as an option writes it. */
export function numeric(value: Value): number {
  if (value.kind !== "integer" && value.kind !== "float" && value.kind !== "name") return Number.NaN;
  const size =
    value.word === "inf" ? Number.POSITIVE_INFINITY : value.word === "nan" ? Number.NaN : numberOf(value.word);
  return value.negative ? -size : size;
}
