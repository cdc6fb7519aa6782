import { type Answer, type Goals, type Models, none, OutOfWork, some, unknown } from "./answer.ts";
import { ArrayView } from "./arrays.ts";
import { evaluate } from "./evaluate.ts";
import { exactly } from "./exactly.ts";
import type {
  ArrayConstraint,
  Constraint,
  Formula,
  Formulas,
  Kind,
  NumberConstraint,
  ObjectConstraint,
  StringConstraint,
} from "./formula.ts";
import { kinds } from "./formula.ts";
import { solveNumbers } from "./numbers.ts";
import { ObjectView } from "./objects.ts";
import { solveStrings } from "./strings.ts";
import type { Value } from "./value.ts";

/** Goals within goals beyond this are not followed. */
const maxDepth = 220;

interface Frame {
  readonly goal: Formula;
  /** The lowest goal on the stack that this one's answer assumes to be empty. */
  low: number;
}

/**
 * Finds a value for a formula, or proves that there is none. A goal met again inside itself is taken to be empty: the least
 * value of a goal never needs another value of the same goal within it. What hangs on such an assumption is kept only while
 * the assumption stands.
 */
export class Solver implements Goals {
  readonly formulas: Formulas;
  private work: number;
  private readonly known = new Map<Formula, Answer>();
  /** Goals found empty under an assumption, with the lowest goal assumed. */
  private readonly assumed = new Map<Formula, number>();
  private readonly trail: Formula[] = [];
  private readonly stack: Frame[] = [];
  private readonly depths = new Map<Formula, number>();

  constructor(formulas: Formulas, work: number) {
    this.formulas = formulas;
    this.work = work;
  }

  readonly spend = (amount = 1): void => {
    this.work -= amount;
    if (this.work < 0) throw new OutOfWork();
  };

  /** Work left. */
  get left(): number {
    return this.work;
  }

  /** A fresh allowance; what was found out stays known. */
  refill(work: number): void {
    this.work = work;
    this.stack.length = 0;
    this.depths.clear();
    this.trail.length = 0;
    this.assumed.clear();
  }

  holds(formula: Formula, value: Value): boolean | undefined {
    return evaluate(this.formulas, formula, value, this.spend);
  }

  solve(goal: Formula): Answer {
    const { formulas } = this;
    if (goal === formulas.false) return none;
    if (goal === formulas.true) return some(null);
    const known = this.known.get(goal);
    if (known !== undefined) return known;
    const assumed = this.assumed.get(goal);
    if (assumed !== undefined) return this.rely(assumed);
    const entered = this.depths.get(goal);
    if (entered !== undefined) return this.rely(entered);
    this.spend();
    const depth = this.stack.length;
    if (depth >= maxDepth) return unknown("nested too deeply");
    const frame: Frame = { goal, low: Number.POSITIVE_INFINITY };
    this.stack.push(frame);
    this.depths.set(goal, depth);
    const start = this.trail.length;
    const answer = this.anyKind(goal);
    this.stack.pop();
    this.depths.delete(goal);
    const settled = frame.low >= depth;
    if (answer.is !== "none") {
      for (const other of this.trail.splice(start)) this.assumed.delete(other);
      if (answer.is === "some" || settled) this.known.set(goal, answer);
    } else if (settled) {
      for (const other of this.trail.splice(start)) {
        this.assumed.delete(other);
        this.known.set(other, none);
      }
      this.known.set(goal, none);
    } else {
      for (let at = start; at < this.trail.length; at++) {
        const other = this.trail[at] as Formula;
        if ((this.assumed.get(other) as number) >= depth) this.assumed.set(other, frame.low);
      }
      this.assumed.set(goal, frame.low);
      this.trail.push(goal);
    }
    if (!settled && answer.is !== "some") this.rely(frame.low);
    return answer;
  }

  private rely(depth: number): Answer {
    const top = this.stack.at(-1);
    if (top !== undefined) top.low = Math.min(top.low, depth);
    return none;
  }

  private anyKind(goal: Formula): Answer {
    let doubt: Answer = none;
    for (const kind of Object.values(kinds)) {
      const answer = this.ofKind(kind, this.formulas.of(kind, goal));
      if (answer.is === "some") return answer;
      if (answer.is === "unknown") doubt = answer;
    }
    return doubt;
  }

  private ofKind(kind: Kind, goal: Formula): Answer {
    if (goal === this.formulas.false) return none;
    const search = new Search(this, kind);
    return search.run(goal);
  }

  models(formula: Formula, want: number): Models {
    const values: Value[] = [];
    let goal = formula;
    while (values.length < want) {
      const answer = this.solve(goal);
      if (answer.is === "none") return { values, complete: true, doubt: undefined };
      if (answer.is === "unknown") return { values, complete: false, doubt: answer };
      values.push(answer.value);
      goal = this.formulas.and([goal, this.formulas.not(exactly(this.formulas, answer.value))]);
    }
    return { values, complete: false, doubt: undefined };
  }
}

/** What is asserted at one point of the search: single constraints, and alternatives still open. */
interface State {
  readonly literals: ReadonlySet<Formula>;
  readonly clauses: readonly Formula[];
}

/** Looks for a value of one kind, splitting only the alternatives that the best candidate so far violates. */
class Search {
  private readonly solver: Solver;
  private readonly kind: Kind;

  constructor(solver: Solver, kind: Kind) {
    this.solver = solver;
    this.kind = kind;
  }

  run(goal: Formula): Answer {
    const state = this.assert({ literals: new Set(), clauses: [] }, goal);
    return state === undefined ? none : this.search(state);
  }

  private assert(state: State, formula: Formula): State | undefined {
    const { formulas } = this.solver;
    const literals = new Set(state.literals);
    const clauses = [...state.clauses];
    const take = (one: Formula): boolean => {
      const node = formulas.node(one);
      if (node.is === "true") return true;
      if (node.is === "false") return false;
      if (node.is === "and") return node.parts.every(take);
      if (node.is === "or") clauses.push(one);
      else {
        if (node.is === "opaque" && literals.has(formulas.not(one))) return false;
        literals.add(one);
      }
      return true;
    };
    return take(formula) ? { literals, clauses } : undefined;
  }

  private search(state: State): Answer {
    const { formulas, spend } = this.solver;
    spend();
    const theory = this.theory(state.literals);
    const candidate = theory.answer();
    if (candidate.is === "none") return none;
    const open: Formula[] = [];
    for (const clause of state.clauses) {
      const { parts } = formulas.node(clause) as { parts: readonly Formula[] };
      if (parts.some((part) => state.literals.has(part))) continue;
      open.push(clause);
    }
    let chosen: Formula | undefined;
    let alternatives: readonly Formula[] = [];
    for (const clause of open) {
      if (candidate.is === "some" && this.solver.holds(clause, candidate.value) === true) continue;
      const { parts } = formulas.node(clause) as { parts: readonly Formula[] };
      const live = parts.filter((part) => !this.dead(part, state, theory));
      if (live.length === 0) return none;
      if (chosen === undefined || live.length < alternatives.length) [chosen, alternatives] = [clause, live];
      if (live.length === 1) break;
    }
    if (chosen === undefined) return candidate;
    const rest = open.filter((clause) => clause !== chosen);
    let doubt: Answer = none;
    for (const alternative of alternatives) {
      const next = this.assert({ literals: state.literals, clauses: rest }, alternative);
      if (next === undefined) continue;
      const answer = this.search(next);
      if (answer.is === "some") return answer;
      if (answer.is === "unknown") doubt = answer;
    }
    return doubt;
  }

  /** Whether the alternative contradicts what is already asserted, as far as that is cheaply seen. */
  private dead(part: Formula, state: State, theory: Theory): boolean {
    const node = this.solver.formulas.node(part);
    if (node.is === "false") return true;
    if (node.is === "and") return node.parts.some((one) => this.dead(one, state, theory));
    if (node.is === "opaque") return state.literals.has(this.solver.formulas.not(part));
    return node.is === "leaf" && theory.contradicts(node.constraint);
  }

  private theory(literals: ReadonlySet<Formula>): Theory {
    const constraints: Constraint[] = [];
    let opaque: string | undefined;
    for (const literal of literals) {
      const node = this.solver.formulas.node(literal);
      if (node.is === "leaf") constraints.push(node.constraint);
      if (node.is === "opaque") opaque = node.reason;
    }
    const theory = this.plain(constraints);
    if (opaque === undefined) return theory;
    const reason = opaque;
    return {
      answer: () => (theory.answer().is === "none" ? none : unknown(reason)),
      contradicts: theory.contradicts,
    };
  }

  private plain(constraints: readonly Constraint[]): Theory {
    switch (this.kind) {
      case kinds.null:
        return fixed(some(null));
      case kinds.false:
        return fixed(some(false));
      case kinds.true:
        return fixed(some(true));
      case kinds.number: {
        const numbers = constraints as readonly NumberConstraint[];
        return {
          answer: () => solveNumbers(numbers),
          contradicts: (more) => solveNumbers([...numbers, more as NumberConstraint]).is === "none",
        };
      }
      case kinds.string: {
        const strings = constraints as readonly StringConstraint[];
        return {
          answer: () => solveStrings(strings),
          contradicts: (more) => solveStrings([...strings, more as StringConstraint]).is === "none",
        };
      }
      case kinds.array: {
        const view = new ArrayView(this.solver, constraints as readonly ArrayConstraint[]);
        return {
          answer: () => view.solve(),
          contradicts: (more) => view.contradicts(more as ArrayConstraint),
        };
      }
      case kinds.object: {
        const view = new ObjectView(this.solver, constraints as readonly ObjectConstraint[]);
        return {
          answer: () => view.solve(),
          contradicts: (more) => view.contradicts(more as ObjectConstraint),
        };
      }
    }
  }
}

interface Theory {
  answer(): Answer;
  contradicts(more: Constraint): boolean;
}

const fixed = (answer: Answer): Theory => ({ answer: () => answer, contradicts: () => false });
