import { modeOf } from "../text/mode.ts";
import { isMark, written } from "./hcl.ts";
import { type Around, placesOf, type Subject, type SubjectFile, type SubjectKind } from "./subject.ts";
import { type Token, tokensOf } from "./tokens.ts";

/**
 * The Gradle plugin of ImFlog, in Groovy and in Kotlin: `subject(...)` in the blocks `register` and `compatibility` maps a
 * file, as `new Subject(...)` before them does; in `config` it sets a mode; `setMetadata` and `setRuleSet` behind it name files. The script is scanned, never executed.
 */
export const gradle: SubjectKind = {
  kind: "gradle",
  globs: ["**/*.gradle", "**/*.gradle.kts"],
  decidedBy: ["**/*.gradle", "**/*.gradle.kts", "**/*.properties", "**/*.toml"],
  claims: (text) => /schemaRegistry\b|SchemaRegistryExtension/.test(text),
  read(path, text) {
    const tokens = [...tokensOf(text, { lineComments: ["//"], quotes: ['"', "'"], heredocs: false })].filter(
      ({ kind }) => kind !== "newline",
    );
    const subjects: Subject[] = [];
    const expressions: SubjectFile["expressions"][number][] = [];
    const variables = new Map<string, readonly [name: string, file: string, type: string | undefined]>();
    const blocks: string[] = [];
    let word = "";
    for (let index = 0; index < tokens.length; index++) {
      const token = tokens[index] as Token;
      if (token.kind === "word") {
        const within = blocks.some((name) => name === "schemaRegistry" || name === "SchemaRegistryExtension");
        const block = blocks.at(-1) ?? "";
        const declared = token.text === "Subject" && !within;
        if ((declared || (token.text === "subject" && within)) && isMark(tokens[index + 1], "(")) {
          const { values, end: closed } = argumentsAt(tokens, index + 2);
          const { around, end } = callsAt(path, tokens, closed, token);
          const at = { path, line: token.line, column: token.column };
          const only = tokens[index + 2];
          const variable = only?.kind === "word" && closed === index + 3 ? variables.get(only.text) : undefined;
          const [name, second, third] = variable ?? values;
          const type = third === undefined ? {} : { type: third };
          if (name === undefined || second === undefined) {
            const said = tokens.slice(index, end).map((one) => (one.kind === "newline" ? "" : one.text));
            expressions.push({ at, text: said.join(" ") });
          } else if (block === "config") subjects.push({ name, paths: [], mode: modeOf(second), at });
          else if (declared || block === "register" || block === "compatibility")
            subjects.push({
              name,
              paths: placesOf(path, second),
              mode: undefined,
              at,
              ...type,
              ...(around && { around }),
            });
          if (declared && name !== undefined && second !== undefined) {
            const assigned = isMark(tokens[index - 1], "=") ? tokens[index - 2] : tokens[index - 3];
            if (assigned?.kind === "word") variables.set(assigned.text, [name, second, third]);
          }
          index = end;
        } else word = token.text;
      } else if (isMark(token, "{")) {
        blocks.push(word);
        word = "";
      } else if (isMark(token, "}")) blocks.pop();
    }
    return { subjects, expressions };
  },
};

/** The first two arguments of a call, each undefined where it is not one literal text; and where the call ends. */
function argumentsAt(
  tokens: readonly Token[],
  from: number,
): { readonly values: readonly (string | undefined)[]; readonly end: number } {
  const values: (string | undefined)[] = [];
  let given: Token[] = [];
  let depth = 0;
  let index = from;
  const close = () => {
    const [only, ...more] = given;
    values.push(only?.kind === "string" && only.literal && more.length === 0 ? only.text : undefined);
    given = [];
  };
  for (; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    if (depth === 0 && (isMark(token, ")") || isMark(token, ","))) close();
    if (isMark(token, ")") && depth-- === 0) break;
    if (depth === 0 && isMark(token, ",")) continue;
    if (isMark(token, "(")) depth++;
    given.push(token);
  }
  return { values, end: index };
}

const setters = new Map([
  ["setMetadata", "metadata"],
  ["setRuleSet", "ruleSet"],
] as const);

/** The calls chained behind a call that ends here: which files hold what surrounds the schema. */
function callsAt(
  path: string,
  tokens: readonly Token[],
  closed: number,
  { line, column }: Token,
): { readonly around: Around | undefined; readonly end: number } {
  const files: Partial<Record<"metadata" | "ruleSet", readonly string[]>> = {};
  const unknown: string[] = [];
  let end = closed;
  while (isMark(tokens[end + 1], ".") && tokens[end + 2]?.kind === "word" && isMark(tokens[end + 3], "(")) {
    const from = end + 4;
    const call = (tokens[end + 2] as Token & { readonly kind: "word" }).text;
    const { values, end: next } = argumentsAt(tokens, from);
    const section = setters.get(call as "setMetadata" | "setRuleSet");
    const [file] = values;
    if (section !== undefined && file !== undefined) files[section] = placesOf(path, file);
    else if (section !== undefined) unknown.push(`${section} = ${written(tokens.slice(from, next))}`);
    end = next;
  }
  const said = Object.keys(files).length > 0 || unknown.length > 0;
  return { around: said ? { at: { path, line, column }, files, unknown } : undefined, end };
}
