import { get, type Tree, textOf, Unreadable } from "../../../text/tree.ts";
import { readYaml } from "../../../text/yaml.ts";
import { defineFormat, type Found, type Source } from "../../format.ts";
import { reach } from "../elements.ts";
import { lifeOf } from "../lifecycle.ts";
import { unreadable } from "../read.ts";
import { tableRules } from "../rules.ts";
import { rowSamples } from "../sample.ts";
import { byName, type TableContract } from "../table.ts";
import { dialectNames } from "../type-names.ts";
import { witnessRow } from "../witness.ts";
import { diffModels, modelWordings } from "./diff.ts";
import { drawnOn, isProject, isProperties, kinds, type Project } from "./files.ts";
import { entriesIn, isContract, modelsIn } from "./model.ts";

/**
 * dbt model contracts: one contract per model, and per version of a model; the model's own name means its latest version, as
 * for a `ref` without one. No Jinja is run.
 */
export const dbtFormat = defineFormat<typeof tableRules, TableContract>({
  name: "dbt",
  family: "table",
  // what makes a model, and in which project, decides what its entry in the properties promises
  globs: ["**/*.{yml,yaml,sql}", "**/models/**/*.py", "**/seeds/**/*.csv"],
  claims: (path, text) =>
    isProperties(path) &&
    /^(?:models|seeds|snapshots)\s*:/m.test(text) &&
    /\b(?:contract|data_type|column_types)\s*:/.test(text),
  mode: "FORWARD",
  rules: tableRules,
  find(path, text) {
    const tree = propertiesIn(path, text);
    if (tree === undefined) return [];
    return modelsIn(path, tree, { files: new Map(), projects: [], part: "" }).flatMap(
      ({ version, table, model }): Found[] => {
        // dbt knows of `enabled` there alone
        if (textOf(get(get(model, "config"), "enabled")) === "false") return [];
        return [{ part: table.name, names: [table.name], version: version ?? table.aliasOf }];
      },
    );
  },
  references(path, text, tree) {
    if (!isProperties(path)) return [];
    return drawnOn(path, entriesIn(propertiesIn(path, text)).filter(isContract), tree);
  },
  parse(source, options) {
    const dialect = typeof options.dialect === "string" ? options.dialect : undefined;
    const models = modelsOf(source, dialect);
    const meant = source.part === "" ? models : models.filter(({ table }) => table.name === source.part);
    if (source.part !== "" && meant.length === 0)
      throw new Unreadable(`${source.part} does not stand in the file`, { path: source.entry });
    return { tables: meant.map(({ table }) => table), dialect: byName({ ordered: false }) };
  },
  diff: diffModels,
  life: lifeOf,
  wordings: modelWordings,
  reach,
  witness: witnessRow,
  samples: rowSamples,
});

/** A properties file that may hold contracts; undefined for any other. @throws Unreadable */
function propertiesIn(path: string, text: string): Tree | undefined {
  if (!isProperties(path) || !/\b(?:models|seeds|snapshots)\b/.test(text)) return undefined;
  if (!/\b(?:contract|data_type|column_types)\b/.test(text)) return undefined;
  const tree = readYaml(path, text);
  return entriesIn(tree).some(isContract) ? tree : undefined;
}

function modelsOf({ entry, part, files }: Source, dialect: string | undefined) {
  const projects = [...files]
    .filter(([path]) => isProject(path))
    .map(([path, text]): Project => ({ path, tree: readYaml(path, text) }))
    .sort((one, other) => other.path.length - one.path.length);
  if (entry !== "" && !files.has(entry)) throw new Unreadable("the file is not there", { path: entry });
  const documents = [...files].filter(([path]) => (entry === "" ? isProperties(path) : path === entry));
  const models = documents.flatMap(([path, text]) => {
    const tree = readYaml(path, text);
    if (entry !== "" && !kinds.some(({ list }) => get(tree, list)?.kind === "array"))
      return unreadable(path, tree, 'expected a list of "models"');
    return modelsIn(path, tree, { files, projects, part }, dialectNames.get(dialect ?? ""));
  });
  const seen = new Set<string>();
  for (const { table } of models) {
    if (seen.has(table.name)) throw new Unreadable(`two models are called "${table.name}"`, table.at);
    seen.add(table.name);
  }
  return models;
}
