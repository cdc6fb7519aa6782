import type { Tree } from "../../text/tree.ts";
import type { Site } from "./compile.ts";
import { since } from "./dialect.ts";
import { type Formula, type Formulas, kinds } from "./formula.ts";
import { itemSchemas } from "./keywords-array.ts";
import { declaredNames } from "./keywords-object.ts";
import { passesOver } from "./policy.ts";

/** One way to satisfy a schema, and which properties and items it then evaluates. */
export interface Alternative {
  readonly holds: Formula;
  /** The names of evaluated properties. */
  readonly names: Formula;
  /** Items before this index are evaluated. */
  readonly prefix: number;
  /** And so are items that satisfy this. */
  readonly items: Formula;
}

type Alternatives = readonly Alternative[] | undefined;

interface Spread {
  spread(tree: Tree): Alternatives;
  readonly references: readonly Alternatives[];
}

/** Beyond this many, a schema counts as not analysable. */
const maxAlternatives = 400;

export const alternativesOf = { plain, schema };

function plain(formulas: Formulas, holds: Formula): readonly Alternative[] {
  return [{ holds, names: formulas.false, prefix: 0, items: formulas.false }];
}

function merged(alternatives: readonly Alternative[], formulas: Formulas): Alternatives {
  const byEffect = new Map<string, Alternative>();
  for (const one of alternatives) {
    if (one.holds === formulas.false) continue;
    const key = `${one.names},${one.prefix},${one.items}`;
    const before = byEffect.get(key);
    byEffect.set(key, before === undefined ? one : { ...one, holds: formulas.or([before.holds, one.holds]) });
  }
  return byEffect.size > maxAlternatives ? undefined : [...byEffect.values()];
}

function both(formulas: Formulas, left: Alternatives, right: Alternatives): Alternatives {
  if (left === undefined || right === undefined || left.length * right.length > maxAlternatives * 10) return undefined;
  return merged(
    left.flatMap((a) =>
      right.map((b) => ({
        holds: formulas.and([a.holds, b.holds]),
        names: formulas.or([a.names, b.names]),
        prefix: Math.max(a.prefix, b.prefix),
        items: formulas.or([a.items, b.items]),
      })),
    ),
    formulas,
  );
}

function either(formulas: Formulas, left: Alternatives, right: Alternatives): Alternatives {
  return left === undefined || right === undefined ? undefined : merged([...left, ...right], formulas);
}

function schema(site: Site, local: readonly Formula[], { spread, references }: Spread): Alternatives {
  const { formulas } = site;
  const list = (keyword: string): readonly Tree[] | undefined => {
    const value = site.get(keyword);
    return value?.kind === "array" ? value.items : undefined;
  };
  const fails = (tree: Tree): readonly Alternative[] => plain(formulas, formulas.not(site.inPlace(tree)));
  let all: Alternatives = [{ holds: formulas.and(local), ...ownEvaluation(site) }];
  const also = (more: Alternatives) => {
    all = both(formulas, all, more);
  };
  for (const reference of references) also(reference);
  for (const part of list("allOf") ?? []) also(spread(part));
  const any = list("anyOf");
  if (any !== undefined) {
    let open: Alternatives = plain(formulas, formulas.true);
    for (const part of any) open = both(formulas, open, either(formulas, spread(part), fails(part)));
    also(both(formulas, open, plain(formulas, formulas.or(any.map((part) => site.inPlace(part))))));
  }
  const one = list("oneOf");
  if (one !== undefined) {
    let choices: Alternatives = [];
    for (const part of one) {
      const others = one.filter((other) => other !== part).map((other) => formulas.not(site.inPlace(other)));
      choices = either(formulas, choices, both(formulas, spread(part), plain(formulas, formulas.and(others))));
    }
    also(choices);
  }
  const not = site.get("not");
  if (not !== undefined) also(fails(not));
  const condition = site.get("if");
  if (condition !== undefined) {
    const [then, otherwise] = [site.get("then"), site.get("else")];
    const nothing = plain(formulas, formulas.true);
    const met = both(formulas, spread(condition), then === undefined ? nothing : spread(then));
    const unmet = both(formulas, fails(condition), otherwise === undefined ? nothing : spread(otherwise));
    also(either(formulas, met, unmet));
  }
  const dependent = site.get("dependentSchemas");
  if (dependent?.kind === "object")
    for (const [name, { value }] of dependent.members) {
      const present = formulas.and([
        formulas.kinds(kinds.object),
        formulas.leaf(kinds.object, {
          is: "some-property",
          name: formulas.leaf(kinds.string, { is: "string-in", values: new Set([name]), not: false }),
          holds: formulas.true,
        }),
      ]);
      const met = both(formulas, plain(formulas, present), spread(value));
      also(either(formulas, met, plain(formulas, formulas.not(present))));
    }
  return close(site, all);
}

/** What the schema's own keywords evaluate. */
function ownEvaluation(site: Site): Omit<Alternative, "holds"> {
  const { formulas } = site;
  const names = site.get("additionalProperties") === undefined ? formulas.or(declaredNames(site)) : formulas.true;
  const { prefix, rest } = itemSchemas(site);
  const contains = since(site.draft, "2020-12") ? site.get("contains") : undefined;
  return {
    names,
    prefix: rest === undefined ? prefix.length : Number.POSITIVE_INFINITY,
    items: contains === undefined ? formulas.false : site.child(contains),
  };
}

/** Applies `unevaluatedProperties` and `unevaluatedItems` to what no alternative has evaluated. */
function close(site: Site, alternatives: Alternatives): Alternatives {
  const { formulas } = site;
  let all = alternatives;
  const properties = site.get("unevaluatedProperties");
  if (properties !== undefined && !passesOver(site.reading, properties)) {
    const holds = site.child(properties);
    all = all?.map((one) => {
      const name = formulas.of(kinds.string, formulas.not(one.names));
      const rule =
        name === formulas.false || holds === formulas.true
          ? formulas.true
          : formulas.leaf(kinds.object, { is: "every-property", name, holds });
      return { ...one, holds: formulas.and([one.holds, rule]), names: formulas.true };
    });
  }
  const items = site.get("unevaluatedItems");
  if (items !== undefined) {
    const holds = site.child(items);
    all = all?.map((one) => {
      const allowed = formulas.or([one.items, holds]);
      const rule =
        one.prefix === Number.POSITIVE_INFINITY || allowed === formulas.true
          ? formulas.true
          : formulas.leaf(kinds.array, { is: "every-item", index: one.prefix, holds: allowed });
      return { ...one, holds: formulas.and([one.holds, rule]), prefix: Number.POSITIVE_INFINITY };
    });
  }
  return all === undefined ? undefined : merged(all, formulas);
}
