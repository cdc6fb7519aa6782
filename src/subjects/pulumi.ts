import { modeOf } from "../text/mode.ts";
import type { Section } from "../text/surroundings.ts";
import { get, itemsOf, type Member, plain, type Tree, textOf } from "../text/tree.ts";
import { readYamlDocuments } from "../text/yaml.ts";
import { glueMode } from "./glue-mode.ts";
import { objectOf } from "./hcl.ts";
import {
  type Around,
  type InlineSchema,
  placesOf,
  type Subject,
  type SubjectFile,
  type SubjectKind,
} from "./subject.ts";

const types = new Map([
  ["confluentcloud:Schema", { name: "subjectName", schema: "schema", format: "format", level: "" }],
  ["confluentcloud:SubjectConfig", { name: "subjectName", schema: "", format: "", level: "compatibilityLevel" }],
  ["aws:glue:Schema", { name: "schemaName", schema: "schemaDefinition", format: "dataFormat", level: "compatibility" }],
]);

/**
 * Pulumi in YAML: resources of the types `confluentcloud:Schema`, `confluentcloud:SubjectConfig` and `aws:glue:Schema`. `fn::readFile` names a
 * file, `fn::toJSON` holds a value; `${...}` and other functions are never evaluated.
 */
export const pulumi: SubjectKind = {
  kind: "pulumi",
  globs: ["**/Pulumi.{yaml,yml}", "**/Main.{yaml,yml}"],
  decidedBy: ["**/Pulumi.*.{yaml,yml}", "**/Pulumi.{yaml,yml}", "**/Main.{yaml,yml}"],
  claims: (text) =>
    /\b(?:confluentcloud:(?:index\/\w+:)?(?:Schema|SubjectConfig)|aws:glue(?:\/schema)?:Schema)\b/.test(text),
  read(path, text) {
    const subjects: Subject[] = [];
    const expressions: SubjectFile["expressions"][number][] = [];
    for (const document of readYamlDocuments(path, text)) {
      const resources = get(document, "resources");
      if (resources?.kind !== "object") continue;
      for (const { value: resource } of resources.members.values()) {
        const token = textOf(get(resource, "type"))?.replace(
          /^(confluentcloud):index\/\w+:|^(aws:glue)\/\w+:/,
          "$1$2:",
        );
        const keys = types.get(token ?? "");
        const properties = get(resource, "properties");
        const name = keys && textOf(get(properties, keys.name));
        if (keys === undefined || name === undefined) continue;
        const at = { path, line: resource.line, column: resource.column };
        if (name.includes("${")) expressions.push({ at, text: name });
        const level = textOf(get(properties, keys.level));
        const schema = get(properties, keys.schema);
        const file = textOf(get(schema, "fn::readFile"))?.replace(/^\$\{pulumi\.(?:cwd|rootDirectory)\}\//, "");
        const readable = file !== undefined && !file.includes("${");
        const group = textOf(get(properties, "compatibilityGroup"));
        const type = textOf(get(properties, keys.format));
        const inline = schema !== undefined &&
          !readable && { inline: { type, schema: schemaIn(schema), references: referencesIn(properties) } };
        subjects.push({
          ...{ name, paths: readable ? placesOf(path, file) : [], at },
          mode: token?.startsWith("aws") ? glueMode(level) : modeOf(level),
          ...(group !== undefined && { group }),
          ...(type !== undefined && { type }),
          ...inline,
          ...(schema !== undefined && { around: aroundOf(path, resource, properties) }),
        });
      }
    }
    return { subjects, expressions };
  },
};

function schemaIn(schema: Tree): InlineSchema["schema"] {
  const value = get(schema, "fn::toJSON") ?? schema;
  const text = JSON.stringify(plain(value));
  const computed = text.includes("${") || /"fn::/i.test(text);
  return computed ? { expression: JSON.stringify(plain(schema)) } : value;
}

function referencesIn(properties: Tree | undefined): InlineSchema["references"] {
  return itemsOf(get(properties, "schemaReferences")).map((one) => ({
    name: textOf(get(one, "name")) ?? "",
    subject: textOf(get(one, "subjectName")) ?? "",
  }));
}

function aroundOf(path: string, { line, column }: Tree, properties: Tree | undefined): Around {
  const [metadata, ruleSet] = [get(properties, "metadata"), get(properties, "ruleset")];
  const unknown = [metadata, ruleSet].flatMap((tree) => {
    const text = tree === undefined ? "" : JSON.stringify(plain(tree));
    return text.includes("${") || /"fn::/i.test(text) ? [text] : [];
  });
  return {
    at: { path, line, column },
    ...(metadata !== undefined && { metadata: { path, tree: tagged(metadata) } satisfies Section }),
    ...(ruleSet !== undefined && { ruleSet: { path, tree: ruleSet } satisfies Section }),
    unknown,
  };
}

/** Tags stand in a list, `{key, values}`, where a registry has them by their keys. */
function tagged(metadata: Tree): Tree {
  const tags = get(metadata, "tags");
  if (metadata.kind !== "object" || tags?.kind !== "array") return metadata;
  const byKey = new Map<string, Member>();
  for (const tag of tags.items) {
    const [key, value] = [textOf(get(tag, "key")), get(tag, "values") ?? get(tag, "value")];
    if (key !== undefined && value !== undefined) byKey.set(key, { at: tag, value });
  }
  const members = new Map(metadata.members);
  members.set("tags", { at: tags, value: objectOf(byKey, tags) });
  return objectOf(members, metadata);
}
