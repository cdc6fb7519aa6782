import { SaxesParser } from "saxes";
import { modeOf } from "../text/mode.ts";
import { maxDepth, Unreadable } from "../text/tree.ts";
import { placesOf, type Subject, type SubjectFile, type SubjectKind } from "./subject.ts";

/**
 * Confluent's Maven plugin: `<subjects>` maps subjects to files, `<compatibilityLevels>` sets their modes. Entities are not
 * expanded beyond XML's own five, properties other than the project's folder are not evaluated.
 */
export const maven: SubjectKind = {
  kind: "maven",
  globs: ["**/pom.xml"],
  claims: (text) => text.includes("kafka-schema-registry-maven-plugin"),
  read(path, text) {
    const subjects: Subject[] = [];
    const expressions: SubjectFile["expressions"][number][] = [];
    for (const { section, name, value, line, column } of entriesIn(path, text)) {
      const at = { path, line, column };
      const subject = decoded(name);
      const plain = value.trim().replace(/^\$\{(?:project\.)?basedir\}\/?/, "");
      if (plain.includes("${")) expressions.push({ at, text: `${subject} ${plain}` });
      else if (section === "subjects")
        subjects.push({ name: subject, paths: placesOf(path, plain), mode: undefined, at });
      else subjects.push({ name: subject, paths: [], mode: modeOf(plain), at });
    }
    return { subjects, expressions };
  },
};

interface Entry {
  readonly section: "subjects" | "compatibilityLevels";
  readonly name: string;
  readonly value: string;
  readonly line: number;
  readonly column: number;
}

/** The members of the plugin's two mappings. @throws Unreadable */
function entriesIn(path: string, text: string): readonly Entry[] {
  const parser = new SaxesParser({ position: true });
  const found: { entry: Omit<Entry, "value">; value: string; plugin: number }[] = [];
  const ours = new Set<number>();
  const open: string[] = [];
  let plugin = 0;
  let value = "";
  let place = { line: 1, column: 1 };
  parser.on("error", (error) => {
    throw new Unreadable(`not valid XML: ${error.message.replace(/^[^ ]*:\d+:\d+: /, "").replace(/^\d+:\d+: /, "")}`, {
      path,
      line: parser.line,
      column: parser.column + 1,
    });
  });
  parser.on("opentag", ({ name }) => {
    open.push(name);
    if (open.length > maxDepth) parser.fail(`nested deeper than ${maxDepth} levels`);
    if (name === "plugin") plugin++;
    place = { line: parser.line, column: Math.max(1, parser.column - name.length - 1) };
    value = "";
  });
  parser.on("text", (part) => {
    value += part;
  });
  parser.on("cdata", (part) => {
    value += part;
  });
  parser.on("closetag", ({ name }) => {
    open.pop();
    const section = open.at(-1);
    if (name === "artifactId" && section === "plugin" && value.trim() === "kafka-schema-registry-maven-plugin")
      ours.add(plugin);
    if ((section === "subjects" || section === "compatibilityLevels") && open.at(-2) === "configuration")
      found.push({ entry: { section, name, ...place }, value, plugin });
    value = "";
  });
  parser.write(text.replace(/^\ufeff/, "")).close();
  return found.filter((one) => ours.has(one.plugin)).map(({ entry, value: given }) => ({ ...entry, value: given }));
}

/** `orders_x2Dvalue`: what an XML name cannot hold is written as its code. */
function decoded(name: string): string {
  return name.replace(/_x([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
