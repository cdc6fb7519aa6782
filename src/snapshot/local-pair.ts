import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { candidates } from "../formats/find.ts";
import type { Source } from "../formats/format.ts";
import { formats } from "../formats/index.ts";
import { optionFault, optionNameFault } from "../formats/options.ts";
import { sourceOf } from "../formats/pairs.ts";
import type { Comparison, Mode, Options } from "../model.ts";
import { type Plan, planOf } from "../plan/plan.ts";
import type { Work } from "../work.ts";
import { UserError } from "./user-error.ts";

export interface ComparedPair {
  readonly format: string;
  readonly mode: Mode;
  readonly comparison: Comparison;
  readonly base: Source;
  readonly head: Source;
}

/** Compares two files, or two directories. @throws UserError */
export async function comparisonOf(
  basePath: string,
  headPath: string,
  named: string | undefined,
  asked: Mode | undefined,
  options: Options,
  work: Work,
): Promise<ComparedPair> {
  const fault = optionNameFault(options) ?? optionFault(options);
  if (fault !== undefined) throw new UserError(`--option: ${fault}`);
  const [base, head] = [await filesAt(basePath), await filesAt(headPath)];
  const format = named ?? (await formatOf(head, headPath, work)) ?? (await formatOf(base, basePath, work));
  if (format === undefined) throw new UserError(`no format finds a contract in ${headPath}; name one with --format`);
  const known = formats.find(({ name }) => name === format);
  const mine = (files: ReadonlyMap<string, string>): Source =>
    sourceOf(files.size === 1 ? files : new Map([...files].filter(([path]) => candidates(path).includes(format))), "");
  const request = { contract: headPath, format, base: mine(base), head: mine(head), history: [], options };
  const comparison = await work.compare(request);
  const mode = asked ?? known?.mode ?? "FULL";
  return { format, mode, comparison, base: request.base, head: request.head };
}

/** How what breaks between the two can be done without breaking anybody; undefined where nothing breaks. */
export async function planOfPair(
  { format, mode, comparison: { changes }, base, head }: ComparedPair,
  called: string,
  { options, day }: { readonly options: Options; readonly day: string },
  work: Work,
): Promise<Plan | undefined> {
  const breaking = changes.filter(({ breaks }) => breaks.length > 0);
  if (breaking.length === 0) return undefined;
  const step = await work.firstStep({ contract: called, format, mode, base, head, options, changes: breaking, day });
  const found =
    head.entry === "" ? undefined : await work.find(head.entry, head.files.get(head.entry) ?? "", [format], false);
  const [id = called, ...names] = found !== undefined && "found" in found ? (found.found[0]?.names ?? []) : [];
  const contract = {
    id,
    names: [id, ...names],
    format,
    entry: head.entry,
    part: "",
    version: undefined,
    mode,
    owners: [],
    options,
  };
  const diff = { contract, baseline: base.entry || "the base side", isNew: false, ...(step && { firstStep: step }) };
  return planOf(diff, changes, { verdicts: [], answers: { questions: [] } });
}

async function formatOf(files: ReadonlyMap<string, string>, from: string, work: Work): Promise<string | undefined> {
  const found = new Set<string>();
  for (const [path, text] of files) {
    const finds = await work.find(path, text, candidates(path), false);
    if (finds === undefined) continue;
    if ("found" in finds) {
      found.add(finds.format);
      continue;
    }
    const { at, message } = finds.problem;
    if (files.size === 1)
      throw new UserError(`${from}${at.line === undefined ? "" : `:${at.line}:${at.column}`}: ${message}`);
  }
  const [format, ...others] = found;
  if (others.length > 0)
    throw new UserError(
      `${from} holds contracts of several formats (${[...found].join(", ")}); name one with --format`,
    );
  return format;
}

async function filesAt(path: string): Promise<ReadonlyMap<string, string>> {
  try {
    if (!(await stat(path)).isDirectory()) return new Map([[path, await readFile(path, "utf8")]]);
    const files = new Map<string, string>();
    for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const full = join(entry.parentPath, entry.name);
      const name = full.slice(join(path, "/").length).replaceAll("\\", "/");
      if (candidates(name).length > 0) files.set(name, await readFile(full, "utf8"));
    }
    return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
  } catch (error) {
    throw new UserError(`${path} cannot be read (${(error as { code?: string }).code ?? (error as Error).message})`);
  }
}
