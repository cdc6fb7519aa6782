import { declare } from "./declare.ts";
import type { Field, Message, ProtoFile } from "./model.ts";
import { readProto } from "./parse.ts";
import { isExtension } from "./resolve.ts";
import type { Option } from "./syntax.ts";
import { wellKnown } from "./well-known.ts";

/** The messages of descriptor.proto, which say what standard options there are. */
let standard: ReadonlyMap<string, Message> | undefined;

function optionMessage(name: string): Message | undefined {
  if (standard === undefined) {
    const path = "google/protobuf/descriptor.proto";
    const file = declare(readProto(path, wellKnown.get(path) ?? ""));
    file.visible = [file];
    standard = new Map(file.messages.map((message) => [message.relative, message]));
  }
  return standard.get(name);
}

/**
 * Standard options exist, are set once and to a value of their type. Custom options exist too, where every import is there;
 * what they are set to is left to those who read them: bytes do not depend on it.
 * @throws Unreadable
 */
export function validateOptions(file: ProtoFile, of: string, options: readonly Option[], scope: string): void {
  if (options.length === 0) return;
  const known = optionMessage(of);
  const set = new Set<string>();
  for (const one of options) {
    const [first = ""] = one.name;
    const { source } = file.node;
    if (first.startsWith("(")) {
      const name = first.slice(1, -1);
      if (file.missing.length === 0 && !isExtension(file, scope, name))
        source.fail(`the option ${first} is not defined in this file or in what it imports`, one.at);
      continue;
    }
    if (one.name.length === 1) {
      const field = known?.fields.find((candidate) => candidate.name === first);
      if (set.has(first) && field?.presence !== "repeated") source.fail(`the option ${first} is set twice`, one.at);
      set.add(first);
      if (of === "FieldOptions" && (first === "default" || first === "json_name")) continue;
      if (field === undefined) source.fail(`there is no option ${first} here`, one.at);
      else checkValue(file, field, one);
    } else if (known?.fields.every((candidate) => candidate.name !== first))
      source.fail(`there is no option ${first} here`, one.at);
  }
}

function checkValue(file: ProtoFile, field: Field, { value }: Option): void {
  const { type } = field;
  const { source } = file.node;
  const word = value.kind === "name" && !value.negative ? value.word : undefined;
  if (type.kind === "enum") {
    if (word === undefined || !type.enum.node.values.some((one) => one.name === word))
      source.fail(
        `the option ${field.name} takes ${type.enum.node.values.map((one) => one.name).join(", ")}`,
        value.at,
      );
  } else if (type.kind === "scalar" && type.scalar === "bool") {
    if (word !== "true" && word !== "false") source.fail(`the option ${field.name} is true or false`, value.at);
  } else if (type.kind === "scalar" && type.scalar === "string" && value.kind !== "string")
    source.fail(`the option ${field.name} takes a quoted string`, value.at);
}
