import { modeOf } from "../text/mode.ts";
import { placesOf, type Subject, type SubjectFile, type SubjectKind } from "./subject.ts";
import { type Token, tokensOf } from "./tokens.ts";

/**
 * The Gradle plugin of ImFlog, in Groovy and in Kotlin: `subject(...)` in the blocks `register` and `compatibility` maps a
 * file, in `config` it sets a mode. The script is scanned, never executed.
 */
export const gradle: SubjectKind = {
  kind: "gradle",
  globs: ["**/*.gradle", "**/*.gradle.kts"],
  claims: (text) => /schemaRegistry\b|SchemaRegistryExtension/.test(text),
  read(path, text) {
    const tokens = [...tokensOf(text, { lineComments: ["//"], quotes: ['"', "'"], heredocs: false })].filter(
      ({ kind }) => kind !== "newline",
    );
    const subjects: Subject[] = [];
    const expressions: SubjectFile["expressions"][number][] = [];
    const blocks: string[] = [];
    let word = "";
    for (let index = 0; index < tokens.length; index++) {
      const token = tokens[index] as Token;
      if (token.kind === "word") {
        const within = blocks.some((name) => name === "schemaRegistry" || name === "SchemaRegistryExtension");
        const block = blocks.at(-1) ?? "";
        if (token.text === "subject" && within && isMark(tokens[index + 1], "(")) {
          const { values, end } = argumentsAt(tokens, index + 2);
          const at = { path, line: token.line, column: token.column };
          const [name, second] = values;
          if (name === undefined || second === undefined) {
            const said = tokens.slice(index, end).map((one) => (one.kind === "newline" ? "" : one.text));
            expressions.push({ at, text: said.join(" ") });
          } else if (block === "config") subjects.push({ name, paths: [], mode: modeOf(second), at });
          else if (block === "register" || block === "compatibility")
            subjects.push({ name, paths: placesOf(path, second), mode: undefined, at });
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

function isMark(token: Token | undefined, text: string): boolean {
  return token?.kind === "mark" && token.text === text;
}

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
