import type { Column } from "../table.ts";
import { dialectNames } from "../type-names.ts";
import { writtenType } from "../type-text.ts";
import { locationOf, type Reading } from "./constraints.ts";
import { type Cursor, isText, type Token, textOf } from "./tokens.ts";

/** Where a type ends: what may follow it in a column definition. */
const tail = new Set(
  "NOT NULL DEFAULT PRIMARY UNIQUE REFERENCES CHECK CONSTRAINT GENERATED IDENTITY AUTOINCREMENT COLLATE COMMENT OPTIONS ENCODE DISTKEY SORTKEY MASKING TAG AS FIRST AFTER ON KEY FOREIGN PROJECTION".split(
    " ",
  ),
);

/** The tokens of a type. `timestamp with time zone` has a word in it that elsewhere begins something else. */
export function takeType(cursor: Cursor): readonly Token[] {
  const type: Token[] = [];
  let depth = 0;
  for (let token = cursor.next; token !== undefined; token = cursor.next) {
    const upper = token.kind === "word" ? token.text.toUpperCase() : "";
    if (
      depth === 0 &&
      (tail.has(upper) ||
        (upper === "WITH" && !cursor.sees("WITH", "TIME") && !cursor.sees("WITH", "LOCAL")) ||
        upper === "USING")
    )
      break;
    if (token.kind === "symbol") {
      if ("(<[".includes(token.text)) depth++;
      else if (")>]".includes(token.text)) depth--;
      else if (depth === 0 && (token.text !== "." || type.length === 0)) break;
    }
    type.push(token);
    cursor.take();
  }
  return type;
}

export function typeOf(
  type: readonly Token[],
  path: string,
  reading: Reading,
): Pick<Column, "type" | "fields" | "typeText" | "typeAt"> {
  const typeText = textOf(type);
  const typeAt = locationOf(reading, type[0]);
  return { ...writtenType(typeText, path, typeAt, dialectNames.get(reading.dialect)), typeText, typeAt };
}

const afterExpression = [
  "NOT",
  "NULL",
  "PRIMARY",
  "UNIQUE",
  "CHECK",
  "CONSTRAINT",
  "COMMENT",
  "OPTIONS",
  "COLLATE",
  "ENCODE",
  "REFERENCES",
  "GENERATED",
  "DISTKEY",
  "SORTKEY",
  "FIRST",
  "AFTER",
];

/** Up to what may follow an expression in a column definition. */
export function takeExpression(cursor: Cursor): readonly Token[] {
  const taken: Token[] = [];
  let depth = 0;
  for (let token = cursor.next; token !== undefined; token = cursor.next) {
    // the expression may itself begin with null, or be `a is not null`
    const goesOn =
      taken.length === 0 || isText(taken.at(-1), "IS") || (isText(taken.at(-1), "NOT") && isText(taken.at(-2), "IS"));
    if (depth === 0 && !goesOn && afterExpression.some((word) => cursor.sees(word))) break;
    if (token.kind === "symbol" && "([".includes(token.text)) depth++;
    if (token.kind === "symbol" && ")]".includes(token.text)) depth--;
    taken.push(token);
    cursor.take();
  }
  return taken;
}
