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
import { levelsByTable, serviceLevels } from "../service-level.ts";
import { byName, type Table, type TableContract } from "../table.ts";
import { witnessRow } from "../witness.ts";
import { dcsDocument } from "./document.ts";
import { modelIn } from "./model.ts";

/** Data Contract Specification 0.9 and 1.x: one contract per model, definitions put in place of what refers to them. */
export const dcsFormat = defineFormat<typeof tableRules, TableContract>({
  name: "dcs",
  family: "table",
  globs: ["**/*.yml", "**/*.yaml", "**/*.json"],
  claims: (_path, text) => /^\s*\{?\s*"?dataContractSpecification"?\s*:/m.test(text),
  sideBySide: true,
  mode: "FORWARD",
  rules: tableRules,
  find(path, text) {
    if (!text.includes("dataContractSpecification")) return [];
    const tree = readDocument(path, text);
    if (get(tree, "dataContractSpecification") === undefined) return [];
    const [id, tables] = [requiredText(path, tree, "id", "the contract"), modelsOf(path, tree)];
    const version = textOf(get(get(tree, "info"), "version"));
    const shared = { version, owners: ownersOf(tree) };
    if (tables.length === 0) return [{ part: "", names: [id], ...shared }];
    const servers = get(tree, "servers");
    const places =
      servers?.kind === "object" ? [...servers.members.values()].map(({ value }) => value) : itemsOf(servers);
    return tables.map(
      ({ name }): Found => ({ part: name, names: namesIn(id, tables.length > 1, name, undefined, places), ...shared }),
    );
  },
  parse(source) {
    const contracts = documentsOf(source).map(({ path, tree }) => {
      const version = requiredText(path, tree, "dataContractSpecification", "the contract");
      if (!/^(?:0\.9|1)\.\d+(?:\.\d+)?$/.test(version))
        unreadable(
          path,
          get(tree, "dataContractSpecification") ?? tree,
          `specification ${version} is not understood: 0.9 and 1.x are`,
        );
      const id = requiredText(path, tree, "id", "the contract");
      const tables = modelsOf(path, tree);
      return { tables, document: dcsDocument(path, tree, id, tables) };
    });
    const tables = contracts.flatMap((contract) => contract.tables);
    const documents = contracts.map(({ document }) => document);
    const meant = source.part === "" ? tables : tables.filter(({ name }) => name === source.part);
    if (source.part !== "" && meant.length === 0)
      throw new Unreadable(`${source.part} does not stand in the contract`, { path: source.entry });
    return { tables: meant, dialect: byName({ ordered: false }), documents };
  },
  diff: diffTables,
  life: lifeOf,
  wordings: tableWordings,
  reach,
  witness: witnessRow,
  samples: rowSamples,
});

function modelsOf(path: string, tree: Tree): readonly Table[] {
  const models = get(tree, "models");
  if (models === undefined || models.kind === "null") return [];
  if (models.kind !== "object") return unreadable(path, models, '"models" must be a mapping of models by name');
  const levels = levelsByTable(serviceLevels(path, tree), [...models.members.keys()]);
  return [...models.members].map(([name, member]) => modelIn(path, name, member, tree, levels([name])));
}

function ownersOf(tree: Tree): readonly string[] {
  const info = get(tree, "info");
  const owners = [textOf(get(info, "owner")), textOf(get(get(info, "contact"), "email"))];
  return owners.filter((owner) => owner !== undefined);
}
