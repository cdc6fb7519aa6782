import { get, type Tree, textOf } from "../../text/tree.ts";
import { defineFormat } from "../format.ts";
import { draftOf } from "./dialect.ts";
import { diff } from "./diff.ts";
import { reach } from "./elements.ts";
import { parseSide, readSchemaText, type Schema } from "./parse.ts";
import { wordings } from "./prose.ts";
import { referencesIn } from "./references.ts";
import { rules } from "./rules.ts";

const named = /\.schema\.(?:json|ya?ml)$/i;

/** JSON Schema, drafts 4, 6, 7, 2019-09 and 2020-12, in JSON or YAML. */
export const jsonSchema = defineFormat({
  name: "json-schema",
  globs: ["**/*.json", "**/*.yaml", "**/*.yml", "**/*.jsonschema"],
  claims: (path) => named.test(path) || /\.jsonschema$/i.test(path),
  mode: "FORWARD",
  rules,
  find(path, text) {
    if (!named.test(path) && !/\$schema|\$id|"id"|\bid:/.test(text)) return [];
    const tree = readSchemaText(path, text);
    if (!isSchema(tree) && !named.test(path) && !/\.jsonschema$/i.test(path)) return [];
    const id = textOf(get(tree, "$id")) ?? textOf(get(tree, "id"));
    const names = id === undefined || id.startsWith("#") ? [path] : [id, path];
    return [{ part: "", names, version: undefined }];
  },
  references: referencesIn,
  parse(source, options): Sides {
    const parsed = new Map<string, Schema>();
    return {
      as(side) {
        const schema = parsed.get(side) ?? parseSide(source, options, side);
        parsed.set(side, schema);
        return schema;
      },
    };
  },
  diff(base, head, emit, options) {
    diff(base.as("base"), head.as("head"), emit, options);
  },
  wordings: (base, head) => wordings(base.as("base"), head.as("head")),
  reach: (sides, element) => reach(sides.as("base"), element),
});

/** Texts that are read when it is known on which side they stand: either side may have a draft of its own. */
interface Sides {
  readonly as: (side: "base" | "head") => Schema;
}

const shaping = ["type", "properties", "$ref", "allOf", "anyOf", "oneOf", "items", "definitions", "$defs", "enum"];

/** Whether a file's content says that it is a schema: its dialect, or an address beside keywords of a schema. */
function isSchema(tree: Tree): boolean {
  const dialect = textOf(get(tree, "$schema"));
  if (dialect !== undefined && (draftOf(dialect) !== undefined || /json-schema\.org/.test(dialect))) return true;
  const addressed = dialect !== undefined || textOf(get(tree, "$id")) !== undefined;
  return addressed && shaping.some((key) => get(tree, key) !== undefined);
}
