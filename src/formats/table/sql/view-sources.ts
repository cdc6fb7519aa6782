import { nameOf, type SqlDialect, takeName } from "./names.ts";
import { Cursor, isText, type Token } from "./tokens.ts";
import { findTop, listed } from "./view-clauses.ts";

/** What a FROM clause reads, by the name it has there. */
export interface Source {
  /** The table's or view's name; undefined for a subquery, and for what is not followed. */
  readonly name: string | undefined;
  readonly query: readonly Token[] | undefined;
  readonly alias: string | undefined;
  /** The names that the alias gives its columns, where it does. */
  readonly renamed: boolean;
  /** An outer join may leave it out, so that its columns are null. */
  readonly optional: boolean;
}

export interface Sources {
  readonly list: readonly Source[];
  /** Columns that two sources share are one in `*`. */
  readonly merged: boolean;
  /** Where a part is not understood, names may mean more than what is listed. */
  readonly whole: boolean;
}

const joins = ["JOIN", "LEFT", "RIGHT", "FULL", "INNER", "CROSS", "NATURAL", "SEMI", "ANTI", "ASOF", "OUTER", "GLOBAL"];
const behindSource = ["ON", "USING", ...joins];
const strange =
  /^(?:pivot|unpivot|match_recognize|tablesample|sample|changes|before|view|lateral|unnest|flatten|table|rows|apply|straight_join|positional)$/i;

/** More sources than this in one FROM clause are not read. */
const most = 60;

/** Reads a FROM clause. */
export function sourcesIn(tokens: readonly Token[], dialect: SqlDialect): Sources {
  const list: Source[] = [];
  let merged = false;
  let whole = true;
  for (const part of listed(tokens)) {
    let pieces: Source[] = [];
    let rest = part;
    let kind: readonly Token[] = [];
    for (;;) {
      const end = findTop(rest, (token, index) => index > 0 && isJoin(rest, token, index));
      const own = end < 0 ? rest : rest.slice(0, end);
      const { source, understood } = sourceOf(own, dialect);
      whole &&= understood;
      const words = kind.map(({ text }) => text.toUpperCase());
      merged ||= words.includes("NATURAL") || findTop(own, (token) => isText(token, "USING")) > 0;
      if (words.includes("RIGHT") || words.includes("FULL")) pieces = pieces.map((one) => ({ ...one, optional: true }));
      // a semi join gives none of its columns
      if (words.includes("SEMI") || words.includes("ANTI")) whole = false;
      pieces.push({ ...source, optional: words.includes("LEFT") || words.includes("FULL") });
      if (end < 0) break;
      if (pieces.length >= most) {
        whole = false;
        break;
      }
      const join = findTop(rest, (token) => isText(token, "JOIN"), end);
      if (join < 0) {
        whole = false;
        break;
      }
      kind = rest.slice(end, join);
      rest = rest.slice(join + 1);
    }
    list.push(...pieces);
  }
  return { list, merged, whole };
}

function isJoin(tokens: readonly Token[], token: Token, index: number): boolean {
  if (!joins.some((word) => isText(token, word)) || isText(tokens[index - 1], ".")) return false;
  // `left(a, 1)` in a condition is a function
  return !isText(tokens[index + 1], "(") || isText(token, "JOIN");
}

/** One source, up to its condition. */
function sourceOf(
  tokens: readonly Token[],
  dialect: SqlDialect,
): { readonly source: Omit<Source, "optional">; readonly understood: boolean } {
  const end = findTop(tokens, (token, index) => index > 0 && behindSource.some((word) => isText(token, word)));
  const cursor = new Cursor(end < 0 ? tokens : tokens.slice(0, end));
  cursor.skip("ONLY");
  const unknown = { name: undefined, query: undefined, alias: undefined, renamed: false };
  if (cursor.next?.kind === "word" && strange.test(cursor.next.text)) return { source: unknown, understood: false };
  const query = cursor.brackets();
  const name = query === undefined ? takeName(cursor, dialect) : undefined;
  if (query === undefined && name === undefined) return { source: unknown, understood: false };
  cursor.skip("*");
  const called = cursor.skip("AS");
  const token = cursor.next;
  const isAlias = token?.kind === "name" || (token?.kind === "word" && (called || !strange.test(token.text)));
  const alias = isAlias && token !== undefined ? nameOf(token, dialect) : undefined;
  if (alias !== undefined) cursor.take();
  const renamed = alias !== undefined && cursor.brackets() !== undefined;
  const own = name?.slice(name.lastIndexOf(".") + 1);
  return {
    source: { name, query, alias: alias ?? own, renamed },
    understood: cursor.next === undefined && !(query !== undefined && !isQuery(query)),
  };
}

export function isQuery(tokens: readonly Token[]): boolean {
  const first = tokens.find((token) => !isText(token, "("));
  return isText(first, "SELECT") || isText(first, "WITH");
}
