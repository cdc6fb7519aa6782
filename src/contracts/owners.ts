import { codeownersPaths, readCodeowners } from "../consumers/codeowners.ts";
import { resolveOwners } from "../consumers/owners.ts";
import type { Config, Contract } from "../model.ts";
import type { Side } from "./sources.ts";

/** Who answers for a contract: configuration, else the contract's own word, else CODEOWNERS of its path on the base branch. */
export async function withOwners(contract: Contract, config: Config, base: Side): Promise<Contract> {
  const named = resolveOwners(contract.owners, config.owners);
  if (named.length > 0) return { ...contract, owners: named };
  for (const path of codeownersPaths) {
    const file = await base.read(path);
    if ("text" in file)
      return { ...contract, owners: resolveOwners(readCodeowners(file.text)(contract.entry), config.owners) };
  }
  return contract;
}
