import type { ChangedFile, Config, Problem, Registries } from "../model.ts";
import type { Work } from "../work.ts";
import { type Detected, detect } from "./detect.ts";
import { withRegistered } from "./registered.ts";
import type { Side } from "./sources.ts";
import { withSubjects } from "./subjects.ts";

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
  const found = await detect(changed, config, base, head, work);
  const mapped = await withSubjects(found.contracts, changed, base, head, work);
  const contracts = await withRegistered(mapped.contracts, registries);
  return { contracts, problems: [...found.problems, ...mapped.problems] };
}
