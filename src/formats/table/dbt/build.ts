import type { Location } from "../../../model.ts";
import { get, type Tree, textOf, textsOf } from "../../../text/tree.ts";
import { type Part, type Query, queryIn } from "../query/query.ts";
import { locationOf } from "../read.ts";
import { configIn, isComputed, shown, variablesIn } from "./config.ts";
import { isUnder, type Kind, kinds, ownFile, type Project, pathsOf } from "./files.ts";
import { type Settings, settingOf, variableOf } from "./project.ts";

/** How dbt builds a model, or one of its versions, as far as its files say. */
export interface Build {
  /** `model`, `seed`, `snapshot`. */
  readonly called: string;
  /** Its own file; undefined where it is not among the files, as for a model of a package. */
  readonly file: string | undefined;
  readonly query: Query | undefined;
  /** The project it is in. */
  readonly project: string | undefined;
  /** Whether its properties stand where dbt looks for them; undefined where nobody can tell. */
  readonly described: boolean | undefined;
  /** Why no table is made of it, where none is. */
  readonly without: Reason | undefined;
  /** By what an incremental model or a snapshot tells rows apart; undefined for any other. */
  readonly uniqueKey: Part | undefined;
  /** What decides whether and where it stands, and only a run of dbt can tell; with what is written out, by name. */
  readonly decisive: ReadonlyMap<string, Decisive>;
}

interface Reason {
  readonly says: string;
  readonly at: Location;
}

export interface Decisive {
  readonly text: string;
  readonly computed: boolean;
  readonly at: Location;
}

/** The files of one side, and where a model's entry stands among them. */
export interface Surrounding {
  readonly properties: string;
  readonly files: ReadonlyMap<string, string>;
  readonly projects: readonly Project[];
}

/** Settings from all places they may stand in, and what follows of them. */
export interface Built {
  readonly build: Build;
  setting(key: string): Tree | undefined;
  /** Where it is written; the entry where it is not. */
  placeOf(key: string): Location;
}

/** What decides whether a model stands, where, and what is promised of it. */
const decisive = [
  ...["enabled", "alias", "schema", "database", "contract", "access", "latest_version", "version"],
  ...["target_schema", "target_database"],
  // settings that are handed over as a whole
  "config",
];

/** How a model is built that has these entries; `levels`: its name, then the version. */
export function builtFrom(
  kind: Kind,
  stems: readonly string[],
  entries: readonly [Tree, ...Tree[]],
  levels: readonly string[],
  { properties, files, projects }: Surrounding,
): Built {
  const [project] = projects.filter(({ path }) => isUnder(properties, path));
  const file = ownFile(kind, stems, properties, files, project);
  const text = file === undefined ? undefined : files.get(file);
  const own = file === undefined || text === undefined ? new Map<string, Tree>() : configIn(file, text);
  const settings: Settings = { kind, own, entries, properties, file: file ?? properties, levels, projects };
  const setting = (key: string) => settingOf(key, settings)?.tree;
  const placeOf = (key: string) => {
    const { tree, path } = settingOf(key, settings) ?? { tree: entries[0], path: properties };
    return locationOf(path, tree);
  };
  const paths = project && kinds.map((one) => pathsOf(one, project));
  const told = decisive.flatMap((key): readonly (readonly [string, Decisive])[] => {
    const tree = setting(key);
    const value = key === "contract" ? (get(tree, "enforced") ?? tree) : tree;
    if (value === undefined) return [];
    const written = (textOf(value) ?? "").replace(/\s+/g, " ").trim();
    const computed = key === "config" || isComputed(value);
    const filled = computed ? [...variables(written, projects)].map(([, { text: one }]) => ` (${one})`).join("") : "";
    return [[key, { text: `${written}${filled}`, computed, at: placeOf(key) }]];
  });
  return {
    build: {
      called: kind.called,
      file,
      query: file === undefined || text === undefined ? undefined : queryIn(file, text, variables(text, projects)),
      project: project?.path,
      described: paths?.every((one) => one !== undefined)
        ? paths.flat().some((folder) => properties.startsWith(folder))
        : undefined,
      without: withoutTable(setting, placeOf),
      uniqueKey: uniqueKey(kind, setting, placeOf),
      decisive: new Map(told),
    },
    setting,
    placeOf,
  };
}

/** What the project gives the variables that a text asks for. */
function variables(text: string, projects: readonly Project[]): ReadonlyMap<string, Part> {
  const parts = variablesIn(text).flatMap((name): readonly (readonly [string, Part])[] => {
    const value = variableOf(name, projects);
    return value === undefined
      ? []
      : [[`var ${name}`, { text: `var ${name} = ${shown(value.tree)}`, at: locationOf(value.path, value.tree) }]];
  });
  return new Map(parts);
}

function uniqueKey({ list }: Kind, setting: Built["setting"], placeOf: Built["placeOf"]): Part | undefined {
  if (list !== "snapshots" && textOf(setting("materialized")) !== "incremental") return undefined;
  return { text: textsOf(setting("unique_key")).join(", "), at: placeOf("unique_key") };
}

function withoutTable(setting: Built["setting"], placeOf: Built["placeOf"]): Reason | undefined {
  const is = (tree: Tree | undefined, value: string) => textOf(tree)?.toLowerCase() === value;
  if (is(setting("enabled"), "false")) return { says: "it is disabled", at: placeOf("enabled") };
  if (is(setting("materialized"), "ephemeral"))
    return { says: "it is ephemeral, so that no table or view is made of it", at: placeOf("materialized") };
  return undefined;
}
