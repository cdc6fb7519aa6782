/** A complete deterministic automaton over code points. State 0 is the start. */
export interface Automaton {
  /** Where each interval of code points begins; the first is 0. */
  readonly cuts: readonly number[];
  /** The class of each interval. */
  readonly classOf: readonly number[];
  readonly classes: number;
  /** The next state: `next[state * classes + class]`. */
  readonly next: readonly number[];
  readonly accepts: readonly boolean[];
}

export const lastCodePoint = 0x10ffff;
/** Beyond this an expression counts as not analysable. */
export const maxStates = 3000;

/** Thrown where an automaton would grow beyond its bounds. */
export class TooLarge extends Error {}

function intervalOf(cuts: readonly number[], codePoint: number): number {
  let [low, high] = [0, cuts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((cuts[middle] as number) <= codePoint) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function accepts(automaton: Automaton, text: string): boolean {
  let state = 0;
  for (const character of text) {
    const interval = intervalOf(automaton.cuts, character.codePointAt(0) as number);
    state = automaton.next[state * automaton.classes + (automaton.classOf[interval] as number)] as number;
  }
  return automaton.accepts[state] as boolean;
}

/** The product of automata; a state of it accepts as `accept` says of its parts. */
export function product(automata: readonly Automaton[], accept: (parts: readonly boolean[]) => boolean): Automaton {
  const cuts = [...new Set(automata.flatMap(({ cuts }) => cuts))].sort((a, b) => a - b);
  const tuples = new Map<string, number>();
  const members: number[][] = [];
  const classOf = cuts.map((cut) => {
    const tuple = automata.map((one) => one.classOf[intervalOf(one.cuts, cut)] as number);
    const key = tuple.join(",");
    const known = tuples.get(key);
    if (known !== undefined) return known;
    tuples.set(key, members.length);
    return members.push(tuple) - 1;
  });
  const states = new Map<string, number>();
  const parts: number[][] = [];
  const enter = (part: number[]): number => {
    const key = part.join(",");
    const known = states.get(key);
    if (known !== undefined) return known;
    if (parts.length >= maxStates * 2) throw new TooLarge("its automaton is too large");
    states.set(key, parts.length);
    return parts.push(part) - 1;
  };
  enter(automata.map(() => 0));
  const next: number[] = [];
  for (let state = 0; state < parts.length; state++) {
    const part = parts[state] as number[];
    for (const tuple of members)
      next.push(
        enter(
          automata.map((one, at) => one.next[(part[at] as number) * one.classes + (tuple[at] as number)] as number),
        ),
      );
  }
  const accepting = parts.map((part) => accept(part.map((state, at) => automata[at]?.accepts[state] as boolean)));
  return { cuts, classOf, classes: members.length, next, accepts: accepting };
}

/** Up to `want` accepted words with lengths within the bounds, the shortest first, none of them excluded. */
export interface Words {
  readonly words: readonly string[];
  /** Whether these are all there are. */
  readonly complete: boolean;
}

const maxLength = 4000;

/** @throws TooLarge */
export function wordsOf(
  automaton: Automaton,
  min: number,
  max: number,
  excluded: ReadonlySet<string>,
  want: number,
): Words {
  const { classes, next } = automaton;
  const states = automaton.accepts.length;
  const letters = lettersOf(automaton, want + excluded.size);
  // in `reach[n][state]`: whether some word of length n leads from the state to acceptance
  const reach: boolean[][] = [[...automaton.accepts]];
  const reachable = (length: number): readonly boolean[] => {
    for (let n = reach.length; n <= length; n++) {
      const before = reach[n - 1] as boolean[];
      reach.push(
        automaton.accepts.map((_, state) => {
          for (let c = 0; c < classes; c++) if (before[next[state * classes + c] as number]) return true;
          return false;
        }),
      );
    }
    return reach[length] as boolean[];
  };
  const words: string[] = [];
  const last = Math.min(max, Math.max(min, 0) + states * (want + excluded.size + 1));
  if (Math.min(last, min) > maxLength || states * maxLength > 20_000_000) throw new TooLarge("its words are too long");
  let steps = 0;
  const walk = (state: number, left: number, word: string): void => {
    if (++steps > 200_000) throw new TooLarge("it has too many words");
    if (left === 0) {
      if (automaton.accepts[state] && !excluded.has(word)) words.push(word);
      return;
    }
    const onward = reachable(left - 1);
    for (let c = 0; c < classes && words.length < want; c++) {
      const to = next[state * classes + c] as number;
      if (!onward[to]) continue;
      for (const letter of letters[c] as readonly string[]) {
        walk(to, left - 1, word + letter);
        if (words.length >= want) return;
      }
    }
  };
  const alive = aliveStates(automaton);
  let forward = new Set([0]);
  const advance = () => {
    const onward = new Set<number>();
    for (const state of forward)
      for (let c = 0; c < classes; c++) {
        const to = next[state * classes + c] as number;
        if (alive[to]) onward.add(to);
      }
    forward = onward;
  };
  for (let length = 0; length < min && forward.size > 0; length++) advance();
  for (let length = Math.max(min, 0); length <= last && words.length < want && forward.size > 0; length++, advance()) {
    if (length > 500) throw new TooLarge("its words are too long");
    if (reachable(length)[0]) walk(0, length, "");
  }
  return { words, complete: words.length < want };
}

/** The states from which acceptance can be reached. */
function aliveStates({ accepts, classes, next }: Automaton): readonly boolean[] {
  const from: number[][] = accepts.map(() => []);
  for (let edge = 0; edge < next.length; edge++) from[next[edge] as number]?.push(Math.floor(edge / classes));
  const alive = [...accepts];
  const queue = alive.flatMap((yes, state) => (yes ? [state] : []));
  for (let state = queue.pop(); state !== undefined; state = queue.pop())
    for (const before of from[state] as readonly number[])
      if (!alive[before]) {
        alive[before] = true;
        queue.push(before);
      }
  return alive;
}

/** Code points that stand for a class, the plainest first. */
function lettersOf(automaton: Automaton, many: number): readonly (readonly string[])[] {
  const letters: string[][] = Array.from({ length: automaton.classes }, () => []);
  const take = (codePoint: number) => {
    const chosen = letters[automaton.classOf[intervalOf(automaton.cuts, codePoint)] as number] as string[];
    const letter = String.fromCodePoint(codePoint);
    if (chosen.length < many && !chosen.includes(letter)) chosen.push(letter);
  };
  for (const [from, to] of [
    [0x61, 0x7a],
    [0x30, 0x39],
    [0x41, 0x5a],
    [0x20, 0x7e],
  ] as const)
    for (let codePoint = from; codePoint <= to; codePoint++) take(codePoint);
  for (const lone of [false, true])
    automaton.cuts.forEach((from, at) => {
      const to = (automaton.cuts[at + 1] ?? lastCodePoint + 1) - 1;
      const chosen = letters[automaton.classOf[at] as number] as string[];
      for (let codePoint = from; codePoint <= to && chosen.length < many; codePoint++) {
        const surrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
        if (surrogate !== lone) {
          if (surrogate) codePoint = Math.min(0xdfff, to);
          else if (codePoint < 0xd800) codePoint = Math.min(0xd7ff, to);
          else break;
        } else take(codePoint);
      }
    });
  return letters;
}
