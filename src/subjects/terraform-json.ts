import { readJson } from "../text/json.ts";
import { modeOf } from "../text/mode.ts";
import { get, type Member, plain, type Tree, textOf } from "../text/tree.ts";
import { glueMode } from "./glue-mode.ts";
import { type InlineSchema, placesOf, type Subject, type SubjectFile, type SubjectKind } from "./subject.ts";
import { types } from "./terraform.ts";

/**
 * Terraform in its JSON syntax. What stands around a schema there is compared as it is written, as a whole: any difference in it is taken
 * to break.
 */
export const terraformJson: SubjectKind = {
  kind: "terraform-json",
  globs: ["**/*.tf.json"],
  decidedBy: ["**/*.tf", "**/*.tfvars", "**/*.tf.json", "**/*.tfvars.json"],
  claims: (text) => /"(?:confluent_(?:schema|subject_config)|aws_glue_schema)"/.test(text),
  read(path, text) {
    const subjects: Subject[] = [];
    const expressions: SubjectFile["expressions"][number][] = [];
    for (const [kind, resource] of resourcesIn(readJson(path, text))) {
      const keys = types.get(kind);
      const name = keys && textOf(get(resource, keys.name));
      if (keys === undefined || name === undefined) continue;
      const at = { path, line: resource.line, column: resource.column };
      const schema = get(resource, keys.schema);
      const [, file] = /^\$\{file\("(?:\$\{path\.(?:module|root)\}\/)?([^"$]+)"\)\}$/.exec(textOf(schema) ?? "") ?? [];
      if (/\$\{/.test(name)) expressions.push({ at, text: `${name} ${textOf(schema) ?? ""}` });
      const level = textOf(get(resource, keys.level));
      const type = textOf(get(resource, keys.format));
      const group = textOf(get(resource, "compatibility_group"));
      const inline = file === undefined && schema && { inline: { type, schema: schemaIn(schema), references: [] } };
      const around = [get(resource, "metadata"), get(resource, "ruleset")].filter((tree) => tree !== undefined);
      subjects.push({
        ...{ name, paths: file === undefined ? [] : placesOf(path, file), at },
        mode: kind === "aws_glue_schema" ? glueMode(level) : modeOf(level),
        ...(type !== undefined && { type }),
        ...(group !== undefined && { group }),
        ...inline,
        ...(schema !== undefined && { around: { at, unknown: around.map((tree) => JSON.stringify(plain(tree))) } }),
      });
    }
    return { subjects, expressions };
  },
};

/** `{"resource": {"<type>": {"<label>": {}}}}`; each level may be a list of such. */
function* resourcesIn(document: Tree): Generator<readonly [type: string, resource: Tree]> {
  for (const [key, value] of membersOf(document))
    if (key === "resource")
      for (const [type, labelled] of membersOf(value))
        for (const [, one] of membersOf(labelled)) for (const resource of listed(one)) yield [type, resource];
}

function membersOf(tree: Tree): readonly (readonly [string, Tree])[] {
  return listed(tree).flatMap((one) =>
    one.kind === "object" ? [...one.members].map(([key, { value }]: [string, Member]) => [key, value] as const) : [],
  );
}

function listed(tree: Tree): readonly Tree[] {
  return tree.kind === "array" ? tree.items : [tree];
}

function schemaIn(schema: Tree): InlineSchema["schema"] {
  const text = textOf(schema) ?? JSON.stringify(plain(schema));
  return schema.kind === "string" && !/[$%]\{/.test(text) ? schema : { expression: text };
}
