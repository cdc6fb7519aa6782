import type { Direction, Location } from "../../model.ts";
import type { Tree } from "../../text/tree.ts";
import { keywordOf, type Lift, placeOf, type Side, type Suspect, written } from "./element.ts";
import { exactlyOneOf } from "./exactly.ts";
import { type Formula, type Formulas, kinds } from "./formula.ts";
import { numberOf } from "./keywords-scalar.ts";
import { compare } from "./rational.ts";
import type { RuleId } from "./rules.ts";
import { jsonOf, treeValue, type Value, valueKey } from "./value.ts";
import { isWhole, kindsOf, shown, spoken, typeNames, wholeNumber } from "./words.ts";

/** What is compared at one element. */
export interface Pairing {
  readonly formulas: Formulas;
  readonly base: Side;
  readonly head: Side;
  readonly element: string;
  readonly lift: Lift;
}

interface Found {
  readonly before: unknown;
  readonly after: unknown;
  readonly message: string;
  readonly at?: Location | undefined;
  /** What a value of the element looks like that shows the break, per direction. */
  readonly shows: Readonly<Partial<Record<Direction, Formula>>>;
}

export function suspect(
  pairing: Pairing,
  rule: RuleId,
  { shows, at, ...rest }: Found,
  element = pairing.element,
): Suspect {
  const { formulas, base, head } = pairing;
  const lifted = (formula: Formula | undefined) =>
    formula === undefined || formula === pairing.formulas.false ? pairing.formulas.false : pairing.lift(formula);
  return {
    ...rest,
    rule,
    element,
    location: at ?? placeOf(pairing.head),
    shows: { backward: lifted(shows.backward), forward: lifted(shows.forward) },
    own: {
      backward: formulas.and([shows.backward ?? formulas.false, base.formula, formulas.not(head.formula)]),
      forward: formulas.and([shows.forward ?? formulas.false, head.formula, formulas.not(base.formula)]),
    },
    taken: {
      backward: formulas.and([shows.backward ?? formulas.false, head.formula]),
      forward: formulas.and([shows.forward ?? formulas.false, base.formula]),
    },
  };
}

/** Differences of types and of null. */
export function typeSuspects(pairing: Pairing): readonly Suspect[] {
  const { formulas, base, head } = pairing;
  const [before, after] = [kindsOf(formulas, base.formula), kindsOf(formulas, head.formula)];
  const [wasWhole, isWholeNow] = [isWhole(formulas, base.formula), isWhole(formulas, head.formula)];
  const found: Suspect[] = [];
  const changed = before ^ after;
  const names = { before: typeNames(before, wasWhole), after: typeNames(after, isWholeNow) };
  const at = placeOf(head, "type", "anyOf", "oneOf", "enum", "const");
  const nullOnly = formulas.kinds(kinds.null);
  const words = `${spoken(names.before)} -> ${spoken(names.after)}`;
  if (changed & kinds.null && before !== 127 && after !== 127) {
    if (after & kinds.null)
      found.push(
        suspect(pairing, "nullable-added", {
          ...names,
          message: `may now be null: ${words}`,
          at,
          shows: { forward: nullOnly },
        }),
      );
    else
      found.push(
        suspect(pairing, "nullable-removed", {
          ...names,
          message: `may no longer be null: ${words}`,
          at,
          shows: { backward: nullOnly },
        }),
      );
  }
  const wholeDiffers = wasWhole !== isWholeNow && (before & after & kinds.number) !== 0;
  const rest = before === 127 || after === 127 ? changed : changed & ~kinds.null;
  if (rest !== 0 || wholeDiffers) {
    const fraction = formulas.and([formulas.kinds(kinds.number), formulas.not(wholeNumber(formulas))]);
    const gone = [formulas.kinds(before & ~after & rest), ...(wholeDiffers && isWholeNow ? [fraction] : [])];
    const come = [formulas.kinds(after & ~before & rest), ...(wholeDiffers && wasWhole ? [fraction] : [])];
    found.push(
      suspect(pairing, "type-changed", {
        ...names,
        message: `type changed: ${words}`,
        at,
        shows: { backward: formulas.or(gone), forward: formulas.or(come) },
      }),
    );
  }
  return found;
}

/** Differences of listed values. */
export function enumSuspects(pairing: Pairing): readonly Suspect[] {
  const { formulas, base, head } = pairing;
  const [was, is] = [listOf(base), listOf(head)];
  if (was === undefined && is === undefined) return [];
  const at = placeOf(head, "enum", "const");
  const json = (list: readonly Tree[] | undefined) => list?.map(jsonOf) ?? null;
  const sides = { before: json(was), after: json(is), at };
  if (was === undefined || is === undefined) {
    const listed = exactlyOneOf(formulas, valuesOf(was ?? is ?? []));
    const other = formulas.not(listed);
    return is === undefined
      ? [
          suspect(pairing, "enum-removed", {
            ...sides,
            message: `the list of values was dropped: ${shown(sides.before)}`,
            shows: { forward: other },
          }),
        ]
      : [
          suspect(pairing, "enum-added", {
            ...sides,
            message: `values are now restricted to ${shown(sides.after)}`,
            shows: { backward: other },
          }),
        ];
  }
  const [old, now] = [byKey(valuesOf(was)), byKey(valuesOf(is))];
  const missing = (of: ReadonlyMap<string, Value>, from: ReadonlyMap<string, Value>) =>
    [...of].filter(([key]) => !from.has(key));
  const found: Suspect[] = [];
  const [gone, come] = [missing(old, now), missing(now, old)];
  const named = (values: readonly (readonly [string, Value])[]) =>
    `enum value${values.length === 1 ? "" : "s"} ${shownList(values.map(([key]) => key))}`;
  if (gone.length > 0)
    found.push(
      suspect(pairing, "enum-value-removed", {
        ...sides,
        message: `${named(gone)} removed`,
        shows: {
          backward: exactlyOneOf(
            formulas,
            gone.map(([, value]) => value),
          ),
        },
      }),
    );
  if (come.length > 0)
    found.push(
      suspect(pairing, "enum-value-added", {
        ...sides,
        message: `${named(come)} added`,
        shows: {
          forward: exactlyOneOf(
            formulas,
            come.map(([, value]) => value),
          ),
        },
      }),
    );
  return found;
}

const shownList = (texts: readonly string[]): string =>
  texts.length > 8 ? `${texts.slice(0, 8).join(", ")} and ${texts.length - 8} more` : texts.join(", ");

function listOf(side: Side): readonly Tree[] | undefined {
  const listed = keywordOf(side, "enum");
  if (listed?.value.kind === "array") return listed.value.items;
  const only = keywordOf(side, "const");
  return only === undefined ? undefined : [only.value];
}
const valuesOf = (list: readonly Tree[]) => list.map(treeValue).filter((value) => value !== undefined);
const byKey = (values: readonly Value[]) => new Map(values.map((value) => [valueKey(value), value]));

/** Keywords that are one bound, with what each is called. */
const bounds: readonly (readonly [keywords: readonly string[], words: string, lower: boolean])[] = [
  [["minimum", "exclusiveMinimum"], "minimum", true],
  [["maximum", "exclusiveMaximum"], "maximum", false],
  [["minLength"], "minimum length", true],
  [["maxLength"], "maximum length", false],
  [["minItems"], "minimum number of items", true],
  [["maxItems"], "maximum number of items", false],
  [["minProperties"], "minimum number of properties", true],
  [["maxProperties"], "maximum number of properties", false],
];

export function boundSuspects(pairing: Pairing): readonly Suspect[] {
  const { formulas, base, head } = pairing;
  return bounds.flatMap(([keywords, words, lower]) => {
    if (!mentioned(pairing, keywords)) return [];
    const [was, is] = [said(base, keywords), said(head, keywords)];
    if (was === is) return [];
    const [before, after] = [limitOf(base, keywords), limitOf(head, keywords)];
    const message = `${words} ${shown(before)} -> ${shown(after)}`;
    const at = placeOf(head, ...keywords);
    const tightened = { before, after, message, at, shows: { backward: formulas.not(is) } };
    const loosened = { before, after, message, at, shows: { forward: formulas.not(was) } };
    const order = orderOf(base, head, keywords, lower);
    const found: Suspect[] = [];
    if (order >= 0) found.push(suspect(pairing, "bound-tightened", tightened));
    if (order <= 0) found.push(suspect(pairing, "bound-loosened", loosened));
    return found;
  });
}

const mentioned = ({ base, head }: Pairing, keywords: readonly string[]): boolean =>
  keywordOf(base, ...keywords) !== undefined || keywordOf(head, ...keywords) !== undefined;

/** Above zero where head is narrower, below where it is wider, zero where that is not plain. */
function orderOf(base: Side, head: Side, keywords: readonly string[], lower: boolean): number {
  const [was, is] = [keywordOf(base, ...keywords), keywordOf(head, ...keywords)];
  if (was === undefined || is === undefined) return (is === undefined ? 0 : 1) - (was === undefined ? 0 : 1);
  const [a, b] = [numberOf(was.value), numberOf(is.value)];
  if (a === undefined || b === undefined) return 0;
  return compare(b, a) * (lower ? 1 : -1);
}

/** What keywords say, taken by themselves, over all schemas of the element. */
function said({ compiler, parts }: Side, keywords: readonly string[]): Formula {
  return compiler.formulas.and(parts.map((part) => compiler.keywordFormula(part, keywords)));
}

function limitOf(side: Side, keywords: readonly string[]): unknown {
  const present = keywords.filter((keyword) => keywordOf(side, keyword) !== undefined);
  if (present.length === 0) return null;
  const [only] = present;
  if (present.length === 1 && only !== undefined && !only.startsWith("exclusive")) return written(side, only);
  return Object.fromEntries(present.map((keyword) => [keyword, written(side, keyword)]));
}

/** Other keywords, each compared by what it says. */
const others: readonly (readonly [rule: RuleId, keywords: readonly string[], words: string])[] = [
  ["multiple-changed", ["multipleOf"], "step"],
  ["pattern-changed", ["pattern"], "pattern"],
  ["format-changed", ["format"], "format"],
  ["pattern-changed", ["propertyNames"], "property names"],
  ["items-changed", ["uniqueItems"], "whether items differ"],
  ["items-changed", ["contains", "minContains", "maxContains"], "what the list has to contain"],
  ["condition-changed", ["not"], "what is excluded"],
  ["condition-changed", ["if", "then", "else"], "condition"],
  ["condition-changed", ["dependencies", "dependentRequired", "dependentSchemas"], "dependencies between properties"],
];

export function otherSuspects(pairing: Pairing): readonly Suspect[] {
  const { formulas, base, head } = pairing;
  return others.flatMap(([rule, keywords, words]) => {
    if (!mentioned(pairing, keywords)) return [];
    const [was, is] = [said(base, keywords), said(head, keywords)];
    if (was === is) return [];
    const [before, after] = [content(base, keywords), content(head, keywords)];
    const [old, now] = [base.parts[0]?.draft, head.parts[0]?.draft];
    const why =
      old !== now && shown(before) === shown(after) ? ` (read as draft ${old} before, as draft ${now} now)` : "";
    return [
      suspect(pairing, rule, {
        before,
        after,
        message: `${words}: ${shown(before)} -> ${shown(after)}${why}`,
        at: placeOf(head, ...keywords),
        shows: { backward: formulas.not(is), forward: formulas.not(was) },
      }),
    ];
  });
}

function content(side: Side, keywords: readonly string[]): unknown {
  const present = keywords.filter((keyword) => keywordOf(side, keyword) !== undefined);
  const [only] = present;
  if (only === undefined) return null;
  if (keywords.length === 1) return written(side, only);
  return Object.fromEntries(present.map((keyword) => [keyword, written(side, keyword)]));
}
