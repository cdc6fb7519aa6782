import type { Direction, Location, Options } from "../../model.ts";
import { type Tree, Unreadable } from "../../text/tree.ts";
import type { Emit, Finding } from "../format.ts";
import { pair } from "../pair.ts";
import { type Answer, unknown } from "./answer.ts";
import { Containment } from "./contain.ts";
import { type Suspect, sideOf } from "./element.ts";
import { directions, Explanation } from "./explain.ts";
import type { Formula } from "./formula.ts";
import { noticesIn } from "./notices.ts";
import type { Schema } from "./parse.ts";
import type { Policy, Reading } from "./policy.ts";
import type { RuleId, rules } from "./rules.ts";
import { tagFindings } from "./tags.ts";
import { Validator } from "./validate.ts";
import { toJson, type Value } from "./value.ts";

type EmitRule = Emit<typeof rules>;

export function diff(base: Schema, head: Schema, emit: EmitRule, options: Options): void {
  const policy = policyOf(options);
  const findings = new Findings();
  const paths = ({ roots }: Schema) => [...roots].map(([path, tree]) => ({ path, tree }));
  const [bases, heads] = [paths(base), paths(head)];
  const [onlyBase, onlyHead] = [bases[0], heads[0]];
  const compare = (from: Tree, to: Tree) => {
    if (policy === "validity") new Comparing(base, head, findings.add, directions, {}).root(from, to);
    else
      for (const direction of directions) {
        const role = (side: "base" | "head"): Reading => ({
          role: (side === "base") === (direction === "backward") ? "writer" : "reader",
          lenient: policy === "confluent-lenient",
        });
        const readings = { base: role("base"), head: role("head") };
        new Comparing(base, head, findings.add, [direction], readings).root(from, to);
      }
  };
  if (bases.length === 1 && heads.length === 1 && onlyBase !== undefined && onlyHead !== undefined)
    compare(onlyBase.tree, onlyHead.tree);
  else {
    const { removed, kept } = pair(bases, heads, ({ path }) => path);
    for (const { path } of removed)
      findings.add("schema-removed", {
        element: "",
        before: path,
        after: null,
        message: `the schema ${path} was removed`,
        breaks: directions,
      });
    for (const one of kept) compare(one.base.tree, one.head.tree);
  }
  for (const { rule, finding } of tagFindings(base, head)) findings.add(rule, finding);
  findings.tell(emit);
}

function policyOf({ policy }: Options): Policy {
  if (policy === undefined || policy === "validity") return "validity";
  if (policy === "confluent-strict" || policy === "confluent-lenient") return policy;
  throw new Unreadable(`no such policy of JSON Schema: ${String(policy)}`, { path: "" });
}

/** The same difference found for both directions, or at two places that are one element, is one change. */
class Findings {
  private readonly found = new Map<string, { readonly rule: RuleId; readonly finding: Finding }>();

  readonly add: EmitRule = (rule, finding) => {
    const key = JSON.stringify([rule, finding.element, finding.before, finding.after]);
    const before = this.found.get(key)?.finding;
    const merged: Finding =
      before === undefined
        ? finding
        : {
            ...before,
            ...finding,
            message: before.message === finding.message ? finding.message : `${before.message}; ${finding.message}`,
            breaks: directions.filter((one) => before.breaks?.includes(one) || finding.breaks?.includes(one)),
            witnesses: { ...before.witnesses, ...finding.witnesses },
          };
    this.found.set(key, { rule, finding: merged });
  };

  tell(emit: EmitRule): void {
    for (const { rule, finding } of this.found.values()) emit(rule, finding);
  }
}

/** Work allowed for showing where a break is; what is left unexplained then is told of the whole. */
const explaining = 500_000;
const perClaim = 60_000;
const perElement = 2_000;
const judgedAlone = 1_000_000;

interface Proof {
  readonly breaks: readonly Direction[];
  readonly witnesses: Partial<Record<Direction, unknown>>;
}

class Comparing {
  private readonly base: Schema;
  private readonly head: Schema;
  private readonly emit: EmitRule;
  private readonly containment: Containment;
  private readonly told = new Map<string, Proof>();
  private readonly judged: readonly Direction[];
  private work = explaining;
  private readonly shown = new Set<Direction>();
  /** Where head's schema begins. */
  private at: Location = { path: "" };

  constructor(
    base: Schema,
    head: Schema,
    emit: EmitRule,
    judged: readonly Direction[],
    readings: Partial<Record<"base" | "head", Reading>>,
  ) {
    this.base = base;
    this.head = head;
    this.emit = emit;
    this.judged = judged;
    this.containment = new Containment(base, head, readings);
  }

  root(base: Tree, head: Tree): void {
    if (this.unchanged()) return;
    this.at = { path: this.head.documents.homeOf(head).path, line: head.line, column: head.column };
    try {
      this.compare(base, head);
    } catch (error) {
      // what is too deep for the stack is too deep to be judged
      if (!(error instanceof RangeError)) throw error;
      for (const direction of this.judged) this.whole(direction, unknown("nested too deeply"), () => undefined);
    }
  }

  private compare(base: Tree, head: Tree): void {
    const { containment } = this;
    const [old, now] = [containment.base, containment.head].map((compiler, at) =>
      sideOf(compiler, [{ tree: at === 0 ? base : head, scope: [] }]),
    );
    if (old === undefined || now === undefined) return;
    const { formulas } = containment;
    const broken = (direction: Direction): Formula => {
      const [writer, reader] = direction === "backward" ? [old, now] : [now, old];
      return formulas.and([writer.formula, formulas.not(reader.formula)]);
    };
    const verdicts = new Map(this.judged.map((direction) => [direction, containment.decide(() => broken(direction))]));
    const open = this.judged.filter((direction) => verdicts.get(direction)?.is !== "none");
    if (open.length > 0) {
      const confirm = this.confirming(base, head);
      const claim = (suspect: Suspect) => this.claim(suspect, open, broken, confirm);
      const pairing = { formulas, base: old, head: now, element: "", lift: (formula: Formula) => formula };
      new Explanation(claim).compare(pairing);
      // whatever the walk took for granted: a break that nothing was told of is told of the whole
      for (const direction of open)
        if (!this.shown.has(direction)) this.whole(direction, verdicts.get(direction) as Answer, confirm);
    }
    this.dialect(base, head, open.length === 0);
    for (const notice of noticesIn(old, now)) this.emit(notice.rule, notice);
  }

  private dialect(base: Tree, head: Tree, harmless: boolean): void {
    const [before, after] = [this.base.documents.homeOf(base).draft, this.head.documents.homeOf(head).draft];
    if (before === after) return;
    this.emit("dialect-changed", {
      element: "",
      before,
      after,
      message: `the dialect changed from draft ${before} to draft ${after}${harmless ? ": no semantic change" : ""}`,
      location: this.at,
    });
  }

  private unchanged(): boolean {
    const { base, head } = this;
    return (
      base.draft === head.draft &&
      base.texts.size === head.texts.size &&
      [...base.texts].every(([path, text]) => head.texts.get(path) === text)
    );
  }

  /** Whether a validator that shares nothing with the proof sees the break; the document as JSON if so. */
  private confirming(base: Tree, head: Tree) {
    const validators = {
      base: new Validator(this.base.documents, this.base.assertFormats),
      head: new Validator(this.head.documents, this.head.assertFormats),
    };
    return (direction: Direction, value: Value): unknown => {
      const inBase = validators.base.validates(base, value);
      const inHead = validators.head.validates(head, value);
      const [writer, reader] = direction === "backward" ? [inBase, inHead] : [inHead, inBase];
      return writer === true && reader === false ? toJson(value) : undefined;
    };
  }

  private claim(
    suspect: Suspect,
    open: readonly Direction[],
    broken: (direction: Direction) => Formula,
    confirm: (direction: Direction, value: Value) => unknown,
  ): readonly Direction[] {
    const { formulas } = this.containment;
    const asked = open.filter((direction) => suspect.shows[direction] !== formulas.false);
    if (asked.length === 0) return [];
    const key = JSON.stringify([suspect.rule, suspect.element, suspect.before, suspect.after]);
    const before = this.told.get(key);
    if (before !== undefined) return before.breaks;
    const breaks: Direction[] = [];
    const witnesses: Partial<Record<Direction, unknown>> = {};
    for (const direction of asked) {
      // many differences in a large schema: the rest is judged by itself, without a whole document
      const alone = this.work <= 0;
      if (this.work <= -judgedAlone) break;
      const allowed = alone ? perElement : Math.min(perClaim, this.work);
      const shows = alone ? suspect.own[direction] : formulas.and([broken(direction), suspect.shows[direction]]);
      const answer = this.containment.decide(() => shows, allowed);
      this.work -= 1 + allowed - this.containment.left;
      if (answer.is !== "some") continue;
      const taken = this.containment.decide(() => suspect.taken[direction], perElement);
      this.work -= perElement - this.containment.left;
      if (taken.is === "some") continue;
      breaks.push(direction);
      if (alone) continue;
      const document = confirm(direction, answer.value);
      if (document !== undefined) witnesses[direction] = document;
    }
    this.told.set(key, { breaks, witnesses });
    if (breaks.length === 0) return [];
    for (const direction of breaks) this.shown.add(direction);
    const { rule, element, message, location } = suspect;
    const finding: Finding = {
      element,
      before: suspect.before,
      after: suspect.after,
      message,
      breaks,
      witnesses,
      ...(location === undefined ? {} : { location }),
    };
    this.emit(rule, finding);
    return breaks;
  }

  /** A break that no difference of an element explains. */
  private whole(direction: Direction, verdict: Answer, confirm: (direction: Direction, value: Value) => unknown): void {
    const location = this.at;
    if (verdict.is === "some") {
      const document = confirm(direction, verdict.value);
      this.emit(direction === "backward" ? "accepted-less" : "accepted-more", {
        element: "",
        before: null,
        after: null,
        message:
          direction === "backward"
            ? "accepts less than before: the document shown was valid and no longer is"
            : "accepts more than before: the document shown is valid now and was not",
        breaks: [direction],
        witnesses: document === undefined ? {} : { [direction]: document },
        location,
      });
    } else if (verdict.is === "unknown")
      this.emit("not-proven", {
        element: "",
        before: null,
        after: null,
        message: `${direction === "backward" ? "that head accepts whatever base accepts" : "that base accepts whatever head accepts"} is not proven: ${verdict.reason}`,
        breaks: [direction],
        basis: "not-analysed",
        location,
      });
  }
}
