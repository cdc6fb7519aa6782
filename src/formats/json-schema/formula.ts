import { keyOf, type Rational } from "./rational.ts";

/** A formula about one JSON value, by its number in a `Formulas`. Equal numbers mean the same set of values. */
export type Formula = number;

/** Bits of the seven kinds of values that are told apart. */
export const kinds = { null: 1, false: 2, true: 4, number: 8, string: 16, array: 32, object: 64 } as const;
export type Kind = (typeof kinds)[keyof typeof kinds];
export const everyKind = 127;

export type NumberConstraint =
  | { readonly is: "at-least" | "at-most"; readonly bound: Rational; readonly open: boolean }
  | { readonly is: "multiple"; readonly of: Rational; readonly not: boolean }
  | { readonly is: "number-in"; readonly values: ReadonlyMap<string, Rational>; readonly not: boolean };
export type StringConstraint =
  | { readonly is: "longer" | "shorter"; readonly than: number }
  | { readonly is: "pattern"; readonly source: string; readonly not: boolean }
  | { readonly is: "string-in"; readonly values: ReadonlySet<string>; readonly not: boolean };
export type ArrayConstraint =
  | { readonly is: "items-least" | "items-most"; readonly count: number }
  /** The item at the index, if there is one. */
  | { readonly is: "item"; readonly index: number; readonly holds: Formula }
  /** Every item, or some item, from the index on. */
  | { readonly is: "every-item" | "some-item"; readonly index: number; readonly holds: Formula }
  | { readonly is: "contains-least" | "contains-most"; readonly count: number; readonly holds: Formula }
  | { readonly is: "unique"; readonly not: boolean };
export type ObjectConstraint =
  /** Every property, or some property, whose name satisfies `name`. */
  | { readonly is: "every-property" | "some-property"; readonly name: Formula; readonly holds: Formula }
  | { readonly is: "properties-least" | "properties-most"; readonly count: number };
export type Constraint = NumberConstraint | StringConstraint | ArrayConstraint | ObjectConstraint;

export type Node =
  | { readonly is: "true" | "false" }
  | { readonly is: "kinds"; readonly mask: number }
  /** The constraint holds if the value is of the kind. */
  | { readonly is: "leaf"; readonly kind: Kind; readonly constraint: Constraint }
  | { readonly is: "and" | "or"; readonly parts: readonly Formula[] }
  /** A formula that is only made when it is asked for: how recursion stays finite. */
  | { readonly is: "later"; readonly key: number; readonly not: boolean }
  /** Something that cannot be analysed, with the reason; equal names mean equal sets. */
  | { readonly is: "opaque"; readonly name: string; readonly reason: string; readonly not: boolean };

/** Formulas, each kept once, closed under negation. */
export class Formulas {
  readonly nodes: Node[] = [];
  private readonly byKey = new Map<string, Formula>();
  private readonly negations: Formula[] = [];
  private readonly makers: (() => Formula)[] = [];
  private readonly made: (Formula | undefined)[] = [];
  private readonly restricted = new Map<Kind, (Formula | undefined)[]>();
  readonly false: Formula;
  readonly true: Formula;

  constructor() {
    this.false = this.intern("F", { is: "false" });
    this.true = this.intern("T", { is: "true" });
    this.negations[this.false] = this.true;
    this.negations[this.true] = this.false;
  }

  node(formula: Formula): Node {
    return this.nodes[formula] as Node;
  }

  private intern(key: string, node: Node): Formula {
    const known = this.byKey.get(key);
    if (known !== undefined) return known;
    const formula = this.nodes.push(node) - 1;
    this.byKey.set(key, formula);
    return formula;
  }

  kinds(mask: number): Formula {
    if (mask === 0) return this.false;
    if (mask === everyKind) return this.true;
    return this.intern(`K${mask}`, { is: "kinds", mask });
  }

  leaf(kind: Kind, constraint: Constraint): Formula {
    return this.intern(`L${kind}${constraintKey(constraint)}`, { is: "leaf", kind, constraint });
  }

  later(make: () => Formula): Formula {
    const key = this.makers.push(make) - 1;
    return this.intern(`R${key}`, { is: "later", key, not: false });
  }

  opaque(name: string, reason: string): Formula {
    return this.intern(`O${name}`, { is: "opaque", name, reason, not: false });
  }

  and(formulas: Iterable<Formula>): Formula {
    return this.join("and", formulas);
  }

  or(formulas: Iterable<Formula>): Formula {
    return this.join("or", formulas);
  }

  private join(is: "and" | "or", formulas: Iterable<Formula>): Formula {
    const [neutral, absorbing] = is === "and" ? [this.true, this.false] : [this.false, this.true];
    const parts = new Set<Formula>();
    let mask = is === "and" ? everyKind : 0;
    const take = (formula: Formula): boolean => {
      if (formula === neutral) return true;
      if (formula === absorbing) return false;
      const node = this.node(formula);
      if (node.is === "kinds") {
        mask = is === "and" ? mask & node.mask : mask | node.mask;
        return true;
      }
      if (node.is === is) return node.parts.every(take);
      const negation = this.negations[formula];
      if (negation !== undefined && parts.has(negation)) return false;
      parts.add(formula);
      return true;
    };
    for (const formula of formulas) if (!take(formula)) return absorbing;
    const kind = this.kinds(mask);
    if (kind === absorbing) return absorbing;
    if (kind !== neutral) parts.add(kind);
    if (parts.size === 0) return neutral;
    const sorted = [...parts].sort((a, b) => a - b);
    if (sorted.length === 1) return sorted[0] as Formula;
    return this.intern(`${is === "and" ? "A" : "V"}${sorted.join(",")}`, { is, parts: sorted });
  }

  not(formula: Formula): Formula {
    const known = this.negations[formula];
    if (known !== undefined) return known;
    const negation = this.negate(this.node(formula));
    this.negations[formula] = negation;
    this.negations[negation] ??= formula;
    return negation;
  }

  private negate(node: Node): Formula {
    switch (node.is) {
      case "true":
        return this.false;
      case "false":
        return this.true;
      case "kinds":
        return this.kinds(everyKind & ~node.mask);
      case "and":
        return this.or(node.parts.map((part) => this.not(part)));
      case "or":
        return this.and(node.parts.map((part) => this.not(part)));
      case "later":
        return this.intern(`${node.not ? "R" : "N"}${node.key}`, { ...node, not: !node.not });
      case "opaque":
        return this.intern(`${node.not ? "O" : "P"}${node.name}`, { ...node, not: !node.not });
      case "leaf":
        return this.and([this.kinds(node.kind), this.denied(node.kind, node.constraint)]);
    }
  }

  /** What holds of a value of the kind that violates the constraint. */
  private denied(kind: Kind, constraint: Constraint): Formula {
    switch (constraint.is) {
      case "at-least":
        return this.leaf(kind, { ...constraint, is: "at-most", open: !constraint.open });
      case "at-most":
        return this.leaf(kind, { ...constraint, is: "at-least", open: !constraint.open });
      case "multiple":
      case "number-in":
      case "pattern":
      case "string-in":
      case "unique":
        return this.leaf(kind, { ...constraint, not: !constraint.not });
      case "longer":
        return this.leaf(kind, { is: "shorter", than: constraint.than - 1 });
      case "shorter":
        return this.leaf(kind, { is: "longer", than: constraint.than + 1 });
      case "items-least":
        return this.leaf(kind, { is: "items-most", count: constraint.count - 1 });
      case "items-most":
        return this.leaf(kind, { is: "items-least", count: constraint.count + 1 });
      case "item":
        return this.and([
          this.leaf(kind, { is: "items-least", count: constraint.index + 1 }),
          this.leaf(kind, { ...constraint, holds: this.not(constraint.holds) }),
        ]);
      case "every-item":
        return this.leaf(kind, { is: "some-item", index: constraint.index, holds: this.not(constraint.holds) });
      case "some-item":
        return this.leaf(kind, { is: "every-item", index: constraint.index, holds: this.not(constraint.holds) });
      case "contains-least":
        return this.leaf(kind, { is: "contains-most", count: constraint.count - 1, holds: constraint.holds });
      case "contains-most":
        return this.leaf(kind, { is: "contains-least", count: constraint.count + 1, holds: constraint.holds });
      case "every-property":
        return this.leaf(kind, { ...constraint, is: "some-property", holds: this.not(constraint.holds) });
      case "some-property":
        return this.leaf(kind, { ...constraint, is: "every-property", holds: this.not(constraint.holds) });
      case "properties-least":
        return this.leaf(kind, { is: "properties-most", count: constraint.count - 1 });
      case "properties-most":
        return this.leaf(kind, { is: "properties-least", count: constraint.count + 1 });
    }
  }

  /** What the formula says of values of one kind: only leaves of that kind, `and`, `or` and opaque ones remain. */
  of(kind: Kind, formula: Formula): Formula {
    let known = this.restricted.get(kind);
    if (known === undefined) {
      known = [];
      this.restricted.set(kind, known);
    }
    const before = known[formula];
    if (before !== undefined) return before;
    const node = this.node(formula);
    let result = formula;
    if (node.is === "kinds") result = node.mask & kind ? this.true : this.false;
    else if (node.is === "leaf") result = node.kind === kind ? formula : this.true;
    else if (node.is === "and") result = this.and(node.parts.map((part) => this.of(kind, part)));
    else if (node.is === "or") result = this.or(node.parts.map((part) => this.of(kind, part)));
    else if (node.is === "later") result = this.of(kind, this.now(formula));
    known[formula] = result;
    return result;
  }

  /** The formula that a `later` stands for. */
  now(formula: Formula): Formula {
    const node = this.node(formula);
    if (node.is !== "later") return formula;
    this.made[node.key] ??= (this.makers[node.key] as () => Formula)();
    const made = this.made[node.key] as Formula;
    return node.not ? this.not(made) : made;
  }
}

function constraintKey(constraint: Constraint): string {
  switch (constraint.is) {
    case "at-least":
    case "at-most":
      return `${constraint.is}${keyOf(constraint.bound)}${constraint.open}`;
    case "multiple":
      return `m${keyOf(constraint.of)}${constraint.not}`;
    case "number-in":
      return `n${constraint.not}${[...constraint.values.keys()].sort().join(",")}`;
    case "longer":
    case "shorter":
      return `${constraint.is}${constraint.than}`;
    case "pattern":
      return `p${constraint.not}${constraint.source}`;
    case "string-in":
      return `s${constraint.not}${JSON.stringify([...constraint.values].sort())}`;
    case "items-least":
    case "items-most":
    case "properties-least":
    case "properties-most":
      return `${constraint.is}${constraint.count}`;
    case "item":
    case "every-item":
    case "some-item":
      return `${constraint.is}${constraint.index}:${constraint.holds}`;
    case "contains-least":
    case "contains-most":
      return `${constraint.is}${constraint.count}:${constraint.holds}`;
    case "unique":
      return `u${constraint.not}`;
    case "every-property":
    case "some-property":
      return `${constraint.is}${constraint.name}:${constraint.holds}`;
  }
}
