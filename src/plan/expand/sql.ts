import type { Addition } from "../edits.ts";
import { masked } from "../masked.ts";
import { type Beside, freeName } from "./tree.ts";

interface Definition {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Whether it is a column, not a constraint of the table. */
  readonly column: boolean;
}
interface Created {
  readonly table: string;
  readonly definitions: readonly Definition[];
}

/** Columns that head's `CREATE TABLE` has and base's has not, without what every row would have to fulfil. */
export function additionsToSql(path: string, base: string, head: string, beside: Beside): readonly Addition[] {
  const tables = new Map(createdIn(base).map((one) => [one.table.toLowerCase(), one]));
  return createdIn(head).flatMap(({ table, definitions }): readonly Addition[] => {
    const old = tables.get(table.toLowerCase());
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
      const changed = same !== undefined && base.slice(same.start, same.end) !== text && beside(element);
      if (!column || (same !== undefined && !changed)) return [];
      const called = same === undefined ? element : freeName(element, (one) => taken.has(one.toLowerCase()));
      const written = name === element ? called : `${name[0]}${called}${name.at(-1)}`;
      const put = `,${broken ? "\n    " : " "}${written}${optional(text.slice(name.length))}`;
      const told = { element: called, ...(same !== undefined && { beside: element }) };
      return [{ path, edit: { start: last.end, end: last.end, text: put }, ...told }];
    });
  });
}

/** A column's definition without its promises. */
function optional(definition: string): string {
  return definition
    .replace(/\s+(?:NOT\s+NULL|PRIMARY\s+KEY|UNIQUE)\b/gi, "")
    .replace(/\s+(?:CONSTRAINT|REFERENCES|CHECK)\b[\s\S]*$/i, "")
    .trimEnd();
}

function createdIn(text: string): readonly Created[] {
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

function plain(name: string): string {
  return name.replace(/^["`[]|["`\]]$/g, "");
}

function bare(name: string): string {
  return plain(name).toLowerCase();
}
