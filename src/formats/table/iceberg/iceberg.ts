import { readJson } from "../../../text/json.ts";
import { get, itemsOf, type Tree, textOf, textsOf, Unreadable } from "../../../text/tree.ts";
import { defineFormat, type Source } from "../../format.ts";
import type { Constraint } from "../constraint.ts";
import { diffTables } from "../diff.ts";
import { reach } from "../elements.ts";
import { tableWordings } from "../prose.ts";
import { locationOf, unreadable } from "../read.ts";
import { tableRules } from "../rules.ts";
import { rowSamples } from "../sample.ts";
import type { Table, TableContract } from "../table.ts";
import { witnessRow } from "../witness.ts";
import { schemaIn } from "./schema.ts";
import { icebergTypeChange } from "./type.ts";

/** Apache Iceberg table metadata, or a schema alone: columns are found in stored data by their id. */
export const icebergFormat = defineFormat<typeof tableRules, TableContract>({
  name: "iceberg",
  family: "table",
  globs: ["**/*.json"],
  claims: (path) => /\.(?:metadata|iceberg)\.json$/.test(path),
  mode: "FORWARD",
  rules: tableRules,
  find(path, text) {
    if (!text.includes("format-version") && !text.includes("struct")) return [];
    const tree = readJson(path, text);
    if (!isMetadata(tree) && !isSchema(tree)) return [];
    return [
      {
        part: "",
        names: namesOf(path, tree),
        version: textOf(get(tree, "current-schema-id") ?? get(tree, "schema-id")),
      },
    ];
  },
  parse(source) {
    const { path, tree } = onlyDocument(source);
    const version = isMetadata(tree) ? Number(textOf(get(tree, "format-version"))) : undefined;
    const partitioned = new Set(
      partitionFields(tree).flatMap((field) => textsOf(get(field, "source-id") ?? get(field, "source-ids"))),
    );
    const typeChange = icebergTypeChange(version ?? 2, partitioned);
    return { tables: [tableOf(path, tree)], dialect: { ordered: false, storedById: true, typeChange } };
  },
  diff: diffTables,
  wordings: tableWordings,
  reach,
  witness: witnessRow,
  samples: rowSamples,
});

function onlyDocument({ entry, files }: Source): { readonly path: string; readonly tree: Tree } {
  const path = entry === "" && files.size === 1 ? ([...files.keys()][0] as string) : entry;
  const text = files.get(path);
  if (text === undefined) throw new Unreadable("expected one table's metadata", { path });
  return { path, tree: readJson(path, text) };
}

function isMetadata(tree: Tree): boolean {
  return get(tree, "format-version") !== undefined && (get(tree, "schemas") ?? get(tree, "schema")) !== undefined;
}

function isSchema(tree: Tree): boolean {
  const fields = itemsOf(get(tree, "fields"));
  return (
    textOf(get(tree, "type")) === "struct" &&
    fields.length > 0 &&
    fields.every((field) => get(field, "id") !== undefined)
  );
}

/** By the place of its data, `s3://lake/shop.db/orders`; else by its file's. */
function namesOf(path: string, tree: Tree): readonly string[] {
  const location = textOf(get(tree, "location"));
  const folders = (location ?? path).split("/").filter((step) => step !== "" && step !== "metadata");
  if (location === undefined && isMetadata(tree)) folders.pop();
  const [database, table] = folders.slice(-2);
  const named = table === undefined ? database : `${database?.replace(/\.db$/, "")}.${table}`;
  const file = (path.split("/").at(-1) ?? path).replace(/(?:\.(?:metadata|iceberg))?\.json$/, "");
  const uuid = textOf(get(tree, "table-uuid"));
  return [isMetadata(tree) && named !== undefined ? named : file, uuid].filter((name) => name !== undefined);
}

function tableOf(path: string, tree: Tree): Table {
  if (!isMetadata(tree) && !isSchema(tree))
    return unreadable(
      path,
      tree,
      'expected Iceberg metadata ("format-version", "schemas") or a schema ("type": "struct", "fields")',
    );
  const current = currentSchema(path, tree);
  const version = isMetadata(tree) ? Number(textOf(get(tree, "format-version"))) : undefined;
  if (version !== undefined && ![1, 2, 3].includes(version))
    unreadable(path, get(tree, "format-version") ?? tree, "format-version must be 1, 2 or 3");
  const schema = schemaIn(path, current, version);
  const was = new Map(
    itemsOf(get(tree, "schemas")).flatMap((earlier) =>
      [...schemaIn(path, earlier, version).ids].map(([id, { name, typeText }]) => [id, `${name} ${typeText}`] as const),
    ),
  );
  for (const id of schema.ids.keys()) was.delete(id);
  const highest = [...schema.ids.keys()].reduce((most, id) => Math.max(most, Number(id)), 0);
  const identifiers = get(current, "identifier-field-ids");
  return {
    name: "",
    at: locationOf(path, tree),
    columnsAt: locationOf(path, get(current, "fields") ?? current),
    columns: schema.columns,
    primaryKey: textsOf(identifiers)
      .map((id) => schema.ids.get(id)?.path ?? `id ${id}`)
      .sort(),
    ...(identifiers && { keyAt: locationOf(path, identifiers) }),
    constraints: tableConstraints(path, tree),
    idHistory: { last: Math.max(highest, Number(textOf(get(tree, "last-column-id")) ?? 0)), was },
  };
}

/** Iceberg specification, Table Metadata: `current-schema-id` says which; version 1 has one `schema`. */
function currentSchema(path: string, tree: Tree): Tree {
  if (!isMetadata(tree)) return tree;
  const schemas = get(tree, "schemas");
  if (schemas === undefined) return get(tree, "schema") as Tree;
  const id = textOf(get(tree, "current-schema-id"));
  const current = itemsOf(schemas).find((schema) => textOf(get(schema, "schema-id")) === id);
  return (
    current ??
    unreadable(path, get(tree, "current-schema-id") ?? schemas, `no schema has the "current-schema-id" ${id ?? ""}`)
  );
}

function partitionFields(tree: Tree): readonly Tree[] {
  const spec = byId(tree, "partition-specs", "spec-id", "default-spec-id");
  return itemsOf(get(spec, "fields") ?? get(tree, "partition-spec"));
}

function byId(tree: Tree, list: string, key: string, current: string): Tree | undefined {
  const id = textOf(get(tree, current));
  return itemsOf(get(tree, list)).find((item) => textOf(get(item, key)) === id);
}

function tableConstraints(path: string, tree: Tree): readonly Constraint[] {
  const told = (field: Tree) =>
    `${textOf(get(field, "transform")) ?? "identity"}(field ${textsOf(get(field, "source-id") ?? get(field, "source-ids")).join(", ")})`;
  const partition = partitionFields(tree).map(told).join(", ");
  const order = itemsOf(get(byId(tree, "sort-orders", "order-id", "default-sort-order-id"), "fields"));
  const sort = order.map((field) => `${told(field)} ${textOf(get(field, "direction")) ?? "asc"}`).join(", ");
  const [uuid, version] = [get(tree, "table-uuid"), get(tree, "format-version")];
  const at = (key: string) => locationOf(path, get(tree, key) ?? tree);
  const layouts = [
    { kind: "layout", name: "partition", value: partition, at: at("partition-specs") },
    { kind: "layout", name: "sort order", value: sort, at: at("sort-orders") },
    { kind: "rule", name: "table-uuid", value: textOf(uuid) ?? "", at: at("table-uuid") },
    // an engine that reads version 2 need not read version 3
    { kind: "bound", name: "format-version", value: textOf(version) ?? "", at: at("format-version") },
  ] as const;
  return layouts.filter(({ value }) => value !== "");
}
