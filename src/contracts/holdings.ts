import { candidates, claimedByName } from "../formats/find.ts";
import type { Found } from "../formats/format.ts";
import { formats } from "../formats/index.ts";
import type { ChangedFile, Config, ContractConfig, File, Problem } from "../model.ts";
import { globMatcher } from "../text/glob.ts";
import { compareVersions } from "../text/version.ts";
import { isSample } from "./samples.ts";
import type { Side } from "./sources.ts";

/** Where a contract stands on one side. */
export interface Standing {
  readonly entry: string;
  readonly part: string;
  readonly version: string | undefined;
}

/** A contract in a file of one side. */
export interface Holding extends Standing, Pick<Found, "also" | "mode" | "flow" | "key" | "says" | "properties"> {
  readonly format: string;
  readonly names: readonly string[];
  readonly owners: readonly string[];
}

/** What one file holds. */
export interface Holdings {
  /** Of several versions of one contract, the newest. */
  readonly newest: readonly Holding[];
  /** Every version that says which it is, by the contract's name. */
  readonly listed: ReadonlyMap<string, readonly Listed[]>;
}

/** One version of a contract that may be listed among others. */
export type Listed = Holding & { readonly version: string };

export const noHoldings: Holdings = { newest: [], listed: new Map() };

/** The contracts one file holds. What should be one and cannot be read is added to the problems. */
export async function holdings(
  side: Side,
  path: string,
  config: Config,
  problems: Problem[],
  which: "base" | "head",
  held = false,
): Promise<Holdings> {
  const configured = configFor(path, config);
  const likely = candidates(path);
  if (configured === undefined && likely.length === 0) return noHoldings;
  const everything = likely.length > 0 ? likely : formats.map(({ name }) => name);
  const among = configured?.format === undefined ? everything : [configured.format];
  const file = await side.read(path);
  if (
    "refused" in file &&
    (held || configured !== undefined || claimedByName(path) !== undefined || telling.test(path))
  )
    problems.push(problem(path, `should hold a contract, but ${refusals[file.refused]}`));
  else if ("refused" in file && which === "head" && suggests(path)) problems.push(notLookedAt(path, file.refused));
  const finds = await side.find(path, among, configured !== undefined);
  if (finds === undefined) return noHoldings;
  if ("problem" in finds) {
    const where = which === "base" ? "on the base side: " : "";
    problems.push({ ...finds.problem, message: `${where}${finds.problem.message}` });
    return noHoldings;
  }
  const all = new Map<string, Holding[]>();
  for (const { names, owners = [], ...found } of finds.found) {
    const called = configured?.id === undefined ? names : [configured.id, ...names];
    const one: Holding = { ...found, entry: path, names: called, owners, format: finds.format };
    const name = names[0] ?? found.part;
    const known = all.get(name);
    if (known === undefined) all.set(name, [one]);
    else known.push(one);
  }
  const listed = [...all].map(([name, versions]) => [name, versions.filter(hasVersion)] as const);
  return { newest: [...all.values()].map(newest), listed: new Map(listed) };
}

/** Of a file that only its content would tell for a contract: names that nobody gives to mere records. */
const telling =
  /(?:^|[/._-])(?:open-?api|swagger|async-?api|schemas?|contracts?|ddl)[._-][^/]*$|(?:^|\/)(?:open-?api|swagger|async-?api)\/[^/]*$/i;

/** Names and folders where a contract may be expected. Any file may hold one; a warning at each that may not is not read. */
const suggesting =
  /(?:^|[/._-])(?:data-?)?(?:contracts?|schemas?|avro|odcs|datacontracts?|ddl|migrations?|tables?|subjects?|events?|topics?|iceberg)(?:[/._-]|$)/i;

/** What such a folder may hold beside contracts. */
const otherwiseUsed =
  /(?:^|\/)(?:vendor|third[_-]party|node_modules|tests?|__tests__|testdata|fixtures?|mocks?|__fixtures__|__snapshots__|assets|static|public|locales?|i18n|seeds)\/|(?:^|[/._-])lock(?:\.[^/]*)?$/i;

function suggests(path: string): boolean {
  return suggesting.test(path) && !otherwiseUsed.test(path) && !isSample(path);
}

type Refusal = Extract<File, { refused: string }>["refused"];

function notLookedAt(path: string, refused: Refusal): Problem {
  const message = `was not looked at: it may hold a contract, or be part of one, but ${refusals[refused]}`;
  return { ...problem(path, message), severity: "warning" };
}

/** A changed file that a contract draws on and neither side can read: what it changes in that contract is not known. */
export async function unreadParts(file: ChangedFile, base: Side, head: Side): Promise<readonly Problem[]> {
  const { path, was, deleted } = file;
  if (deleted || was === undefined || suggests(path)) return [];
  const [before, after] = [await base.read(was), await head.read(path)];
  if (!("refused" in before && "refused" in after)) return [];
  return (await head.isDrawnOn(path, candidates(path))) ? [notLookedAt(path, after.refused)] : [];
}

function hasVersion(one: Holding): one is Listed {
  return one.version !== undefined;
}

/** Of several versions of one contract in one file, the newest. */
export function newestOf(found: readonly Found[]): readonly Found[] {
  const newestFound = new Map<string, Found>();
  for (const one of found) {
    const key = one.names[0] ?? one.part;
    const other = newestFound.get(key);
    newestFound.set(key, other === undefined ? one : newest([other, one]));
  }
  return [...newestFound.values()];
}

/** The newest of at least one; of several that are as new, the first. */
export function newest<T extends { readonly version: string | undefined }>(versions: readonly T[]): T {
  return versions.reduce((one, other) => (compareVersions(one.version ?? "", other.version ?? "") < 0 ? other : one));
}

/** The last matching entry wins, as in CODEOWNERS. */
export function configFor(path: string, config: Config): ContractConfig | undefined {
  return config.contracts.findLast((entry) => globMatcher([entry.path])(path));
}

const refusals: Record<Refusal, string> = {
  symlink: "is a symbolic link; links are never followed: put the contract itself here",
  submodule: "is a submodule; submodules are never entered: put the contract itself here",
  "lfs-pointer": "is a pointer to large file storage; put the contract's text itself here",
  "too-large": "is larger than a contract may be (1 MiB)",
  "not-utf8": "is not UTF-8 text",
};

export function problem(path: string, message: string): Problem {
  return { at: { path }, message, severity: "failure" };
}
