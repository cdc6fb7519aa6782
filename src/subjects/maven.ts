import { readJson } from "../text/json.ts";
import { modeOf } from "../text/mode.ts";
import type { Section } from "../text/surroundings.ts";
import { type Member, type Tree, Unreadable } from "../text/tree.ts";
import { objectOf } from "./hcl.ts";
import { type Around, placesOf, type Subject, type SubjectFile, type SubjectKind } from "./subject.ts";
import { childrenOf, descendants, type Element, readXml } from "./xml.ts";

/**
 * Confluent's Maven plugin: `<subjects>` maps subjects to files, `<compatibilityLevels>` sets their modes, `<metadata>` and
 * `<ruleSet>` say what is registered around them, written out or as the path of a file. Properties other than the project's
 * folder are not evaluated.
 */
export const maven: SubjectKind = {
  kind: "maven",
  globs: ["**/pom.xml"],
  decidedBy: ["**/pom.xml", "**/*.properties"],
  claims: (text) => text.includes("kafka-schema-registry-maven-plugin"),
  read(path, text) {
    const subjects: Subject[] = [];
    const expressions: SubjectFile["expressions"][number][] = [];
    for (const configuration of configurationsIn(readXml(path, text))) {
      const around = aroundIn(path, configuration);
      const types = new Map(entriesOf(configuration, "schemaTypes").map(({ name, text: type }) => [name, type.trim()]));
      for (const { name, at: place, text: value } of entriesOf(configuration, "subjects")) {
        const at = { path, ...place };
        const subject = decoded(name);
        const plain = bare(value);
        if (plain.includes("${")) expressions.push({ at, text: `${subject} ${plain}` });
        else {
          const said = around.get(subject);
          const type = types.get(name);
          subjects.push({
            ...{ name: subject, paths: placesOf(path, plain), mode: undefined, at },
            ...(type !== undefined && { type }),
            ...(said && { around: said }),
          });
        }
      }
      for (const { name, at: place, text: value } of entriesOf(configuration, "compatibilityLevels")) {
        const at = { path, ...place };
        const subject = decoded(name);
        if (value.includes("${")) expressions.push({ at, text: `${subject} ${value.trim()}` });
        else subjects.push({ name: subject, paths: [], mode: modeOf(value.trim()), at });
      }
    }
    return { subjects, expressions };
  },
};

/** The configurations of the plugin, its executions' too. */
function* configurationsIn(project: Element): Generator<Element> {
  for (const plugin of descendants(project, "plugin"))
    if (childrenOf(plugin, "artifactId").some(({ text }) => text.trim() === "kafka-schema-registry-maven-plugin"))
      yield* descendants(plugin, "configuration");
}

function entriesOf(configuration: Element, section: string): readonly Element[] {
  return childrenOf(configuration, section).flatMap(({ children }) => children);
}

function aroundIn(path: string, configuration: Element): ReadonlyMap<string, Around> {
  const found = new Map<string, Around>();
  for (const section of ["metadata", "ruleSet"] as const)
    for (const entry of entriesOf(configuration, section)) {
      const subject = decoded(entry.name);
      const known = found.get(subject) ?? { at: { path, ...entry.at }, unknown: [] };
      found.set(subject, { ...known, ...sectionOf(path, section, entry, known) });
    }
  return found;
}

/** Written out as elements or as JSON, or the path of a file that holds it. */
function sectionOf(
  path: string,
  name: "metadata" | "ruleSet",
  entry: Element,
  { files, unknown }: Around,
): Partial<Around> {
  const plain = bare(entry.text);
  if (entry.children.length === 0 && plain.startsWith("{") && !plain.includes("${")) {
    const tree = jsonIn(path, plain);
    return tree === undefined ? { unknown: [...unknown, `${name} = ${plain}`] } : { [name]: { path, tree } };
  }
  if (entry.children.length === 0 && !plain.includes("${"))
    return { files: { ...files, [name]: placesOf(path, plain) } };
  if (entry.children.length === 0) return { unknown: [...unknown, `${name} = ${plain}`] };
  const computed = expressionsIn(entry, name);
  const section: Section = { path, tree: treeOf(entry) };
  return { [name]: section, unknown: [...unknown, ...computed] };
}

function jsonIn(path: string, text: string): Tree | undefined {
  try {
    return readJson(path, text);
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

/** Elements whose own elements are a list, whatever each of these is called. */
const lists: ReadonlySet<string> = new Set(["domainRules", "migrationRules", "encodingRules", "sensitive"]);

function treeOf(element: Element, parent = ""): Tree {
  const { at, children, text } = element;
  if (lists.has(element.name) || (element.name === "tags" && /rules?$/i.test(parent)))
    return { kind: "array", items: children.map((child) => treeOf(child, element.name)), ...at };
  if (children.length === 0) return { kind: "string", value: text.trim(), ...at };
  const members = new Map<string, Member>();
  for (const child of children) members.set(child.name, { at: child.at, value: treeOf(child, element.name) });
  return objectOf(members, at);
}

function expressionsIn({ text, children }: Element, where: string): readonly string[] {
  const own = text.includes("${") ? [`${where} = ${text.trim()}`] : [];
  return [...own, ...children.flatMap((child) => expressionsIn(child, `${where}.${child.name}`))];
}

function bare(text: string): string {
  return text.trim().replace(/^\$\{(?:project\.)?basedir\}\/?/, "");
}

/** `orders_x2Dvalue`: what an XML name cannot hold is written as its code. */
function decoded(name: string): string {
  return name.replace(/_x([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
