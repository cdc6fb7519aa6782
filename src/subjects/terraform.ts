import { modeOf } from "../text/mode.ts";
import type { Tree } from "../text/tree.ts";
import { type Block, blocksIn, isMark, literalOf, said, written } from "./hcl.ts";
import { type InlineSchema, placesOf, type Subject, type SubjectFile, type SubjectKind } from "./subject.ts";
import { aroundOf } from "./terraform-around.ts";
import { type Token, tokensOf } from "./tokens.ts";

/**
 * Terraform: `confluent_schema` maps a subject to a file or holds the schema itself, with the metadata and the rules around it;
 * `confluent_subject_config` sets its mode. Literal values only; `path.module` is the file's own folder, and
 * `confluent_schema.x.subject_name` is followed within the file.
 */
export const terraform: SubjectKind = {
  kind: "terraform",
  globs: ["**/*.tf"],
  decidedBy: ["**/*.tf", "**/*.tfvars", "**/*.tf.json", "**/*.tfvars.json"],
  claims: (text) => /confluent_(?:schema|subject_config)\b/.test(text),
  read(path, text) {
    const tokens = [...tokensOf(text, { lineComments: ["#", "//"], quotes: ['"'], heredocs: true })];
    const resources = blocksIn(tokens).filter(({ type, labels }) => type === "resource" && isOurs(labels[0] ?? ""));
    const nameOf = naming(resources);
    const subjects: Subject[] = [];
    const expressions: SubjectFile["expressions"][number][] = [];
    for (const resource of resources) {
      const { members, at: place } = resource;
      const at = { path, ...place };
      const name = nameOf(resource);
      const schema = members.get("schema") ?? [];
      const level = members.get("compatibility_level") ?? [];
      const file = fileIn(schema);
      const inline = file === undefined ? inlineOf(resource, schema, nameOf) : undefined;
      const unread = name === undefined || (level.length > 0 && literal(level) === undefined);
      if (unread || (inline !== undefined && "expression" in inline.schema))
        expressions.push({ at, text: [...members.values()].flat().map(said).join(" ") });
      if (name === undefined) continue;
      const paths = file === undefined ? [] : placesOf(path, file);
      const around = isSchema(resource) ? { around: aroundOf(path, resource) } : {};
      const group = literal(members.get("compatibility_group") ?? []);
      subjects.push({
        ...{ name, paths, mode: modeOf(literal(level)), at },
        ...(group !== undefined && { group }),
        ...(inline && { inline }),
        ...around,
      });
    }
    return { subjects, expressions };
  },
};

function isOurs(type: string): boolean {
  return type === "confluent_schema" || type === "confluent_subject_config";
}

function isSchema({ labels }: Block): boolean {
  return labels[0] === "confluent_schema";
}

/** What a resource calls its subject; undefined where that is an expression that leads out of the file. */
function naming(resources: readonly Block[]): (resource: Block) => string | undefined {
  const labelled = new Map(resources.map((one) => [one.labels.join(" "), one]));
  return (resource) => nameIn(resource.members.get("subject_name") ?? [], labelled);
}

function nameIn(given: readonly Token[], labelled: ReadonlyMap<string, Block>): string | undefined {
  const own = literal(given);
  if (own !== undefined) return own;
  const [type, label, member, ...more] = given.filter((token) => !isMark(token, "."));
  const target = more.length === 0 && said(member) === "subject_name" && labelled.get(`${said(type)} ${said(label)}`);
  return target === false || target === undefined ? undefined : literal(target.members.get("subject_name") ?? []);
}

function literal(tokens: readonly Token[]): string | undefined {
  const [only, ...more] = tokens;
  return only?.kind === "string" && only.literal && more.length === 0 ? only.text : undefined;
}

/** `file("x.avsc")`, `file("${path.module}/x.avsc")` */
function fileIn(tokens: readonly Token[]): string | undefined {
  const [call, open, given, close, ...more] = tokens;
  if (said(call) !== "file" || !isMark(open, "(") || !isMark(close, ")") || more.length > 0) return undefined;
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
  const type = literal(resource.members.get("format") ?? []);
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
