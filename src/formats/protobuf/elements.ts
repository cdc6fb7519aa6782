import type { Source } from "../format.ts";
import type { EnumType, Field, FieldType, Message, ProtoFile, Service } from "./model.ts";
import { readPair } from "./read.ts";

type Declared = Message | EnumType | Service;

/**
 * What a reader of an element reads, by the names under which changes are told: `Order.lines` leads to the message `Line` and
 * all it holds. An element may be told from the message that the contract is known by (`lines[].sku`), or as it stands in the
 * file (`Order.lines`, `Order.Line.sku`, `Status.PAID`, `OrderDesk.Get`).
 */
export function reach(source: Source, element: string): readonly string[] | undefined {
  if (element === "") return [element];
  const { base, packages } = readPair(source, source);
  const files = [...new Set([...base.roots, ...base.reachable])];
  const nameOf = ({ relative, fullName, file }: Declared | Field) => (packages.has(file.package) ? relative : fullName);
  const found = new Set<string>();
  const path = element.replaceAll("[]", "").replaceAll("{}", "").split(".");
  for (const declared of files.flatMap(declarations)) {
    const name = nameOf(declared).split(".");
    if (name.every((part, index) => part === path[index])) step(declared, path.slice(name.length));
  }
  if (found.size === 0)
    for (const message of base.roots.flatMap(({ messages }) => messages.filter(({ parent }) => parent === undefined)))
      step(message, path);
  return found.size === 0 ? undefined : [element, ...found];

  /** Whether the rest of the path leads anywhere; what it leads to is noted. */
  function step(declared: Declared, rest: readonly string[]): boolean {
    const [name, ...more] = rest;
    if (name === undefined) return note(declared);
    if (declared.kind === "message")
      return declared.fields.filter((field) => isCalled(field, name)).some((field) => follow(field, more));
    if (more.length > 0 || !members(declared).includes(name)) return false;
    found.add(`${nameOf(declared)}.${name}`);
    return true;
  }

  function follow(field: Field, rest: readonly string[]): boolean {
    const type = typeOf(field.type);
    const leads = rest.length === 0 ? type === undefined || note(type) : type !== undefined && step(type, rest);
    if (leads) found.add(nameOf(field));
    return leads;
  }

  function note(declared: Declared): true {
    for (const one of within(declared)) found.add(nameOf(one));
    return true;
  }
}

function isCalled({ name, jsonName, fullName }: Field, wanted: string): boolean {
  return wanted === name || wanted === jsonName || wanted === `(${fullName})`;
}

function declarations({ messages, enums, services }: ProtoFile): readonly Declared[] {
  return [...messages, ...enums, ...services];
}

function members(declared: EnumType | Service): readonly string[] {
  return declared.kind === "enum" ? [...declared.byNumber.values()].flat() : declared.rpcs.map(({ name }) => name);
}

/** A type, and every type that its fields and calls lead to. */
function within(declared: Declared): ReadonlySet<Declared> {
  const seen = new Set<Declared>([declared]);
  for (const one of seen) {
    if (one.kind === "service") for (const { request, response } of one.rpcs) seen.add(request).add(response);
    if (one.kind === "message")
      for (const field of one.fields) {
        const type = typeOf(field.type);
        if (type !== undefined) seen.add(type);
      }
  }
  return seen;
}

function typeOf(type: FieldType): Message | EnumType | undefined {
  switch (type.kind) {
    case "message":
      return type.message;
    case "enum":
      return type.enum;
    case "map":
      return typeOf(type.value);
    case "scalar":
      return undefined;
  }
}
