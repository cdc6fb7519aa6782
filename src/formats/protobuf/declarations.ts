import type { Cursor } from "./cursor.ts";
import { isEdition } from "./features.ts";
import { readField } from "./fields.ts";
import type {
  EnumNode,
  EnumValueNode,
  ExtendNode,
  ExtensionRange,
  FieldNode,
  FileNode,
  MessageNode,
  Named,
  OneofNode,
  Option,
  Range,
  RpcNode,
  ServiceNode,
} from "./syntax.ts";
import { skipVisibility } from "./visibility.ts";

type Syntax = FileNode["syntax"];

/** The greatest number a field or extension may have. */
export const maxNumber = 536_870_911;

interface Body {
  readonly fields: FieldNode[];
  readonly oneofs: OneofNode[];
  readonly messages: MessageNode[];
  readonly enums: EnumNode[];
  readonly extends: ExtendNode[];
  readonly options: Option[];
  readonly reserved: Range[];
  readonly reservedNames: Named[];
  readonly extensions: ExtensionRange[];
}

/** The word `message` already taken. */
export function readMessage(cursor: Cursor, syntax: Syntax): MessageNode {
  return { ...cursor.name("the name of a message"), ...readBody(cursor, syntax) };
}

function readBody(cursor: Cursor, syntax: Syntax): Body {
  const body: Body = {
    fields: [],
    oneofs: [],
    messages: [],
    enums: [],
    extends: [],
    options: [],
    reserved: [],
    reservedNames: [],
    extensions: [],
  };
  cursor.block(() => readMember(cursor, syntax, body));
  return body;
}

function readMember(cursor: Cursor, syntax: Syntax, body: Body): void {
  skipVisibility(cursor, syntax);
  if (cursor.skip("message")) body.messages.push(readMessage(cursor, syntax));
  else if (cursor.skip("enum")) body.enums.push(readEnum(cursor, syntax));
  else if (cursor.skip("extend")) body.extends.push(readExtend(cursor, syntax, body.messages));
  else if (cursor.skip("option")) body.options.push(cursor.optionStatement());
  else if (cursor.skip("oneof")) readOneof(cursor, syntax, body);
  else if (cursor.skip("reserved"))
    readReserved(cursor, syntax, body, maxNumber, () => cursor.integer("a field number"));
  else if (cursor.skip("extensions")) {
    if (syntax === "proto3") cursor.source.fail("proto3 has no extension ranges", cursor.at);
    const ranges = cursor.ranges(maxNumber, () => cursor.integer("a field number"));
    const options = cursor.bracketed();
    cursor.expect(";");
    for (const range of ranges) body.extensions.push({ ...range, options });
  } else body.fields.push(member(cursor, syntax, body.messages));
}

function member(cursor: Cursor, syntax: Syntax, messages: MessageNode[], oneof?: string): FieldNode {
  return readField(cursor, syntax, oneof, (name) => {
    const group = { ...name, ...readBody(cursor, syntax) };
    messages.push(group);
    return group;
  });
}

function readOneof(cursor: Cursor, syntax: Syntax, body: Body): void {
  const named = cursor.name("the name of a oneof");
  const options: Option[] = [];
  let fields = 0;
  cursor.block(() => {
    if (cursor.skip("option")) options.push(cursor.optionStatement());
    else {
      body.fields.push(member(cursor, syntax, body.messages, named.name));
      fields++;
    }
  });
  if (fields === 0) cursor.source.fail(`oneof ${named.name} has no field`, named.at);
  body.oneofs.push({ ...named, options });
}

/** `reserved 2, 5 to 9;` or `reserved "a", "b";`, in editions names without quotes. */
function readReserved(
  cursor: Cursor,
  syntax: Syntax,
  body: { readonly reserved: Range[]; readonly reservedNames: Named[] },
  max: number,
  number: () => { readonly value: number; readonly at: number },
): void {
  const edition = isEdition(syntax);
  if (cursor.isString() || cursor.isName()) {
    if (cursor.isString() === edition)
      cursor.source.fail(
        edition ? "reserved names are written without quotes in editions" : "reserved names are quoted",
        cursor.at,
      );
    do {
      const { at } = cursor;
      const name = edition ? cursor.name().name : cursor.string().bytes;
      body.reservedNames.push({ name, at });
    } while (cursor.skip(","));
  } else body.reserved.push(...cursor.ranges(max, number));
  cursor.expect(";");
}

/** The word `extend` already taken. */
export function readExtend(cursor: Cursor, syntax: Syntax, messages: MessageNode[]): ExtendNode {
  const { name, at } = cursor.path();
  const fields: FieldNode[] = [];
  cursor.block(() => fields.push(member(cursor, syntax, messages)));
  if (fields.length === 0) cursor.source.fail(`extend ${name} has no field`, at);
  return { extendee: name, at, fields };
}

/** The word `enum` already taken. */
export function readEnum(cursor: Cursor, syntax: Syntax): EnumNode {
  const named = cursor.name("the name of an enum");
  const values: EnumValueNode[] = [];
  const options: Option[] = [];
  const reserved: Range[] = [];
  const reservedNames: Named[] = [];
  cursor.block(() => {
    if (cursor.skip("option")) {
      options.push(cursor.optionStatement());
    } else if (cursor.skip("reserved")) {
      readReserved(cursor, syntax, { reserved, reservedNames }, 2_147_483_647, () => cursor.signed("a number"));
    } else {
      const value = cursor.name("the name of an enum value");
      cursor.expect("=");
      const number = cursor.signed("a number");
      values.push({ ...value, number: number.value, numberAt: number.at, options: cursor.bracketed() });
      cursor.expect(";");
    }
  });
  return { ...named, values, options, reserved, reservedNames };
}

/** The word `service` already taken. */
export function readService(cursor: Cursor): ServiceNode {
  const named = cursor.name("the name of a service");
  const rpcs: RpcNode[] = [];
  const options: Option[] = [];
  cursor.block(() => {
    if (cursor.skip("option")) options.push(cursor.optionStatement());
    else {
      cursor.expect("rpc");
      rpcs.push(readRpc(cursor));
    }
  });
  return { ...named, rpcs, options };
}

function readRpc(cursor: Cursor): RpcNode {
  const named = cursor.name("the name of an rpc");
  const request = readPayload(cursor);
  cursor.expect("returns");
  const response = readPayload(cursor);
  const options: Option[] = [];
  if (cursor.is("{"))
    cursor.block(() => {
      cursor.expect("option");
      options.push(cursor.optionStatement());
    });
  else cursor.expect(";");
  return {
    ...named,
    request: request.name,
    requestAt: request.at,
    requestStream: request.stream,
    response: response.name,
    responseAt: response.at,
    responseStream: response.stream,
    options,
  };
}

function readPayload(cursor: Cursor): Named & { readonly stream: boolean } {
  cursor.expect("(");
  const stream = cursor.skip("stream");
  const path = cursor.path();
  cursor.expect(")");
  return { ...path, stream };
}
