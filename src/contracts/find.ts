import type { ChangedFile, Config, Problem, Registries } from "../model.ts";
import type { Work } from "../work.ts";
import { type Detected, detect } from "./detect.ts";
import { withRegisteredFiles } from "./registry/expected.ts";
import { withRegistered } from "./registry/registered.ts";
import { withSubjects } from "./registry/subjects.ts";
import { type Around, aroundOf, changedSurroundings, withProperties } from "./registry/surroundings.ts";
import type { Side } from "./sources.ts";

/** The contracts that a change touches, and what of them could not be read. */
export interface FoundContracts {
  readonly contracts: readonly Detected[];
  readonly problems: readonly Problem[];
}

/** What contracts are found with. */
export interface Finding {
  readonly config: Config;
  readonly base: Side;
  readonly head: Side;
  readonly registries: Registries | undefined;
  readonly work: Work;
}

/** The contracts in changed files, by the names and modes that files and registries give them. */
export async function findContractsIn(
  changed: readonly ChangedFile[],
  { config, base, head, registries, work }: Finding,
): Promise<FoundContracts> {
  const surroundings = await changedSurroundings(changed, base, head, work);
  const files = await movedWith(surroundings, changed, head);
  const expecting = await withRegisteredFiles(config, files, surroundings, { base, head, work });
  const found = await detect(files, expecting, base, head, work);
  const surrounded = await withSurrounded(found.contracts, surroundings, { config: expecting, base, head, work });
  const mapped = await withSubjects(surrounded.contracts, changed, base, head, work);
  const grouped = await withProperties(mapped.contracts, base, head, work);
  const contracts = await withRegistered(grouped, registries);
  return { contracts, problems: [...found.problems, ...surrounded.problems, ...mapped.problems] };
}

/** A new file that takes a subject over from one that is gone continues it, whatever else the two share. */
async function movedWith(
  surroundings: readonly Around[],
  changed: readonly ChangedFile[],
  head: Side,
): Promise<readonly ChangedFile[]> {
  const files = [...changed];
  for (const { base: from, head: to } of surroundings) {
    if (from.path === to.path || from.inline || to.inline) continue;
    const taken = files.findIndex(({ path, was, deleted }) => path === to.path && was === undefined && !deleted);
    const gone = files.findIndex(({ path, deleted }) => path === from.path && deleted);
    if (taken === -1 || gone === -1 || "text" in (await head.read(from.path))) continue;
    files[taken] = { path: to.path, was: from.path, deleted: false };
    files.splice(gone, 1);
  }
  return files;
}

/** What is registered around contracts, and the contracts whose own files nothing touches but that. */
async function withSurrounded(
  contracts: readonly Detected[],
  surroundings: readonly Around[],
  { config, base, head, work }: Omit<Finding, "registries">,
): Promise<FoundContracts> {
  if (surroundings.length === 0) return { contracts, problems: [] };
  const known = new Set(contracts.map(({ contract }) => contract.entry));
  const paths = [...new Set(surroundings.map((one) => one.head.path))].filter((path) => !known.has(path));
  const more = await detect(
    paths.map((path) => ({ path, was: path, deleted: false })),
    ...([config, base, head, work] as const),
  );
  const around = (one: Detected) => {
    const found = aroundOf(surroundings, one);
    return found.length === 0 ? [] : [{ ...one, around: found }];
  };
  const untouched = more.contracts.flatMap((one) => (paths.includes(one.contract.entry) ? around(one) : []));
  const lost = surroundings.filter(
    ({ head: { path } }) => paths.includes(path) && !untouched.some(({ contract }) => contract.entry === path),
  );
  const problems = lost.map(({ subject, head: { path, at } }): Problem => {
    const message = `what is registered around ${subject} changes, and no contract is found in ${path}: name that file under \`contracts\` in the configuration`;
    return { at, message, severity: "failure" };
  });
  return {
    contracts: [...contracts.map((one) => around(one)[0] ?? one), ...untouched],
    problems: [...more.problems, ...problems],
  };
}
