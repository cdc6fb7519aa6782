import type { Change, Contract, Mode, Review } from "../model.ts";
import { allChanges } from "./changes.ts";
import { code, plainText, sentence } from "./escape.ts";
import { happened, listed, versions } from "./words.ts";

/** How to make the breaking changes safely, in the order that each contract's mode asks for. */
export function migrationPlan(review: Review, called: string | undefined): string {
  const wanted = called?.toLowerCase();
  const plans = review.diffs.flatMap((diff) => {
    const { contract } = diff;
    if (wanted !== undefined && ![contract.id, ...contract.names].some((name) => name.toLowerCase() === wanted))
      return [];
    const breaking = allChanges(review).filter(
      ({ change, diff: of }) => of.contract.id === contract.id && change.breaks.length > 0,
    );
    if (breaking.length === 0) return [];
    const steps = breaking.map(({ change }) => step(change, review));
    return [`**${plainText(versions(diff))}** (mode ${contract.mode}): ${order(contract)}\n\n${steps.join("\n")}`];
  });
  if (plans.length > 0) return plans.join("\n\n");
  if (wanted === undefined) return "Nothing here breaks, so nothing needs a plan.";
  return `Nothing breaks in a contract called ${code(called ?? "")}.`;
}

function step(change: Change, { verdicts }: Review): string {
  const readers = verdicts.filter(
    (verdict) => "changes" in verdict && verdict.changes.some(({ fingerprint }) => fingerprint === change.fingerprint),
  );
  const names = [...new Set(readers.map(({ consumer }) => `**${plainText(consumer.name)}**`))];
  const first = names.length === 0 ? "" : ` First moves ${listed(names)}.`;
  const element = change.element === "" ? "the whole contract" : code(change.element);
  return `1. ${element} ${happened(change)}: ${sentence(change.advice)}${first}`;
}

/** Who goes first: whoever can take what the other side does not do yet. */
function order({ mode }: Contract): string {
  return orders[mode.replace("_TRANSITIVE", "") as Exclude<Mode, `${string}_TRANSITIVE`>];
}

const orders: Readonly<Record<Exclude<Mode, `${string}_TRANSITIVE`>, string>> = {
  BACKWARD: "consumers move to the new version first, then the producer writes it.",
  FORWARD: "the producer adds what is new beside what is old, consumers move over, then what is old goes.",
  FULL: "add what is new beside what is old; producer and consumers move in any order; what is old goes when nobody uses it.",
  NONE: "nothing is promised, so agree with the consumers first.",
};
