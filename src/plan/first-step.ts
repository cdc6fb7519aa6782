import type { Source } from "../formats/format.ts";
import { formats } from "../formats/index.ts";
import type { Change, Direction, FirstStep, Mode, Options } from "../model.ts";
import { besideIt } from "./beside.ts";
import { type Addition, type Edit, edited } from "./edits.ts";
import { additionsOf } from "./expand/additions.ts";
import { standingAlone } from "./expand/catalog.ts";
import { reservable } from "./expand/proto.ts";
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
}

/** Beyond so many, additions that do not go together are not tried one by one. */
const triedSingly = 12;

/**
 * The first step towards head that breaks nobody: base with what head adds, in a form that old records and old readers bear; else
 * head as a contract of its own beside base; else base as it is. Nothing is said that a comparison with base has not shown.
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
  const { changes } = request;
  const kept: FirstStep = { kind: "keep", files: new Map(), added: [] };
  if (changes.some((change) => remedyOf(change) === "new-version")) return (await besideIt(request)) ?? kept;
  const step = await expanded(request);
  if (step !== undefined) return step;
  return (changes.some(needsRoom) ? await besideIt(request) : undefined) ?? kept;
}

/** What is there under another name or in another form and could not be put beside the old one within the contract. */
function needsRoom(change: FirstStepRequest["changes"][number]): boolean {
  const remedy = remedyOf(change);
  return remedy === "add-beside" || (remedy === "alias" && change.element === "");
}

async function expanded(request: FirstStepRequest): Promise<FirstStep | undefined> {
  const base = standingAlone(request) ?? request.base;
  const additions = additionsOf({ ...request, base });
  if (additions.length === 0) return undefined;
  const whole = await proven(request, base, additions);
  if (whole !== undefined || additions.length === 1 || additions.length > triedSingly) return whole;
  let best: FirstStep | undefined;
  let kept: readonly Addition[] = [];
  for (const addition of additions) {
    const step = await proven(request, base, [...kept, addition]);
    if (step === undefined) continue;
    best = step;
    kept = [...kept, addition];
  }
  return best;
}

/** The step with these additions, where comparing it with base shows that it breaks nothing that the contract's mode promises. */
async function proven(
  request: FirstStepRequest,
  base: Source,
  additions: readonly Addition[],
): Promise<FirstStep | undefined> {
  const { contract, mode, options } = request;
  const format = formats.find(({ name }) => name === request.format);
  const step = withAdditions(base, additions);
  const compared = await format?.compare(contract, request.base, step, options);
  if (compared === undefined || compared.problems.length > 0) return undefined;
  const breaking = new Set(compared.changes.flatMap(({ breaks }) => breaks));
  if ([...promised(mode)].some((direction) => breaking.has(direction))) return undefined;
  const touched = new Set(additions.map(({ path }) => path));
  const files = new Map([...step.files].filter(([path]) => touched.has(path) || base !== request.base));
  return {
    kind: "expand",
    files: renamed(files, request),
    added: additions.map(({ element, beside }) => ({ element, ...(beside !== undefined && { beside }) })),
    ...(breaking.size > 0 && { stillBreaks: [...breaking] }),
  };
}

/** A contract that moves to another file is written there. */
function renamed(files: ReadonlyMap<string, string>, { base, head }: FirstStepRequest): ReadonlyMap<string, string> {
  if (base.entry === "" || head.entry === "" || base.entry === head.entry) return files;
  return new Map([...files].map(([path, text]) => [path === base.entry ? head.entry : path, text]));
}

function withAdditions(base: Source, additions: readonly Addition[]): Source {
  const edits = new Map<string, Edit[]>();
  for (const { path, edit } of additions) edits.set(path, [...(edits.get(path) ?? []), edit]);
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
