import type { Addition, Mark } from "../edits.ts";
import { masked } from "../masked.ts";
import { type Changes, freeName, type Wanted } from "./tree.ts";

interface Definition {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Whether it is a column, not a constraint of the table. */
  readonly column: boolean;
}
export interface Created {
  readonly table: string;
  readonly definitions: readonly Definition[];
}

/** Columns that head's `CREATE TABLE` has and base's has not, without what every row would have to fulfil; and what is said of those that go. `part`: the one that is meant. */
export function changesToSql(path: string, base: string, head: string, wanted: Wanted, part = ""): Changes {
  const called = (name: string) => name.replaceAll(/["`]/g, "").toLowerCase();
  const made = createdIn(base).filter(({ table }) => part === "" || called(table) === called(part));
  const tables = new Map(made.map((one) => [one.table.toLowerCase(), one]));
  const additions = createdIn(head).flatMap(({ table, definitions }) =>
    added({ path, base, head }, tables.get(table.toLowerCase()), definitions, wanted),
  );
  const replaced = new Map(additions.map(({ element, beside }) => [beside, element]));
  const columns = made.flatMap(({ table, definitions }) =>
    definitions
      .filter(({ name, column }) => column && (wanted.goes(plain(name)) || replaced.has(plain(name))))
      .map(({ name }) => ({
        element: plain(name),
        statement: deprecatedColumn(base, table, name, wanted.words(replaced.get(plain(name)))),
      })),
  );
  const whole = made
    .filter(({ table }) => wanted.goes(plain(table)) || wanted.goes(""))
    .map(({ table }) => ({ element: plain(table), statement: deprecatedTable(base, table, wanted.words()) }));
  const end = base.length;
  const marks = [...columns, ...whole].map(({ element, statement }, index): Mark => {
    const apart = index === 0 && !base.endsWith("\n") ? "\n" : "";
    return { path, element, edits: [{ start: end, end, text: `${apart}${statement}\n` }] };
  });
  return { additions, marks };
}

function added(
  { path, base, head }: { readonly path: string; readonly base: string; readonly head: string },
  old: Created | undefined,
  definitions: readonly Definition[],
  { beside, looser }: Pick<Wanted, "beside" | "looser">,
): readonly Addition[] {
  const last = old?.definitions.findLast(({ column }) => column);
  if (old === undefined || last === undefined) return [];
  const known = new Map(old.definitions.filter(({ column }) => column).map((one) => [bare(one.name), one]));
  const broken = base.slice(old.definitions[0]?.start ?? 0, last.start).includes("\n");
  const taken = new Set([...known.keys(), ...definitions.map(({ name }) => bare(name))]);
  return definitions.flatMap((definition): readonly Addition[] => {
    const { name, start, end, column } = definition;
    const same = known.get(bare(name));
    const element = plain(name);
    const text = head.slice(start, end);
    const was = same && base.slice(same.start, same.end);
    const differs = was !== undefined && was !== text && (optional(was) !== optional(text) || looser(element));
    const changed = differs && beside(element);
    if (!column || (same !== undefined && !changed)) return [];
    const called = same === undefined ? element : freeName(element, (one) => taken.has(one.toLowerCase()));
    const written = name === element ? called : `${name[0]}${called}${name.at(-1)}`;
    const put = `,${broken ? "\n    " : " "}${written}${optional(text.slice(name.length))}`;
    const told = { element: called, ...(same !== undefined && { beside: element }) };
    return [{ path, edit: { start: last.end, end: last.end, text: put }, ...told }];
  });
}

/** As the engine takes it that the text seems to be written for. */
export function deprecatedColumn(text: string, table: string, column: string, words: string): string {
  const said = quoted(text, words);
  if (isBigQuery(text)) return `ALTER TABLE ${table} ALTER COLUMN ${column} SET OPTIONS (description = ${said});`;
  if (isSpark(text)) return `ALTER TABLE ${table} ALTER COLUMN ${column} COMMENT ${said};`;
  return `COMMENT ON COLUMN ${table}.${column} IS ${said};`;
}

export function deprecatedTable(text: string, table: string, words: string): string {
  const said = quoted(text, words);
  if (isBigQuery(text)) return `ALTER TABLE ${table} SET OPTIONS (description = ${said});`;
  return `COMMENT ON TABLE ${table} IS ${said};`;
}

/** A quoted name may hold what ends a text. */
function quoted(text: string, words: string): string {
  const backslashed = isBigQuery(text) || isSpark(text);
  return `'${backslashed ? words.replace(/[\\']/g, "\\$&") : words.replaceAll("'", "''")}'`;
}

const isBigQuery = (text: string) => /\bOPTIONS\s*\(|\b(?:INT64|FLOAT64|BIGNUMERIC)\b/i.test(masked(text, "sql"));
const isSpark = (text: string) =>
  /\bUSING\s+(?:DELTA|ICEBERG|PARQUET|ORC|CSV|JSON)\b|\bTBLPROPERTIES\b|\bSTORED\s+AS\b/i.test(masked(text, "sql"));

/** A column's definition without its promises. */
export function optional(definition: string): string {
  return definition
    .replace(/\s+(?:NOT\s+NULL|PRIMARY\s+KEY|UNIQUE)\b/gi, "")
    .replace(/\s+(?:CONSTRAINT|REFERENCES|CHECK)\b[\s\S]*$/i, "")
    .trimEnd();
}

export function createdIn(text: string): readonly Created[] {
  const structure = masked(text, "sql");
  const tables: Created[] = [];
  for (const found of structure.matchAll(
    /\bCREATE\s+(?:OR\s+REPLACE\s+)?TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?([^\s(]+)\s*\(/gi,
  )) {
    const definitions = definitionsFrom(structure, found.index + found[0].length);
    if (definitions !== undefined) tables.push({ table: found[1] ?? "", definitions });
  }
  return tables;
}

/** What stands between the commas up to the bracket that closes. */
function definitionsFrom(text: string, opens: number): readonly Definition[] | undefined {
  const definitions: Definition[] = [];
  let depth = 0;
  let start = opens;
  for (let at = opens; at < text.length; at++) {
    const character = text[at] as string;
    if ("([<".includes(character)) depth++;
    else if (depth > 0 && ")]>".includes(character)) depth--;
    else if (depth === 0 && (character === "," || character === ")")) {
      const definition = definitionIn(text, start, at);
      if (definition !== undefined) definitions.push(definition);
      if (character === ")") return definitions;
      start = at + 1;
    }
  }
  return undefined;
}

function definitionIn(text: string, from: number, to: number): Definition | undefined {
  const raw = text.slice(from, to);
  const start = from + (raw.length - raw.trimStart().length);
  const body = raw.trim();
  const name = /^(?:"[^"]+"|`[^`]+`|\[[^\]]+\]|[^\s(]+)/.exec(body)?.[0];
  if (name === undefined) return undefined;
  const constraint = /^(?:PRIMARY|FOREIGN|UNIQUE|CONSTRAINT|CHECK|LIKE|EXCLUDE|INDEX|KEY)$/i.test(name);
  return { name, start, end: start + body.length, column: !constraint };
}

export function plain(name: string): string {
  return name.replace(/^["`[]|["`\]]$/g, "");
}

export function bare(name: string): string {
  return plain(name).toLowerCase();
}
