import type { Tree } from "../../text/tree.ts";
import type { Spot } from "./compile.ts";
import { describedNames, keywordOf, placeOf, propertySpots, type Side, type Suspect, sideOf } from "./element.ts";
import { type Formula, kinds } from "./formula.ts";
import { type Pairing, suspect } from "./suspects.ts";
import { jsonOf } from "./value.ts";
import { kindsOf, shown } from "./words.ts";

interface Branch {
  readonly spots: readonly Spot[];
  readonly formula: Formula;
  readonly label: string;
}

interface Alternatives {
  readonly suspects: readonly Suspect[];
  readonly pairs: readonly Pairing[];
}

/** Pairs the alternatives of both sides by what they say, by what tells them apart, or by what is left. */
export function pairAlternatives(pairing: Pairing): Alternatives {
  const { formulas, base, head } = pairing;
  const [was, is] = [branchesOf(base), branchesOf(head)];
  if (was === undefined && is === undefined) return { suspects: [], pairs: [] };
  const nothingButNull = (one: Branch) => kindsOf(formulas, one.formula) === kinds.null;
  const old = (was ?? [whole(base)]).filter((one) => !nothingButNull(one));
  const now = (is ?? [whole(head)]).filter((one) => !nothingButNull(one));
  const pairs: [Branch, Branch][] = [];
  const match = (same: (a: Branch, b: Branch) => boolean, keep: boolean) => {
    for (const a of [...old]) {
      const b = now.find((one) => same(a, one));
      if (b === undefined) continue;
      old.splice(old.indexOf(a), 1);
      now.splice(now.indexOf(b), 1);
      if (keep) pairs.push([a, b]);
    }
  };
  match((a, b) => a.formula === b.formula, false);
  const tag = (side: Side, one: Branch) => discriminator(sideOf(side.compiler, one.spots));
  match((a, b) => {
    const [left, right] = [tag(base, a), tag(head, b)];
    return left !== undefined && left === right;
  }, true);
  const untagged = (a: Branch, b: Branch) => tag(base, a) === undefined && tag(head, b) === undefined;
  match((a, b) => a.label === b.label && untagged(a, b), true);
  match((a, b) => kindsOf(formulas, a.formula) === kindsOf(formulas, b.formula) && untagged(a, b), true);
  const [lastOld, lastNow] = [old[0], now[0]];
  if (old.length === 1 && now.length === 1 && lastOld !== undefined && lastNow !== undefined) {
    pairs.push([lastOld, lastNow]);
    old.pop();
    now.pop();
  }
  const at = placeOf(head, "anyOf", "oneOf");
  // an alternative of types that the other side does not know at all is told as a change of type
  const shared = (one: Branch, other: Side) =>
    (kindsOf(formulas, one.formula) & kindsOf(formulas, other.formula)) !== 0;
  const removed = old
    .filter((one) => shared(one, head))
    .map((one) =>
      suspect(pairing, "alternative-removed", {
        before: summary(one),
        after: null,
        message: `alternative removed: ${one.label}`,
        at,
        shows: { backward: formulas.and([one.formula, formulas.not(head.formula)]) },
      }),
    );
  const added = now
    .filter((one) => shared(one, base))
    .map((one) =>
      suspect(pairing, "alternative-added", {
        before: null,
        after: summary(one),
        message: `alternative added: ${one.label}`,
        at,
        shows: { forward: formulas.and([one.formula, formulas.not(base.formula)]) },
      }),
    );
  return {
    suspects: [...removed, ...added],
    pairs: pairs.map(([a, b]) => ({
      ...pairing,
      base: sideOf(base.compiler, a.spots),
      head: sideOf(head.compiler, b.spots),
    })),
  };
}

const whole = (side: Side): Branch => ({ spots: side.spots, formula: side.formula, label: "the only one" });

function branchesOf(side: Side): readonly Branch[] | undefined {
  const found = keywordOf(side, "anyOf", "oneOf");
  if (found?.value.kind !== "array") return undefined;
  const { scope } = found.part;
  return found.value.items.map((tree) => {
    const spots: readonly Spot[] = [{ tree, scope }];
    return { spots, formula: side.compiler.formulaOf(spots), label: labelOf(tree) };
  });
}

function labelOf(tree: Tree): string {
  if (tree.kind !== "object") return shown(jsonOf(tree));
  for (const keyword of ["title", "$ref"]) {
    const value = tree.members.get(keyword)?.value;
    if (value?.kind === "string") return value.value;
  }
  return shown(jsonOf(tree));
}

/** A property with one possible value, which tells the alternative from others. */
function discriminator(side: Side): string | undefined {
  for (const name of describedNames(side)) {
    const property = sideOf(side.compiler, propertySpots(side, name));
    const only = keywordOf(property, "const");
    if (only !== undefined) return `${name}=${shown(jsonOf(only.value))}`;
    const listed = keywordOf(property, "enum");
    if (listed?.value.kind === "array" && listed.value.items.length === 1) {
      const [value] = listed.value.items;
      if (value !== undefined) return `${name}=${shown(jsonOf(value))}`;
    }
  }
  return undefined;
}

function summary({ spots }: Branch): unknown {
  const [spot] = spots;
  return spot === undefined ? null : jsonOf(spot.tree);
}
