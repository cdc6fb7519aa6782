import type { Direction, Options } from "../model.ts";
import type { Compare, CompareRequest } from "./compare.ts";
import type { Source } from "./format.ts";
import { formats } from "./index.ts";
import { optionFault } from "./options.ts";

/** One pair of a batch, as it stands on its line: a side is a text, path -> text for several files, or null. */
interface PairLine {
  readonly id: string;
  readonly format: string;
  readonly base: Side;
  readonly head: Side;
  readonly entry?: string;
  readonly history?: readonly Side[];
  readonly options?: Options;
}
type Side = string | Readonly<Record<string, string>> | null;

/** A line that is not a pair, in words for who wrote it; with its id where it has one. */
class BadPair extends Error {
  readonly id: unknown;
  constructor(message: string, id: unknown) {
    super(message);
    this.id = id;
  }
}

/**
 * Reads one line of a batch.
 * @throws BadPair
 */
function readPair(line: string): { readonly id: string; readonly request: CompareRequest } {
  let pair: Partial<PairLine>;
  try {
    pair = JSON.parse(line) as Partial<PairLine>;
  } catch (error) {
    throw new BadPair(`not valid JSON: ${(error as Error).message}`, null);
  }
  const { id = null, format, base, head, entry = "", history = [], options = {} } = pair ?? {};
  const bad = (message: string): never => {
    throw new BadPair(message, id);
  };
  if (typeof id !== "string") return bad('needs "id", a text');
  const names = formats.map(({ name }) => name);
  if (typeof format !== "string" || !names.includes(format)) return bad(`needs "format", one of ${names.join(", ")}`);
  const side = (name: string, value: unknown): Source | undefined => {
    if (value === null) return undefined;
    const files = typeof value === "string" ? { [usualName(format)]: value } : value;
    if (
      typeof files !== "object" ||
      Array.isArray(files) ||
      Object.values(files ?? {}).some((text) => typeof text !== "string")
    )
      return bad(`needs "${name}": a text, an object path -> text, or null`);
    return sourceOf(new Map(Object.entries(files as Record<string, string>)), entry);
  };
  if (base === undefined || head === undefined) return bad('needs "base" and "head"');
  if (typeof options !== "object" || options === null) return bad('"options" is an object');
  const fault = optionFault(options);
  if (fault !== undefined) return bad(fault);
  if (!Array.isArray(history)) return bad('"history" is a list of sides, oldest first');
  return {
    id,
    request: {
      contract: id,
      format,
      base: side("base", base),
      head: side("head", head),
      history: history.map((one) => side("history", one)).filter((one) => one !== undefined),
      options,
    },
  };
}

/** Files of one side; a single file is its own root. */
export function sourceOf(files: ReadonlyMap<string, string>, entry: string): Source {
  const [only, ...others] = files.keys();
  const root = entry !== "" && files.has(entry) ? entry : others.length === 0 ? (only ?? "") : "";
  return { entry: root, part: "", files };
}

/** A file name that a format takes for its own, for texts that come without one. */
function usualName(name: string): string {
  const [glob = ""] = formats.find((format) => format.name === name)?.globs ?? [];
  const extension = /\.[\w.]+$/.exec(glob.replace(/\{([^,}]*)[^}]*\}/, "$1"))?.[0] ?? "";
  return `contract${extension}`;
}

/** The verdict of one direction. */
export function directionVerdict(
  direction: Direction,
  changes: readonly { readonly breaks: readonly Direction[] }[],
): "compatible" | "breaking" {
  return changes.some(({ breaks }) => breaks.includes(direction)) ? "breaking" : "compatible";
}

/** Answers one line of a batch with one result line; what is wrong with it is the answer. `clock`: milliseconds. */
export async function answerPair(line: string, compare: Compare, clock: () => number): Promise<object> {
  const started = clock();
  try {
    const { id, request } = readPair(line);
    const { changes, problems } = await compare(request);
    const ms = Math.round((clock() - started) * 1000) / 1000;
    const [first] = problems;
    if (first !== undefined) return { id, error: { message: first.message, ...first.at }, ms };
    const verdicts = { backward: directionVerdict("backward", changes), forward: directionVerdict("forward", changes) };
    return { id, ...verdicts, changes: changes.map(({ contract: _, ...change }) => change), problems, ms };
  } catch (error) {
    if (error instanceof BadPair) return { id: error.id, error: { message: error.message } };
    throw error;
  }
}
