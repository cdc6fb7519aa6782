import type { Text } from "./lexer.ts";

/** Offsets into the file's text; a place is counted from them when somebody asks. */
export type Offset = number;

/** A value written for an option. */
export type Value =
  | {
      readonly kind: "name" | "integer" | "float";
      readonly word: string;
      readonly negative: boolean;
      readonly at: Offset;
    }
  | { readonly kind: "string"; readonly bytes: string; readonly at: Offset }
  | { readonly kind: "list"; readonly items: readonly Value[]; readonly at: Offset }
  | {
      readonly kind: "message";
      readonly members: readonly { readonly name: string; readonly value: Value }[];
      readonly at: Offset;
    };

/** `deprecated = true`, `(acme.owner).team = "x"`: custom parts keep their parentheses. */
export interface Option {
  readonly name: readonly string[];
  readonly value: Value;
  readonly at: Offset;
}

/** Inclusive on both ends. */
export interface Range {
  readonly from: number;
  readonly to: number;
  readonly at: Offset;
}

export interface Named {
  readonly name: string;
  readonly at: Offset;
}

export interface FieldNode extends Named {
  readonly label: "" | "optional" | "required" | "repeated";
  readonly labelAt: Offset;
  /** As written; `group`'s own message stands in `group`, a map's sides in `map`. */
  readonly type: string;
  readonly typeAt: Offset;
  readonly number: number;
  readonly numberAt: Offset;
  readonly options: readonly Option[];
  readonly map:
    | { readonly key: string; readonly keyAt: Offset; readonly value: string; readonly valueAt: Offset }
    | undefined;
  readonly group: MessageNode | undefined;
  /** The oneof it stands in. */
  readonly oneof: string | undefined;
}

export interface OneofNode extends Named {
  readonly options: readonly Option[];
}

export interface ExtensionRange extends Range {
  readonly options: readonly Option[];
}

export interface MessageNode extends Named {
  readonly fields: readonly FieldNode[];
  readonly oneofs: readonly OneofNode[];
  readonly messages: readonly MessageNode[];
  readonly enums: readonly EnumNode[];
  readonly extends: readonly ExtendNode[];
  readonly options: readonly Option[];
  readonly reserved: readonly Range[];
  readonly reservedNames: readonly Named[];
  readonly extensions: readonly ExtensionRange[];
}

export interface ExtendNode {
  readonly extendee: string;
  readonly at: Offset;
  readonly fields: readonly FieldNode[];
}

export interface EnumValueNode extends Named {
  readonly number: number;
  readonly numberAt: Offset;
  readonly options: readonly Option[];
}

export interface EnumNode extends Named {
  readonly values: readonly EnumValueNode[];
  readonly options: readonly Option[];
  readonly reserved: readonly Range[];
  readonly reservedNames: readonly Named[];
}

export interface RpcNode extends Named {
  readonly request: string;
  readonly requestAt: Offset;
  readonly requestStream: boolean;
  readonly response: string;
  readonly responseAt: Offset;
  readonly responseStream: boolean;
  readonly options: readonly Option[];
}

export interface ServiceNode extends Named {
  readonly rpcs: readonly RpcNode[];
  readonly options: readonly Option[];
}

export interface ImportNode {
  readonly path: string;
  readonly how: "" | "public" | "weak" | "option";
  readonly at: Offset;
}

/** One .proto text, read but not yet understood: names are as written. */
export interface FileNode {
  readonly source: Text;
  readonly syntax: "proto2" | "proto3" | "2023" | "2024" | "2026";
  readonly syntaxAt: Offset;
  readonly package: string;
  readonly packageAt: Offset;
  readonly imports: readonly ImportNode[];
  readonly options: readonly Option[];
  readonly messages: readonly MessageNode[];
  readonly enums: readonly EnumNode[];
  readonly extends: readonly ExtendNode[];
  readonly services: readonly ServiceNode[];
}
