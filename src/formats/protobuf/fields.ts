import type { Cursor } from "./cursor.ts";
import { isEdition } from "./features.ts";
import type { FieldNode, FileNode, MessageNode, Named } from "./syntax.ts";

type Syntax = FileNode["syntax"];

function labelOf(word: string): FieldNode["label"] {
  return word === "optional" || word === "required" || word === "repeated" ? word : "";
}

/**
 * One field, map or group of a message, oneof or extend block. `group` reads the body of a group and keeps its message.
 * Labels are held against what the syntax allows.
 */
export function readField(
  cursor: Cursor,
  syntax: Syntax,
  oneof: string | undefined,
  group: (name: Named) => MessageNode,
): FieldNode {
  const labelAt = cursor.at;
  const label = labelOf(cursor.word);
  if (label !== "") cursor.skip(label);
  if (oneof !== undefined && label !== "") cursor.source.fail("a field of a oneof takes no label", labelAt);
  if (cursor.is("map") && cursor.peek().word === "<") {
    if (label !== "") cursor.source.fail("a map takes no label", labelAt);
    if (oneof !== undefined) cursor.source.fail("a map cannot stand in a oneof", labelAt);
    return readMap(cursor, labelAt);
  }
  checkLabel(cursor, syntax, label, labelAt, oneof);
  const type = cursor.path();
  if (type.name === "group" && cursor.isName()) return readGroup(cursor, syntax, label, labelAt, type, oneof, group);
  const name = cursor.name("the name of a field");
  cursor.expect("=");
  const number = cursor.integer("a field number");
  const options = cursor.bracketed();
  cursor.expect(";");
  return {
    name: name.name,
    at: name.at,
    label,
    labelAt,
    type: type.name,
    typeAt: type.at,
    number: number.value,
    numberAt: number.at,
    options,
    oneof,
    map: undefined,
    group: undefined,
  };
}

function checkLabel(cursor: Cursor, syntax: Syntax, label: FieldNode["label"], at: number, oneof: string | undefined) {
  const { source } = cursor;
  if (syntax === "proto2" && label === "" && oneof === undefined) {
    if (!cursor.isName() && !cursor.is(".")) cursor.unexpected("a field");
    source.fail('in proto2 a field begins with "optional", "required" or "repeated"', at);
  }
  if (syntax === "proto3" && label === "required") source.fail("proto3 has no required fields", at);
  if (isEdition(syntax) && (label === "optional" || label === "required"))
    source.fail(`editions say features.field_presence in place of "${label}"`, at);
}

function readMap(cursor: Cursor, labelAt: number): FieldNode {
  const typeAt = cursor.at;
  cursor.expect("map");
  cursor.expect("<");
  const key = cursor.path();
  cursor.expect(",");
  const value = cursor.path();
  cursor.expect(">");
  const name = cursor.name("the name of a field");
  cursor.expect("=");
  const number = cursor.integer("a field number");
  const options = cursor.bracketed();
  cursor.expect(";");
  return {
    name: name.name,
    at: name.at,
    label: "",
    labelAt,
    type: "map",
    typeAt,
    number: number.value,
    numberAt: number.at,
    options,
    oneof: undefined,
    group: undefined,
    map: { key: key.name, keyAt: key.at, value: value.name, valueAt: value.at },
  };
}

function readGroup(
  cursor: Cursor,
  syntax: Syntax,
  label: FieldNode["label"],
  labelAt: number,
  type: Named,
  oneof: string | undefined,
  group: (name: Named) => MessageNode,
): FieldNode {
  const { source } = cursor;
  if (syntax !== "proto2") source.fail("only proto2 has groups", type.at);
  const name = cursor.name("the name of a group");
  if (!/^[A-Z]/.test(name.name)) source.fail("the name of a group begins with a capital letter", name.at);
  cursor.expect("=");
  const number = cursor.integer("a field number");
  const options = cursor.bracketed();
  return {
    name: name.name.toLowerCase(),
    at: name.at,
    label,
    labelAt,
    type: name.name,
    typeAt: type.at,
    number: number.value,
    numberAt: number.at,
    options,
    group: group(name),
    oneof,
    map: undefined,
  };
}
