import type { ProtoFile } from "./model.ts";
import { Scope } from "./scope.ts";
import { validateEnum } from "./validate-enum.ts";
import { validateField } from "./validate-field.ts";
import { validateMessage } from "./validate-message.ts";
import { validateOptions } from "./validate-options.ts";

/** Holds one linked file against what protoc refuses. @throws Unreadable with the place of the first fault */
export function validate(file: ProtoFile): void {
  const { node } = file;
  const { source } = node;
  const imported = new Set<string>();
  for (const { path, at } of node.imports) {
    if (imported.has(path)) source.fail(`${JSON.stringify(path)} is imported twice`, at);
    imported.add(path);
  }
  validateOptions(file, "FileOptions", node.options, file.package);
  const taken = new Scope(file, "this file");
  for (const one of [...node.messages, ...node.enums, ...node.services]) taken.add(one);
  for (const one of node.enums) for (const value of one.values) taken.add(value);
  for (const one of node.extends) for (const field of one.fields) taken.add(field);
  refuseStrangers(file, taken);
  for (const message of file.messages) validateMessage(message);
  for (const one of file.enums) validateEnum(one);
  validateExtensions(file);
  for (const service of file.services) {
    validateOptions(file, "ServiceOptions", service.node.options, service.fullName);
    const rpcs = new Scope(file, `service ${service.relative}`);
    for (const rpc of service.rpcs) {
      rpcs.add(rpc.node);
      validateOptions(file, "MethodOptions", rpc.node.options, service.fullName);
      // both are resolved when asked for
      if (rpc.request.kind !== rpc.response.kind) source.fail("an rpc carries messages", rpc.node.at);
    }
  }
}

/** A name that an imported file of the same package has taken, or that is a package. */
function refuseStrangers(file: ProtoFile, taken: Scope): void {
  const prefix = file.package === "" ? "" : `${file.package}.`;
  for (const other of file.visible) {
    if (other === file) continue;
    if (other.package === file.package)
      for (const [name, { at }] of taken.names)
        if (other.symbols.has(prefix + name))
          file.node.source.fail(`${prefix}${name} is defined in ${other.path} too, which this file imports`, at);
    const inner = other.package.startsWith(prefix) ? other.package.slice(prefix.length).split(".")[0] : undefined;
    const clash = inner === undefined || inner === "" ? undefined : taken.names.get(inner);
    if (clash !== undefined) file.node.source.fail(`${prefix}${inner} is the package of ${other.path} too`, clash.at);
  }
}

function validateExtensions(file: ProtoFile): void {
  const numbers = new Map<string, Set<number>>();
  for (const field of file.extensions) {
    const { node, number, extendee } = field;
    if (extendee === undefined) continue;
    const { source } = file.node;
    if (file.node.syntax === "proto3" && !/^google\.protobuf\.\w+Options$/.test(extendee.fullName))
      source.fail("proto3 extends only the options of google.protobuf", node.at);
    const inRange = extendee.node.extensions.some((range) => range.from <= number && number <= range.to);
    if (!inRange) source.fail(`${extendee.fullName} does not give the number ${number} to extensions`, node.numberAt);
    if (number >= 19_000 && number <= 19_999)
      source.fail("field numbers 19000 to 19999 belong to the Protobuf implementation", node.numberAt);
    const used = numbers.get(extendee.fullName) ?? new Set();
    if (used.has(number))
      source.fail(`extension number ${number} of ${extendee.fullName} is used twice`, node.numberAt);
    numbers.set(extendee.fullName, used.add(number));
    if (node.label === "required") source.fail("an extension is never required", node.labelAt);
    if (node.map !== undefined) source.fail("a map cannot be an extension", node.at);
    validateField(field);
  }
}
