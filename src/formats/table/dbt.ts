import { get, itemsOf, Unreadable } from "../../text/tree.ts";
import { readYaml } from "../../text/yaml.ts";
import { defineFormat, type Found, type Source } from "../format.ts";
import { isContract, modelsIn } from "./dbt-model.ts";
import type { Project } from "./dbt-project.ts";
import { diffTables } from "./diff.ts";
import { reach } from "./elements.ts";
import { lifeOf } from "./lifecycle.ts";
import { tableWordings } from "./prose.ts";
import { unreadable } from "./read.ts";
import { tableRules } from "./rules.ts";
import { rowSamples } from "./sample.ts";
import { byName, type TableContract } from "./table.ts";
import { dialectNames } from "./type-names.ts";
import { witnessRow } from "./witness.ts";

/**
 * dbt model contracts: one contract per model, and per version of a model; the model's own name means its latest version, as
 * for a `ref` without one. No Jinja is run.
 */
export const dbtFormat = defineFormat<typeof tableRules, TableContract>({
  name: "dbt",
  family: "table",
  globs: ["**/*.yml", "**/*.yaml"],
  claims: (_path, text) => /^models\s*:/m.test(text) && /\b(?:contract|data_type)\s*:/.test(text),
  mode: "FORWARD",
  rules: tableRules,
  find(path, text) {
    if (!/\bmodels\b/.test(text) || !/\b(?:contract|data_type)\b/.test(text)) return [];
    const tree = readYaml(path, text);
    if (!itemsOf(get(tree, "models")).some(isContract)) return [];
    return modelsIn(path, tree, []).map(({ version, table }): Found => {
      return { part: table.name, names: [table.name], version: version ?? table.aliasOf };
    });
  },
  references: (path, _text, tree) =>
    tree.filter((file) => isProject(file) && path.startsWith(file.slice(0, -projectFile.length))),
  parse(source, options) {
    const dialect = typeof options.dialect === "string" ? options.dialect : undefined;
    const models = modelsOf(source, dialect);
    const meant = source.part === "" ? models : models.filter(({ table }) => table.name === source.part);
    if (source.part !== "" && meant.length === 0)
      throw new Unreadable(`${source.part} does not stand in the file`, { path: source.entry });
    return { tables: meant.map(({ table }) => table), dialect: byName({ ordered: false }) };
  },
  diff: diffTables,
  life: lifeOf,
  wordings: tableWordings,
  reach,
  witness: witnessRow,
  samples: rowSamples,
});

const projectFile = "dbt_project.yml";
const isProject = (path: string) => path === projectFile || path.endsWith(`/${projectFile}`);

function modelsOf({ entry, files }: Source, dialect: string | undefined) {
  const projects = [...files]
    .filter(([path]) => isProject(path))
    .map(([path, text]): Project => ({ path, tree: readYaml(path, text) }));
  if (entry !== "" && !files.has(entry)) throw new Unreadable("the file is not there", { path: entry });
  const documents = [...files].filter(([path]) =>
    entry === "" ? /\.ya?ml$/.test(path) && !isProject(path) : path === entry,
  );
  const models = documents.flatMap(([path, text]) => {
    const tree = readYaml(path, text);
    if (entry !== "" && get(tree, "models")?.kind !== "array")
      return unreadable(path, tree, 'expected a list of "models"');
    return modelsIn(path, tree, projects, dialectNames.get(dialect ?? ""));
  });
  const seen = new Set<string>();
  for (const { table } of models) {
    if (seen.has(table.name)) throw new Unreadable(`two models are called "${table.name}"`, table.at);
    seen.add(table.name);
  }
  return models;
}
