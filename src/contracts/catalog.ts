import { candidates } from "../formats/find.ts";
import type { Source } from "../formats/format.ts";
import type { Contract, Problem } from "../model.ts";
import { compareVersions, showVersion } from "../text/version.ts";
import type { Side } from "./sources.ts";

/** An approved version of a contract. */
export interface Approved {
  readonly version: string | undefined;
  /** As people read it: `v4`, or `the merge base`. */
  readonly label: string;
  readonly source: Source;
}

/** Where nobody configured a catalog, a file called so is taken for one. */
const usual = ["**/catalog.{yml,yaml,json}"];

interface Versions {
  readonly versions: readonly Approved[];
  readonly problems: readonly Problem[];
}

/** The versions of a contract that a side's catalog holds, oldest first. */
export async function catalogOf(
  contract: Pick<Contract, "format" | "names">,
  catalog: string | undefined,
  side: Side,
): Promise<Versions> {
  const paths = await side.repository.list(catalog === undefined ? usual : [catalog]);
  // a file that happens to be called so is a catalog of the formats that look into such files
  if (catalog === undefined)
    return versionsIn(
      paths.filter((path) => candidates(path).includes(contract.format)),
      contract,
      side,
    );
  if (paths.length > 0) return versionsIn(paths, contract, side);
  const message = "the configured catalog is not there";
  return { versions: [], problems: [{ at: { path: catalog }, message, severity: "failure" }] };
}

/** The versions of a contract that some files hold, oldest first. */
export async function versionsIn(
  paths: readonly string[],
  contract: Pick<Contract, "format" | "names">,
  side: Side,
): Promise<Versions> {
  const versions: Approved[] = [];
  const problems: Problem[] = [];
  for (const path of paths) {
    const finds = await side.find(path, [contract.format], false);
    if (finds === undefined) {
      const file = await side.read(path);
      if ("refused" in file)
        problems.push({ at: { path }, message: `cannot be read: it is a ${file.refused} file`, severity: "failure" });
      continue;
    }
    if ("problem" in finds) {
      problems.push(finds.problem);
      continue;
    }
    for (const { part, names, version } of finds.found) {
      if (version === undefined || !names.some((name) => contract.names.includes(name))) continue;
      const source = await side.source(contract.format, path, part);
      if (source !== undefined) versions.push({ version, label: showVersion(version), source });
    }
  }
  return { versions: versions.sort((a, b) => compareVersions(a.version ?? "", b.version ?? "")), problems };
}
