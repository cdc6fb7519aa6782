import { follow, ownReference } from "../text/excerpt.ts";
import { get, type Tree, textOf } from "../text/tree.ts";
import { readYamlDocuments } from "../text/yaml.ts";
import { placesOf, type Subject, type SubjectKind } from "./subject.ts";

/** AsyncAPI documents whose payloads are whole files: those files are called by their channels too. */
export const asyncapiFiles: SubjectKind = {
  kind: "asyncapi",
  globs: ["**/*.{json,yaml,yml}"],
  claims: (text) =>
    /^(?:asyncapi|[ \t]*(?:\{[ \t]*)?"asyncapi"|'asyncapi')[ \t]*:/m.test(text) &&
    /\.(?:avsc|avpr|avdl|proto)\b/i.test(text),
  read(path, text) {
    const subjects = readYamlDocuments(path, text).flatMap((document): readonly Subject[] => {
      const channels = get(document, "channels");
      if (get(document, "asyncapi") === undefined || channels?.kind !== "object") return [];
      return [...channels.members].flatMap(([key, { value }]) => {
        const channel = textOf(get(value, "address")) ?? key;
        return [...filesIn(document, value)].map(([file, { tree, isKey }]) => ({
          name: isKey ? `${channel}-key` : channel,
          paths: placesOf(path, file),
          mode: undefined,
          at: { path, line: tree.line, column: tree.column },
          alias: true as const,
        }));
      });
    });
    return { subjects, expressions: [] };
  },
};

/** The whole files that a channel's messages are made of. */
function filesIn(document: Tree, channel: Tree): ReadonlyMap<string, { readonly tree: Tree; readonly isKey: boolean }> {
  const found = new Map<string, { tree: Tree; isKey: boolean }>();
  const seen = new Set<Tree>();
  const visit = (tree: Tree | undefined, isKey: boolean): void => {
    if (tree === undefined || seen.has(tree)) return;
    seen.add(tree);
    if (tree.kind === "array") for (const item of tree.items) visit(item, isKey);
    if (tree.kind !== "object") return;
    const reference = textOf(get(tree, "$ref"));
    const own = reference === undefined ? undefined : ownReference(reference);
    if (own !== undefined) visit(follow(document, own), isKey);
    else if (reference !== undefined && /\.(?:avsc|avpr|avdl|proto)$/i.test(reference))
      found.set(reference, { tree, isKey });
    for (const [key, { value }] of tree.members)
      if (value.kind === "object" || value.kind === "array") visit(value, isKey || key === "key");
  };
  visit(channel, false);
  return found;
}
