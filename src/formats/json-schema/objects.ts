import { type Answer, type Goals, none, some, unknown } from "./answer.ts";
import { type Formula, kinds, type ObjectConstraint } from "./formula.ts";
import type { Value } from "./value.ts";

interface Property {
  readonly name: Formula;
  readonly holds: Formula;
}

/** A property of the object under construction. */
interface Slot {
  readonly holds: Formula;
  readonly value: Value;
}

/** Objects larger than this are not written out. */
const maxProperties = 2000;

/**
 * What a conjunction of constraints says about an object. Names that are mentioned are looked at one by one; all others fall
 * into classes by which of the remaining name formulas they satisfy.
 */
export class ObjectView {
  private readonly goals: Goals;
  private readonly named = new Map<string, Formula[]>();
  private readonly general: Property[] = [];
  private readonly needs: Property[] = [];
  private least = 0;
  private most = Number.POSITIVE_INFINITY;
  private readonly allowed = new Map<string, Formula>();
  private doubt: Answer = none;

  constructor(goals: Goals, constraints: readonly ObjectConstraint[]) {
    this.goals = goals;
    for (const constraint of constraints) {
      if ("count" in constraint) {
        if (constraint.is === "properties-least") this.least = Math.max(this.least, constraint.count);
        else this.most = Math.min(this.most, constraint.count);
      } else if (constraint.is === "some-property") this.needs.push(constraint);
      else {
        const names = this.namesOf(constraint.name);
        if (names === undefined) this.general.push(constraint);
        else
          for (const name of names) {
            const before = this.named.get(name);
            if (before === undefined) this.named.set(name, [constraint.holds]);
            else before.push(constraint.holds);
          }
      }
    }
    const breadth = (need: Property) => this.namesOf(need.name)?.size ?? Number.POSITIVE_INFINITY;
    this.needs.sort((a, b) => Math.min(breadth(a), 1e9) - Math.min(breadth(b), 1e9));
  }

  /** The names, where a formula lists them. */
  private namesOf(name: Formula): ReadonlySet<string> | undefined {
    const node = this.goals.formulas.node(name);
    if (node.is !== "leaf" || node.constraint.is !== "string-in" || node.constraint.not) return undefined;
    return node.constraint.values;
  }

  /** What the property of that name has to satisfy. */
  private valueFor(name: string): Formula {
    let formula = this.allowed.get(name);
    if (formula === undefined) {
      const parts = [...(this.named.get(name) ?? [])];
      for (const property of this.general) {
        const meant = this.goals.holds(property.name, name);
        if (meant === true) parts.push(property.holds);
        if (meant === undefined) this.doubt = unknown("a pattern of property names is not analysed");
      }
      formula = this.goals.formulas.and(parts);
      this.allowed.set(name, formula);
    }
    return formula;
  }

  /** Whether a further constraint cannot hold beside these, as far as single properties show. */
  contradicts(more: ObjectConstraint): boolean {
    const { formulas } = this.goals;
    const empty = (parts: readonly Formula[]) => this.goals.solve(formulas.and(parts)).is === "none";
    if ("count" in more) return more.is === "properties-least" ? more.count > this.most : more.count < this.least;
    const names = this.namesOf(more.name);
    const needed = (name: string) =>
      this.needs.filter((need) => {
        const only = this.namesOf(need.name);
        return only?.size === 1 && only.has(name);
      });
    if (more.is === "some-property") {
      if (more.holds === formulas.false) return true;
      if (names === undefined || names.size > 4) return false;
      return [...names].every((name) =>
        empty([this.valueFor(name), more.holds, ...needed(name).map((need) => need.holds)]),
      );
    }
    for (const need of this.needs) {
      const only = this.namesOf(need.name);
      if (only?.size !== 1) continue;
      const [name = ""] = only;
      const meant = names === undefined ? this.goals.holds(more.name, name) === true : names.has(name);
      if (meant && empty([this.valueFor(name), more.holds, need.holds])) return true;
    }
    return false;
  }

  solve(): Answer {
    this.goals.spend(1 + this.needs.length);
    if (this.least > this.most) return none;
    if (this.least > maxProperties) return unknown(`objects of ${this.least} properties are not written out`);
    const answer = this.place(0, new Map());
    return answer.is === "none" ? this.doubt : answer;
  }

  /** Gives each need a property, one after the other. */
  private place(at: number, slots: ReadonlyMap<string, Slot>): Answer {
    this.goals.spend();
    if (slots.size > this.most) return none;
    const need = this.needs[at];
    if (need === undefined) return this.fill(slots);
    let doubt: Answer = none;
    const attempt = (name: string, holds: Formula): Answer | undefined => {
      const value = this.goals.solve(holds);
      if (value.is === "none") return undefined;
      // a value in doubt still shows whether the rest is possible at all
      const answer = this.place(
        at + 1,
        new Map(slots).set(name, { holds, value: value.is === "some" ? value.value : null }),
      );
      if (value.is === "unknown") {
        if (answer.is !== "none") doubt = value;
        return undefined;
      }
      if (answer.is === "some") return answer;
      if (answer.is === "unknown") doubt = answer;
      return undefined;
    };
    const { formulas } = this.goals;
    const joined = (name: string) =>
      attempt(name, formulas.and([slots.get(name)?.holds ?? this.valueFor(name), need.holds]));
    const names = this.namesOf(need.name);
    if (names !== undefined) {
      for (const name of names) {
        const answer = joined(name);
        if (answer !== undefined) return answer;
      }
      return doubt;
    }
    // one property that serves several needs makes the plainest example
    const tried = new Set([...slots.keys()].slice(0, 3));
    for (const name of tried) {
      if (this.goals.holds(need.name, name) !== true) continue;
      const answer = joined(name);
      if (answer !== undefined) return answer;
    }
    const used = [...this.named.keys(), ...slots.keys()];
    let exhausted = false;
    for (const fresh of this.classes(need, used)) {
      if (fresh.is !== "class") {
        if (fresh.is === "unknown") doubt = fresh;
        else exhausted = true;
        continue;
      }
      const answer = attempt(fresh.key, fresh.holds);
      if (answer !== undefined) return answer;
    }
    for (const name of new Set(used)) {
      if (tried.has(name)) continue;
      const isSlot = slots.has(name);
      if (isSlot && !this.named.has(name) && !exhausted && this.most === Number.POSITIVE_INFINITY) continue;
      const meant = this.goals.holds(need.name, name);
      if (meant === undefined) doubt = unknown("a pattern of property names is not analysed");
      if (meant !== true) continue;
      const answer = joined(name);
      if (answer !== undefined) return answer;
    }
    return doubt;
  }

  /** The classes of names that are not mentioned, each with one name of it and what its value has to satisfy. */
  private *classes(
    need: Property,
    used: readonly string[],
  ): Generator<{ is: "class"; key: string; names: Formula; holds: Formula } | { is: "full" } | Answer> {
    const { formulas } = this.goals;
    const unused = formulas.leaf(kinds.string, { is: "string-in", values: new Set(used), not: true });
    const mentioned = formulas.leaf(kinds.string, { is: "string-in", values: new Set(this.named.keys()), not: true });
    const relevant = this.general.filter((property) => property.holds !== formulas.true);
    const goals = this.goals;
    const text = formulas.kinds(kinds.string);
    function* split(
      at: number,
      names: Formula,
      holds: Formula,
    ): Generator<{ is: "class"; key: string; names: Formula; holds: Formula } | { is: "full" } | Answer> {
      if (holds === formulas.false) return;
      const key = goals.solve(formulas.and([names, unused]));
      if (key.is === "none") {
        if (goals.solve(names).is !== "none") yield { is: "full" };
        return;
      }
      const property = relevant[at];
      if (property === undefined) {
        if (key.is === "unknown") yield key;
        else yield { is: "class", key: key.value as string, names, holds };
        return;
      }
      yield* split(at + 1, formulas.and([names, formulas.not(property.name)]), holds);
      yield* split(at + 1, formulas.and([names, property.name]), formulas.and([holds, property.holds]));
    }
    yield* split(0, formulas.and([text, need.name, mentioned]), need.holds);
  }

  /** Adds properties until there are enough. */
  private fill(slots: ReadonlyMap<string, Slot>): Answer {
    const { formulas } = this.goals;
    const filled = new Map<string, Value>([...slots].map(([name, slot]) => [name, slot.value]));
    let doubt: Answer = none;
    if (filled.size < this.least)
      for (const name of this.named.keys()) {
        if (filled.has(name)) continue;
        const value = this.goals.solve(this.valueFor(name));
        if (value.is === "some") filled.set(name, value.value);
        if (value.is === "unknown") doubt = value;
        if (filled.size >= this.least) break;
      }
    if (filled.size < this.least)
      for (const one of this.classes({ name: formulas.true, holds: formulas.true }, [
        ...this.named.keys(),
        ...slots.keys(),
      ])) {
        if (one.is === "unknown") doubt = one;
        if (one.is !== "class") continue;
        const value = this.goals.solve(one.holds);
        if (value.is === "unknown") doubt = value;
        if (value.is !== "some") continue;
        const unused = formulas.leaf(kinds.string, { is: "string-in", values: new Set(filled.keys()), not: true });
        const keys = this.goals.models(formulas.and([one.names, unused]), this.least - filled.size);
        if (keys.doubt !== undefined) doubt = keys.doubt;
        for (const key of keys.values) filled.set(key as string, value.value);
        if (filled.size >= this.least) break;
      }
    if (filled.size < this.least) return doubt;
    return some(filled);
  }
}
