import type { Consumer, Diff, FirstStep, Problem } from "../model.ts";
import type { Work } from "../work.ts";
import { type Comparisons, comparisonsOf, type Sides } from "./comparisons.ts";
import type { Detected } from "./detect.ts";
import { comparedFor, type Resolved } from "./pinned.ts";
import type { FoundSamples } from "./samples.ts";

/** What one contract was compared with. */
export interface Compared {
  /** Against the approved baseline, and for a transitive mode against every approved version: what the mode is held to. */
  readonly diff: Diff;
  /** What each reader is compared with: its pinned version, else the approved baseline. */
  readonly readers: readonly ({ readonly consumer: Consumer } & Resolved)[];
  /** Of sample records: warnings. */
  readonly problems: readonly Problem[];
  /** Under which name a field is told that somebody else names; undefined where neither side has it. */
  readonly told: (field: string) => string | undefined;
}

/** What is looked at besides: the fixtures of readers, fields that somebody else names, how what breaks can begin. */
interface Beside {
  readonly fixtures?: FoundSamples;
  readonly named?: readonly string[];
  /** The day from which on what goes may be gone; undefined where nobody asks for a plan. */
  readonly planned?: string | undefined;
}

/** Compares a contract with every version that matters: the approved baseline, each one a consumer pins, its mode's history. */
export async function compareWithBaselines(
  detected: Detected,
  consumers: readonly Consumer[],
  sides: Sides,
  work: Work,
  { fixtures = { files: [], problems: [] }, named = [], planned }: Beside = {},
): Promise<Compared> {
  const reads = [...new Set([...consumers.flatMap(({ reads }) => (typeof reads === "string" ? [] : reads)), ...named])];
  const comparisons = await comparisonsOf(detected, sides, reads, fixtures, work);
  const diff = await comparisons.held();
  const readers: ({ readonly consumer: Consumer } & Resolved)[] = [];
  for (const consumer of consumers) {
    const resolved = await comparedFor(consumer, comparisons, diff);
    if (resolved !== undefined) readers.push({ consumer, ...resolved });
  }
  const told = await toldIn(diff, comparisons, named);
  const step = planned === undefined ? undefined : await firstStepOf(diff, comparisons, planned, work);
  const stepped = step === undefined ? diff : { ...diff, firstStep: step };
  return { diff: stepped, readers, problems: comparisons.warnings(), told };
}

/** Under which name each field is told: as the comparison has it, else as the head alone has it. */
async function toldIn(diff: Diff, comparisons: Comparisons, named: readonly string[]): Promise<Compared["told"]> {
  const isUnread = diff.problems.length > 0;
  const rest = isUnread ? [] : named.filter((field) => field !== "" && !diff.reach.has(field));
  const inHead = rest.length === 0 ? new Map<string, readonly string[]>() : await comparisons.reachIn(rest);
  return (field) => {
    if (isUnread || field === "") return field;
    const [first] = diff.reach.get(field) ?? inHead.get(field) ?? [];
    return first;
  };
}

/** How what breaks can begin without breaking anybody; nothing where nothing breaks, or there is nothing to begin with. */
async function firstStepOf(
  { contract, changes }: Diff,
  { baselines, source: head, history: versions }: Comparisons,
  day: string,
  work: Work,
): Promise<FirstStep | undefined> {
  const breaking = changes.filter(({ breaks }) => breaks.length > 0);
  const base = baselines.current?.source;
  if (base === undefined || head === undefined || breaking.length === 0) return undefined;
  const { id, format, mode, options } = contract;
  const facts = breaking.map(({ rule, element, basis, breaks }) => ({ rule, element, basis, breaks }));
  const history = versions.map((one) => one.source);
  return work.firstStep({ contract: id, format, mode, base, head, options, changes: facts, history, day });
}
