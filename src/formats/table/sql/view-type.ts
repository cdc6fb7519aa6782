import type { Column } from "../table.ts";
import type { Reading } from "./constraints.ts";
import { isText, type Token } from "./tokens.ts";
import { typeOf } from "./types.ts";
import { behindBracket, findTop, unwrapped } from "./view-clauses.ts";
import { typeEnd } from "./view-item.ts";

/** What is certain of an expression's values. */
export interface Certain {
  readonly type?: Pick<Column, "type" | "fields" | "typeText" | "typeAt">;
  readonly nullable: boolean;
}

/** Reads casts, literals and counts; anything else is not certain. `column`: what a reference is known to be. */
export function typed(
  expression: readonly Token[],
  reading: Reading,
  column: (tokens: readonly Token[]) => Certain | undefined,
  depth = 0,
): Certain | undefined {
  const tokens = unwrapped(expression);
  const known = column(tokens);
  if (known !== undefined || depth > 8) return known;
  const cast = castIn(tokens);
  if (cast !== undefined) {
    const inner = typed(cast.of, reading, column, depth + 1);
    return { type: typeOf(cast.type, "", reading), nullable: cast.tries || inner?.nullable !== false };
  }
  const [first, second] = tokens;
  if (tokens.length > 1 || first === undefined) {
    const counts = isText(first, "COUNT") && isText(second, "(") && behindBracket(tokens, 1) === tokens.length;
    return counts && reading.dialect === "postgres" ? { type: named("bigint", reading), nullable: false } : undefined;
  }
  if (isText(first, "TRUE") || isText(first, "FALSE")) return { type: named("boolean", reading), nullable: false };
  if (first.kind === "string" && !first.raw.startsWith("$")) return literal("text", reading);
  const whole = first.kind === "number" && /^\d{1,9}$/.test(first.text);
  return whole ? literal("integer", reading) : undefined;
}

/** What other engines make of a bare literal is not certain. */
function literal(name: string, reading: Reading): Certain {
  return { ...(reading.dialect === "postgres" && { type: named(name, reading) }), nullable: false };
}

function named(name: string, reading: Reading) {
  return typeOf([{ kind: "word", text: name, raw: name, line: 1, column: 1 }], "", reading);
}

interface Cast {
  readonly of: readonly Token[];
  readonly type: readonly Token[];
  /** Null is what cannot be cast. */
  readonly tries: boolean;
}

function castIn(tokens: readonly Token[]): Cast | undefined {
  const [name, open] = tokens;
  const tries = isText(name, "TRY_CAST") || isText(name, "SAFE_CAST");
  if ((tries || isText(name, "CAST")) && isText(open, "(") && behindBracket(tokens, 1) === tokens.length) {
    const inner = tokens.slice(2, -1);
    const as = findTop(inner, (token) => isText(token, "AS"));
    const type = inner.slice(as + 1);
    const plain = as > 0 && !type.some((token) => isText(token, "FORMAT") || isText(token, "COLLATE"));
    return plain ? { of: inner.slice(0, as), type, tries } : undefined;
  }
  const at = tokens.findLastIndex((token) => isText(token, "::"));
  if (at <= 0 || typeEnd(tokens, at + 1) !== tokens.length) return undefined;
  const of = tokens.slice(0, at);
  return isPrimary(of) ? { of, type: tokens.slice(at + 1), tries: false } : undefined;
}

/** A value to which a cast behind it belongs as a whole: `a`, `(a + b)`, `f(a)`, `'1'`, `a::text`. */
function isPrimary(tokens: readonly Token[]): boolean {
  const [first, second] = tokens;
  if (tokens.length === 1) return true;
  if (isText(first, "(")) return behindBracket(tokens, 0) === tokens.length;
  if ((first?.kind === "word" || first?.kind === "name") && isText(second, "("))
    return behindBracket(tokens, 1) === tokens.length;
  const cast = tokens.findLastIndex((token) => isText(token, "::"));
  if (cast > 0 && typeEnd(tokens, cast + 1) === tokens.length) return isPrimary(tokens.slice(0, cast));
  return tokens.every((token, index) => (index % 2 === 1 ? isText(token, ".") : /^(?:word|name)$/.test(token.kind)));
}
