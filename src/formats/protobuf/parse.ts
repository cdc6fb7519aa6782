import { Cursor } from "./cursor.ts";
import { readEnum, readExtend, readMessage, readService } from "./declarations.ts";
import { Text } from "./lexer.ts";
import type { EnumNode, ExtendNode, FileNode, ImportNode, MessageNode, Offset, Option, ServiceNode } from "./syntax.ts";
import { skipVisibility } from "./visibility.ts";

/**
 * Reads one .proto text: proto2, proto3 and the editions 2023 and 2024. Names stay as written.
 * @throws Unreadable with the place of what is not Protobuf
 */
export function readProto(path: string, text: string): FileNode {
  const cursor = new Cursor(new Text(path, text));
  const { syntax, syntaxAt } = readSyntax(cursor);
  const imports: ImportNode[] = [];
  const options: Option[] = [];
  const messages: MessageNode[] = [];
  const enums: EnumNode[] = [];
  const extensions: ExtendNode[] = [];
  const services: ServiceNode[] = [];
  let named: { name: string; at: Offset } | undefined;
  while (!cursor.done) {
    if (cursor.skip(";")) continue;
    skipVisibility(cursor, syntax);
    const at = cursor.at;
    if (cursor.skip("message")) messages.push(readMessage(cursor, syntax));
    else if (cursor.skip("enum")) enums.push(readEnum(cursor, syntax));
    else if (cursor.skip("extend")) extensions.push(readExtend(cursor, syntax, messages));
    else if (cursor.skip("service")) services.push(readService(cursor));
    else if (cursor.skip("option")) options.push(cursor.optionStatement());
    else if (cursor.skip("import")) imports.push(readImport(cursor, syntax));
    else if (cursor.skip("package")) {
      if (named !== undefined) cursor.source.fail("a second package statement", at);
      named = cursor.path(false);
      cursor.expect(";");
    } else cursor.unexpected("a message, enum, service, extend, import, option or package");
  }
  return {
    source: cursor.source,
    syntax,
    syntaxAt,
    package: named?.name ?? "",
    packageAt: named?.at ?? syntaxAt,
    imports,
    options,
    messages,
    enums,
    extends: extensions,
    services,
  };
}

type Syntax = FileNode["syntax"];

function readSyntax(cursor: Cursor): { readonly syntax: Syntax; readonly syntaxAt: Offset } {
  while (cursor.skip(";"));
  const syntaxAt = cursor.at;
  const edition = cursor.skip("edition");
  if (!edition && !cursor.skip("syntax")) return { syntax: "proto2", syntaxAt };
  cursor.expect("=");
  const { bytes, at } = cursor.string();
  const known: readonly Syntax[] = edition ? ["2023", "2024", "2026"] : ["proto2", "proto3"];
  const syntax = known.find((one) => one === bytes);
  if (syntax === undefined)
    return cursor.source.fail(
      `${edition ? "edition" : "syntax"} ${JSON.stringify(bytes)} is not known here (${known.join(", ")})`,
      at,
    );
  cursor.expect(";");
  return { syntax, syntaxAt };
}

function readImport(cursor: Cursor, syntax: Syntax): ImportNode {
  const how = (["public", "weak", "option"] as const).find((word) => cursor.is(word));
  if (how === "option" && syntax !== "2024" && syntax !== "2026") cursor.unexpected("a quoted string");
  if (how !== undefined) cursor.skip(how);
  const { bytes, at } = cursor.string();
  cursor.expect(";");
  return { path: bytes, how: how ?? "", at };
}
