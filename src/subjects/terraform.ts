import { modeOf } from "../text/mode.ts";
import type { Tree } from "../text/tree.ts";
import { glueMode } from "./glue-mode.ts";
import { type Block, blocksIn, isMark, literalOf, said, written } from "./hcl.ts";
import { type InlineSchema, placesOf, type Subject, type SubjectFile, type SubjectKind } from "./subject.ts";
import { aroundOf } from "./terraform-around.ts";
import { type Token, tokensOf } from "./tokens.ts";

/** How the types of resources call what they say. */
export const types = new Map([
  ["confluent_schema", { name: "subject_name", schema: "schema", format: "format", level: "compatibility_level" }],
  ["confluent_subject_config", { name: "subject_name", schema: "", format: "", level: "compatibility_level" }],
  [
    "aws_glue_schema",
    { name: "schema_name", schema: "schema_definition", format: "data_format", level: "compatibility" },
  ],
]);

/**
 * Terraform: `confluent_schema` and `aws_glue_schema` map a subject to a file or hold the schema itself, the former with the metadata
 * and the rules around it; `confluent_subject_config` sets its mode. Literal values only; `path.module` is the file's own folder, and
 * `confluent_schema.x.subject_name` is followed within the file. A subject whose name is computed is called as it is written.
 */
export const terraform: SubjectKind = {
  kind: "terraform",
  globs: ["**/*.tf"],
  decidedBy: ["**/*.tf", "**/*.tfvars", "**/*.tf.json", "**/*.tfvars.json"],
  claims: (text) => /\b(?:confluent_(?:schema|subject_config)|aws_glue_schema)\b/.test(text),
  read(path, text) {
    const tokens = [...tokensOf(text, { lineComments: ["#", "//"], quotes: ['"'], heredocs: true })];
    const resources = blocksIn(tokens).filter(({ type, labels }) => type === "resource" && types.has(labels[0] ?? ""));
    const nameOf = naming(resources);
    const subjects: Subject[] = [];
    const expressions: SubjectFile["expressions"][number][] = [];
    for (const resource of resources) {
      const { members, at: place } = resource;
      const at = { path, ...place };
      const keys = keysOf(resource);
      const known = nameOf(resource);
      const name = known ?? (keys.schema === "" ? undefined : asWritten(members.get(keys.name) ?? []));
      const schema = members.get(keys.schema) ?? [];
      const level = members.get(keys.level) ?? [];
      const file = fileIn(schema);
      const inline = file === undefined ? inlineOf(resource, schema, nameOf) : undefined;
      const unread = known === undefined || (level.length > 0 && literal(level) === undefined);
      if (unread || (inline !== undefined && "expression" in inline.schema))
        expressions.push({ at, text: [...members.values()].flat().map(said).join(" ") });
      if (name === undefined || name === "") continue;
      const paths = file === undefined ? [] : placesOf(path, file);
      const around = isSchema(resource) ? { around: aroundOf(path, resource) } : {};
      const type = literal(members.get(keys.format) ?? []);
      const group = literal(members.get("compatibility_group") ?? []);
      subjects.push({
        ...{ name, paths, at },
        mode: resource.labels[0] === "aws_glue_schema" ? glueMode(literal(level)) : modeOf(literal(level)),
        ...(group !== undefined && { group }),
        ...(type !== undefined && { type }),
        ...(inline && { inline }),
        ...around,
      });
    }
    return { subjects, expressions };
  },
};

function keysOf({ labels }: Block) {
  return types.get(labels[0] ?? "") ?? { name: "", schema: "", format: "", level: "" };
}

function isSchema({ labels }: Block): boolean {
  return labels[0] === "confluent_schema";
}

/** What a resource calls its subject; undefined where that is an expression that leads out of the file. */
function naming(resources: readonly Block[]): (resource: Block) => string | undefined {
  const labelled = new Map(resources.map((one) => [one.labels.join(" "), one]));
  return (resource) => nameIn(resource.members.get(keysOf(resource).name) ?? [], labelled);
}

function nameIn(given: readonly Token[], labelled: ReadonlyMap<string, Block>): string | undefined {
  const own = literal(given);
  if (own !== undefined) return own;
  const [type, label, member, ...more] = given.filter((token) => !isMark(token, "."));
  const target = more.length === 0 ? labelled.get(`${said(type)} ${said(label)}`) : undefined;
  if (target === undefined || said(member) !== keysOf(target).name) return undefined;
  return literal(target.members.get(said(member)) ?? []);
}

/** A text with what is to be evaluated in it, or another expression. */
function asWritten(tokens: readonly Token[]): string {
  const [only, ...more] = tokens;
  return only?.kind === "string" && more.length === 0 ? only.text : written(tokens);
}

function literal(tokens: readonly Token[]): string | undefined {
  const [only, ...more] = tokens;
  return only?.kind === "string" && only.literal && more.length === 0 ? only.text : undefined;
}

/** `file("x.avsc")`, `file("${path.module}/x.avsc")`, `templatefile("x.tpl", {})` */
function fileIn(tokens: readonly Token[]): string | undefined {
  const [call, open, given, ...more] = tokens;
  const rest = more.map(said).join("");
  const read = (said(call) === "file" && rest === ")") || (said(call) === "templatefile" && rest === ",{})");
  if (!read || !isMark(open, "(")) return undefined;
  if (given?.kind !== "string") return undefined;
  const path = given.text.replace(/^\$\{path\.(?:module|root)\}\//, "");
  return path.includes("${") ? undefined : path;
}

/** A schema that is written out: a text, or a value that `jsonencode` makes one. */
function inlineOf(
  resource: Block,
  schema: readonly Token[],
  nameOf: (resource: Block) => string | undefined,
): InlineSchema | undefined {
  if (schema.length === 0) return undefined;
  const references = resource.blocks
    .filter(({ type }) => type === "schema_reference")
    .map((one) => ({ name: literal(one.members.get("name") ?? []) ?? "", subject: nameOf(one) ?? "" }));
  const type = literal(resource.members.get(keysOf(resource).format) ?? []);
  return { type, schema: schemaIn(schema) ?? { expression: written(schema) }, references };
}

function schemaIn(tokens: readonly Token[]): Tree | undefined {
  const [first, second] = tokens;
  const call = said(first) === "jsonencode" && isMark(second, "(") && isMark(tokens.at(-1), ")");
  if (call) return literalOf(tokens.slice(2, -1));
  if (first?.kind !== "string" || !first.literal || tokens.length > 1) return undefined;
  const { text, line, column, below } = first;
  return { kind: "string", value: text, line: below ? line : line - 1, column };
}
