import { get, itemsOf, type ObjectTree, plain, type Tree, textOf, textsOf } from "../../text/tree.ts";
import { defineFormat } from "../format.ts";
import type { Constraint } from "./constraint.ts";
import { diffTables } from "./diff.ts";
import { reach } from "./elements.ts";
import { proseIn, tableWordings } from "./prose.ts";
import { documentsOf, locationOf, readDocument, requiredText, uniqueNames, unreadable } from "./read.ts";
import { tableRules } from "./rules.ts";
import { rowSamples } from "./sample.ts";
import { byName, type Column, pathUnder, type Table, type TableContract } from "./table.ts";
import type { Type } from "./type.ts";
import { bigqueryNames } from "./type-names.ts";
import { writtenType } from "./type-text.ts";
import { witnessRow } from "./witness.ts";

/**
 * BigQuery schema files: a list of fields, alone, under `fields` or in a table resource under `schema`. The file rarely
 * names its table: its folders do (`sql/project/dataset/table/schema.yaml`).
 */
export const bigqueryFormat = defineFormat<typeof tableRules, TableContract>({
  name: "bigquery",
  family: "table",
  globs: ["**/*.yml", "**/*.yaml", "**/*.json"],
  claims: (path, text) => /(?:^|\/)schema\.(?:ya?ml|json)$/.test(path) && /\bmode"?\s*:/.test(text),
  mode: "FORWARD",
  rules: tableRules,
  find(path, text) {
    if (!/\bname\b/.test(text) || !/\btype\b/.test(text)) return [];
    const tree = readDocument(path, text);
    const fields = fieldsOf(tree);
    if (fields === undefined || !itemsOf(fields).every(isField)) return [];
    return [{ part: "", names: namesOf(path, tree), version: undefined }];
  },
  parse(source) {
    const tables = documentsOf(source).map(({ path, tree }) => tableOf(path, tree));
    return { tables, dialect: byName({ ordered: true }) };
  },
  diff: diffTables,
  wordings: tableWordings,
  reach,
  witness: witnessRow,
  samples: rowSamples,
});

function fieldsOf(tree: Tree): Tree | undefined {
  if (tree.kind === "array") return tree.items.length > 0 ? tree : undefined;
  if (get(tree, "type")?.kind === "string" && get(tree, "tableReference") === undefined) return undefined;
  const fields = get(tree, "fields") ?? get(get(tree, "schema"), "fields");
  return itemsOf(fields).length > 0 ? fields : undefined;
}

const modes = new Set(["NULLABLE", "REQUIRED", "REPEATED"]);
const others = ["record", "struct", "geography", "json", "interval", "range"];
const known = new Set([...bigqueryNames.keys(), ...others]);

/** By its mode, or by a type in capitals: other notations list fields of a name and a type too. */
function isField(tree: Tree): boolean {
  const [type, mode] = [textOf(get(tree, "type")), textOf(get(tree, "mode"))];
  if (type === undefined || textOf(get(tree, "name")) === undefined) return false;
  if (mode !== undefined) return modes.has(mode.toUpperCase());
  return type === type.toUpperCase() && known.has(type.toLowerCase().replace(/[(<].*/s, ""));
}

/** `dataset.table` first, then with the project. */
function namesOf(path: string, tree: Tree): readonly string[] {
  const reference = get(tree, "tableReference");
  const ids = ["projectId", "datasetId", "tableId"].map((key) => textOf(get(reference, key)));
  const [project, dataset, table] = ids;
  if (dataset !== undefined && table !== undefined)
    return [`${dataset}.${table}`, ...(project === undefined ? [] : [`${project}.${dataset}.${table}`])];
  const folders = path.split("/");
  const file = folders.pop() ?? path;
  if (!/^schema\.[a-z]+$/.test(file)) return [file.replace(/\.[a-z]+$/, "")];
  const named = folders.slice(folders.lastIndexOf("sql") + 1);
  const [short, full] = [named.slice(-2).join("."), named.slice(-3).join(".")];
  return short === undefined || short === "" ? [path] : [...new Set([short, full ?? short])];
}

function tableOf(path: string, tree: Tree): Table {
  const fields = fieldsOf(tree);
  if (fields === undefined) return unreadable(path, tree, "expected a list of fields, each with a name and a type");
  return {
    name: "",
    at: locationOf(path, tree),
    columnsAt: locationOf(path, fields),
    columns: columnsOf(path, fields, ""),
    prose: proseIn(path, tree),
    primaryKey: textsOf(get(get(get(tree, "tableConstraints"), "primaryKey"), "columns")),
    constraints: ["timePartitioning", "rangePartitioning", "clustering"].flatMap((key): readonly Constraint[] => {
      const value = get(tree, key);
      if (value === undefined) return [];
      return [{ kind: "layout", name: key, value: JSON.stringify(plain(value)), at: locationOf(path, value) }];
    }),
  };
}

function columnsOf(path: string, fields: Tree | undefined, parent: string): readonly Column[] {
  const columns = itemsOf(fields).map((item) => columnOf(path, item, parent));
  uniqueNames(columns, "column");
  return columns;
}

function columnOf(path: string, item: Tree, parent: string): Column {
  if (item.kind !== "object") return unreadable(path, item, "a field must have a name and a type");
  const name = requiredText(path, item, "name", "a field");
  const typeText = requiredText(path, item, "type", `field ${name}`);
  const mode = (textOf(get(item, "mode")) ?? "NULLABLE").toUpperCase();
  if (!modes.has(mode))
    return unreadable(path, get(item, "mode") ?? item, '"mode" must be NULLABLE, REQUIRED or REPEATED');
  const repeated = mode === "REPEATED";
  const here = pathUnder(parent, name);
  const inner = repeated ? pathUnder(here, "[]") : here;
  const at = locationOf(path, item);
  const place = (key: string) => locationOf(path, item.members.get(key)?.at ?? item);
  const value = textOf(get(item, "defaultValueExpression"));
  const single = {
    at,
    ...typeOf(path, item, typeText, inner),
    typeText: sized(item, typeText),
    typeAt: place("type"),
    nullableAt: place("mode"),
    ...(value !== undefined && { default: value, defaultAt: place("defaultValueExpression") }),
    constraints: tagsOf(path, item),
    prose: proseIn(path, item),
  };
  if (!repeated) return { ...single, name, path: here, nullable: mode === "NULLABLE" };
  // a repeated field is never null but may always be empty, so that rows without it stay rows; its elements are never null
  const element = { ...single, name: "[]", path: inner, nullable: false, constraints: [], prose: [] };
  return {
    ...single,
    name,
    path: here,
    type: { kind: "list" },
    typeText: `REPEATED ${single.typeText}`,
    nullable: true,
    fields: [element],
  };
}

function typeOf(path: string, item: ObjectTree, text: string, here: string): { type: Type; fields: readonly Column[] } {
  if (/^(?:record|struct)$/i.test(text)) {
    const fields = get(item, "fields");
    if (itemsOf(fields).length === 0) return unreadable(path, item, `record ${here} has no "fields"`);
    return { type: { kind: "struct" }, fields: columnsOf(path, fields, here) };
  }
  if (itemsOf(get(item, "fields")).length > 0) return unreadable(path, item, `${here} has "fields" but is no record`);
  return writtenType(sized(item, text), here, locationOf(path, item), bigqueryNames);
}

/** The type with its size, which the API writes beside it: `NUMERIC(12,2)`, `STRING(36)`. */
function sized(item: ObjectTree, text: string): string {
  const [length, precision, scale] = ["maxLength", "precision", "scale"].map((key) => textOf(get(item, key)));
  if (length !== undefined) return `${text}(${length})`;
  return precision === undefined ? text : `${text}(${precision}${scale === undefined ? "" : `,${scale}`})`;
}

function tagsOf(path: string, item: ObjectTree): readonly Constraint[] {
  const tags = get(item, "policyTags");
  const names = textsOf(get(tags, "names"));
  if (tags === undefined || names.length === 0) return [];
  return [
    { kind: "classification", name: "policyTags", value: [...names].sort().join(", "), at: locationOf(path, tags) },
  ];
}
