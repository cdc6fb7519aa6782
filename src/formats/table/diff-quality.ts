import type { Location } from "../../model.ts";
import type { Emit } from "../format.ts";
import type { Detail } from "./details.ts";
import { diffDetails } from "./diff-details.ts";
import { type QualityRule, qualityRelation } from "./quality.ts";
import { matched } from "./relation.ts";
import type { TableRules } from "./rules.ts";
import { shortened } from "./written.ts";

interface Place {
  readonly element: string;
  /** What the rules are about, in words. */
  readonly of: string;
  /** Where to point when a rule is gone. */
  readonly at: Location;
  readonly emit: Emit<TableRules>;
}

/**
 * Compares the quality rules of a column or a table. A rule is known by its id, then its name, then by what it measures:
 * the very same first, so that the order of rules means nothing.
 */
export function diffQuality(base: readonly QualityRule[] = [], head: readonly QualityRule[] = [], place: Place): void {
  const measure = ({ kind, metric, subject, lists }: QualityRule) =>
    [kind, metric, subject, ...[...lists].map(([name, list]) => `${name} ${[...list].sort().join()}`)].join("\n");
  const all = (rule: QualityRule) =>
    JSON.stringify([measure(rule), rule.allowed, rule.unit, rule.severity, [...(rule.details ?? [])].map(text)]);
  const text = ([name, { value }]: readonly [string, Detail]) => [
    name,
    typeof value === "string" ? value : value.toSorted(),
  ];
  const { kept, removed, added } = matched(base, head, [
    all,
    ({ id }) => id,
    ({ name }) => name,
    (rule) => `${measure(rule)}\n${JSON.stringify([rule.allowed, rule.unit, rule.severity])}`,
    (rule) => `${measure(rule)}\n${rule.severity}`,
    measure,
    ({ kind, metric }) => `${kind}\n${metric}`,
  ]);
  for (const one of kept) tellKept(one.base, one.head, place);
  for (const rule of removed) tell("quality-loosened", rule, undefined, "was removed", place);
  for (const rule of added) tell("quality-tightened", undefined, rule, "was added", place);
}

function tellKept(base: QualityRule, head: QualityRule, place: Place): void {
  const relation = qualityRelation(base, head);
  const { element, of, emit } = place;
  const name = head.name ?? base.name;
  const rule = `quality rule ${name === undefined ? "" : `${shortened(name, 60)} `}of ${of}`;
  if (relation !== "same") tell(`quality-${relation}`, base, head, verbs[relation], place);
  else diffDetails(base.details, head.details, { element, of: rule, at: head.at, emit });
}

const verbs = { loosened: "was loosened", tightened: "was tightened", changed: "changed" } as const;

function tell(
  id: keyof TableRules & `quality-${string}`,
  base: QualityRule | undefined,
  head: QualityRule | undefined,
  verb: string,
  { element, of, at, emit }: Place,
): void {
  const name = head?.name ?? base?.name;
  const [before, after] = base?.told === head?.told ? [base?.subject, head?.subject] : [base?.told, head?.told];
  const [from, to] = [shortened(base?.told ?? ""), shortened(head?.told ?? "")];
  const how =
    from === "" || to === "" ? `: ${from}${to}` : from === to ? ` (${from})` : `: before "${from}", now "${to}"`;
  const prose = base?.kind === "text" && head?.kind === "text";
  emit(id, {
    element,
    before: base === undefined ? null : { quality: before },
    after: head === undefined ? null : { quality: after },
    message: `quality rule ${name === undefined ? "" : `${shortened(name, 60)} `}of ${of} ${verb}${how}`,
    location: head?.at ?? at,
    ...(id === "quality-changed" && { basis: prose ? ("suspected" as const) : ("not-analysed" as const) }),
  });
}
