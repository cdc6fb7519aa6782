import type { Change } from "../model.ts";
import { fingerprint } from "./fingerprint.ts";

/** What is told of a change beside whose it is; by the rule alone, without witness, where nothing else is said. */
type Told = Omit<Change, "contract" | "rule" | "fingerprint" | "basis" | "witnesses" | "corrupts"> &
  Partial<Pick<Change, "basis" | "witnesses" | "corrupts">>;

/** A change of a contract under a rule's id, known across pushes by its fingerprint. */
export function changeOf(contract: string, rule: string, told: Told): Change {
  const { element, before, after, breaks, basis = "rule", witnesses = {}, corrupts = false, ...rest } = told;
  const { message, advice, announced, location, ...more } = rest;
  return {
    ...{ contract, rule, element, before, after, breaks, basis, witnesses, corrupts, message, advice },
    ...(announced !== undefined && { announced }),
    location,
    fingerprint: fingerprint(contract, rule, element, before, after),
    ...more,
  };
}
