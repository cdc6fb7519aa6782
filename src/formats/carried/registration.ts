import type { Options } from "../../model.ts";
import { jsonAt } from "../../text/excerpt.ts";
import { propertiesIn, type Surroundings } from "../../text/surroundings.ts";
import { get, itemsOf, type Tree, textOf, Unreadable } from "../../text/tree.ts";
import type { CarrierDefinition, Opened } from "../carrier.ts";
import { perTree } from "../per-tree.ts";
import { registrationRules } from "../registration-rules.ts";
import { readDocument } from "./documents.ts";
import { modeFor } from "./payload.ts";

const named = /\.subject\.json$/i;

/**
 * A schema as it is registered: `{schemaType, schema, references, metadata, ruleSet}`, the body of a registry's request or
 * answer, in a file called `<subject>.subject.json` or with a `schemaType`.
 */
export const registration: CarrierDefinition = {
  name: "schema-registry",
  family: "registry",
  rules: registrationRules,
  globs: ["**/*.json"],
  claims: (path, text) => named.test(path) || (/"schemaType"[ \t]*:/.test(text) && /"schema"[ \t\r\n]*:/.test(text)),
  references(path, text, tree) {
    const known = setOf(tree);
    const subjects = [...text.matchAll(/"subject"[ \t]*:[ \t]*"([^"\\]{1,500})"/g)].map(([, subject]) =>
      beside(path, subject ?? ""),
    );
    return [...new Set(subjects)].filter((other) => other !== path && known.has(other)).sort();
  },
  unwrap(path, text, files) {
    const body = readDocument(path, text);
    const schema = get(body, "schema");
    if (schema === undefined || (!named.test(path) && textOf(get(body, "schemaType")) === undefined)) {
      if (named.test(path)) throw new Unreadable("`schema` is missing", { path, line: body.line, column: body.column });
      return [];
    }
    // other people call things of their own a schemaType, but not a file `.subject.json`
    if (!named.test(path) && languageOf(body) === undefined) return [];
    const subject = textOf(get(body, "subject")) ?? (path.split("/").at(-1) ?? path).replace(named, "");
    const { line, column } = schema;
    const around = surroundings(path, body);
    const properties = propertiesIn(around);
    return [
      {
        part: "",
        names: [subject, path],
        version: undefined,
        mode: modeFor(languageOf(body), undefined),
        also: topicsOf(subject),
        ...(subject.endsWith("-key") && { key: true as const }),
        at: { line, column },
        open: () => opened(path, body, schema, files),
        around,
        ...(properties.size > 0 && { properties }),
      },
    ];
  },
};

function surroundings(path: string, body: Tree): Surroundings {
  const [metadata, ruleSet] = [get(body, "metadata"), get(body, "ruleSet")];
  return {
    at: { path, line: body.line, column: body.column },
    ...(metadata !== undefined && { metadata: { path, tree: metadata } }),
    ...(ruleSet !== undefined && { ruleSet: { path, tree: ruleSet } }),
    unknown: merging.flatMap((name) => {
      const said = get(body, name);
      return said === undefined ? [] : [`${name} = ${jsonAt(said)}`];
    }),
  };
}

/** What the registry merges with what stands there already, which is not at hand. */
const merging = ["schemaTagsToAdd", "schemaTagsToRemove", "rulesToMerge", "rulesToRemove"];

const setOf = perTree((tree) => new Set(tree));

function beside(path: string, subject: string): string {
  return [...path.split("/").slice(0, -1), `${subject}.subject.json`].join("/");
}

function topicsOf(subject: string): readonly string[] {
  const topic = /^(.+)-(?:value|key)$/.exec(subject)?.[1];
  return topic === undefined ? [] : [topic];
}

function languageOf(body: Tree): Registered | undefined {
  return languageNamed(textOf(get(body, "schemaType")));
}

type Registered = "avro" | "protobuf" | "json-schema";

/** A registry's word for the language of a schema; it means Avro where nothing is said. */
export function languageNamed(said: string | undefined): Registered | undefined {
  const type = (said ?? "AVRO").toUpperCase();
  return type === "AVRO" ? "avro" : type === "PROTOBUF" ? "protobuf" : type === "JSON" ? "json-schema" : undefined;
}

/** What files in these languages are called. */
export const endings = { avro: ".avsc", protobuf: ".proto", "json-schema": ".schema.json" } as const;

function opened(path: string, body: Tree, schema: Tree, files: ReadonlyMap<string, string>): Opened {
  const language = languageOf(body);
  const { line, column } = get(body, "schemaType") ?? body;
  if (language === undefined)
    throw new Unreadable(`a schemaType of ${textOf(get(body, "schemaType"))} is not known`, { path, line, column });
  const entry = `${path}${endings[language]}`;
  const inner = new Map([[entry, schemaText(schema)]]);
  for (const reference of itemsOf(get(body, "references"))) {
    const [name, subject] = [textOf(get(reference, "name")), textOf(get(reference, "subject"))];
    const text = subject === undefined ? undefined : files.get(beside(path, subject));
    const referred = text === undefined ? undefined : get(readDocument(beside(path, subject ?? ""), text), "schema");
    if (name === undefined || referred === undefined) {
      const place = { path, line: reference.line, column: reference.column };
      throw new Unreadable(
        `the referenced subject ${subject ?? "(none)"} is not at hand as a file beside this one`,
        place,
      );
    }
    inner.set(
      name.includes("/") || name.endsWith(endings[language]) ? name : `${name}${endings[language]}`,
      schemaText(referred),
    );
  }
  const options: Options = language === "json-schema" ? { draft: "07" } : {};
  return { format: language, source: { entry, part: "", files: inner }, options, real: new Map() };
}

/** A schema stands there as a text, or as the value itself. */
function schemaText(schema: Tree): string {
  return schema.kind === "string" ? schema.value : jsonAt(schema);
}
