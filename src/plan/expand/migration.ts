import type { Source } from "../../formats/format.ts";
import { masked } from "../masked.ts";
import { bare, createdIn, deprecatedColumn, deprecatedTable, optional, plain } from "./sql.ts";
import { freeName, type Wanted } from "./tree.ts";

/** Migrations that head brings, in a form that breaks nobody. */
export interface Softened {
  readonly files: ReadonlyMap<string, string>;
  readonly added: readonly { readonly element: string; readonly beside?: string }[];
  readonly marked: readonly string[];
}

/**
 * Head's own files with other statements in the place of those that take something away: a column is added beside the old one, what
 * goes is said to go, a table keeps its name and has another. Undefined where head brings no migration.
 */
export function softened(base: Source, head: Source, words: Wanted["words"]): Softened | undefined {
  const fresh = [...head.files].filter(([path]) => !base.files.has(path));
  if (fresh.length === 0 || [...base.files].some(([path, text]) => head.files.get(path) !== text)) return undefined;
  const softening = new Softening([...base.files.values()].join("\n"), words);
  const files = new Map(fresh.map(([path, text]) => [path, softening.text(text)]));
  return { files, added: softening.added, marked: softening.marked };
}

class Softening {
  readonly added: { element: string; beside?: string }[] = [];
  readonly marked: string[] = [];
  private readonly old: string;
  private readonly words: Wanted["words"];
  private readonly columns: ReadonlyMap<string, string>;

  constructor(old: string, words: Wanted["words"]) {
    this.old = old;
    this.words = words;
    this.columns = new Map(
      createdIn(old).flatMap(({ table, definitions }) =>
        definitions
          .filter(({ column }) => column)
          .map(({ name, start, end }) => [keyOf(table, name), optional(old.slice(start + name.length, end)).trim()]),
      ),
    );
  }

  text(text: string): string {
    const plainText = masked(text, "sql");
    const parts: string[] = [];
    let start = 0;
    for (let at = plainText.indexOf(";"); at !== -1; at = plainText.indexOf(";", start)) {
      const lead = /^\s*/.exec(plainText.slice(start, at))?.[0].length ?? 0;
      parts.push(text.slice(start, start + lead), this.statement(text.slice(start + lead, at)));
      start = at + 1;
    }
    return `${parts.join("")}${text.slice(start)}`;
  }

  private statement(statement: string): string {
    const dropped = /^DROP\s+TABLE\s+(?:IF\s+EXISTS\s+)?([^\s,;]+)(?:\s+(?:CASCADE|RESTRICT))?$/i.exec(
      statement.trim(),
    );
    if (dropped?.[1] !== undefined) {
      this.marked.push(plain(dropped[1]));
      return deprecatedTable(this.old, dropped[1], this.words());
    }
    const altered = /^ALTER\s+TABLE\s+(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?(\S+)\s+([\s\S]+)$/i.exec(statement.trim());
    const [, table, actions] = altered ?? [];
    if (table === undefined || actions === undefined) return `${statement};`;
    return apart(actions)
      .flatMap((action) => this.action(table, action) ?? [])
      .join("\n");
  }

  /** Undefined for what every row would have to fulfil. */
  private action(table: string, action: string): string | undefined {
    const [, name, definition] =
      /^ADD\s+(?:COLUMN\s+)?(?:IF\s+NOT\s+EXISTS\s+)?(?!CONSTRAINT|PRIMARY|UNIQUE|CHECK|FOREIGN)(\S+)\s+([\s\S]+)$/i.exec(
        action,
      ) ?? [];
    if (name !== undefined && definition !== undefined) return this.put(table, name, definition);
    const renamed = /^RENAME\s+(?:COLUMN\s+)?(\S+)\s+TO\s+(\S+)$/i.exec(action);
    if (renamed?.[1] !== undefined && renamed[2] !== undefined)
      return this.put(table, renamed[2], this.columns.get(keyOf(table, renamed[1])), renamed[1]);
    const moved = /^RENAME\s+TO\s+(\S+)$/i.exec(action)?.[1];
    if (moved !== undefined) {
      this.added.push({ element: plain(moved), beside: plain(table) });
      return `CREATE VIEW ${qualified(table, moved)} AS SELECT * FROM ${table};`;
    }
    const gone = /^DROP\s+(?:COLUMN\s+)?(?:IF\s+EXISTS\s+)?(?!CONSTRAINT)(\S+)(?:\s+(?:CASCADE|RESTRICT))?$/i.exec(
      action,
    )?.[1];
    if (gone !== undefined) {
      this.marked.push(plain(gone));
      return deprecatedColumn(this.old, table, gone, this.words());
    }
    const [, column, rest = ""] = /^(?:ALTER|MODIFY)\s+(?:COLUMN\s+)?(\S+)\s+([\s\S]+)$/i.exec(action) ?? [];
    if (column === undefined) return undefined;
    const type = /^(?:SET\s+DATA\s+)?TYPE\s+([\s\S]+)$/i.exec(rest)?.[1]?.replace(/\s+USING\b[\s\S]*$/i, "");
    const same = /^DROP\s+NOT\s+NULL$/i.test(rest) ? this.columns.get(keyOf(table, column)) : undefined;
    const free = freeName(plain(column), (one) => this.columns.has(keyOf(table, one)));
    return this.put(table, free, type ?? same, column);
  }

  private put(table: string, name: string, definition: string | undefined, beside?: string): string | undefined {
    if (definition === undefined) return undefined;
    this.added.push({ element: plain(name), ...(beside !== undefined && { beside: plain(beside) }) });
    const adds = `ALTER TABLE ${table} ADD COLUMN ${name} ${optional(` ${definition}`).trim()};`;
    if (beside === undefined) return adds;
    this.marked.push(plain(beside));
    return `${adds}\n${deprecatedColumn(this.old, table, beside, this.words(plain(name)))}`;
  }
}

function keyOf(table: string, column: string): string {
  return `${bare(table)} ${bare(column)}`;
}

/** A name without a schema stays in the schema of the old one. */
function qualified(table: string, name: string): string {
  const schema = table.slice(0, table.lastIndexOf(".") + 1);
  return name.includes(".") ? name : `${schema}${name}`;
}

/** What stands between the commas that no bracket encloses. */
function apart(text: string): readonly string[] {
  const structure = masked(text, "sql");
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (let at = 0; at <= structure.length; at++) {
    const character = structure[at] ?? ",";
    if ("([<".includes(character)) depth++;
    else if (depth > 0 && ")]>".includes(character)) depth--;
    else if (depth === 0 && character === ",") {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return parts;
}
