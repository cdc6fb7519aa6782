import { readJson } from "../text/json.ts";
import { get, plain, type Tree, textOf, textsOf } from "../text/tree.ts";
import { readYamlDocuments } from "../text/yaml.ts";
import { glueMode } from "./glue-mode.ts";
import type { InlineSchema, Subject, SubjectFile, SubjectKind } from "./subject.ts";

/**
 * AWS CloudFormation, in YAML and in JSON: `AWS::Glue::Schema` holds a schema with its mode, `AWS::Glue::SchemaVersion` a later version
 * of it. Intrinsic functions (`!Sub`, `Fn::Join`, `Ref`) are never evaluated: what they make is called as it is written.
 */
export const cloudformation: SubjectKind = {
  kind: "cloudformation",
  globs: ["**/*.{json,yaml,yml,template}"],
  claims: (text) => /\bAWS::Glue::Schema(?:Version)?\b/.test(text),
  read(path, text) {
    const documents = /^[\ufeff\s]*\{/.test(text) ? [readJson(path, text)] : readYamlDocuments(path, text, true);
    const subjects: Subject[] = [];
    const expressions: SubjectFile["expressions"][number][] = [];
    for (const document of documents) {
      const schemas = schemasIn(document);
      const newest = new Map(schemas.map(({ name, label }) => [name, label]));
      for (const { name, label, tree, schema, of } of schemas) {
        const at = { path, line: tree.line, column: tree.column };
        if (name.includes("${")) expressions.push({ at, text: name });
        const type = textOf(get(of, "DataFormat"));
        const mode = glueMode(textOf(get(of, "Compatibility")));
        const inline = schema && { inline: { type, schema: definition(schema), references: [] } };
        // of several versions, the last one written is the newest: it is what the schema says
        const called = newest.get(name) === label ? name : `${name} (${label})`;
        subjects.push({ name: called, paths: [], mode, at, ...inline });
      }
    }
    return { subjects, expressions };
  },
};

/** A resource that holds a schema, or a version of one. */
interface Resource {
  readonly name: string;
  readonly label: string;
  readonly tree: Tree;
  readonly schema: Tree | undefined;
  /** The properties of the schema, where it stands in the same template. */
  readonly of: Tree | undefined;
}

function schemasIn(document: Tree): readonly Resource[] {
  const resources = get(document, "Resources");
  if (resources?.kind !== "object") return [];
  const all = [...resources.members].map(([label, { value: tree }]) => {
    return { label, tree, type: textOf(get(tree, "Type")), properties: get(tree, "Properties") };
  });
  const schemas = new Map<string, { readonly name: string; readonly of: Tree | undefined }>();
  for (const { label, type, properties } of all) {
    const name = type === "AWS::Glue::Schema" ? (written(get(properties, "Name")) ?? label) : undefined;
    if (name === undefined) continue;
    schemas.set(label, { name, of: properties });
    schemas.set(`name ${name}`, { name, of: properties });
  }
  return all.flatMap(({ label, tree, type, properties }): readonly Resource[] => {
    const schema = get(properties, "SchemaDefinition");
    const own = type === "AWS::Glue::Schema" ? schemas.get(label) : undefined;
    if (own !== undefined) return [{ ...own, label, tree, schema }];
    if (type !== "AWS::Glue::SchemaVersion") return [];
    const said = get(properties, "Schema");
    const name = written(get(said, "SchemaName"));
    const known = schemas.get(name === undefined ? referred(get(said, "SchemaArn")) : `name ${name}`);
    return [{ name: name ?? label, of: undefined, ...known, label, tree, schema }];
  });
}

/** The resource that `!Ref X`, `!GetAtt X.Arn` and their long forms are about. */
function referred(tree: Tree | undefined): string {
  const target = ["!Ref", "Ref", "!GetAtt", "Fn::GetAtt"].map((key) => get(tree, key)).find((one) => one !== undefined);
  const [first = ""] = target?.kind === "array" ? textsOf(target) : [textOf(target) ?? ""];
  return first.split(".")[0] ?? "";
}

/** A text; what a function makes is called as the function is written. */
function written(tree: Tree | undefined): string | undefined {
  if (tree === undefined || tree.kind === "null") return undefined;
  const text = textOf(tree) ?? textOf(substituted(tree));
  return text ?? JSON.stringify(plain(tree));
}

function substituted(tree: Tree): Tree | undefined {
  return get(tree, "!Sub") ?? get(tree, "Fn::Sub");
}

/** A text, or a substitution with nothing to substitute. */
function definition(tree: Tree): InlineSchema["schema"] {
  const text = tree.kind === "string" ? tree : substituted(tree);
  if (text?.kind === "string" && (text === tree || !/\$\{(?!!)/.test(text.value))) return text;
  return { expression: JSON.stringify(plain(tree)) };
}
