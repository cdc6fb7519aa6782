import type { Member, ObjectTree, Place, Tree } from "../../../text/tree.ts";
import { type Document, type Import, protocolDocument } from "../document.ts";
import { object, type Properties, Tokens, text } from "./tokens.ts";
import { documentationOf, readDocumented, readProperties, readType, schemaOf } from "./types.ts";

/**
 * Reads Avro IDL: a protocol, or (1.12) a schema file with `namespace`, `schema` and bare types. The result is the JSON it
 * stands for, with the places of the IDL.
 * @throws Unreadable
 */
export function readIdl(path: string, source: string): Document {
  const tokens = new Tokens(path, source);
  const file: Contents = { types: [], messages: new Map(), imports: [] };
  const above = documentationOf(tokens);
  const annotations = readProperties(tokens);
  // what stands above an import or a namespace documents neither
  const properties =
    annotations.size > 0 && above !== undefined ? new Map([["doc", above], ...annotations]) : annotations;
  if (tokens.at("protocol")) return readProtocol(tokens, properties, file);
  return readSchemaFile(tokens, properties, file);
}

interface Contents {
  readonly types: Tree[];
  readonly messages: Map<string, Member>;
  readonly imports: Import[];
}

function readProtocol(tokens: Tokens, properties: Properties, file: Contents): Document {
  const place = tokens.take();
  const name = tokens.word("the name of the protocol");
  tokens.expect("{");
  while (!tokens.takeIf("}")) {
    if (tokens.at("import")) file.imports.push(readImport(tokens));
    else readDeclaration(tokens, file);
  }
  if (tokens.next.kind !== "end") tokens.fail("unexpected text after the protocol");
  const types: Tree = { kind: "array", items: file.types, line: place.line, column: place.column };
  const messages: Tree = { kind: "object", members: file.messages, line: place.line, column: place.column };
  const tree = object(place, { protocol: text(name, name.text), types, messages }, properties);
  return protocolDocument(tokens.path, tree, file.imports);
}

function readSchemaFile(tokens: Tokens, properties: Properties, file: Contents): Document {
  let namespace = "";
  let main: Tree | undefined;
  let pending: Properties = properties;
  while (tokens.next.kind !== "end") {
    if (pending.size === 0) {
      if (tokens.at("import")) {
        file.imports.push(readImport(tokens));
        continue;
      }
      if (tokens.takeIf("namespace")) {
        namespace = tokens.word("a namespace").text;
        tokens.expect(";");
        continue;
      }
      if (tokens.at("schema")) {
        const place = tokens.take();
        if (main !== undefined) tokens.fail("a second main schema", place);
        main = schemaOf(readType(tokens));
        tokens.expect(";");
        continue;
      }
    }
    const type = readNamed(tokens, pending.size === 0 ? readDocumented(tokens) : pending);
    pending = new Map();
    file.types.push(type ?? tokens.fail("expected a protocol, a schema, an import or a named type"));
  }
  if (main === undefined && file.types.length === 0 && file.imports.length === 0)
    tokens.fail("the file declares nothing");
  return { path: tokens.path, namespace, main, declared: file.types, protocol: undefined, imports: file.imports };
}

function readImport(tokens: Tokens): Import {
  const { line, column } = tokens.expect("import");
  const kind = tokens.word("idl, protocol or schema");
  if (kind.text !== "idl" && kind.text !== "protocol" && kind.text !== "schema")
    return tokens.fail("expected idl, protocol or schema", kind);
  const path = tokens.string("the imported file").text;
  tokens.expect(";");
  return { kind: kind.text, path: beside(tokens.path, path), line, column };
}

/** A path relative to the folder of a file. */
function beside(file: string, relative: string): string {
  const parts = relative.startsWith("/") ? [] : file.split("/").slice(0, -1);
  for (const part of relative.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

function readDeclaration(tokens: Tokens, file: Contents): void {
  const properties = readDocumented(tokens);
  const type = readNamed(tokens, properties);
  if (type !== undefined) file.types.push(type);
  else readMessage(tokens, properties, file.messages);
}

/** A fixed, enum, record or error; undefined where none begins here. */
function readNamed(tokens: Tokens, properties: Properties): ObjectTree | undefined {
  if (tokens.at("fixed")) return readFixed(tokens, properties);
  if (tokens.at("enum")) return readEnum(tokens, properties);
  if (tokens.at("record") || tokens.at("error")) return readRecord(tokens, properties);
  return undefined;
}

function readFixed(tokens: Tokens, properties: Properties): ObjectTree {
  const place = tokens.take();
  const name = tokens.word("the name of the fixed");
  tokens.expect("(");
  const size = tokens.json();
  tokens.expect(")");
  tokens.expect(";");
  return object(place, { type: text(place, "fixed"), name: text(name, name.text), size }, properties);
}

function readEnum(tokens: Tokens, properties: Properties): ObjectTree {
  const place = tokens.take();
  const name = tokens.word("the name of the enum");
  const items: Tree[] = [];
  tokens.expect("{");
  while (!tokens.takeIf("}")) {
    const symbol = tokens.word("a symbol");
    items.push(text(symbol, symbol.text));
    if (!tokens.at("}")) tokens.expect(",");
  }
  const fallback = tokens.takeIf("=") ? tokens.word("a symbol") : undefined;
  if (fallback !== undefined) tokens.expect(";");
  return object(
    place,
    {
      type: text(place, "enum"),
      name: text(name, name.text),
      symbols: { kind: "array", items, line: name.line, column: name.column },
      default: fallback && text(fallback, fallback.text),
    },
    properties,
  );
}

function readRecord(tokens: Tokens, properties: Properties): ObjectTree {
  const place = tokens.take();
  const name = tokens.word(`the name of the ${place.text}`);
  const items: Tree[] = [];
  tokens.expect("{");
  while (!tokens.takeIf("}")) {
    const above = documentationOf(tokens);
    const type = readType(tokens);
    do items.push(readVariable(tokens, type, above));
    while (tokens.takeIf(","));
    tokens.expect(";");
  }
  const fields: Tree = { kind: "array", items, line: name.line, column: name.column };
  return object(place, { type: text(place, place.text), name: text(name, name.text), fields }, properties);
}

/** `above`: what documents all variables of this type that have nothing of their own. */
function readVariable(tokens: Tokens, type: ReturnType<typeof readType>, above?: Member): ObjectTree {
  const properties = readDocumented(tokens, above);
  const name = tokens.word("the name of a field");
  const value = tokens.takeIf("=") ? tokens.json() : undefined;
  return object(name, { name: text(name, name.text), type: schemaOf(type, value), default: value }, properties);
}

function readMessage(tokens: Tokens, properties: Properties, messages: Map<string, Member>): void {
  const place: Place = tokens.next;
  const nothing = tokens.at("void") ? text(tokens.take(), "null") : undefined;
  const response = nothing ?? schemaOf(readType(tokens));
  const name = tokens.word("the name of a message");
  if (messages.has(name.text)) tokens.fail(`two messages are called ${name.text}`, name);
  const items: Tree[] = [];
  tokens.expect("(");
  tokens.list(")", () => items.push(readVariable(tokens, readType(tokens))));
  const oneWay: Tree | undefined = tokens.at("oneway") ? flag(tokens.take()) : undefined;
  const errors: Tree[] = [];
  if (tokens.takeIf("throws"))
    do {
      const error = tokens.word("the name of an error");
      errors.push(text(error, error.text));
    } while (tokens.takeIf(","));
  tokens.expect(";");
  const value = object(
    place,
    {
      request: { kind: "array", items, line: name.line, column: name.column },
      response,
      "one-way": oneWay,
      errors: errors.length > 0 ? { kind: "array", items: errors, line: name.line, column: name.column } : undefined,
    },
    properties,
  );
  messages.set(name.text, { at: { line: name.line, column: name.column }, value });
}

function flag({ line, column }: Place): Tree {
  return { kind: "boolean", value: true, raw: "true", line, column };
}
