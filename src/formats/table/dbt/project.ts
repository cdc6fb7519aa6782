import { get, type Tree, textOf } from "../../../text/tree.ts";
import { isUnder, type Kind, type Project, pathsOf } from "./files.ts";

/** Where the settings of a model, or of one of its versions, may stand. */
export interface Settings {
  readonly kind: Kind;
  /** What its own file sets in Jinja. */
  readonly own: ReadonlyMap<string, Tree>;
  /** The file that holds its entries, and `own` stands in `file`. */
  readonly properties: string;
  /** Its entries in the properties: its version's, then its own. */
  readonly entries: readonly (Tree | undefined)[];
  /** Where it is, as the project's folders go. */
  readonly file: string;
  /** Its name, then the version. */
  readonly levels: readonly string[];
  /** Deepest first. */
  readonly projects: readonly Project[];
}

/** A setting, and the file it is written in. */
export interface Written {
  readonly tree: Tree;
  readonly path: string;
}

/** What an entry may also say outside its `config`. */
const beside: ReadonlySet<string> = new Set(["access", "enabled", "latest_version"]);

/** dbt documentation, Configs: the model's own file wins, then its properties, then the project's for the deepest folder. */
export function settingOf(key: string, settings: Settings): Written | undefined {
  const { own, entries, file, properties, projects } = settings;
  const inline = own.get(key);
  if (inline !== undefined) return { tree: inline, path: file };
  for (const entry of entries) {
    const tree = get(get(entry, "config"), key) ?? (beside.has(key) ? get(entry, key) : undefined);
    if (tree !== undefined) return { tree, path: properties };
  }
  for (const project of projects) {
    const tree = projectSetting(key, settings, project);
    if (tree !== undefined) return { tree, path: project.path };
  }
  return undefined;
}

/** dbt documentation, Configs and properties: folders below the model path name the levels; `+` marks a setting. */
function projectSetting(key: string, { kind, file, levels: own }: Settings, project: Project): Tree | undefined {
  const { path, tree } = project;
  if (!isUnder(file, path)) return undefined;
  const start = pathsOf(kind, project)?.find((one) => file.startsWith(one));
  const folders = start === undefined ? [] : file.slice(start.length).split("/").slice(0, -1);
  const levels = [textOf(get(tree, "name")) ?? "", ...folders, ...own];
  let level = get(tree, kind.list);
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

/** dbt documentation, Project variables: those of the project by its name, then those of all; undefined where nothing says. */
export function variableOf(name: string, projects: readonly Project[]): Written | undefined {
  for (const { path, tree } of projects) {
    const vars = get(tree, "vars");
    const value = get(get(vars, textOf(get(tree, "name")) ?? ""), name) ?? get(vars, name);
    if (value !== undefined) return { tree: value, path };
  }
  return undefined;
}
