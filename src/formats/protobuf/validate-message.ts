import { maxNumber } from "./declarations.ts";
import type { Field, Message } from "./model.ts";
import { option } from "./options.ts";
import { Scope } from "./scope.ts";
import type { Range } from "./syntax.ts";
import { validateField } from "./validate-field.ts";
import { validateOptions } from "./validate-options.ts";

/** @throws Unreadable with the place of the first fault */
export function validateMessage(message: Message): void {
  const { file, node } = message;
  validateOptions(file, "MessageOptions", node.options, message.fullName);
  if (message.messageSet) validateMessageSet(message);
  const entry = option(node.options, "map_entry");
  if (entry !== undefined) file.node.source.fail("map_entry is for compilers; write map<key, value>", entry.at);
  const taken = new Scope(file, `message ${message.relative}`);
  for (const one of [...node.fields, ...node.oneofs, ...node.messages, ...node.enums]) taken.add(one);
  for (const one of node.enums) for (const value of one.values) taken.add(value);
  for (const one of node.extends) for (const field of one.fields) taken.add(field);
  for (const oneof of node.oneofs) validateOptions(file, "OneofOptions", oneof.options, message.fullName);
  validateNumbers(message);
  for (const field of message.fields) validateField(field);
  validateJsonNames(message);
  for (const field of message.fields) {
    const entry = field.node.map === undefined ? undefined : entryName(field.name);
    if (entry !== undefined && taken.names.has(entry))
      file.node.source.fail(`the map ${field.name} needs the name ${entry}, which is taken`, field.node.at);
  }
}

function entryName(field: string): string {
  const camel = field.replace(/_+(.?)/g, (_, next: string) => next.toUpperCase());
  return `${camel.charAt(0).toUpperCase()}${camel.slice(1)}Entry`;
}

function validateNumbers(message: Message): void {
  const { node, file } = message;
  const { source } = file.node;
  const limit = message.messageSet ? 2_147_483_646 : maxNumber;
  for (const range of [...node.reserved, ...node.extensions]) {
    if (range.from < 1 || range.to > Math.max(limit, maxNumber))
      source.fail(`field numbers go from 1 to ${limit}`, range.at);
    if (range.from > range.to) source.fail(`the range ${range.from} to ${range.to} ends before it begins`, range.at);
  }
  for (const range of node.extensions) validateOptions(file, "ExtensionRangeOptions", range.options, message.fullName);
  const ranges = [
    ...node.reserved.map((range) => ({ ...range, what: "reserved" })),
    ...node.extensions.map((range) => ({ ...range, what: "for extensions" })),
  ].sort((a, b) => a.from - b.from);
  for (const [index, range] of ranges.entries()) {
    const before = ranges[index - 1];
    if (before !== undefined && before.to >= range.from)
      source.fail(`the number ${range.from} is ${before.what} already`, Math.max(range.at, before.at));
  }
  const names = new Set<string>();
  for (const { name, at } of node.reservedNames) {
    if (names.has(name)) source.fail(`the name ${name} is reserved twice`, at);
    names.add(name);
  }
  const used = new Map<number, Field>();
  for (const field of message.fields) {
    const { number } = field;
    const { numberAt } = field.node;
    if (number < 1 || number > maxNumber) source.fail(`field numbers go from 1 to ${maxNumber}`, numberAt);
    if (number >= 19_000 && number <= 19_999)
      source.fail("field numbers 19000 to 19999 belong to the Protobuf implementation", numberAt);
    const other = used.get(number);
    if (other !== undefined) source.fail(`field number ${number} is used by ${other.name} already`, numberAt);
    used.set(number, field);
    const taken = inRanges(ranges, number);
    if (taken !== undefined) source.fail(`field number ${number} is ${taken}`, numberAt);
    if (names.has(field.name)) source.fail(`the name ${field.name} is reserved`, field.node.at);
  }
}

function inRanges(ranges: readonly (Range & { readonly what: string })[], number: number): string | undefined {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle] as Range & { readonly what: string };
    if (number < range.from) high = middle - 1;
    else if (number > range.to) low = middle + 1;
    else return range.what;
  }
  return undefined;
}

function validateMessageSet({ file, node }: Message): void {
  const { source } = file.node;
  const [field] = node.fields;
  if (file.node.syntax === "proto3") source.fail("proto3 has no message sets", node.at);
  if (field !== undefined) source.fail("a message set has extensions only", field.at);
}

/** Two fields with one key in JSON; in proto2 only where both keys were chosen. */
function validateJsonNames(message: Message): void {
  const legacy = option(message.node.options, "deprecated_legacy_json_field_conflicts");
  if (legacy?.kind === "name" && legacy.word === "true") return;
  const strict = message.features.json_format === "ALLOW";
  const names = new Map<string, Field>();
  for (const field of message.fields) {
    if (!strict && option(field.node.options, "json_name") === undefined) continue;
    const other = names.get(field.jsonName);
    if (other !== undefined)
      message.file.node.source.fail(
        `${field.name} and ${other.name} have one JSON name, ${field.jsonName}`,
        field.node.at,
      );
    names.set(field.jsonName, field);
  }
}
