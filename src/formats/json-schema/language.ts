import { CharSet, type Concatenation, type Element, JS, type NoParent } from "refa";
import { type Automaton, lastCodePoint, maxStates, product, TooLarge } from "./automaton.ts";
import { normalised } from "./expression.ts";

type Part = NoParent<Element>;
type Sequence = NoParent<Concatenation>;
type Look = Extract<Part, { type: "Assertion" }>;

/** Thrown where an expression uses what finite automata cannot express, or is not an ECMA-262 expression. */
class NotRegular extends Error {}

const known = new Map<string, Automaton | string>();

/** The language of an ECMA-262 expression that is searched for, unanchored, by code points; or why it is not analysed. */
export function languageOf(source: string): Automaton | string {
  const before = known.get(source);
  if (before !== undefined) return before;
  let language: Automaton | string;
  try {
    language = build(source);
  } catch (error) {
    if (error instanceof NotRegular || error instanceof TooLarge) language = error.message;
    else language = error instanceof Error ? (error.message.split("\n")[0] as string) : "not a regular expression";
  }
  if (known.size > 2000) known.clear();
  known.set(source, language);
  return language;
}

function build(source: string): Automaton {
  if (source.length > 5000) throw new TooLarge("it is too long");
  const parser = JS.Parser.fromLiteral({ source: normalised(source), flags: "u" });
  const { expression } = parser.parse({ backreferences: "throw", assertions: "parse", maxNodes: 20_000 });
  const languages = expression.alternatives.map((one) => alternative(one.elements));
  return languages.length === 1 ? (languages[0] as Automaton) : product(languages, (parts) => parts.includes(true));
}

/** Lookarounds at the edges of an anchored expression are expressions of their own that hold as well, or do not. */
function alternative(elements: readonly Part[]): Automaton {
  const conditions: { language: Automaton; not: boolean }[] = [];
  let rest = [...elements];
  const [first] = rest;
  if (first !== undefined && isAnchor(first, "behind")) {
    while (isLong(rest[1], "ahead")) {
      const look = rest[1] as Look;
      conditions.push({ language: search([[first, group(look)]]), not: look.negate });
      rest = [first, ...rest.slice(2)];
    }
  }
  const last = rest.at(-1);
  if (last !== undefined && isAnchor(last, "ahead")) {
    while (isLong(rest.at(-2), "behind")) {
      const look = rest.at(-2) as Look;
      conditions.push({ language: search([[group(look), last]]), not: look.negate });
      rest = [...rest.slice(0, -2), last];
    }
  }
  const end = rest.at(-1);
  if (isLong(end, "ahead") && !(end as Look).negate) rest = [...rest.slice(0, -1), group(end as Look)];
  if (isLong(rest[0], "behind") && !(rest[0] as Look).negate) rest = [group(rest[0] as Look), ...rest.slice(1)];
  const body = search([rest]);
  if (conditions.length === 0) return body;
  return product([body, ...conditions.map(({ language }) => language)], ([main, ...looks]) => {
    return main === true && looks.every((holds, at) => holds !== conditions[at]?.not);
  });
}

const group = (look: Look): Part => ({ type: "Alternation", alternatives: look.alternatives });
const isLong = (part: Part | undefined, kind: Look["kind"]): boolean =>
  part?.type === "Assertion" && part.kind === kind && oneCharacter(part) === undefined;
const isAnchor = (part: Part, kind: Look["kind"]): boolean =>
  part.type === "Assertion" && part.kind === kind && part.negate && oneCharacter(part)?.isAll === true;

/** The characters that a lookaround of exactly one character looks for. */
function oneCharacter(look: Look): CharSet | undefined {
  let characters = CharSet.empty(lastCodePoint);
  for (const { elements } of look.alternatives) {
    const [only, second] = elements;
    if (only?.type !== "CharacterClass" || second !== undefined) return undefined;
    characters = characters.union(only.characters);
  }
  return characters;
}

type Edge =
  | { readonly to: number; readonly on: CharSet }
  | { readonly to: number; readonly look?: { readonly ahead: boolean; readonly not: boolean; readonly at: CharSet } };

/** A nondeterministic automaton under construction. */
class Draft {
  readonly edges: Edge[][] = [];

  state(): number {
    if (this.edges.length > 20_000) throw new TooLarge("it is too large");
    return this.edges.push([]) - 1;
  }
  link(from: number, edge: Edge): void {
    (this.edges[from] as Edge[]).push(edge);
  }

  sequence(elements: readonly Part[], from: number): number {
    return elements.reduce((state, element) => this.element(element, state), from);
  }

  choice(alternatives: readonly Sequence[], from: number): number {
    const to = this.state();
    for (const { elements } of alternatives) this.link(this.sequence(elements, from), { to });
    return to;
  }

  private element(element: Part, from: number): number {
    switch (element.type) {
      case "CharacterClass": {
        const to = this.state();
        this.link(from, { to, on: element.characters });
        return to;
      }
      case "Alternation":
        return this.choice(element.alternatives, from);
      case "Quantifier": {
        let state = from;
        for (let n = 0; n < element.min; n++) state = this.choice(element.alternatives, state);
        if (element.max === Number.POSITIVE_INFINITY) {
          const loop = this.state();
          this.link(state, { to: loop });
          this.link(this.choice(element.alternatives, loop), { to: loop });
          return loop;
        }
        const end = this.state();
        this.link(state, { to: end });
        for (let n = element.min; n < element.max; n++) {
          state = this.choice(element.alternatives, state);
          this.link(state, { to: end });
        }
        return end;
      }
      case "Assertion": {
        const at = oneCharacter(element);
        if (at === undefined) throw new NotRegular("a lookaround inside the expression");
        const to = this.state();
        this.link(from, { to, look: { ahead: element.kind === "ahead", not: element.negate, at } });
        return to;
      }
      default:
        throw new NotRegular("an element that no finite automaton expresses");
    }
  }
}

/** The automaton of all texts in which one of the sequences is found. */
function search(sequences: readonly (readonly Part[])[]): Automaton {
  const draft = new Draft();
  const all = CharSet.all(lastCodePoint);
  const start = draft.state();
  draft.link(start, { to: start, on: all });
  const final = draft.choice(
    sequences.map((elements) => ({ type: "Concatenation", elements: [...elements] })),
    start,
  );
  return determine(draft.edges, start, final);
}

function determine(edges: readonly (readonly Edge[])[], start: number, final: number): Automaton {
  const sets = new Set<CharSet>();
  let looksBack = false;
  for (const edge of edges.flat()) {
    if ("on" in edge) sets.add(edge.on);
    else if (edge.look !== undefined) {
      sets.add(edge.look.at);
      if (!edge.look.ahead) looksBack = true;
    }
  }
  const { cuts, classOf, representatives } = partition([...sets]);
  const classes = representatives.length;
  /** Follows what needs no character; -1 stands for the start before, or the end after. */
  const closure = (states: readonly number[], before: number, after: number): Set<number> => {
    const closed = new Set(states);
    for (const state of closed)
      for (const edge of edges[state] as readonly Edge[]) {
        if ("on" in edge) continue;
        if (edge.look !== undefined) {
          const at = edge.look.ahead ? after : before;
          const seen = at >= 0 && edge.look.at.has(representatives[at] as number);
          if (seen === edge.look.not) continue;
        }
        closed.add(edge.to);
      }
    return closed;
  };
  const known = new Map<string, number>();
  const states: { readonly set: readonly number[]; readonly before: number; readonly done: boolean }[] = [];
  const enter = (set: readonly number[], before: number, done: boolean): number => {
    const key = done ? "done" : `${looksBack ? before : ""}|${set.join(",")}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    if (states.length >= maxStates) throw new TooLarge("its automaton is too large");
    known.set(key, states.length);
    return states.push({ set, before, done }) - 1;
  };
  enter([start], -1, false);
  const next: number[] = [];
  const accepting: boolean[] = [];
  for (let state = 0; state < states.length; state++) {
    const { set, before, done } = states[state] as (typeof states)[number];
    accepting.push(done || closure(set, before, -1).has(final));
    for (let c = 0; c < classes; c++) {
      if (done) {
        next.push(state);
        continue;
      }
      const closed = closure(set, before, c);
      const targets = new Set<number>();
      for (const from of closed)
        for (const edge of edges[from] as readonly Edge[])
          if ("on" in edge && edge.on.has(representatives[c] as number)) targets.add(edge.to);
      next.push(
        closed.has(final)
          ? enter([], -1, true)
          : enter(
              [...targets].sort((a, b) => a - b),
              c,
              false,
            ),
      );
    }
  }
  return { cuts, classOf, classes, next, accepts: accepting };
}

/** Classes of code points that no set tells apart. */
function partition(sets: readonly CharSet[]) {
  const bounds = new Set([0]);
  for (const set of sets)
    for (const { min, max } of set.ranges) {
      bounds.add(min);
      if (max < lastCodePoint) bounds.add(max + 1);
    }
  const cuts = [...bounds].sort((a, b) => a - b);
  const byMembership = new Map<string, number>();
  const representatives: number[] = [];
  const classOf = cuts.map((cut) => {
    const key = sets.map((set) => (set.has(cut) ? "1" : "0")).join("");
    const found = byMembership.get(key);
    if (found !== undefined) return found;
    byMembership.set(key, representatives.length);
    return representatives.push(cut) - 1;
  });
  return { cuts, classOf, representatives };
}
