import { type Answer, type Goals, none, some, unknown } from "./answer.ts";
import { matchDistinct } from "./distinct.ts";
import type { ArrayConstraint, Formula } from "./formula.ts";
import { type Value, valueKey } from "./value.ts";

/** Items counted: at least and at most so many from an index on satisfy a formula. */
interface Count {
  readonly holds: Formula;
  readonly from: number;
  readonly least: number;
  readonly most: number;
}

/** What an item can be: its formula, a value of it, and which counts it adds to. */
interface Choice {
  readonly holds: Formula;
  readonly value: Value;
  /** Per count: surely satisfied, so it serves `least`. */
  readonly serves: readonly boolean[];
  /** Per count: perhaps satisfied, so it spends `most`. */
  readonly spends: readonly boolean[];
  /** Whether there is such an item is not known. */
  readonly doubt?: Answer;
}

const maxItems = 800;
const maxAlone = 20_000;
const maxCounts = 8;
const infinite = Number.POSITIVE_INFINITY;

/** What a conjunction of constraints says about an array: single positions, then a tail whose items are alike. */
export class ArrayView {
  private readonly goals: Goals;
  private least = 0;
  private most = infinite;
  private readonly items = new Map<number, Formula[]>();
  private readonly every: { readonly index: number; readonly holds: Formula }[] = [];
  private readonly counts: Count[] = [];
  private unique = false;
  private repeated = false;
  private prefix = 0;
  private readonly formulaCache = new Map<number, Formula>();
  private readonly choiceCache = new Map<string, readonly Choice[]>();

  constructor(goals: Goals, constraints: readonly ArrayConstraint[]) {
    this.goals = goals;
    const counted = new Map<string, Count>();
    const count = (holds: Formula, from: number, least: number, most: number) => {
      const before = counted.get(`${holds},${from}`) ?? { least: 0, most: infinite };
      counted.set(`${holds},${from}`, {
        holds,
        from,
        least: Math.max(least, before.least),
        most: Math.min(most, before.most),
      });
    };
    for (const constraint of constraints)
      switch (constraint.is) {
        case "items-least":
          this.least = Math.max(this.least, constraint.count);
          break;
        case "items-most":
          this.most = Math.min(this.most, constraint.count);
          break;
        case "item":
          this.items.set(constraint.index, [...(this.items.get(constraint.index) ?? []), constraint.holds]);
          this.prefix = Math.max(this.prefix, constraint.index + 1);
          break;
        case "every-item":
          this.every.push(constraint);
          this.prefix = Math.max(this.prefix, constraint.index);
          break;
        case "some-item":
          count(constraint.holds, constraint.index, 1, infinite);
          this.prefix = Math.max(this.prefix, constraint.index);
          break;
        case "contains-least":
          if (constraint.count > 0) count(constraint.holds, 0, constraint.count, infinite);
          break;
        case "contains-most":
          if (constraint.count === 0) this.every.push({ index: 0, holds: goals.formulas.not(constraint.holds) });
          else if (constraint.count < 0) this.most = -1;
          else count(constraint.holds, 0, 0, constraint.count);
          break;
        case "unique":
          if (constraint.not) this.repeated = true;
          else this.unique = true;
      }
    this.counts.push(...counted.values());
  }

  /** What the item at the index has to satisfy. */
  private formulaAt(index: number): Formula {
    const at = Math.min(index, this.prefix);
    let formula = this.formulaCache.get(at);
    if (formula === undefined) {
      formula = this.goals.formulas.and([
        ...(this.items.get(at) ?? []),
        ...this.every.filter((one) => one.index <= at).map((one) => one.holds),
      ]);
      this.formulaCache.set(at, formula);
    }
    return formula;
  }

  /** Whether a further constraint cannot hold beside these, as far as single items show. */
  contradicts(more: ArrayConstraint): boolean {
    const { formulas } = this.goals;
    const empty = (index: number, holds: Formula) =>
      this.goals.solve(formulas.and([this.formulaAt(index), holds])).is === "none";
    switch (more.is) {
      case "items-least":
        return more.count > this.most;
      case "items-most":
        return more.count < this.least;
      case "item":
        return this.least > more.index && empty(more.index, more.holds);
      case "some-item":
      case "contains-least": {
        const from = more.is === "some-item" ? more.index : 0;
        if (more.is === "contains-least" && more.count <= 0) return false;
        const last = Math.min(Math.max(this.prefix, from), this.most - 1);
        if (last - from > 20) return false;
        for (let index = from; index <= last; index++) if (!empty(index, more.holds)) return false;
        return true;
      }
      case "every-item":
        for (let index = more.index; index < Math.min(this.least, this.prefix + 1); index++)
          if (empty(index, more.holds)) return true;
        return false;
      default:
        return false;
    }
  }

  solve(): Answer {
    this.goals.spend(1 + this.counts.length);
    if (this.least > this.most || (this.unique && this.repeated)) return none;
    if (this.counts.length > maxCounts) return unknown("too many conditions on the items of one array");
    const least = Math.max(this.least, this.repeated ? 2 : 0);
    const wanted = this.counts.reduce((sum, { least: needed }) => sum + needed, 0) + (this.repeated ? 2 : 0);
    const bound = Math.min(this.most, Math.max(least, this.prefix) + wanted);
    const together = this.counts.length > 0 || this.unique || this.repeated;
    if (!together && least <= maxAlone) return this.alone(least);
    if (least > maxItems) return unknown(`arrays of ${least} items are not written out`);
    let doubt: Answer = bound > maxItems ? unknown("arrays that long are not written out") : none;
    const limit = this.goals.formulas.false;
    for (let length = least; length <= Math.min(bound, maxItems); length++) {
      if (length > 0 && this.formulaAt(length - 1) === limit) break;
      const answer = this.ofLength(length);
      if (answer.is === "some") return answer;
      if (answer.is === "unknown") doubt = answer;
      // without counts nor repetition, longer arrays only add demands
      else if (this.counts.length === 0 && !this.repeated) break;
    }
    return doubt;
  }

  /** Items that are chosen one by one, because nothing is said of several of them together. */
  private alone(length: number): Answer {
    const items: Value[] = [];
    let doubt: Answer = none;
    for (let index = 0; index < length; index++) {
      const [choice] = this.choices([Math.min(index, this.prefix)]);
      if (choice === undefined) return none;
      if (choice.doubt !== undefined) doubt = choice.doubt;
      items.push(choice.value);
    }
    this.goals.spend(Math.ceil(length / 50));
    return doubt.is === "unknown" ? doubt : some(items);
  }

  private ofLength(length: number): Answer {
    if (!this.repeated) return new Filling(this, this.goals, length, undefined).run();
    let doubt: Answer = none;
    const last = Math.min(length - 1, this.prefix + 1);
    for (let first = 0; first < last; first++)
      for (let second = first + 1; second <= last; second++) {
        const answer = new Filling(this, this.goals, length, [first, second]).run();
        if (answer.is === "some") return answer;
        if (answer.is === "unknown") doubt = answer;
      }
    return doubt;
  }

  get demands() {
    return { counts: this.counts, unique: this.unique };
  }

  /** The choices for the item at an index, or for two items that are to be equal. */
  choices(indexes: readonly number[]): readonly Choice[] {
    const relevant = this.counts.map(({ from }) => indexes.some((index) => index >= from));
    const key = `${indexes.map((index) => Math.min(index, this.prefix)).join("=")}:${relevant.join()}`;
    const known = this.choiceCache.get(key);
    if (known !== undefined) return known;
    const { formulas } = this.goals;
    const choices: Choice[] = [];
    const split = (at: number, holds: Formula, serves: readonly boolean[], spends: readonly boolean[]): void => {
      if (holds === formulas.false) return;
      const count = this.counts[at];
      if (count === undefined) {
        const answer = this.goals.solve(holds);
        if (answer.is === "some") choices.push({ holds, value: answer.value, serves, spends });
        // an item in doubt still shows whether the rest is possible at all
        if (answer.is === "unknown") choices.push({ holds, value: null, serves, spends, doubt: answer });
        return;
      }
      if (!relevant[at]) {
        split(at + 1, holds, [...serves, false], [...spends, false]);
        return;
      }
      if (this.goals.solve(holds).is === "none") return;
      const satisfied = formulas.and([holds, count.holds]);
      const other = count.most === infinite ? holds : formulas.and([holds, formulas.not(count.holds)]);
      if (count.least > 0) split(at + 1, satisfied, [...serves, true], [...spends, true]);
      split(at + 1, other, [...serves, false], [...spends, false]);
      if (count.least === 0) split(at + 1, satisfied, [...serves, true], [...spends, true]);
    };
    split(0, this.goals.formulas.and(indexes.map((index) => this.formulaAt(index))), [], []);
    choices.sort((a, b) => Number(a.doubt !== undefined) - Number(b.doubt !== undefined));
    this.choiceCache.set(key, choices);
    return choices;
  }
}

/** Fills an array of a given length, one item after the other. */
class Filling {
  private readonly view: ArrayView;
  private readonly goals: Goals;
  private readonly length: number;
  private readonly equal: readonly [number, number] | undefined;
  private readonly failed = new Set<string>();
  private doubt: Answer = none;
  private tries = 0;

  constructor(view: ArrayView, goals: Goals, length: number, equal: readonly [number, number] | undefined) {
    this.view = view;
    this.goals = goals;
    this.length = length;
    this.equal = equal;
  }

  run(): Answer {
    const { counts } = this.view.demands;
    const answer = this.fill(
      [],
      counts.map(({ least }) => least),
      counts.map(({ most }) => most),
    );
    return answer.is === "none" ? this.doubt : answer;
  }

  private fill(chosen: readonly Choice[], least: readonly number[], most: readonly number[]): Answer {
    this.goals.spend();
    const index = chosen.length;
    const left = this.length - index;
    const { counts, unique } = this.view.demands;
    if (least.some((needed) => needed > left)) return none;
    if (index === this.length) {
      const doubt = chosen.find((choice) => choice.doubt !== undefined)?.doubt;
      if (doubt !== undefined) {
        this.doubt = doubt;
        return none;
      }
      return unique ? this.distinct(chosen) : some(chosen.map(({ value }) => value));
    }
    const key = `${index}:${least.join()}:${most.join()}:${this.equal === undefined ? "" : chosen.indexOf(chosen[this.equal[0]] as Choice)}`;
    const memorable = !unique && this.equal === undefined;
    if (memorable && this.failed.has(key)) return none;
    const partner = this.equal?.includes(index) ? this.equal : undefined;
    const choices = this.view.choices(partner ?? [index]);
    const open = partner !== undefined && index === partner[1] ? [chosen[partner[0]] as Choice] : choices;
    for (const choice of open) {
      const counted = (at: number) => index >= (counts[at]?.from ?? 0);
      const nextMost = most.map((rest, at) => (choice.spends[at] && counted(at) ? rest - 1 : rest));
      if (nextMost.some((rest) => rest < 0)) continue;
      const nextLeast = least.map((needed, at) =>
        choice.serves[at] && counted(at) ? Math.max(0, needed - 1) : needed,
      );
      const answer = this.fill([...chosen, choice], nextLeast, nextMost);
      if (answer.is === "some") return answer;
      if (this.doubt.is === "unknown" && this.tries > 2000) return this.doubt;
    }
    if (memorable) this.failed.add(key);
    return none;
  }

  /** Different values for all items, if there are any. */
  private distinct(chosen: readonly Choice[]): Answer {
    if (new Set(chosen.map(({ value }) => valueKey(value))).size === chosen.length)
      return some(chosen.map(({ value }) => value));
    if (++this.tries > 2000 || chosen.length > 60) {
      this.doubt = unknown("too many ways to make items unique");
      return none;
    }
    const models = new Map<Formula, readonly Value[]>();
    for (const { holds } of chosen) {
      if (models.has(holds)) continue;
      const found = this.goals.models(holds, chosen.length);
      if (found.doubt !== undefined) this.doubt = found.doubt;
      models.set(holds, found.values);
    }
    const values = matchDistinct(chosen.map(({ holds }) => models.get(holds) as readonly Value[]));
    return values === undefined ? none : some(values);
  }
}
