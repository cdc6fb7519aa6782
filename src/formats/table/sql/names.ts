import type { Cursor, Token } from "./tokens.ts";

export type SqlDialect = "postgres" | "snowflake" | "bigquery" | "spark" | "redshift";

const spelled = new Map<string, SqlDialect>([
  ["postgres", "postgres"],
  ["postgresql", "postgres"],
  ["snowflake", "snowflake"],
  ["bigquery", "bigquery"],
  ["spark", "spark"],
  ["databricks", "spark"],
  ["redshift", "redshift"],
]);

export function dialectNamed(name: unknown): SqlDialect | undefined {
  return typeof name === "string" ? spelled.get(name.toLowerCase()) : undefined;
}

/** A guess from words that only one engine knows; PostgreSQL where there are none. */
export function dialectOf(text: string): SqlDialect {
  if (/\b(?:DISTKEY|SORTKEY|DISTSTYLE|ENCODE\s+\w+)\b/i.test(text)) return "redshift";
  if (/\bUSING\s+(?:DELTA|ICEBERG|PARQUET|ORC|CSV|JSON)\b|\bTBLPROPERTIES\b|\bSTORED\s+AS\b/i.test(text))
    return "spark";
  if (/\bOPTIONS\s*\(|\b(?:INT64|FLOAT64|BIGNUMERIC)\b/i.test(text)) return "bigquery";
  if (
    /\b(?:VARIANT|TIMESTAMP_(?:NTZ|LTZ|TZ)|AUTOINCREMENT|MASKING\s+POLICY)\b|\bTRANSIENT\s+TABLE\b|\bNUMBER\s*\(/i.test(
      text,
    )
  )
    return "snowflake";
  return "postgres";
}

/**
 * A name as the engine keeps it: letters' case of unquoted names does not count in PostgreSQL, Redshift and Snowflake.
 * A quoted Snowflake name that is not in capitals keeps its quotes, since no unquoted name means it.
 */
export function nameOf({ kind, text }: Token, dialect: SqlDialect): string {
  if (dialect === "bigquery" || dialect === "spark") return text;
  if (kind === "word") return text.toLowerCase();
  if (dialect !== "snowflake") return text;
  return text === text.toUpperCase() ? text.toLowerCase() : `"${text}"`;
}

/** `database.schema.table`, taken; undefined where no name stands next. BigQuery may quote the whole of it. */
export function takeName(cursor: Cursor, dialect: SqlDialect): string | undefined {
  const parts: string[] = [];
  do {
    const token = cursor.next;
    if (token === undefined || (token.kind !== "word" && token.kind !== "name")) return undefined;
    cursor.take();
    let part = nameOf(token, dialect);
    // BigQuery allows dashes in a project's name
    while (dialect === "bigquery" && cursor.sees("-")) {
      cursor.take();
      part += `-${cursor.take()?.text ?? ""}`;
    }
    parts.push(part);
  } while (cursor.skip("."));
  return parts.join(".");
}

/** The names in brackets, `(a, b DESC)`; undefined where none stand next. */
export function takeNames(cursor: Cursor, dialect: SqlDialect): readonly string[] | undefined {
  const inner = cursor.brackets();
  if (inner === undefined) return undefined;
  const names: string[] = [];
  let start = true;
  for (const token of inner) {
    if (start) names.push(nameOf(token, dialect));
    start = token.kind === "symbol" && token.text === ",";
  }
  return names;
}
