import type { TableRead } from "../sql/columns.ts";
import { tablesIn } from "../sql/query.ts";
import { type Item, isWord, statementsIn } from "../sql/tokens.ts";
import { lineStarts, placeAt } from "./dbt-sql.ts";
import type { DeclaredConsumer, Descriptor } from "./descriptor.ts";
import { unpinned } from "./read.ts";

/**
 * SQL: whatever table a query reads by FROM, JOIN or USING, it reads. Columns are those whose names stand in it; `*`, templates
 * and whatever is not understood mean every column. Nothing is run, and templates are not filled in. It is only observed:
 * nobody declared it.
 */
export const sql: Descriptor = {
  kind: "sql",
  globs: ["**/*.sql"],
  claims: (path, text) => /\.sql$/i.test(path) && /\b(?:from|join|using|copy|clone|like|table)\b/i.test(text),
  read(path, text) {
    const { tables, understood } = readBy(path, text);
    const starts = lineStarts(text);
    return tables.map(({ name, start, columns, whole }): DeclaredConsumer => {
      const fields = [...columns].sort();
      const reads = !understood || (fields.length === 0 && !whole) ? "did-not-say" : whole ? "everything" : fields;
      return {
        ...unpinned,
        ...{ name: nameOf(path), contract: name, owners: [], reads, confidence: "observed" },
        ownedBy: [`folder ${folderOf(path)}`],
        kind: understood ? "sql query" : "sql query that is not understood",
        evidence: placeAt(path, start, starts),
      };
    });
  },
};

/** More tables than that no query reads. */
const maxTables = 1000;

function readBy(path: string, text: string): { readonly tables: readonly TableRead[]; readonly understood: boolean } {
  const { statements, closed } = statementsIn(text);
  const migrates = isMigration(path, statements);
  const reading = statements.filter((one) => !migrates || isView(one));
  const read = reading.map(tablesIn);
  const found = read.flatMap((tables) => tables ?? []);
  const understood = closed && !read.includes(undefined) && !reading.some(hasTemplate);
  const others = understood || migrates ? [] : named(text);
  const tables = new Map<string, TableRead>();
  for (const table of [...found, ...others]) {
    const known = tables.get(table.name.toLowerCase());
    if (known === undefined) tables.set(table.name.toLowerCase(), table);
    else {
      for (const column of table.columns) known.columns.add(column);
      known.whole ||= table.whole;
    }
  }
  return { tables: [...tables.values()].slice(0, maxTables), understood };
}

/** A file that alters tables, and one that is numbered or kept as a migration, is run once: only its views go on reading. */
function isMigration(path: string, statements: readonly (readonly Item[])[]): boolean {
  const file = path.slice(path.lastIndexOf("/") + 1);
  if (/^(?:[VRU][\d._]*__|\d{2,}[._-]|\d+__)/i.test(file) || /(?:^|\/)migrations?\//i.test(path)) return true;
  return statements.some((one) => isWord(one[0], "alter") && isWord(one[1], "table"));
}

function isView(statement: readonly Item[]): boolean {
  return isWord(statement[0], "create") && statement.slice(0, 8).some((item) => isWord(item, "view"));
}

/** A template may be filled with any column; one that only names a model, or sets the model up, is none. */
function hasTemplate(items: readonly Item[]): boolean {
  return items.some((item) =>
    item.kind === "group"
      ? hasTemplate(item.items)
      : item.kind === "jinja" && !/^\{\{-?\s*(?:ref|source|config)\s*\([^{}]*\)\s*-?\}\}$/.test(item.text),
  );
}

/** What stands behind FROM and JOIN in a text that is not understood. */
function named(text: string): readonly TableRead[] {
  const found: TableRead[] = [];
  for (const match of text.matchAll(/\b(?:from|join|using)\s+([\p{L}_"`[][\p{L}\p{N}_$"`\].[-]{0,300})/giu)) {
    const name = (match[1] ?? "").replace(/["`[\]]/g, "");
    const start = match.index + match[0].length - (match[1] ?? "").length;
    if (/^[\p{L}_]/u.test(name)) found.push({ name, start, columns: new Set(), whole: true });
  }
  return found;
}

/** `query.sql` is called by its folder. */
function nameOf(path: string): string {
  const parts = path.replace(/\.sql$/i, "").split("/");
  const file = parts.pop() ?? path;
  return /^(?:query|script|view|init|part\d*|main|index)$/i.test(file) ? (parts.pop() ?? file) : file;
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
