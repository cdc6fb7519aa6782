import { get, type Tree, textOf } from "../../text/tree.ts";
import { defineFormat, type Found } from "../format.ts";
import { draftOf } from "./dialect.ts";
import { diff } from "./diff.ts";
import { reach } from "./elements.ts";
import { parseSide, readSchemaText, type Schema, type Sides } from "./parse.ts";
import { wordings } from "./prose.ts";
import { referencesIn } from "./references.ts";
import { rules } from "./rules.ts";
import { documentSamples } from "./sample.ts";

const named = /\.schema\.(?:json|ya?ml)$/i;
/** Iglu's layout: `schemas/<vendor>/<name>/jsonschema/1-0-1`, without an extension. */
const iglu = /(?:^|\/)jsonschema\/\d+-\d+-\d+$/i;

/** JSON Schema, drafts 4, 6, 7, 2019-09 and 2020-12, in JSON or YAML. */
export const jsonSchema = defineFormat({
  name: "json-schema",
  globs: ["**/*.json", "**/*.yaml", "**/*.yml", "**/*.jsonschema", "**/jsonschema/*-*-*"],
  claims: (path) => named.test(path) || /\.jsonschema$/i.test(path) || iglu.test(path),
  mode: "FORWARD",
  rules,
  find(path, text, expected = false) {
    if (!named.test(path) && !expected && !/\$schema|\$id|"id"|\bid:/.test(text)) return [];
    const tree = readSchemaText(path, text);
    const taken = named.test(path) || /\.jsonschema$/i.test(path) || (expected && mayBeSchema(tree));
    if (!isSchema(tree) && !taken) return [];
    const id = textOf(get(tree, "$id")) ?? textOf(get(tree, "id"));
    const own = id === undefined || id.startsWith("#") ? [] : [id];
    const described = selfDescribed(tree);
    return [{ part: "", names: [...described.names, ...own, path], version: described.version }];
  },
  references: referencesIn,
  parse(source, options): Sides {
    const read = new Map<"base" | "head", Schema>();
    return {
      as(side) {
        const schema = read.get(side) ?? parseSide(source, options, side);
        read.set(side, schema);
        return schema;
      },
    };
  },
  diff(base, head, emit, options) {
    diff(base.as("base"), head.as("head"), emit, options);
  },
  wordings: (base, head) => wordings(base.as("base"), head.as("head")),
  reach: (sides, element) => reach(sides.as("base"), element),
  samples: documentSamples,
});

const shaping = [
  "type",
  "properties",
  "$ref",
  "allOf",
  "anyOf",
  "oneOf",
  "items",
  "definitions",
  "$defs",
  "enum",
  "const",
  "required",
  "not",
  "additionalProperties",
];

/** What a self-describing schema (Iglu, `self`) calls itself: without its version, with it. */
function selfDescribed(tree: Tree): Pick<Found, "names" | "version"> {
  const self = get(tree, "self");
  const parts = ["vendor", "name", "format", "version"].map((key) => textOf(get(self, key)));
  const [vendor, name, format, version] = parts;
  if (parts.includes(undefined) || version === undefined) return { names: [], version: undefined };
  const names = [`iglu:${vendor}/${name}/${format}`, `iglu:${vendor}/${name}/${format}/${version}`];
  return { names, version };
}

/** Whether a file may be a schema where somebody says so: true, false, or an object with a keyword that shapes, or without any key. */
function mayBeSchema(tree: Tree): boolean {
  if (tree.kind !== "object") return tree.kind === "boolean";
  return tree.members.size === 0 || shaping.some((key) => get(tree, key) !== undefined);
}

/** Whether a file's content says that it is a schema: its dialect, or an address beside keywords of a schema. */
function isSchema(tree: Tree): boolean {
  const dialect = textOf(get(tree, "$schema"));
  if (dialect !== undefined && (draftOf(dialect) !== undefined || /json-schema\.org/.test(dialect))) return true;
  const addressed = dialect !== undefined || textOf(get(tree, "$id")) !== undefined;
  return addressed && shaping.some((key) => get(tree, key) !== undefined);
}
