import { basename, resolve } from "node:path";
import { readersOf, type UnknownReader } from "../consumers/readers.ts";
import { candidates, findContracts } from "../formats/find.ts";
import type { Consumer, Contract, DomainScan } from "../model.ts";
import type { Work } from "../work.ts";
import { configurationOf } from "./configuration.ts";
import { scanDomain } from "./domains.ts";
import { openFolder } from "./folder.ts";
import { domainScans } from "./local.ts";

/** Who reads one contract, as far as the domains say that were given. */
export interface FoundConsumers {
  readonly contract: string;
  readonly consumers: readonly Consumer[];
  readonly unknown: readonly UnknownReader[];
  readonly domains: readonly DomainScan[];
}

/** Looks a contract up by any of its names, or by the path of its file. @throws UserError */
export async function localConsumers(
  contract: string,
  repo: string,
  given: readonly string[],
  work: Work,
): Promise<FoundConsumers> {
  const folder = openFolder(basename(resolve(repo)), repo);
  const { config } = await configurationOf(folder, folder, [], async () => undefined);
  const own = await scanDomain(folder.name, true, config.owners, work, async () => ({ repository: folder }));
  const domains = [own, ...(await domainScans(config, given, work))];
  const named: Contract = {
    id: contract,
    names: await namesOf(contract),
    format: "",
    entry: "",
    part: "",
    version: undefined,
    mode: "NONE",
    owners: [],
    options: {},
  };
  return { contract, ...readersOf(named, domains), domains };

  async function namesOf(text: string): Promise<readonly string[]> {
    const file = await folder.read(text);
    if (!("text" in file)) return [text];
    const finds = findContracts(text, file.text, candidates(text), false);
    return finds !== undefined && "found" in finds ? finds.found.flatMap(({ names }) => names) : [text];
  }
}
