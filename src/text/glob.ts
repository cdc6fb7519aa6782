/**
 * Whether a path matches any of the globs: `*` and `?` stay within a folder, `**` crosses folders, `{a,b}` is a choice.
 * Everything else, a leading dot included, stands for itself. Time is at most length of path times length of glob,
 * whatever the glob: it may come from a stranger. Letters' case does not count: `ORDER.AVSC` must not go unseen.
 */
export function globMatcher(globs: readonly string[]): (path: string) => boolean {
  const matchers = globs.flatMap(spelledOut).map((glob) => matcher(glob.toLowerCase(), true));
  return (path) => {
    const folded = path.toLowerCase();
    return matchers.some((matches) => matches(folded));
  };
}

/** A glob without its choices, once for each way to choose, so that endings tell most paths apart; itself where there are many. */
function spelledOut(glob: string): readonly string[] {
  if (glob.length > maxLength) return [];
  const spelled: string[] = [];
  const waiting = [glob];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const options = firstChoice(one);
    if (options === undefined) spelled.push(one);
    else waiting.push(...options);
    if (spelled.length + waiting.length > 32) return [glob];
  }
  return spelled;
}

/** What a glob is by each option of its first choice; undefined where it has none. */
function firstChoice(glob: string): readonly string[] | undefined {
  const closing = partners(glob);
  const open = closing.size === 0 ? undefined : Math.min(...closing.keys());
  if (open === undefined) return undefined;
  const close = closing.get(open) as number;
  let from = open + 1;
  return commas(glob, from, close, closing).map((end) => {
    const option = glob.slice(from, end);
    from = end + 1;
    return glob.slice(0, open) + option + glob.slice(close + 1);
  });
}

/** The same for one pattern in which braces stand for themselves. */
export function wildcardMatcher(pattern: string): (path: string) => boolean {
  return matcher(pattern, false);
}

/** Why a pattern is not one of our globs, in words for who wrote it; undefined where it is one. */
export function globProblem(glob: string): string | undefined {
  if (glob === "") return "is empty";
  if (glob.length > maxLength) return `is longer than ${maxLength} characters`;
  if (glob.startsWith("/") || glob.startsWith("./"))
    return "must be relative to the repository's root, without a leading / or ./";
  if (glob.startsWith("!")) return "cannot exclude: a leading ! is not understood";
  if (glob.split("/").includes("..")) return "must stay inside the repository: .. is not allowed";
  if (/[[\]\\]/.test(glob)) return "may use *, **, ? and {a,b}; [ ] and \\ are not understood";
  for (const character of glob) if (character < " ") return "holds a control character";
  return undefined;
}

const maxLength = 500;

type Part =
  | { readonly kind: "character"; readonly code: number }
  | { readonly kind: "?" | "*" | "**" | "**/" }
  | { readonly kind: "choice"; readonly options: readonly (readonly Part[])[] };

function matcher(glob: string, braces: boolean): (path: string) => boolean {
  if (glob.length > maxLength) return () => false;
  const first = glob.search(braces ? /[*?{]/ : /[*?]/);
  if (first === -1) return (path) => path === glob;
  const prefix = glob.slice(0, first);
  const suffix = /[^*?{},]*$/.exec(glob.slice(-64))?.[0] ?? "";
  const end = suffix.startsWith("/") ? suffix.slice(1) : suffix;
  let automaton: Automaton | undefined;
  return (path) => {
    if (!path.startsWith(prefix) || !path.endsWith(end)) return false;
    automaton ??= compile(parse(glob, braces ? partners(glob) : new Map()));
    return run(automaton, path);
  };
}

/** Reads a glob; a brace without its partner stands for itself. */
function parse(glob: string, closing: ReadonlyMap<number, number>): readonly Part[] {
  let position = 0;
  const sequence = (end: number): readonly Part[] => {
    const parts: Part[] = [];
    const start = position;
    while (position < end) {
      const character = glob[position] as string;
      const close = closing.get(position);
      if (character === "{" && close !== undefined) {
        const options: (readonly Part[])[] = [];
        position++;
        for (const comma of commas(glob, position, close, closing)) {
          options.push(sequence(comma));
          position = comma + 1;
        }
        parts.push({ kind: "choice", options });
      } else if (character === "*") {
        const from = position;
        while (position < end && glob[position] === "*") position++;
        const whole = position - from > 1 && (from === start || glob[from - 1] === "/");
        if (whole && glob[position] === "/" && position < end) {
          position++;
          parts.push({ kind: "**/" });
        } else parts.push({ kind: whole && position === end ? "**" : "*" });
      } else {
        parts.push(character === "?" ? { kind: "?" } : { kind: "character", code: glob.charCodeAt(position) });
        position++;
      }
    }
    return parts;
  };
  return sequence(glob.length);
}

/** Where each brace that is closed is closed. */
function partners(glob: string): ReadonlyMap<number, number> {
  const open: number[] = [];
  const closing = new Map<number, number>();
  for (let index = 0; index < glob.length; index++) {
    if (glob[index] === "{") open.push(index);
    else if (glob[index] === "}") {
      const from = open.pop();
      if (from !== undefined) closing.set(from, index);
    }
  }
  return closing;
}

/** The ends of the options between two braces: its own commas, and the closing brace. */
function commas(glob: string, from: number, close: number, closing: ReadonlyMap<number, number>): readonly number[] {
  const ends: number[] = [];
  for (let index = from; index < close; index++) {
    index = closing.get(index) ?? index;
    if (glob[index] === ",") ends.push(index);
  }
  return [...ends, close];
}

/** A step of the automaton: take one character, or go on in several ways without taking any; step 0 accepts. */
type Step = { readonly takes: number; readonly next: number } | { readonly ways: number[] };

/** What a step may take besides a character's own code. */
const inFolder = -1;
const anything = -2;
const slash = 0x2f;

interface Automaton {
  readonly steps: readonly Step[];
  readonly start: number;
}

function compile(parts: readonly Part[]): Automaton {
  const steps: Step[] = [{ ways: [] }];
  const add = (step: Step): number => steps.push(step) - 1;
  const loop = (takes: number, after: number): number => {
    const ways: number[] = [after];
    const start = add({ ways });
    ways.push(add({ takes, next: start }));
    return start;
  };
  const sequence = (list: readonly Part[], after: number): number =>
    list.reduceRight((next, part) => one(part, next), after);
  const one = (part: Part, next: number): number => {
    switch (part.kind) {
      case "character":
        return add({ takes: part.code, next });
      case "?":
        return add({ takes: inFolder, next });
      case "*":
        return loop(inFolder, next);
      case "**":
        return loop(anything, next);
      case "**/":
        return add({ ways: [next, loop(anything, add({ takes: slash, next }))] });
      case "choice":
        return add({ ways: part.options.map((option) => sequence(option, next)) });
    }
  };
  const start = sequence(parts, 0);
  return { steps, start };
}

/** All ways at once: after each character, the steps that can be reached, each once. */
function run({ steps, start }: Automaton, path: string): boolean {
  const reached = new Int32Array(steps.length).fill(-1);
  let current: number[] = [];
  let next: number[] = [];
  const enter = (index: number, time: number, into: number[]): void => {
    const waiting = [index];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (reached[at] === time) continue;
      reached[at] = time;
      const step = steps[at] as Step;
      if ("ways" in step) waiting.push(...step.ways);
      else into.push(at);
    }
  };
  enter(start, 0, current);
  for (let index = 0; index < path.length && current.length > 0; index++) {
    const code = path.charCodeAt(index);
    for (const at of current) {
      const step = steps[at] as { takes: number; next: number };
      const { takes } = step;
      if (takes === code || takes === anything || (takes === inFolder && code !== slash))
        enter(step.next, index + 1, next);
    }
    [current, next] = [next, current];
    next.length = 0;
  }
  return reached[0] === path.length;
}
