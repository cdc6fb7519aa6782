import { get, itemsOf, type Tree, textOf } from "../../text/tree.ts";

/** A `dbt_project.yml`. */
export interface Project {
  readonly path: string;
  readonly tree: Tree;
}

/** A setting of a model: its version's, else its own, else the project's for the deepest folder. Where it stands, and its value. */
export function settingOf(
  key: string,
  model: readonly (Tree | undefined)[],
  file: string,
  name: string,
  projects: readonly Project[],
): Tree | undefined {
  for (const tree of model) {
    const value = get(get(tree, "config"), key);
    if (value !== undefined) return value;
  }
  return projects.map((project) => projectSetting(key, file, name, project)).find((value) => value !== undefined);
}

/** dbt documentation, Configs and properties: folders below the model path name the levels; `+` marks a setting. */
function projectSetting(key: string, file: string, name: string, { path, tree }: Project): Tree | undefined {
  const root = path.slice(0, path.lastIndexOf("/") + 1);
  if (!file.startsWith(root)) return undefined;
  const inside = file.slice(root.length);
  const paths = itemsOf(get(tree, "model-paths")).map((one) => textOf(one) ?? "");
  const start = (paths.length > 0 ? paths : ["models"]).find((one) => inside.startsWith(`${one}/`));
  const folders =
    start === undefined
      ? []
      : inside
          .slice(start.length + 1)
          .split("/")
          .slice(0, -1);
  const levels = [textOf(get(tree, "name")) ?? "", ...folders, name];
  let level = get(tree, "models");
  let found = setting(level, key);
  for (const step of levels) {
    level = get(level, step);
    found = setting(level, key) ?? found;
  }
  return found;
}

function setting(level: Tree | undefined, key: string): Tree | undefined {
  return get(level, `+${key}`) ?? get(level, key);
}
