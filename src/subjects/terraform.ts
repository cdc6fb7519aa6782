import { modeOf } from "../text/mode.ts";
import { placesOf, type Subject, type SubjectFile, type SubjectKind } from "./subject.ts";
import { type Token, tokensOf } from "./tokens.ts";

/**
 * Terraform: `confluent_schema` maps a subject to a file, `confluent_subject_config` sets its mode. Literal values only;
 * `path.module` is the file's own folder, and `confluent_schema.x.subject_name` is followed within the file.
 */
export const terraform: SubjectKind = {
  kind: "terraform",
  globs: ["**/*.tf"],
  claims: (text) => /confluent_(?:schema|subject_config)\b/.test(text),
  read(path, text) {
    const resources = resourcesIn(text);
    const labelled = new Map(resources.map((one) => [`${one.type} ${one.label}`, one]));
    const nameOf = ({ members }: Resource): string | undefined => {
      const given = members.get("subject_name") ?? [];
      const own = literal(given);
      if (own !== undefined) return own;
      const [type, label, member, ...more] = given.filter((token) => !(token.kind === "mark" && token.text === "."));
      const target =
        more.length === 0 && said(member) === "subject_name" && labelled.get(`${said(type)} ${said(label)}`);
      return target === false || target === undefined ? undefined : literal(target.members.get("subject_name") ?? []);
    };
    const subjects: Subject[] = [];
    const expressions: SubjectFile["expressions"][number][] = [];
    for (const resource of resources) {
      const { members, line, column } = resource;
      const at = { path, line, column };
      const name = nameOf(resource);
      const schema = members.get("schema") ?? [];
      const level = members.get("compatibility_level") ?? [];
      const file = fileIn(schema);
      const unread = name === undefined || (level.length > 0 && literal(level) === undefined);
      const inline = schema.length === 1 && schema[0]?.kind === "string";
      if (unread || (schema.length > 0 && file === undefined && !inline))
        expressions.push({ at, text: [...members.values()].flat().map(said).join(" ") });
      if (name === undefined) continue;
      const paths = file === undefined ? [] : placesOf(path, file);
      subjects.push({ name, paths, mode: modeOf(literal(level)), at });
    }
    return { subjects, expressions };
  },
};

interface Resource {
  readonly type: string;
  readonly label: string;
  readonly line: number;
  readonly column: number;
  /** The words of each member's value. */
  readonly members: ReadonlyMap<string, readonly Token[]>;
}

function resourcesIn(text: string): readonly Resource[] {
  const tokens = [...tokensOf(text, { lineComments: ["#", "//"], quotes: ['"'], heredocs: true })];
  const resources: Resource[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const [head, type, label, brace] = tokens.slice(index, index + 4) as [Token, Token?, Token?, Token?];
    if (said(head) !== "resource" || !/^confluent_(?:schema|subject_config)$/.test(said(type))) continue;
    if (said(brace) !== "{") continue;
    const { members, end } = membersFrom(tokens, index + 4);
    resources.push({ type: said(type), label: said(label), line: head.line, column: head.column, members });
    index = end;
  }
  return resources;
}

/** `name = value` up to the brace that ends the block; blocks inside of it are passed over. */
function membersFrom(tokens: readonly Token[], from: number) {
  const members = new Map<string, Token[]>();
  let depth = 0;
  let value: Token[] | undefined;
  let index = from;
  for (; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    const text = said(token);
    const mark = token.kind === "mark";
    if (mark && "{[(".includes(text)) depth++;
    if (mark && "}])".includes(text) && depth-- === 0) break;
    if (token.kind === "newline") {
      if (depth === 0) value = undefined;
    } else if (value !== undefined) value.push(token);
    else if (depth === 0 && token.kind === "word" && said(tokens[index + 1]) === "=") {
      value = [];
      members.set(text, value);
      index++;
    }
  }
  return { members, end: index };
}

function said(token: Token | undefined): string {
  return token === undefined || token.kind === "newline" ? "" : token.text;
}

function literal(tokens: readonly Token[]): string | undefined {
  const [only, ...more] = tokens;
  return only?.kind === "string" && only.literal && more.length === 0 ? only.text : undefined;
}

/** `file("x.avsc")`, `file("${path.module}/x.avsc")` */
function fileIn(tokens: readonly Token[]): string | undefined {
  const [call, open, given, close, ...more] = tokens;
  if (said(call) !== "file" || said(open) !== "(" || said(close) !== ")" || more.length > 0) return undefined;
  if (given?.kind !== "string") return undefined;
  const path = given.text.replace(/^\$\{path\.(?:module|root)\}\//, "");
  return path.includes("${") ? undefined : path;
}
