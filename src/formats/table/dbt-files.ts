import { get, itemsOf, type Tree, textOf } from "../../text/tree.ts";
import { perTree } from "../per-tree.ts";
import { isComputed } from "./dbt-config.ts";

/** A `dbt_project.yml`. */
export interface Project {
  readonly path: string;
  readonly tree: Tree;
}

const projectFile = "dbt_project.yml";

export function isProject(path: string): boolean {
  return path === projectFile || path.endsWith(`/${projectFile}`);
}

/** Properties, and not the project's own file. */
export function isProperties(path: string): boolean {
  return /\.ya?ml$/.test(path) && !isProject(path);
}

/** The projects that a file is in, and the files that may be its models', by their names. */
export function drawnOn(path: string, models: readonly Tree[], tree: readonly string[]): readonly string[] {
  const projects = projectsIn(tree).filter((file) => path.startsWith(folderOf(file)));
  const root = deepest(projects);
  const stems = new Set(
    models.flatMap((model) => [undefined, ...itemsOf(get(model, "versions"))].flatMap(stemsOf(model))),
  );
  const files = [...stems].flatMap((stem) => byStem(tree).get(stem) ?? []);
  return [...projects, ...files.filter((file) => file.startsWith(root)).sort()];
}

/** What the file of a model, or of one of its versions, may be called; the latest version's may be called as the model. */
export function stemsOf(model: Tree): (version: Tree | undefined) => readonly string[] {
  const name = textOf(get(model, "name")) ?? "";
  return (version) => {
    if (version === undefined) return [name];
    const v = textOf(get(version, "v")) ?? "";
    const defined = textOf(get(version, "defined_in"));
    return defined === undefined ? [`${name}_v${v}`, `${name}.v${v}`] : [defined.replace(/\.(?:sql|py)$/, "")];
  };
}

/** Where dbt looks for models: folders below the project's, that they end with a slash; undefined where only a run can tell. */
export function modelPaths({ path, tree }: Project): readonly string[] | undefined {
  const said = get(tree, "model-paths") ?? get(tree, "source-paths");
  const paths = itemsOf(said);
  if (isComputed(said) || paths.some(isComputed)) return undefined;
  const named = paths.map((one) => (textOf(one) ?? "").replace(/^\.\//, "").replace(/\/+$/, ""));
  return (said === undefined ? ["models"] : named).map(
    (one) => `${folderOf(path)}${one === "" || one === "." ? "" : `${one}/`}`,
  );
}

/** The file of these names that dbt takes for a model's; undefined where there is none. */
export function modelFile(
  stems: readonly string[],
  properties: string,
  files: ReadonlyMap<string, string>,
  project: Project | undefined,
): string | undefined {
  const paths = project && modelPaths(project);
  const root = project === undefined ? "" : folderOf(project.path);
  return stems
    .flatMap((stem) => [...files.keys()].filter((path) => path !== properties && stemOf(path) === stem))
    .filter((path) => path.startsWith(root))
    .find((path) =>
      paths === undefined
        ? !otherFolders.test(path.slice(root.length))
        : paths.some((folder) => path.startsWith(folder)) && !builtFolders.test(path.slice(root.length)),
    );
}

const builtFolders = /^(?:target|dbt_packages|dbt_modules)\//;
const otherFolders = /(?:^|\/)(?:target|dbt_packages|dbt_modules|analyses|analysis|tests?|macros|snapshots|seeds)\//;

const projectsIn = perTree((tree) => tree.filter(isProject));

const byStem = perTree((tree) => {
  const found = new Map<string, string[]>();
  for (const path of tree) {
    const stem = stemOf(path);
    if (stem === undefined) continue;
    const known = found.get(stem);
    if (known === undefined) found.set(stem, [path]);
    else known.push(path);
  }
  return found;
});

function stemOf(path: string): string | undefined {
  return /([^/]+)\.(?:sql|py)$/.exec(path)?.[1];
}

export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

function deepest(projects: readonly string[]): string {
  return projects.map(folderOf).reduce((one, other) => (other.length > one.length ? other : one), "");
}

/** Whether a file is in the folder of a project. */
export function isUnder(file: string, project: string): boolean {
  return file.startsWith(folderOf(project));
}
