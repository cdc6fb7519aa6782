import { claimedByName } from "../../formats/find.ts";
import type { ChangedFile, Config, ContractConfig } from "../../model.ts";
import type { Subject } from "../../subjects/subject.ts";
import type { Work } from "../../work.ts";
import type { Side } from "../sources.ts";
import { mappedIn } from "./mappings.ts";
import type { Around } from "./surroundings.ts";

/** Files that are registered as schemas need not look like schemas: what a text must have to be one all the same. */
const words =
  /"(?:type|fields|properties|\$ref|enum|const|items|allOf|anyOf|oneOf|not|definitions|\$defs)"|\b(?:message|enum|record|protocol|schema)\s/;
const mayBeOne =
  /(?:^|\/)[^./]+$|\.(?:json|jsonc|json5|txt|text|avro|schema|proto\d?|pb|idl|tmpl|tpl|tftpl|template|j2|in|jsonschema|avs|asc)$/i;
const isNone = /(?:^|\/)(?:package(?:-lock)?|tsconfig[^/]*|composer)\.json$/i;

/** So short a text is read whatever it says. */
const short = 200;

/**
 * The configuration, with files that a registry is told of beside those that people named: such a file is a contract, whatever it is
 * called and whether or not it says that it is a schema. What people say of a file goes first.
 */
export async function withRegisteredFiles(
  config: Config,
  changed: readonly ChangedFile[],
  surroundings: readonly Around[],
  { base, head, work }: { readonly base: Side; readonly head: Side; readonly work: Work },
): Promise<Config> {
  const touched = new Set(surroundings.flatMap(({ base: from, head: to }) => [from.path, to.path]));
  for (const { path, was } of changed)
    for (const [side, one] of [[head, path] as const, [base, was ?? path] as const])
      if (claimedByName(one) === undefined && (await isPlausible(side, one))) touched.add(one);
  if (touched.size === 0) return config;
  const found = new Map<string, Set<string>>();
  for (const side of [base, head]) {
    const { subjects, expressions } = await mappedIn(side, work);
    for (const path of touched)
      if (claimedByName(path) === undefined && expressions.some(({ text }) => speaksOf(text, path)))
        found.set(path, new Set(languages.values()));
    for (const subject of subjects)
      for (const path of subject.alias ? [] : subject.paths) {
        if (!touched.has(path) || claimedByName(path) !== undefined) continue;
        const formats = found.get(path) ?? new Set();
        for (const format of formatsOf(subject)) formats.add(format);
        found.set(path, formats);
      }
  }
  const entries: ContractConfig[] = [];
  for (const [path, formats] of found) {
    const common = { id: undefined, mode: undefined, owners: [], baseline: {}, options: {} };
    entries.push({ ...common, path: exactly(path), format: await readable(path, [...formats], [head, base]) });
  }
  return { ...config, contracts: [...entries, ...config.contracts] };
}

/** What JSON Schema has and Avro has not: a name that Avro does not know may be a type of another file. */
const inJsonSchema =
  /"(?:\$schema|\$id|\$ref|properties|required|additionalProperties|definitions|\$defs|allOf|anyOf|oneOf|const|enum)"\s*:/;
const inAvro = /"(?:fields|symbols)"\s*:/;

/** The first format in which it can be read; where it can be in none, the first, which then says so. */
async function readable(path: string, formats: readonly string[], sides: readonly Side[]): Promise<string | undefined> {
  for (const side of formats.length < 2 ? [] : sides) {
    const file = await side.read(path);
    const isJsonSchema = "text" in file && inJsonSchema.test(file.text) && !inAvro.test(file.text);
    for (const format of formats) {
      if (format === "avro" && isJsonSchema) continue;
      const finds = await side.find(path, [format], true);
      if (finds !== undefined && "found" in finds) return format;
    }
  }
  return formats[0];
}

/** Whether an expression ends in the name of that file: `${schemas}/order.json`. */
function speaksOf(expression: string, path: string): boolean {
  return expression.includes(`/${path.split("/").at(-1) ?? path}`);
}

async function isPlausible(side: Side, path: string): Promise<boolean> {
  if (!mayBeOne.test(path) || isNone.test(path)) return false;
  const file = await side.read(path);
  if ("absent" in file) return false;
  return "refused" in file || file.text.length < short || words.test(file.text);
}

const languages: ReadonlyMap<string, string> = new Map([
  ["AVRO", "avro"],
  ["JSON", "json-schema"],
  ["PROTOBUF", "protobuf"],
]);

/** By the registry's word for its language; without one, whichever of them it can be read as. */
function formatsOf({ type }: Subject): readonly string[] {
  const named = languages.get(type?.toUpperCase() ?? "");
  return named === undefined ? [...languages.values()] : [named];
}

/** A path as a glob for itself. */
function exactly(path: string): string {
  return path.replace(/[*?{},[\]\\]/g, "?");
}
