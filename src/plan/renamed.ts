import { isMap, isScalar, isSeq, type Node } from "yaml";
import { type Edit, edited } from "./edits.ts";
import { type Document, member, readDocument } from "./expand/document.ts";
import { masked } from "./masked.ts";
import { nameOf } from "./value.ts";

/**
 * The text of a contract under the name of its next version; unchanged where its name is that of its file. Undefined where the
 * name cannot be found in the text.
 */
export function renamedCopy(format: string, text: string, part: string): string | undefined {
  if (format === "protobuf") return renamedProto(text);
  if (format === "sql") return renamedTable(text);
  if (format === "avro" && !/^\s*[[{]/.test(text)) return renamedIdl(text);
  const document = readDocument(text);
  const edits = document && namings[format]?.(document, part);
  return edits === undefined ? undefined : edited(text, edits);
}

/** `payments` becomes `payments_v2`, `depot.v1` becomes `depot.v2`. */
function next(name: string, separator: string): string {
  const known = /^(.*?[._:/-]?v)(\d{1,6})$/.exec(name);
  return known === null ? `${name}${separator}v2` : `${known[1]}${Number(known[2]) + 1}`;
}

type Naming = (document: Document, part: string) => readonly Edit[] | undefined;

const namings: Readonly<Record<string, Naming>> = {
  table: (document) => {
    const table = isMap(document.root)
      ? rewritten(document, member(document.root, "table"), (name) => next(name, "_"))
      : [];
    return table.length === 0 ? undefined : table;
  },
  odcs: (document) => {
    const schema = member(document.root, "schema");
    const tables = isSeq(schema) ? (schema.items as Node[]) : [];
    const id = rewritten(document, member(document.root, "id"), (name) => next(name, name.includes(":") ? ":" : "-"));
    if (id.length === 0) return undefined;
    const own = tables.flatMap((table) =>
      ["name", "physicalName"].flatMap((key) => rewritten(document, member(table, key), (name) => next(name, "_"))),
    );
    return [...id, ...own];
  },
  dcs: (document) => {
    const id = rewritten(document, member(document.root, "id"), (name) => next(name, name.includes(":") ? ":" : "-"));
    const models = member(document.root, "models");
    const keys = isMap(models) ? models.items.map(({ key }) => key as Node) : [];
    return id.length === 0
      ? undefined
      : [...id, ...keys.flatMap((key) => rewritten(document, key, (name) => next(name, "_")))];
  },
  dbt: (document, part) => {
    const models = member(document.root, "models");
    const names = isSeq(models) ? models.items.map((model) => member(model as Node, "name")) : [];
    const meant = names.filter((name) => {
      const called = written(name) ?? "";
      return part === "" || part === called || part.startsWith(`${called}.`);
    });
    const edits = meant.flatMap((name) => rewritten(document, name, (one) => next(one, "_")));
    return edits.length === 0 ? undefined : edits;
  },
  bigquery: (document) => {
    const id = member(member(document.root, "tableReference"), "tableId");
    return rewritten(document, id, (name) => next(name, "_"));
  },
  // a table of its own has a table-uuid of its own, which only an engine can give
  iceberg: (document) =>
    member(document.root, "table-uuid") === undefined
      ? rewritten(document, member(document.root, "location"), (place) => next(place.replace(/\/$/, ""), "_"))
      : undefined,
  "json-schema": (document) => {
    const id = member(document.root, "$id") ?? member(document.root, "id");
    const name = written(id);
    if (name === undefined || name.startsWith("#")) return [];
    const other = name.replace(/((?:\.[A-Za-z][\w-]*)*)(#?)$/, (extension, dots: string) =>
      name.length === extension.length ? `.v2${extension}` : `.v2${dots}${extension.slice(dots.length)}`,
    );
    return everywhere(document, (one) =>
      one === name || one.startsWith(`${name}#`) ? `${other}${one.slice(name.length)}` : undefined,
    );
  },
  avro: (document) => {
    const namespace = written(member(document.root, "namespace"));
    if (namespace === undefined || namespace === "" || !isMap(document.root)) {
      const edits = rewritten(document, member(document.root, "name"), (name) => `${name}V2`);
      return edits.length === 0 ? undefined : edits;
    }
    const other = next(namespace, ".");
    return everywhere(document, (one) =>
      one === namespace || one.startsWith(`${namespace}.`) ? `${other}${one.slice(namespace.length)}` : undefined,
    );
  },
};

function written(node: Node | undefined): string | undefined {
  return isScalar(node) && typeof node.value === "string" ? node.value : undefined;
}

/** A text in the place of another, quoted as that one was. */
function rewritten({ text, isJson }: Document, node: Node | undefined, name: (old: string) => string): readonly Edit[] {
  if (!isScalar(node) || typeof node.value !== "string" || !node.range) return [];
  const [start, end] = node.range;
  const quoted = isJson || text[start] === '"' || text[start] === "'";
  const put = name(node.value);
  return [{ start, end, text: quoted ? JSON.stringify(put) : put }];
}

/** Every text value that is to be another. */
function everywhere(document: Document, other: (value: string) => string | undefined): readonly Edit[] {
  const edits: Edit[] = [];
  const look = (node: Node | null): void => {
    if (isMap(node)) {
      for (const { key, value } of node.items) if (nameOf(key) !== "doc") look((value ?? null) as Node | null);
    } else if (isSeq(node)) {
      for (const item of node.items) look(item as Node | null);
    } else if (node !== null) {
      const put = other(written(node) ?? "");
      if (put !== undefined) edits.push(...rewritten(document, node, () => put));
    }
  };
  look(document.root);
  return edits;
}

function renamedProto(text: string): string | undefined {
  const plain = masked(text, "proto");
  const found = /^[ \t]*package\s+([\w.]+)\s*;/m.exec(plain);
  const name = found?.[1];
  if (found === null || name === undefined) return undefined;
  const other = next(name, ".");
  const at = new RegExp(`(?<![\\w.])(\\.?)${name.replaceAll(".", "\\.")}(?=\\s*;|\\.\\w)`, "g");
  const edits = [...plain.matchAll(at)].map(({ 0: whole, 1: dot = "", index }) => ({
    start: index,
    end: index + whole.length,
    text: `${dot}${other}`,
  }));
  return edited(text, edits);
}

/** Every place where the only created table is named: in its own statement and in those that go on about it. */
function renamedTable(text: string): string | undefined {
  const plain = masked(text, "sql");
  const statement =
    /\b(?:TABLE|VIEW|ON)\s+(?:IF\s+(?:NOT\s+)?EXISTS\s+)?(?:ONLY\s+)?((?:[\w"`[\]]+\.)*)(["`[]?)(\w+)(?=["`\]]?[\s(;])/gi;
  const found = [...plain.matchAll(statement)];
  const names = new Set(found.map(({ 3: name = "" }) => name.toLowerCase()));
  if (names.size !== 1) return undefined;
  const edits = found.map(({ 0: whole, 3: name = "", index }) => {
    const end = index + whole.length;
    return { start: end - name.length, end, text: next(name, "_") };
  });
  return edited(text, edits);
}

function renamedIdl(text: string): string | undefined {
  const found = /@namespace\(\s*"([\w.]+)"\s*\)|^[ \t]*namespace[ \t]+([\w.]+)[ \t]*;/m.exec(text);
  const name = found?.[1] ?? found?.[2];
  if (found === null || name === undefined) return undefined;
  const other = next(name, ".");
  if (found[1] !== undefined) return text.replaceAll(`"${name}"`, () => `"${other}"`);
  const end = found.index + found[0].length;
  return `${text.slice(0, found.index)}${found[0].replace(name, () => other)}${text.slice(end)}`;
}
