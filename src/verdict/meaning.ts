import type { Change, Consumer, Flow, Meaning, Mode, Policy } from "../model.ts";
import { breaksMode } from "./mode.ts";

/** What a change does to a consumer that reads it; undefined where it does nothing. */
export type Effect = "breaks" | "at-risk" | undefined;

/**
 * What a change does, as far as it lies on what the consumer reads. Who reads is hurt by what breaks forward, who replays by
 * backward too; who writes what the contract's owner receives (`flow`), by backward.
 */
export function effectOn(consumer: Consumer, change: Change, flow: Flow | undefined): Effect {
  if (change.meaning !== undefined) return effectOfMeaning(consumer, change.meaning);
  const { corrupts, breaks, arrivesWithin } = change;
  // a promise of delivery that is weaker, and still as good as this reader says that it needs
  if (arrivesWithin !== undefined && consumer.freshness !== undefined && arrivesWithin <= consumer.freshness)
    return undefined;
  const reads = flow !== "received";
  const old = flow !== undefined || consumer.replays;
  const hurts = corrupts || (reads && breaks.includes("forward")) || (old && breaks.includes("backward"));
  if (!hurts) return undefined;
  return change.basis === "suspected" ? "at-risk" : "breaks";
}

/** Whether whoever reads the dataset is concerned, whatever fields it reads. */
export function concernsAll({ meaning }: Change): boolean {
  return meaning !== undefined && meaning.concerns !== "field";
}

/** Whether a change is a question to people though the structure holds: declared, or strongly suspected. */
export function asksPeople({ meaning }: Change): boolean {
  return meaning !== undefined && meaning.known !== "notice";
}

/** Whether a contract's owner answers for a change where nobody is known to read it. What an author only states is never enough. */
export function needsOwner(change: Change, mode: Mode, { noConsumers }: Pick<Policy, "noConsumers">): boolean {
  if (noConsumers === "pass") return change.meaning?.stated !== undefined && asksPeople(change);
  return breaksMode(mode, change) || (mode !== "NONE" && asksPeople(change));
}

function effectOfMeaning(consumer: Consumer, meaning: Meaning): Effect {
  if (meaning.known === "notice" || !isConcerned(consumer, meaning)) return undefined;
  if (meaning.known === "strong") return "at-risk";
  const late =
    meaning.arrivesWithin !== undefined &&
    consumer.freshness !== undefined &&
    meaning.arrivesWithin > consumer.freshness;
  return meaning.disposition === "breaks" || meaning.breaksFor.includes(consumer.criticality) || late
    ? "breaks"
    : "at-risk";
}

function isConcerned({ reliesOn, freshness }: Consumer, { concerns, class: name }: Meaning): boolean {
  if (concerns === "dataset" || concerns === "field") return true;
  // hardly anybody relies on an order: who does, says so
  const relies = reliesOn === "everything" ? name !== "ordering" : reliesOn.includes(name);
  return relies || (name === "lateness" && freshness !== undefined);
}
