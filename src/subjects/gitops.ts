import { modeOf } from "../text/mode.ts";
import { get, itemsOf, type Tree, textOf } from "../text/tree.ts";
import { readYamlDocuments } from "../text/yaml.ts";
import { placesOf, type Subject, type SubjectKind } from "./subject.ts";

/**
 * schema-registry-gitops: `subjects` with `name`, `file` (relative to this one) or `schema`, and `compatibility`, which the file
 * may give for all.
 */
export const gitops: SubjectKind = {
  kind: "schema-registry-gitops",
  globs: ["**/*.{yml,yaml}"],
  claims: (text) => /^["']?subjects["']?\s*:/m.test(text),
  read(path, text) {
    const subjects = readYamlDocuments(path, text).flatMap((document) => subjectsIn(path, document));
    return { subjects, expressions: [] };
  },
};

function subjectsIn(path: string, document: Tree): readonly Subject[] {
  const level = textOf(get(document, "compatibility"));
  return itemsOf(get(document, "subjects")).flatMap((item): readonly Subject[] => {
    const name = textOf(get(item, "name"));
    const file = textOf(get(item, "file"));
    const isOne = file !== undefined || get(item, "schema") !== undefined || get(item, "compatibility") !== undefined;
    if (name === undefined || !isOne) return [];
    const mode = modeOf(textOf(get(item, "compatibility")) ?? level);
    const paths = file === undefined ? [] : placesOf(path, file);
    const schema = get(item, "schema");
    const references = itemsOf(get(item, "references")).map((one) => ({
      name: textOf(get(one, "name")) ?? "",
      subject: textOf(get(one, "subject")) ?? "",
    }));
    const inline = file === undefined && schema && { inline: { type: textOf(get(item, "type")), schema, references } };
    const type = textOf(get(item, "type"));
    const at = { path, line: item.line, column: item.column };
    return [{ name, paths, mode, at, ...(type !== undefined && { type }), ...inline }];
  });
}
