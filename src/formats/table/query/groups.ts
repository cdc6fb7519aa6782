import type { Token } from "./tokens.ts";

/** Behind the bracket that closes the one here. */
export function groupEnd(tokens: readonly Token[], start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    depth += nesting(tokens[at]);
    if (depth === 0) return at + 1;
  }
  return undefined;
}

export function balanced(tokens: readonly Token[]): boolean {
  let depth = 0;
  for (const token of tokens) {
    depth += nesting(token);
    if (depth < 0) return false;
  }
  return depth === 0;
}

export function nesting(token: Token | undefined): number {
  if (token?.kind !== "symbol") return 0;
  return token.text === "(" || token.text === "[" ? 1 : token.text === ")" || token.text === "]" ? -1 : 0;
}
