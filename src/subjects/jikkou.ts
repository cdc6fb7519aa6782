import { modeOf } from "../text/mode.ts";
import { get, itemsOf, type Tree, textOf } from "../text/tree.ts";
import { readYamlDocuments } from "../text/yaml.ts";
import { placesOf, type Subject, type SubjectKind } from "./subject.ts";

/** Jikkou: resources of the kind `SchemaRegistrySubject`, alone or in a list. Templates in them are not evaluated. */
export const jikkou: SubjectKind = {
  kind: "jikkou",
  globs: ["**/*.{yml,yaml}"],
  claims: (text) => text.includes("SchemaRegistrySubject"),
  read(path, text) {
    const resources = readYamlDocuments(path, text).flatMap((document) => [
      document,
      ...itemsOf(get(document, "items")),
    ]);
    const own = resources.filter((one) => textOf(get(one, "kind")) === "SchemaRegistrySubject");
    const evaluated = (one: Tree) => nameOf(one)?.includes("{{") || fileOf(one)?.includes("{{");
    const expressions = own
      .filter(evaluated)
      .map((one) => ({ at: { path, line: one.line, column: one.column }, text: `${nameOf(one)} ${fileOf(one)}` }));
    const subjects = own.filter((one) => !evaluated(one)).flatMap((one) => subjectOf(path, one));
    return { subjects, expressions };
  },
};

function subjectOf(path: string, resource: Tree): readonly Subject[] {
  const name = nameOf(resource);
  if (name === undefined) return [];
  const file = fileOf(resource);
  const spec = get(resource, "spec");
  const mode = modeOf(textOf(get(spec, "compatibilityLevel")));
  const paths = file === undefined ? [] : placesOf(path, file);
  const schema = get(spec, "schema");
  const references = itemsOf(get(spec, "references")).map((one) => ({
    name: textOf(get(one, "name")) ?? "",
    subject: textOf(get(one, "subject")) ?? "",
  }));
  const type = textOf(get(spec, "schemaType"));
  const written = schema?.kind === "string" && schema.value.includes("{{") ? { expression: schema.value } : schema;
  const inline = file === undefined && written && { inline: { type, schema: written, references } };
  const at = { path, line: resource.line, column: resource.column };
  return [{ name, paths, mode, at, ...(type !== undefined && { type }), ...inline }];
}

function nameOf(resource: Tree): string | undefined {
  return textOf(get(get(resource, "metadata"), "name"));
}

function fileOf(resource: Tree): string | undefined {
  return textOf(get(get(get(resource, "spec"), "schema"), "$ref"));
}
