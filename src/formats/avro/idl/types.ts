import { type Member, maxDepth, type Place, type Tree } from "../../../text/tree.ts";
import { object, type Properties, type Tokens, text } from "./tokens.ts";

/** Section "Avro IDL Language": types that are short for an annotated one. */
const shorthands: Readonly<Record<string, readonly [type: string, logicalType: string]>> = {
  date: ["int", "date"],
  time_ms: ["int", "time-millis"],
  timestamp_ms: ["long", "timestamp-millis"],
  local_timestamp_ms: ["long", "local-timestamp-millis"],
  uuid: ["string", "uuid"],
};

/** `@name(value)`, any number of them, and under `doc` the comment above that documents what follows. */
export function readDocumented(tokens: Tokens, otherwise?: Member): Properties {
  const above = documentationOf(tokens);
  const properties = readProperties(tokens);
  const doc = documentationOf(tokens) ?? above ?? otherwise;
  return doc === undefined || properties.has("doc") ? properties : new Map([...properties, ["doc", doc]]);
}

/** What documents the thing that begins here. */
export function documentationOf({ next: { doc } }: Tokens): Member | undefined {
  if (doc === undefined) return undefined;
  const { line, column } = doc;
  return { at: { line, column }, value: text(doc, doc.text) };
}

/** `@name(value)`, any number of them. */
export function readProperties(tokens: Tokens): Properties {
  const properties = new Map<string, Member>();
  while (tokens.takeIf("@")) {
    const name = tokens.word("the name of an annotation");
    if (properties.has(name.text)) tokens.fail(`the annotation @${name.text} stands twice`, name);
    tokens.expect("(");
    properties.set(name.text, { at: { line: name.line, column: name.column }, value: tokens.json() });
    tokens.expect(")");
  }
  return properties;
}

/** A type that may be written `T?`; which branch comes first depends on the default. */
export interface IdlType {
  readonly tree: Tree;
  readonly optional: boolean;
}

/** @throws Unreadable */
export function readType(tokens: Tokens, depth = 0): IdlType {
  if (depth > maxDepth) tokens.fail(`nested deeper than ${maxDepth} levels`);
  const properties = readProperties(tokens);
  const tree = readPlain(tokens, properties, depth);
  return { tree, optional: tokens.takeIf("?") };
}

/** The schema of a type outside a field, or of a field with this default. */
export function schemaOf({ tree, optional }: IdlType, value?: Tree): Tree {
  if (!optional) return tree;
  const nothing = text(tree, "null");
  const items = value === undefined || value.kind === "null" ? [nothing, tree] : [tree, nothing];
  return { kind: "array", items, line: tree.line, column: tree.column };
}

function readPlain(tokens: Tokens, properties: Properties, depth: number): Tree {
  const token = tokens.word("a type");
  const inner = () => schemaOf(readType(tokens, depth + 1));
  if (!token.quoted) {
    if (token.text === "array" || token.text === "map") {
      tokens.expect("<");
      const item = inner();
      tokens.expect(">");
      const key = token.text === "array" ? "items" : "values";
      return object(token, { type: text(token, token.text), [key]: item }, properties);
    }
    if (token.text === "union") {
      const items: Tree[] = [];
      tokens.expect("{");
      tokens.list("}", () => items.push(inner()));
      return { kind: "array", items, line: token.line, column: token.column };
    }
    if (token.text === "decimal" && tokens.at("(")) return readDecimal(tokens, token, properties);
    const short = Object.hasOwn(shorthands, token.text) ? shorthands[token.text] : undefined;
    if (short !== undefined)
      return object(token, { type: text(token, short[0]), logicalType: text(token, short[1]) }, properties);
  }
  const named = text(token, token.text);
  return properties.size === 0 ? named : object(token, { type: named }, properties);
}

function readDecimal(tokens: Tokens, place: Place, properties: Properties): Tree {
  const numbers: Tree[] = [];
  tokens.expect("(");
  tokens.list(")", () => numbers.push(tokens.json()));
  const [precision, scale] = numbers;
  if (numbers.length > 2 || precision?.kind !== "number" || (scale !== undefined && scale.kind !== "number"))
    tokens.fail("expected decimal(precision, scale)", place);
  return object(
    place,
    { type: text(place, "bytes"), logicalType: text(place, "decimal"), precision, scale },
    properties,
  );
}
