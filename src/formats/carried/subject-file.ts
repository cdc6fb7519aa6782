import { aroundOfAll } from "../../subjects/around.ts";
import { findSubjects, mapsSubjects, subjectGlobs } from "../../subjects/find.ts";
import type { InlineSchema, Subject } from "../../subjects/subject.ts";
import { propertiesIn, type Surroundings } from "../../text/surroundings.ts";
import { Unreadable } from "../../text/tree.ts";
import type { CarrierDefinition, Opened, Parcel } from "../carrier.ts";
import { registrationRules } from "../registration-rules.ts";
import { textAt } from "./documents.ts";
import { modeFor } from "./payload.ts";
import { endings, languageNamed } from "./registration.ts";

/** A schema that is written out; `$ref` means a file. Other YAML has `subjects` and templates that are no YAML. */
const inYaml = /(?:^|[\s{,-])["']?schema["']?[ \t]{0,99}:\s{0,99}(?!["'{ \t]{0,99}\$ref)\S/;
const inTemplates = /SchemaDefinition["']?[ \t]{0,99}:/i;
const inScripts = /schema(?:_definition)?[ \t]*=|metadata|ruleset/i;

/**
 * Files that register schemas (Terraform, schema-registry-gitops, Jikkou, build scripts): the schemas that stand in them, and
 * what is registered around any of their schemas. A schema in a file of its own is a contract by itself, found there.
 */
export const subjectFile: CarrierDefinition = {
  name: "subject-file",
  family: "registry",
  rules: registrationRules,
  globs: subjectGlobs,
  claims: (path, text) => mayHold(path, text) && mapsSubjects(path, text),
  references: () => [],
  unwrap(path, text) {
    const read = findSubjects(path, text);
    if ("problem" in read) throw new Unreadable(read.problem.message, read.problem.at);
    const byName = new Map<string, Subject[]>();
    for (const subject of read.subjects) {
      const known = byName.get(subject.name);
      if (known === undefined) byName.set(subject.name, [subject]);
      else known.push(subject);
    }
    return [...byName].flatMap(([name, subjects]) => parcelsOf(path, name, subjects, byName));
  },
};

function mayHold(path: string, text: string): boolean {
  if (inTemplates.test(text)) return true;
  if (/\.tf\.json$/i.test(path)) return true;
  if (/\.(?:json|template)$/i.test(path)) return false;
  return (/\.ya?ml$/i.test(path) ? inYaml : inScripts).test(text);
}

type Subjects = ReadonlyMap<string, readonly Subject[]>;

function parcelsOf(path: string, name: string, subjects: readonly Subject[], all: Subjects): readonly Parcel[] {
  const { inline, at } = subjects.find((one) => one.inline !== undefined) ?? subjects[0] ?? {};
  const around = surroundingsOf(subjects, inline);
  if (around === undefined || at === undefined) return [];
  const properties = propertiesIn(around);
  const topic = /^(.+)-(?:value|key)$/.exec(name)?.[1];
  const mode = subjects.find((one) => one.mode !== undefined)?.mode ?? modeFor(languageNamed(inline?.type), undefined);
  return [
    {
      part: name,
      names: [name],
      version: undefined,
      mode,
      also: topic === undefined ? [] : [topic],
      ...(name.endsWith("-key") && { key: true as const }),
      ...(inline === undefined && { elsewhere: true as const }),
      at: { line: at.line ?? 1, column: at.column ?? 1 },
      open: () => (inline === undefined || "expression" in inline.schema ? undefined : opened(path, inline, all)),
      around,
      ...(properties.size > 0 && { properties }),
    },
  ];
}

/** Undefined where the file neither holds the schema nor says what is around it. */
function surroundingsOf(subjects: readonly Subject[], inline: InlineSchema | undefined): Surroundings | undefined {
  const { files = {}, ...said } = aroundOfAll(subjects) ?? { at: subjects[0]?.at ?? { path: "" }, unknown: [] };
  const apart = Object.entries(files).map(([section, paths]) => `${section} in ${paths[0]}`);
  const schema = inline !== undefined && "expression" in inline.schema ? [`schema = ${inline.schema.expression}`] : [];
  // as it is named there, wherever the two compared files stand
  const file = subjects.flatMap(({ paths }) => paths).at(-1);
  const unknown = [...said.unknown, ...apart, ...schema];
  const silent = said.metadata === undefined && said.ruleSet === undefined && unknown.length === 0;
  if (inline === undefined && silent) return undefined;
  return { ...said, unknown, ...(inline === undefined && file !== undefined && { elsewhere: file }) };
}

/** @throws Unreadable */
function opened(path: string, inline: InlineSchema, all: Subjects): Opened {
  const { type, schema, references } = inline;
  const language = languageNamed(type);
  if ("expression" in schema) throw new RangeError("an expression is not opened");
  const place = { path, line: schema.line, column: schema.column };
  if (language === undefined) throw new Unreadable(`schemas of ${type} cannot be read`, place);
  const ending = endings[language];
  const own = textAt({ path, keys: [], tree: schema }, language, ending);
  const files = new Map(own.source.files);
  for (const { name, subject } of references) {
    const other = all.get(subject)?.find((one) => one.inline !== undefined)?.inline?.schema;
    if (other === undefined || "expression" in other)
      throw new Unreadable(`the referenced subject ${subject || "(none)"} does not stand in this file`, place);
    const file = name.includes("/") || name.endsWith(ending) ? name : `${name}${ending}`;
    files.set(file, [...textAt({ path: file, keys: [], tree: other }, language, "").source.files.values()][0] ?? "");
  }
  const options = language === "json-schema" ? { draft: "07" } : {};
  return { ...own, options, source: { ...own.source, files } };
}
