import { codeownersPaths, readCodeowners } from "../consumers/codeowners.ts";
import { resolveOwners } from "../consumers/owners.ts";
import type { Config, Contract } from "../model.ts";
import type { Detected } from "./detect.ts";
import type { Side } from "./sources.ts";

/**
 * Who answers for a contract: configuration, else the contract's own word, else CODEOWNERS on the base branch, of the path
 * where it stood: moving it does not make it somebody else's.
 */
export async function withOwners(
  { contract, base: stood }: Pick<Detected, "contract" | "base">,
  config: Config,
  base: Side,
): Promise<Contract> {
  const entry = stood?.entry ?? contract.entry;
  const named = resolveOwners(contract.owners, config.owners);
  if (named.length > 0) return { ...contract, owners: named };
  for (const path of codeownersPaths) {
    const file = await base.read(path);
    if ("text" in file) return { ...contract, owners: resolveOwners(readCodeowners(file.text)(entry), config.owners) };
  }
  return contract;
}
