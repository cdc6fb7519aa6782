import { get, type Tree, textOf, textsOf } from "../../text/tree.ts";
import type { Descriptor } from "./descriptor.ts";
import { documentsOf } from "./read.ts";

const file = "dbt_project.yml";

/**
 * A dbt project says of folders of models, and of models, to which group they belong: `+group`, the deepest first. It declares no
 * consumers itself.
 */
export const dbtProject: Descriptor = {
  kind: "dbt-project",
  globs: [`**/${file}`],
  claims: (path, text) => (path === file || path.endsWith(`/${file}`)) && /\+?\bgroup["']?\s*:/.test(text),
  read: () => [],
  ownerships(path, text) {
    const root = path.slice(0, -file.length);
    return documentsOf(path, text).flatMap((project) =>
      kinds.flatMap(([key, paths, usual]) => {
        const given = textsOf(get(project, paths)).map((folder) => folder.replace(/^\.\/|\/$/g, ""));
        const settings = get(project, key);
        const own = get(settings, textOf(get(project, "name")) ?? "");
        return (given.length > 0 ? given : [usual]).flatMap((folder) =>
          [settings, own].flatMap((level) => groupsIn(level, `${root}${folder}`)),
        );
      }),
    );
  },
};

/** dbt documentation, dbt_project.yml: what has settings by folder, and where its files are. */
const kinds = [
  ["models", "model-paths", "models"],
  ["snapshots", "snapshot-paths", "snapshots"],
] as const;

/** The settings of one level and of the levels below it, by the path of the folder, or of the file without its ending. */
function groupsIn(
  level: Tree | undefined,
  folder: string,
): readonly { readonly of: string; readonly owners: readonly string[]; readonly as: string }[] {
  if (level?.kind !== "object") return [];
  const group = textOf(get(level, "+group") ?? get(level, "group"))?.trim() ?? "";
  const own = group === "" ? [] : [{ of: `dbt path ${folder}`, owners: [], as: `dbt group ${group}` }];
  const below = [...level.members].filter(([key]) => !key.startsWith("+"));
  return [...own, ...below.flatMap(([key, { value }]) => groupsIn(value, `${folder}/${key}`))];
}

/** The names under which a project speaks of a file: itself, then its folders, the deepest first. */
export function pathsOf(path: string): readonly string[] {
  const steps = path.replace(/\.[A-Za-z]+$/, "").split("/");
  return steps.map((_, index) => `dbt path ${steps.slice(0, steps.length - index).join("/")}`);
}
