import type { Source } from "../formats/format.ts";
import { formats } from "../formats/index.ts";
import type { Change, Direction, FirstStep, Mode, Options } from "../model.ts";
import { besideIt } from "./beside.ts";
import { type Addition, deprecation, type Edit, edited, type Mark } from "./edits.ts";
import { changesOf, goes } from "./expand/additions.ts";
import { standingAlone } from "./expand/catalog.ts";
import { softened } from "./expand/migration.ts";
import { reservable } from "./expand/proto.ts";
import { keptBecause } from "./kept.ts";
import { remedyOf } from "./remedies.ts";

/** What a first step is made from. Plain values only, so that it can be sent to a worker. */
export interface FirstStepRequest {
  readonly contract: string;
  readonly format: string;
  readonly mode: Mode;
  readonly base: Source;
  readonly head: Source;
  readonly options: Options;
  /** What breaks. */
  readonly changes: readonly Pick<Change, "rule" | "element" | "basis" | "breaks">[];
  /** In a transitive mode, the approved versions before base. */
  readonly history?: readonly Source[];
  /** From when on what goes may be gone, `2026-12-30`. */
  readonly day?: string | undefined;
}

/** Beyond so many, additions that do not go together are not tried one by one. */
const triedSingly = 12;

/**
 * The first step towards head that breaks nobody: base with what head adds, in a form that old records and old readers bear, and with
 * what is said of what goes; else head as a contract of its own beside base; else base as it is. Nothing is said that a comparison
 * with base has not shown.
 */
export async function firstStep(request: FirstStepRequest): Promise<FirstStep> {
  const step = await stepOf(request);
  if (request.format !== "protobuf" || step.kind === "beside") return step;
  const replaced = new Set(step.added.flatMap(({ beside = [] }) => beside));
  const reserve = [...request.base.files].flatMap(([path, text]) => {
    const other = request.head.files.get(path === request.base.entry ? request.head.entry : path);
    return other === undefined ? [] : reservable(text, other, replaced);
  });
  return reserve.length === 0 ? step : { ...step, reserve };
}

async function stepOf(request: FirstStepRequest): Promise<FirstStep> {
  const changes = request.changes.filter(({ rule }) => keptBecause[rule] === undefined);
  const kept: FirstStep = { kind: "keep", files: new Map(), added: [] };
  if (changes.length === 0) return kept;
  const isNew = changes.some((change) => remedyOf(change) === "new-version");
  const within = isNew ? undefined : await stepWithin(request);
  const ends = changes.every(goes);
  if (within !== undefined && (within.kind === "expand" || ends)) return within;
  // a contract that ends is not published again
  if (ends && changes.every(({ element }) => element === "")) return within ?? kept;
  return (await besideIt(request)) ?? within ?? (isNew ? await stepWithin(request) : undefined) ?? kept;
}

/** Base with what head adds, and with what is said of what goes. */
async function stepWithin(request: FirstStepRequest): Promise<FirstStep | undefined> {
  const migrated = await migration(request);
  if (migrated !== undefined) return migrated;
  const base = standingAlone(request) ?? request.base;
  const { additions, marks } = changesOf({ ...request, base });
  if (additions.length === 0 && marks.length === 0) return undefined;
  for (const said of marks.length === 0 ? [marks] : [marks, []]) {
    const whole = await proven(request, base, additions, said);
    if (whole !== undefined) return whole;
  }
  let best: FirstStep | undefined;
  let kept: readonly Addition[] = [];
  for (const addition of additions.length > triedSingly ? [] : additions) {
    const step = await proven(request, base, [...kept, addition], []);
    if (step === undefined) continue;
    best = step;
    kept = [...kept, addition];
  }
  const unmade = new Set(additions.filter((one) => !kept.includes(one)).map(({ beside }) => beside));
  const rest = marks.filter(({ element }) => !unmade.has(element));
  return (await proven(request, base, kept, rest)) ?? best;
}

/** The step with these additions and marks, where comparing it with base shows that it breaks nothing that the contract's mode promises. */
async function proven(
  request: FirstStepRequest,
  base: Source,
  additions: readonly Addition[],
  marks: readonly Mark[],
): Promise<FirstStep | undefined> {
  if (additions.length === 0 && marks.length === 0) return undefined;
  const step = withEdits(base, additions, marks);
  const broken = await breaksOf(request, step);
  if (broken === undefined) return undefined;
  const touched = new Set([...additions, ...marks].map(({ path }) => path));
  const files = new Map([...step.files].filter(([path]) => touched.has(path) || base !== request.base));
  return {
    kind: additions.length > 0 ? "expand" : "announce",
    files: renamed(files, request),
    added: additions.map(({ element, beside }) => ({ element, ...(beside !== undefined && { beside }) })),
    ...(marks.length > 0 && { marked: marks.map(({ element }) => element) }),
    ...(broken.length > 0 && { stillBreaks: broken }),
  };
}

/** Migrations in a form that breaks nobody. */
async function migration(request: FirstStepRequest): Promise<FirstStep | undefined> {
  const { format, base, head, day } = request;
  const soft = format === "sql" ? softened(base, head, (by) => deprecation(day, by)) : undefined;
  if (soft === undefined || soft.added.length + soft.marked.length === 0) return undefined;
  const broken = await breaksOf(request, { ...base, files: new Map([...base.files, ...soft.files]) });
  if (broken === undefined) return undefined;
  return {
    kind: soft.added.length > 0 ? "expand" : "announce",
    files: soft.files,
    added: soft.added,
    ...(soft.marked.length > 0 && { marked: soft.marked }),
    ...(broken.length > 0 && { stillBreaks: broken }),
  };
}

/**
 * The directions that the mode does not promise and that a step still breaks; undefined where it breaks what is promised, to the
 * approved version or, in a transitive mode, to one of those before it.
 */
async function breaksOf(request: FirstStepRequest, step: Source): Promise<readonly Direction[] | undefined> {
  const { contract, mode, options, history = [] } = request;
  const format = formats.find(({ name }) => name === request.format);
  const broken = new Set<Direction>();
  for (const version of [request.base, ...history]) {
    const compared = await format?.compare(contract, version, step, options);
    if (compared === undefined || compared.problems.length > 0) return undefined;
    for (const direction of compared.changes.flatMap(({ breaks }) => breaks)) broken.add(direction);
    if (promised(mode).some((direction) => broken.has(direction))) return undefined;
  }
  return [...broken];
}

/** A contract that moves to another file is written there. */
function renamed(files: ReadonlyMap<string, string>, { base, head }: FirstStepRequest): ReadonlyMap<string, string> {
  if (base.entry === "" || head.entry === "" || base.entry === head.entry) return files;
  return new Map([...files].map(([path, text]) => [path === base.entry ? head.entry : path, text]));
}

/** Marks stand before what is added at the same place. */
function withEdits(base: Source, additions: readonly Addition[], marks: readonly Mark[]): Source {
  const edits = new Map<string, Edit[]>();
  for (const { path, edits: own } of [
    ...marks,
    ...additions.map(({ path: at, edit }) => ({ path: at, edits: [edit] })),
  ])
    edits.set(path, [...(edits.get(path) ?? []), ...own]);
  return {
    ...base,
    files: new Map([...base.files].map(([path, text]) => [path, edited(text, edits.get(path) ?? [])])),
  };
}

/** The directions that a mode promises; where nothing is promised, both: a first step breaks nobody. */
export function promised(mode: Mode): readonly Direction[] {
  if (mode.startsWith("BACKWARD")) return ["backward"];
  if (mode.startsWith("FORWARD")) return ["forward"];
  return ["backward", "forward"];
}
