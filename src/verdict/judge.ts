import type { Consumer, Contract, Diff, Verdict } from "../model.ts";
import { concernsAll, effectOn } from "./meaning.ts";
import { touches } from "./touches.ts";

/** What a consumer is compared with: the version it pins, or why there is none. */
export type Compared = { readonly diff: Diff; readonly samePin: boolean } | { readonly why: string };

/** What one contract's changes, since the version this consumer reads, mean for it. Looks only at what it reads. */
export function judge(contract: Contract, consumer: Consumer, compared: Compared): Verdict {
  if ("why" in compared) return { consumer, contract, baseline: "", outcome: "unknown", why: compared.why };
  const { diff, samePin } = compared;
  const common = {
    ...{ consumer, contract, baseline: diff.baseline },
    ...(diff.advisory !== undefined && { advisory: diff.advisory }),
  };
  if (diff.problems.length > 0)
    return { ...common, outcome: "unknown", why: diff.problems.map(({ message }) => message).join("; ") };
  const asked = typeof consumer.reads === "string" ? undefined : consumer.reads;
  // what it reads under the names the changes are told by; everything where it did not say
  const elements = asked?.flatMap((element) => diff.reach.get(element) ?? [element]);
  const hurting = diff.changes.filter((change) => effectOn(consumer, change, contract.flow) !== undefined);
  const changes = hurting.filter(
    (change) =>
      elements === undefined ||
      concernsAll(change) ||
      touches(change.meaning === undefined ? elements : [...elements, ...(asked ?? [])], change),
  );
  const unread = hurting.filter((change) => !changes.includes(change));
  if (changes.length > 0) {
    const breaks = changes.some((change) => effectOn(consumer, change, contract.flow) === "breaks");
    return { ...common, outcome: breaks ? "breaks" : "at-risk", changes, unread };
  }
  // names that were only seen in a query need be no columns
  const unresolved =
    diff.isNew || consumer.confidence === "observed" ? [] : (asked ?? []).filter((element) => !diff.reach.has(element));
  if (unresolved.length > 0) {
    const stars = unresolved.some((element) => element.includes("*"));
    const way = stars ? "; a star means all fields, alone or behind one field, as in `lines.*`" : "";
    const why = `it reads ${unresolved.join(", ")}, which ${diff.baseline} does not have${way}`;
    return { ...common, outcome: "unknown", why };
  }
  return { ...common, outcome: samePin ? "unaffected" : "move-pin", unread };
}

/** Whether a verdict is on what a pull request itself replaces, and has nothing to say. */
export function isPast({ consumer, outcome }: Verdict): boolean {
  return consumer.former === true && (outcome === "unaffected" || outcome === "move-pin");
}
