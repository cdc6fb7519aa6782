import type { Direction } from "../../model.ts";
import { get, type Tree } from "../../text/tree.ts";
import { pairAlternatives } from "./alternatives.ts";
import type { Spot } from "./compile.ts";
import { since } from "./dialect.ts";
import {
  atProperty,
  describedNames,
  describedPatterns,
  keywordOf,
  type Lift,
  placeOf,
  propertySpots,
  requiredNames,
  type Side,
  type Suspect,
  sideOf,
  steps,
} from "./element.ts";
import { kinds } from "./formula.ts";
import { nameIn, nameLike } from "./keywords-object.ts";
import { boundSuspects, enumSuspects, otherSuspects, type Pairing, suspect, typeSuspects } from "./suspects.ts";
import { jsonOf } from "./value.ts";
import { kindsOf, shown } from "./words.ts";

export const directions: readonly Direction[] = ["backward", "forward"];

/** Asks whether a suspect explains a break; answers with the directions it explains. */
export type Claim = (suspect: Suspect) => readonly Direction[];

const maxElements = 20_000;
const maxLevels = 250;
/** How often a schema that several elements share is looked at; one that holds itself is looked at once. */
const maxVisits = 40;

/** An element that is being looked at, and what explains the breaks within it. */
interface Visit {
  readonly pairing: Pairing;
  readonly key: string;
  readonly above: Visit | undefined;
  readonly level: number;
  readonly explained: Set<Direction>;
}

/** Walks both schemas side by side, level by level, and puts every difference it meets before the claim. */
export class Explanation {
  private readonly claim: Claim;
  private readonly visits = new Map<string, number>();
  private readonly recursive = new Set<string>();

  constructor(claim: Claim) {
    this.claim = claim;
  }

  /** The directions that the differences within the schemas explain. */
  compare(pairing: Pairing): ReadonlySet<Direction> {
    const root: Visit = { pairing, key: keyOf(pairing), above: undefined, level: 0, explained: new Set() };
    const queue: Visit[] = [root];
    const looked: Visit[] = [];
    for (const visit of queue) {
      if (!this.enters(visit)) continue;
      looked.push(visit);
      const alternatives = pairAlternatives(visit.pairing);
      for (const one of [...this.local(visit.pairing), ...alternatives.suspects])
        for (const direction of this.claim(one)) visit.explained.add(direction);
      for (const inner of [...this.within(visit.pairing), ...alternatives.pairs])
        if (inner.base.formula !== inner.head.formula && queue.length < maxElements)
          queue.push({ pairing: inner, key: keyOf(inner), above: visit, level: visit.level + 1, explained: new Set() });
    }
    // from the innermost outwards, what is left is told of the element it is left at
    for (const visit of looked.reverse()) {
      for (const direction of directions)
        if (!visit.explained.has(direction))
          for (const found of this.claim(this.unexplained(visit.pairing, direction))) visit.explained.add(found);
      for (const direction of visit.explained) visit.above?.explained.add(direction);
    }
    return root.explained;
  }

  /** Whether to look at an element; where not, it is taken to be explained elsewhere. */
  private enters(visit: Visit): boolean {
    const { key, above, level } = visit;
    const skip = (): false => {
      for (const direction of directions) above?.explained.add(direction);
      return false;
    };
    for (let one = above; one !== undefined; one = one.above) {
      if (one.key !== key) continue;
      for (let inside: Visit | undefined = above; inside !== undefined; inside = inside.above) {
        this.recursive.add(inside.key);
        if (inside === one) break;
      }
      return skip();
    }
    const visits = this.visits.get(key) ?? 0;
    if (level > maxLevels || visits >= (this.recursive.has(key) ? 1 : maxVisits)) return skip();
    this.visits.set(key, visits + 1);
    return true;
  }

  private unexplained(pairing: Pairing, direction: Direction): Suspect {
    const { formulas, base, head } = pairing;
    const [writer, reader] = direction === "backward" ? [base, head] : [head, base];
    return suspect(pairing, direction === "backward" ? "accepted-less" : "accepted-more", {
      before: summary(base),
      after: summary(head),
      message:
        direction === "backward"
          ? "accepts less than before: the document shown was valid and no longer is"
          : "accepts more than before: the document shown is valid now and was not",
      shows: { [direction]: formulas.and([writer.formula, formulas.not(reader.formula)]) },
    });
  }

  private *local(pairing: Pairing): Generator<Suspect> {
    const { formulas, base, head } = pairing;
    const listed = enumSuspects(pairing);
    yield* listed;
    // two lists of values say it all, types included
    if (keywordOf(base, "enum", "const") !== undefined && keywordOf(head, "enum", "const") !== undefined) return;
    yield* typeSuspects(pairing);
    const common = kindsOf(formulas, base.formula) & kindsOf(formulas, head.formula);
    if ((common & ~kinds.null) === 0) return;
    yield* boundSuspects(pairing);
    yield* otherSuspects(pairing);
    if (common & kinds.object) yield* this.objectSuspects(pairing);
  }

  private *objectSuspects(pairing: Pairing): Generator<Suspect> {
    const { formulas, base, head, element } = pairing;
    const [was, is] = [describedNames(base), describedNames(head)];
    const [needed, needs] = [requiredNames(base), requiredNames(head)];
    for (const name of new Set([...needed, ...was, ...needs, ...is])) {
      const path = steps.property(element, name);
      const named = nameIn(formulas, [name]);
      const missing = formulas.and([
        formulas.kinds(kinds.object),
        formulas.leaf(kinds.object, { is: "every-property", name: named, holds: formulas.false }),
      ]);
      const at = propertyPlace(head, name) ?? placeOf(head, "properties", "required");
      const words = (required: boolean) => (required ? "required property" : "optional property");
      if (was.has(name) !== is.has(name)) {
        const [old, now] = [propertySpots(base, name), propertySpots(head, name)];
        const wrong = (side: Side, spots: readonly Spot[]) =>
          atProperty(formulas, named, formulas.not(side.compiler.formulaOf(spots)));
        const added = is.has(name);
        yield suspect(
          pairing,
          added ? "property-added" : "property-removed",
          {
            before: added ? null : described(base, name),
            after: added ? described(head, name) : null,
            message: added ? `${words(needs.has(name))} added` : `${words(needed.has(name))} removed`,
            at,
            shows: {
              backward: formulas.or([wrong(head, now), ...(needs.has(name) && !needed.has(name) ? [missing] : [])]),
              forward: formulas.or([wrong(base, old), ...(needed.has(name) && !needs.has(name) ? [missing] : [])]),
            },
          },
          path,
        );
      } else if (needed.has(name) !== needs.has(name)) {
        const added = needs.has(name);
        yield suspect(
          pairing,
          added ? "required-added" : "required-removed",
          {
            before: added ? "optional" : "required",
            after: added ? "required" : "optional",
            message: added ? "optional -> required" : "required -> optional",
            at,
            shows: added ? { backward: missing } : { forward: missing },
          },
          path,
        );
      }
    }
    yield* this.contentSuspects(pairing, new Set([...was, ...is]));
  }

  /** Whether properties that neither side describes are let in. */
  private *contentSuspects(pairing: Pairing, described: ReadonlySet<string>): Generator<Suspect> {
    const { formulas, base, head } = pairing;
    const patterns = new Set([...describedPatterns(base), ...describedPatterns(head)]);
    const unknown = formulas.and([
      nameIn(formulas, described, true),
      ...[...patterns].map((source) => formulas.of(kinds.string, formulas.not(nameLike(formulas, source)))),
    ]);
    const [was, is] = [restOf(base), restOf(head)];
    const [old, now] = [base.compiler.formulaOf(was), head.compiler.formulaOf(is)];
    if (old === now) return;
    const at = placeOf(head, "additionalProperties", "unevaluatedProperties");
    const [before, after] = [was, is].map((spots) => (spots[0] === undefined ? true : jsonOf(spots[0].tree)));
    const closed = { before, after, at, shows: { backward: atProperty(formulas, unknown, formulas.not(now)) } };
    const opened = { before, after, at, shows: { forward: atProperty(formulas, unknown, formulas.not(old)) } };
    const say = (spots: readonly Spot[], value: unknown) =>
      spots.length === 0 || value === true
        ? "of any kind are let in"
        : value === false
          ? "are refused"
          : `have to satisfy ${shown(value)}`;
    const message = `properties that are not described: before they ${say(was, before)}, now they ${say(is, after)}`;
    yield suspect(pairing, "content-closed", { ...closed, message }, steps.additional(pairing.element));
    yield suspect(pairing, "content-opened", { ...opened, message }, steps.additional(pairing.element));
  }

  /** The elements within, as far as both sides describe them. */
  private *within(pairing: Pairing): Generator<Pairing> {
    const { formulas, base, head, element, lift } = pairing;
    const inner = (old: readonly Spot[], now: readonly Spot[], path: string, within: Lift): Pairing => ({
      formulas,
      base: sideOf(base.compiler, old),
      head: sideOf(head.compiler, now),
      element: path,
      lift: (formula) => lift(within(formula)),
    });
    const [was, is] = [describedNames(base), describedNames(head)];
    for (const name of was)
      if (is.has(name))
        yield inner(propertySpots(base, name), propertySpots(head, name), steps.property(element, name), (formula) =>
          atProperty(formulas, nameIn(formulas, [name]), formula),
        );
    for (const source of new Set([...describedPatterns(base), ...describedPatterns(head)]))
      yield inner(patternSpots(base, source), patternSpots(head, source), steps.pattern(element, source), (formula) =>
        atProperty(formulas, nameLike(formulas, source), formula),
      );
    yield* this.items(pairing, inner);
  }

  private *items(
    { formulas, base, head, element }: Pairing,
    inner: (old: readonly Spot[], now: readonly Spot[], path: string, within: Lift) => Pairing,
  ): Generator<Pairing> {
    const [was, is] = [itemSpots(base), itemSpots(head)];
    const prefix = Math.max(was.prefix, is.prefix);
    for (let index = 0; index < prefix; index++)
      yield inner(was.at(index), is.at(index), steps.item(element, index), (formula) =>
        formulas.and([
          formulas.kinds(kinds.array),
          formulas.leaf(kinds.array, { is: "items-least", count: index + 1 }),
          formulas.leaf(kinds.array, { is: "item", index, holds: formula }),
        ]),
      );
    if (was.at(prefix).length > 0 || is.at(prefix).length > 0)
      yield inner(was.at(prefix), is.at(prefix), steps.items(element), (formula) =>
        formulas.and([
          formulas.kinds(kinds.array),
          formulas.leaf(kinds.array, { is: "some-item", index: prefix, holds: formula }),
        ]),
      );
  }
}

/** Names the pair of schemas, whatever their path. */
const keyOf = ({ base, head }: Pairing): string =>
  [base, head].map(({ parts }) => parts.map(({ number }) => number).join(",")).join("|");

function summary(side: Side): unknown {
  const [spot] = side.spots;
  if (spot === undefined) return true;
  const text = JSON.stringify(jsonOf(spot.tree));
  return text.length > 400 ? `${text.slice(0, 397)}...` : jsonOf(spot.tree);
}

function propertyPlace(side: Side, name: string) {
  for (const { tree } of side.parts) {
    const properties = get(tree, "properties");
    const member = properties?.kind === "object" ? properties.members.get(name) : undefined;
    if (member !== undefined)
      return { path: side.compiler.documents.homeOf(tree).path, line: member.at.line, column: member.at.column };
  }
  return undefined;
}

function described(side: Side, name: string): unknown {
  for (const { tree } of side.parts) {
    const schema = get(get(tree, "properties"), name);
    if (schema !== undefined) return jsonOf(schema);
  }
  return null;
}

/** What holds of properties that no schema of the element describes. */
function restOf(side: Side): readonly Spot[] {
  return side.parts.flatMap(({ tree, scope, draft }) => {
    const rest =
      get(tree, "additionalProperties") ?? (since(draft, "2019-09") ? get(tree, "unevaluatedProperties") : undefined);
    return rest === undefined ? [] : [{ tree: rest, scope }];
  });
}

function patternSpots(side: Side, source: string): readonly Spot[] {
  const spots = side.parts.flatMap(({ tree, scope }) => {
    const schema = get(get(tree, "patternProperties"), source);
    return schema === undefined ? [] : [{ tree: schema, scope }];
  });
  return spots.length > 0 ? spots : restOf(side);
}

function itemSpots(side: Side) {
  const lists = side.parts.map(({ tree, scope, draft }) => {
    const items = get(tree, "items");
    const list = draft === "2020-12" ? get(tree, "prefixItems") : items;
    const prefix: readonly Tree[] = list?.kind === "array" ? list.items : [];
    const own = draft !== "2020-12" && items?.kind === "array" ? get(tree, "additionalItems") : items;
    const rest = own ?? (since(draft, "2019-09") ? get(tree, "unevaluatedItems") : undefined);
    return { prefix, rest, scope };
  });
  return {
    prefix: Math.max(0, ...lists.map(({ prefix }) => prefix.length)),
    at: (index: number): readonly Spot[] =>
      lists.flatMap(({ prefix, rest, scope }) => {
        const tree = prefix[index] ?? rest;
        return tree === undefined ? [] : [{ tree, scope }];
      }),
  };
}
