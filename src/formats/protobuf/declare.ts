import { defaultFeatures, type Features, featuresOf } from "./features.ts";
import type {
  Declaration,
  EnumType,
  Field,
  FieldType,
  Message,
  Presence,
  ProtoFile,
  Rpc,
  Scalar,
  Service,
} from "./model.ts";
import { scalars } from "./model.ts";
import { option } from "./options.ts";
import { resolve } from "./resolve.ts";
import type { EnumNode, ExtendNode, FieldNode, FileNode, MessageNode, RpcNode, ServiceNode } from "./syntax.ts";

/** A file while its names are being declared: filled in once what it imports is known. */
export interface Draft extends ProtoFile {
  visible: readonly ProtoFile[];
  missing: readonly string[];
}

/** Declares the names of one file. Types are resolved when asked for. @throws Unreadable */
export function declare(node: FileNode): Draft {
  const messages: Message[] = [];
  const enums: EnumType[] = [];
  const extensions: Field[] = [];
  const symbols = new Map<string, Declaration>();
  const services: Service[] = [];
  const file: Draft = {
    path: node.source.path,
    node,
    package: node.package,
    features: featuresOf(node, "file", node.options, defaultFeatures[node.syntax]),
    visible: [],
    missing: [],
    messages,
    enums,
    services,
    extensions,
    symbols,
  };
  const prefix = node.package === "" ? "" : `${node.package}.`;

  const keep = <T extends Declaration>(symbol: T): T => {
    if (!symbols.has(symbol.fullName)) symbols.set(symbol.fullName, symbol);
    return symbol;
  };
  const named = (name: string, parent: Message | undefined) => {
    const relative = parent === undefined ? name : `${parent.relative}.${name}`;
    return { name, relative, fullName: prefix + relative, file, parent };
  };
  const addMessage = (one: MessageNode, parent: Message | undefined): void => {
    const features = featuresOf(node, "message", one.options, parent?.features ?? file.features);
    const fields: Field[] = [];
    const byNumber = new Map<number, Field>();
    const messageSet = isTrue(option(one.options, "message_set_wire_format"));
    const message: Message = keep({
      ...named(one.name, parent),
      kind: "message",
      node: one,
      features,
      fields,
      byNumber,
      messageSet,
    });
    messages.push(message);
    const oneofs = new Map(one.oneofs.map((oneof) => [oneof.name, featuresOf(node, "oneof", oneof.options, features)]));
    for (const field of one.fields) {
      const made = new DeclaredField(
        named(field.name, message),
        field,
        undefined,
        oneofs.get(field.oneof ?? "") ?? features,
      );
      fields.push(made);
      if (!byNumber.has(made.number)) byNumber.set(made.number, made);
    }
    for (const nested of one.messages) addMessage(nested, message);
    for (const nested of one.enums) addEnum(nested, message);
    for (const extend of one.extends) addExtend(extend, message);
  };
  const addEnum = (one: EnumNode, parent: Message | undefined): void => {
    const features = featuresOf(node, "enum", one.options, parent?.features ?? file.features);
    const byNumber = new Map<number, string[]>();
    for (const value of one.values) {
      const names = byNumber.get(value.number);
      if (names === undefined) byNumber.set(value.number, [value.name]);
      else names.push(value.name);
    }
    const closed = features.enum_type === "CLOSED";
    enums.push(keep({ ...named(one.name, parent), kind: "enum", node: one, features, closed, byNumber }));
  };
  const addExtend = (extend: ExtendNode, parent: Message | undefined): void => {
    const features = parent?.features ?? file.features;
    for (const field of extend.fields)
      extensions.push(keep(new DeclaredField(named(field.name, parent), field, extend, features)));
  };
  const addService = (one: ServiceNode): void => {
    const rpcs: Rpc[] = [];
    const service: Service = keep({ ...named(one.name, undefined), kind: "service", node: one, rpcs });
    for (const rpc of one.rpcs) rpcs.push(new DeclaredRpc(rpc, service));
    services.push(service);
  };
  for (const one of node.messages) addMessage(one, undefined);
  for (const one of node.enums) addEnum(one, undefined);
  for (const one of node.extends) addExtend(one, undefined);
  for (const one of node.services) addService(one);
  return file;
}

class DeclaredField implements Field {
  readonly kind = "field";
  readonly name: string;
  readonly relative: string;
  readonly fullName: string;
  readonly file: ProtoFile;
  readonly parent: Message | undefined;
  readonly node: FieldNode;
  readonly extend: ExtendNode | undefined;
  readonly features: Features;
  private resolved: FieldType | undefined;
  private known: Presence | undefined;

  constructor(
    named: Pick<Field, "name" | "relative" | "fullName" | "file" | "parent">,
    node: FieldNode,
    extend: ExtendNode | undefined,
    inherited: Features,
  ) {
    this.name = named.name;
    this.relative = named.relative;
    this.fullName = named.fullName;
    this.file = named.file;
    this.parent = named.parent;
    this.node = node;
    this.extend = extend;
    this.features =
      node.options.length === 0 ? inherited : featuresOf(named.file.node, "field", node.options, inherited);
  }

  get number(): number {
    return this.node.number;
  }

  get oneof(): string | undefined {
    return this.node.oneof;
  }

  get jsonName(): string {
    const given = option(this.node.options, "json_name");
    return given?.kind === "string" ? given.bytes : camelCase(this.name);
  }

  get type(): FieldType {
    this.resolved ??= typeOf(this);
    return this.resolved;
  }

  get presence(): Presence {
    this.known ??= this.presenceOf();
    return this.known;
  }

  private presenceOf(): Presence {
    const { node } = this;
    if (node.label === "repeated" || node.map !== undefined) return "repeated";
    if (node.label === "required" || this.features.field_presence === "LEGACY_REQUIRED") return "required";
    if (node.label === "optional" || node.oneof !== undefined || this.extend !== undefined) return "explicit";
    if (this.features.field_presence === "EXPLICIT") return "explicit";
    return this.type.kind === "message" ? "explicit" : "implicit";
  }

  get packed(): boolean {
    if (this.node.label !== "repeated" || !isPackable(this.type)) return false;
    const given = option(this.node.options, "packed");
    return given === undefined ? this.features.repeated_field_encoding === "PACKED" : isTrue(given);
  }

  get delimited(): boolean {
    if (this.node.group !== undefined) return true;
    return this.type.kind === "message" && this.features.message_encoding === "DELIMITED";
  }

  get extendee(): Message | undefined {
    if (this.extend === undefined) return undefined;
    const { extendee, at } = this.extend;
    const found = resolve(this.file, this.parent?.fullName ?? this.file.package, extendee, at);
    if (found.kind !== "message") return this.file.node.source.fail(`${extendee} is not a message`, at);
    return found;
  }
}

class DeclaredRpc implements Rpc {
  readonly node: RpcNode;
  readonly service: Service;

  constructor(node: RpcNode, service: Service) {
    this.node = node;
    this.service = service;
  }

  get name(): string {
    return this.node.name;
  }

  get request(): Message {
    return this.message(this.node.request, this.node.requestAt);
  }

  get response(): Message {
    return this.message(this.node.response, this.node.responseAt);
  }

  private message(name: string, at: number): Message {
    const { file, fullName } = this.service;
    const found = resolve(file, fullName, name, at);
    return found.kind === "message" ? found : file.node.source.fail(`${name} is not a message`, at);
  }
}

function typeOf(field: DeclaredField): FieldType {
  const { node, file } = field;
  const scope = field.parent?.fullName ?? file.package;
  const { map } = node;
  if (map === undefined) return named(file, scope, node.type, node.typeAt);
  if (!scalars.has(map.key) || map.key === "double" || map.key === "float" || map.key === "bytes")
    return file.node.source.fail(`a map's key is an integer, bool or string type, not ${map.key}`, map.keyAt);
  return { kind: "map", key: map.key as Scalar, value: named(file, scope, map.value, map.valueAt) };
}

function named(file: ProtoFile, scope: string, name: string, at: number): FieldType {
  if (scalars.has(name)) return { kind: "scalar", scalar: name as Scalar };
  const found = resolve(file, scope, name, at);
  if (found.kind === "message") return { kind: "message", message: found };
  if (found.kind === "enum") return { kind: "enum", enum: found };
  return file.node.source.fail(`${name} is not a type`, at);
}

/** Whether repeated values may go in one record: numbers, bools and enums. */
export function isPackable(type: FieldType): boolean {
  return type.kind === "enum" || (type.kind === "scalar" && type.scalar !== "string" && type.scalar !== "bytes");
}

function isTrue(value: ReturnType<typeof option>): boolean {
  return value?.kind === "name" && value.word === "true";
}

/** The JSON name of a field that gives none: `unit_price` is `unitPrice`. */
export function camelCase(name: string): string {
  if (!name.includes("_")) return name;
  return name.replace(/_+(.?)/g, (_, next: string) => next.toUpperCase());
}
