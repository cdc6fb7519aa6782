/**
 * Whether a path matches any of the globs: `*` and `?` stay within a folder, `**` crosses folders, `{a,b}` is a choice.
 * Everything else, a leading dot included, stands for itself. Time is at most length of path times length of glob,
 * whatever the glob: it may come from a stranger.
 */
export function globMatcher(globs: readonly string[]): (path: string) => boolean {
  const matchers = globs.map((glob) => matcher(glob, true));
  return (path) => matchers.some((matches) => matches(path));
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
  const automaton = compile(parse(glob, braces ? partners(glob) : new Map()));
  return (path) => path.startsWith(prefix) && path.endsWith(end) && run(automaton, path);
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

/** A step of the automaton: take one character, or go on in two ways without taking any. */
type Step =
  | { readonly takes: (code: number) => boolean; next: number }
  | { readonly ways: number[] }
  | { readonly accepts: true };

const slash = 0x2f;
const inFolder = (code: number): boolean => code !== slash;
const anywhere = (): boolean => true;

interface Automaton {
  readonly steps: readonly Step[];
  readonly start: number;
}

function compile(parts: readonly Part[]): Automaton {
  const steps: Step[] = [{ accepts: true }];
  const add = (step: Step): number => steps.push(step) - 1;
  const loop = (takes: (code: number) => boolean, after: number): number => {
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
        return add({ takes: (code) => code === part.code, next });
      case "?":
        return add({ takes: inFolder, next });
      case "*":
        return loop(inFolder, next);
      case "**":
        return loop(anywhere, next);
      case "**/":
        return add({ ways: [next, loop(anywhere, add({ takes: (code) => code === slash, next }))] });
      case "choice":
        return add({ ways: part.options.map((option) => sequence(option, next)) });
    }
  };
  const start = sequence(parts, 0);
  return { steps, start };
}

function run({ steps, start }: Automaton, path: string): boolean {
  let current = new Set<number>();
  const enter = (index: number, into: Set<number>): void => {
    const waiting = [index];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (into.has(at)) continue;
      into.add(at);
      const step = steps[at] as Step;
      if ("ways" in step) waiting.push(...step.ways);
    }
  };
  enter(start, current);
  for (let index = 0; index < path.length && current.size > 0; index++) {
    const next = new Set<number>();
    const code = path.charCodeAt(index);
    for (const at of current) {
      const step = steps[at] as Step;
      if ("takes" in step && step.takes(code)) enter(step.next, next);
    }
    current = next;
  }
  return current.has(0);
}
