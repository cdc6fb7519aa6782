import { get, itemsOf, type Tree, textOf } from "../../../text/tree.ts";
import { perTree } from "../../per-tree.ts";
import { isComputed } from "./config.ts";

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

/** What dbt makes a table of, by the list of properties that describes it. */
export interface Kind {
  readonly list: "models" | "seeds" | "snapshots";
  readonly called: string;
  /** Where the project says which folders hold it, and where it holds it if it does not say. */
  readonly paths: readonly string[];
  readonly file: RegExp;
}

export const kinds: readonly Kind[] = [
  { list: "models", called: "model", paths: ["model-paths", "source-paths"], file: /\.(?:sql|py)$/ },
  { list: "seeds", called: "seed", paths: ["seed-paths", "data-paths"], file: /\.csv$/ },
  { list: "snapshots", called: "snapshot", paths: ["snapshot-paths"], file: /\.sql$/ },
];

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

/** Where dbt looks for them: folders that end with a slash; undefined where only a run can tell. */
export function pathsOf({ list, paths: keys }: Kind, { path, tree }: Project): readonly string[] | undefined {
  const said = keys.map((key) => get(tree, key)).find((one) => one !== undefined);
  const paths = itemsOf(said);
  if (isComputed(said) || paths.some(isComputed)) return undefined;
  const named = paths.map((one) => (textOf(one) ?? "").replace(/^\.\//, "").replace(/\/+$/, ""));
  return (said === undefined ? [list] : named).map(
    (one) => `${folderOf(path)}${one === "" || one === "." ? "" : `${one}/`}`,
  );
}

/** The file of these names that dbt takes for it; undefined where there is none. */
export function ownFile(
  kind: Kind,
  stems: readonly string[],
  properties: string,
  files: ReadonlyMap<string, string>,
  project: Project | undefined,
): string | undefined {
  const paths = project && pathsOf(kind, project);
  const root = project === undefined ? "" : folderOf(project.path);
  return stems
    .flatMap((stem) => [...files.keys()].filter((path) => path !== properties && stemOf(path) === stem))
    .filter((path) => path.startsWith(root) && kind.file.test(path))
    .find((path) =>
      paths === undefined
        ? isUsual(kind, path.slice(root.length))
        : paths.some((folder) => path.startsWith(folder)) && !builtFolders.test(path.slice(root.length)),
    );
}

const builtFolders = /^(?:target|dbt_packages|dbt_modules)\//;

/** Where the project does not say: a model may be in any folder that is for nothing else. */
function isUsual({ list }: Kind, path: string): boolean {
  return list === "models" ? !otherFolders.test(path) : path.split("/").includes(list) && !builtFolders.test(path);
}

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
  return /([^/]+)\.(?:sql|py|csv)$/.exec(path)?.[1];
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

function deepest(projects: readonly string[]): string {
  return projects.map(folderOf).reduce((one, other) => (other.length > one.length ? other : one), "");
}

/** Whether a file is in the folder of a project. */
export function isUnder(file: string, project: string): boolean {
  return file.startsWith(folderOf(project));
}
