import { get, itemsOf, type ObjectTree, type Place, type Tree, textOf, Unreadable } from "../../text/tree.ts";

/** What one file says, before any name is resolved. JSON and IDL read alike from here on. */
export interface Document {
  readonly path: string;
  /** The namespace that encloses everything in the file. */
  readonly namespace: string;
  /** The one schema a `.avsc` file is, or that `schema` names in IDL. */
  readonly main: Tree | undefined;
  /** Types declared one by one: those of a protocol, those of IDL. */
  readonly declared: readonly Tree[];
  readonly protocol: { readonly name: string; readonly messages: Tree | undefined } | undefined;
  /** Files that IDL imports, as written. */
  readonly imports: readonly Import[];
}

export interface Import extends Place {
  readonly kind: "idl" | "protocol" | "schema";
  readonly path: string;
}

/** Section "Protocol Declaration". */
export function protocolDocument(path: string, tree: ObjectTree, imports: readonly Import[] = []): Document {
  const name = get(tree, "protocol");
  const types = get(tree, "types");
  const fail = (message: string, at: Place): never => {
    throw new Unreadable(message, { path, line: at.line, column: at.column });
  };
  if (name?.kind !== "string") return fail("the name of a protocol must be a string", name ?? tree);
  if (types !== undefined && types.kind !== "array") return fail("the types of a protocol must be a list", types);
  const messages = get(tree, "messages");
  if (messages !== undefined && messages.kind !== "object")
    return fail("the messages of a protocol must be an object", messages);
  const dot = name.value.lastIndexOf(".");
  const namespace = dot >= 0 ? name.value.slice(0, dot) : (textOf(get(tree, "namespace")) ?? "");
  const full = dot >= 0 || namespace === "" ? name.value : `${namespace}.${name.value}`;
  return {
    path,
    namespace,
    main: undefined,
    declared: itemsOf(types),
    protocol: { name: full, messages },
    imports,
  };
}

/** Every schema that stands in a document by itself: types, the main schema, what messages take and give. */
export function schemasOf({ declared, main, protocol }: Document): readonly Tree[] {
  const schemas = [...declared];
  if (main !== undefined) schemas.push(main);
  const messages = protocol?.messages;
  if (messages?.kind !== "object") return schemas;
  for (const { value } of messages.members.values()) {
    const parameters = itemsOf(get(value, "request")).map((parameter) => get(parameter, "type"));
    for (const tree of [...parameters, get(value, "response"), get(value, "errors")])
      if (tree !== undefined) schemas.push(tree);
  }
  return schemas;
}
