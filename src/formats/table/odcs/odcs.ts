import { get, itemsOf, type Tree, textOf, Unreadable } from "../../../text/tree.ts";
import { defineFormat, type Found } from "../../format.ts";
import { diffTables } from "../diff.ts";
import { namesIn } from "../document.ts";
import { reach } from "../elements.ts";
import { lifeOf } from "../lifecycle.ts";
import { tableWordings } from "../prose.ts";
import { documentsOf, readDocument, requiredText, unreadable } from "../read.ts";
import { tableRules } from "../rules.ts";
import { rowSamples } from "../sample.ts";
import { levelsByTable, slaProperties } from "../service-level.ts";
import type { Dialect, TableContract } from "../table.ts";
import { witnessRow } from "../witness.ts";
import { odcsDocument } from "./document.ts";
import { namesOf, tableIn } from "./table.ts";
import { promisedTypeChange } from "./type.ts";

/**
 * Open Data Contract Standard 2.2, 3.0, 3.1 and the preview of 3.2: one contract per schema object. Lists are keyed by id,
 * else by name; their order means nothing.
 */
export const odcsFormat = defineFormat<typeof tableRules, TableContract>({
  name: "odcs",
  family: "table",
  globs: ["**/*.yml", "**/*.yaml", "**/*.json"],
  claims: (path, text) =>
    /\.odcs\.(?:ya?ml|json)$/.test(path) || /^\s*"?kind"?\s*:\s*["']?DataContract["']?\s*,?\s*$/m.test(text),
  sideBySide: true,
  mode: "FORWARD",
  rules: tableRules,
  find(path, text) {
    if (!text.includes("DataContract")) return [];
    const tree = readDocument(path, text);
    if (textOf(get(tree, "kind")) !== "DataContract") return [];
    const contract = contractOf(path, tree);
    const shared = { version: contract.version, owners: ownersOf(tree) };
    if (contract.tables.length === 0) return [{ part: "", names: [contract.id], ...shared }];
    return contract.tables.map(({ name, physicalName }): Found => {
      const names = namesIn(contract.id, contract.tables.length > 1, name, physicalName, itemsOf(get(tree, "servers")));
      return { part: name, names, ...shared };
    });
  },
  parse(source) {
    const contracts = documentsOf(source).map(({ path, tree }) => {
      if (textOf(get(tree, "kind")) !== "DataContract") unreadable(path, tree, 'expected "kind: DataContract"');
      return { path, tree, ...contractOf(path, tree) };
    });
    const tables = contracts.flatMap((contract) => contract.tables);
    const documents = contracts.map(({ path, tree, id, tables }) => odcsDocument(path, tree, id, tables));
    const meant = source.part === "" ? tables : tables.filter(({ name }) => name === source.part);
    if (source.part !== "" && meant.length === 0)
      throw new Unreadable(`${source.part} does not stand in the contract`, { path: source.entry });
    const dialect: Dialect = { ordered: false, storedById: false, typeChange: promisedTypeChange };
    return { tables: meant, dialect, documents };
  },
  diff: diffTables,
  life: lifeOf,
  wordings: tableWordings,
  reach,
  witness: witnessRow,
  samples: rowSamples,
});

function contractOf(path: string, tree: Tree) {
  const apiVersion = requiredText(path, tree, "apiVersion", "the contract");
  const generation = /^v?2\.[0-9.]+$/.test(apiVersion) ? 2 : /^v3\.[012]\.[0-9]+$/.test(apiVersion) ? 3 : undefined;
  if (generation === undefined)
    return unreadable(
      path,
      get(tree, "apiVersion") ?? tree,
      `apiVersion ${apiVersion} is not understood: v2.2, v3.0, v3.1 and the preview of v3.2 are`,
    );
  const [id, list] = generation === 2 ? (["uuid", "dataset"] as const) : (["id", "schema"] as const);
  const schema = get(tree, list);
  if (schema !== undefined && schema.kind !== "array" && schema.kind !== "null")
    unreadable(path, schema, `"${list}" must be a list`);
  const names = itemsOf(schema).flatMap((item) => namesOf(item, generation));
  const levels = levelsByTable(slaProperties(path, tree), names);
  const tables = itemsOf(schema).map((item) => tableIn(path, item, generation, tree, levels));
  const seen = new Set<string>();
  for (const { name, at } of tables) {
    if (seen.has(name)) throw new Unreadable(`two schema objects are called "${name}"`, at);
    seen.add(name);
  }
  return { id: requiredText(path, tree, id, "the contract"), version: textOf(get(tree, "version")), tables };
}

/** Whoever is named an owner and has not left; version 3.1 wraps the list in a team. */
function ownersOf(tree: Tree): readonly string[] {
  const team = get(tree, "team") ?? get(tree, "stakeholders");
  const members = itemsOf(get(team, "members") ?? team);
  return members.flatMap((member) => {
    const role = textOf(get(member, "role"))?.toLowerCase() ?? "";
    const name = textOf(get(member, "username"));
    return name !== undefined && role.includes("owner") && get(member, "dateOut") === undefined ? [name] : [];
  });
}
