import { camelCase } from "./declare.ts";
import type { EnumType } from "./model.ts";
import { option } from "./options.ts";
import { validateOptions } from "./validate-options.ts";

/** @throws Unreadable with the place of the first fault */
export function validateEnum(one: EnumType): void {
  const { node, file } = one;
  const { source } = file.node;
  validateOptions(file, "EnumOptions", node.options, one.fullName);
  const [first] = node.values;
  if (first === undefined) source.fail(`enum ${one.relative} has no value`, node.at);
  if (!one.closed && first !== undefined && first.number !== 0)
    source.fail("the first value of an open enum is 0", first.numberAt);
  const reserved = [...node.reserved].sort((a, b) => a.from - b.from);
  for (const [index, range] of reserved.entries()) {
    if (range.from > range.to) source.fail(`the range ${range.from} to ${range.to} ends before it begins`, range.at);
    const before = reserved[index - 1];
    if (before !== undefined && before.to >= range.from)
      source.fail(`the number ${range.from} is reserved already`, Math.max(before.at, range.at));
  }
  const names = new Set<string>();
  for (const { name, at } of node.reservedNames) {
    if (names.has(name)) source.fail(`the name ${name} is reserved twice`, at);
    names.add(name);
  }
  const alias = option(node.options, "allow_alias");
  const aliases = alias?.kind === "name" && alias.word === "true";
  const numbers = new Map<number, string>();
  let repeated = false;
  for (const value of node.values) {
    validateOptions(file, "EnumValueOptions", value.options, one.fullName);
    if (value.number < -2_147_483_648 || value.number > 2_147_483_647)
      source.fail("enum numbers are 32-bit integers", value.numberAt);
    const other = numbers.get(value.number);
    if (other !== undefined && !aliases)
      source.fail(
        `the number ${value.number} is ${other} already; aliases need option allow_alias = true`,
        value.numberAt,
      );
    repeated ||= other !== undefined;
    numbers.set(value.number, other ?? value.name);
    if (reserved.some((range) => range.from <= value.number && value.number <= range.to))
      source.fail(`the number ${value.number} is reserved`, value.numberAt);
    if (names.has(value.name)) source.fail(`the name ${value.name} is reserved`, value.at);
  }
  if (aliases && !repeated) source.fail(`enum ${one.relative} says allow_alias and has no alias`, alias.at);
  const legacy = option(node.options, "deprecated_legacy_json_field_conflicts");
  if (!(legacy?.kind === "name" && legacy.word === "true")) validateShortNames(one);
}

/** Two values that are one name once the enum's own name is taken off: generated code could not tell them apart. */
function validateShortNames(one: EnumType): void {
  const prefix = one.name.replaceAll("_", "").toLowerCase();
  const short = new Map<string, { readonly name: string; readonly number: number }>();
  for (const value of one.node.values) {
    const name = camelCase(withoutPrefix(value.name, prefix).toLowerCase());
    const other = short.get(name);
    if (other !== undefined && other.number !== value.number && other.name !== value.name)
      one.file.node.source.fail(
        `${value.name} and ${other.name} are one name without the prefix ${one.name}`,
        value.at,
      );
    if (other === undefined) short.set(name, value);
  }
}

function withoutPrefix(name: string, prefix: string): string {
  let at = 0;
  for (let matched = 0; at < name.length && matched < prefix.length; at++) {
    if (name[at] === "_") continue;
    if (name[at]?.toLowerCase() !== prefix[matched]) return name;
    matched++;
    if (matched === prefix.length) {
      const rest = name.slice(at + 1).replace(/^_+/, "");
      return rest === "" ? name : rest;
    }
  }
  return name;
}
