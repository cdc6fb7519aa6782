import type { Features } from "./features.ts";
import type { EnumNode, ExtendNode, FieldNode, FileNode, MessageNode, RpcNode, ServiceNode } from "./syntax.ts";

/** One .proto file of one side, its names declared. */
export interface ProtoFile {
  readonly path: string;
  readonly node: FileNode;
  readonly package: string;
  readonly features: Features;
  /** Itself, what it imports, and what those import publicly. */
  readonly visible: readonly ProtoFile[];
  /** Imports that no file of this side answers. */
  readonly missing: readonly string[];
  /** Nested ones too, in the order they stand. */
  readonly messages: readonly Message[];
  readonly enums: readonly EnumType[];
  readonly services: readonly Service[];
  /** Fields that `extend` blocks of this file add to messages anywhere. */
  readonly extensions: readonly Field[];
  /** Full names of types and services to what they name. */
  readonly symbols: ReadonlyMap<string, Declaration>;
}

export type Declaration = Message | EnumType | Service | Field;

interface Declared {
  readonly name: string;
  /** `shop.v1.Order.Line`. */
  readonly fullName: string;
  /** Without the package: `Order.Line`. */
  readonly relative: string;
  readonly file: ProtoFile;
}

export interface Message extends Declared {
  readonly kind: "message";
  readonly node: MessageNode;
  readonly parent: Message | undefined;
  readonly features: Features;
  readonly fields: readonly Field[];
  readonly byNumber: ReadonlyMap<number, Field>;
  readonly messageSet: boolean;
}

export interface EnumType extends Declared {
  readonly kind: "enum";
  readonly node: EnumNode;
  readonly parent: Message | undefined;
  readonly features: Features;
  /** Unknown numbers are set aside as unknown fields. */
  readonly closed: boolean;
  /** Every name of a number, aliases too, in the order they stand. */
  readonly byNumber: ReadonlyMap<number, readonly string[]>;
}

export interface Service extends Declared {
  readonly kind: "service";
  readonly node: ServiceNode;
  readonly rpcs: readonly Rpc[];
}

export interface Rpc {
  readonly name: string;
  readonly node: RpcNode;
  readonly service: Service;
  readonly request: Message;
  readonly response: Message;
}

export type Scalar =
  | "double"
  | "float"
  | "int32"
  | "int64"
  | "uint32"
  | "uint64"
  | "sint32"
  | "sint64"
  | "fixed32"
  | "fixed64"
  | "sfixed32"
  | "sfixed64"
  | "bool"
  | "string"
  | "bytes";

export type FieldType =
  | { readonly kind: "scalar"; readonly scalar: Scalar }
  | { readonly kind: "message"; readonly message: Message }
  | { readonly kind: "enum"; readonly enum: EnumType }
  | { readonly kind: "map"; readonly key: Scalar; readonly value: FieldType };

/** How absence shows: `implicit` cannot be told from the zero value. */
export type Presence = "required" | "explicit" | "implicit" | "repeated";

export interface Field extends Declared {
  readonly kind: "field";
  readonly node: FieldNode;
  readonly parent: Message | undefined;
  readonly number: number;
  readonly jsonName: string;
  readonly presence: Presence;
  readonly oneof: string | undefined;
  readonly features: Features;
  /** Resolved when first asked. @throws Unreadable */
  readonly type: FieldType;
  /** Repeated numbers go in one record. */
  readonly packed: boolean;
  /** A message between group marks rather than after its length. */
  readonly delimited: boolean;
  /** The message an extension is for. @throws Unreadable */
  readonly extendee: Message | undefined;
  readonly extend: ExtendNode | undefined;
}

export const scalars: ReadonlySet<string> = new Set<Scalar>([
  "double",
  "float",
  "int32",
  "int64",
  "uint32",
  "uint64",
  "sint32",
  "sint64",
  "fixed32",
  "fixed64",
  "sfixed32",
  "sfixed64",
  "bool",
  "string",
  "bytes",
]);

/** As it would be written: `repeated` and presence left out. */
export function typeName(type: FieldType): string {
  switch (type.kind) {
    case "scalar":
      return type.scalar;
    case "message":
      return type.message.fullName;
    case "enum":
      return type.enum.fullName;
    case "map":
      return `map<${type.key}, ${typeName(type.value)}>`;
  }
}
