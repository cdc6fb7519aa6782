/** The text, as long as it was, with comments and the insides of strings blank: what is left is structure. */
export function masked(text: string, language: "proto" | "sql"): string {
  return text.replace(opaque[language], (found) => found.replace(/[^\n]/g, " "));
}

const opaque = {
  proto: /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g,
  sql: /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1/g,
};
