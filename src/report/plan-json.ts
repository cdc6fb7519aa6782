import { changeClasses } from "../plan/classes.ts";
import type { Plan } from "../plan/plan.ts";
import { movedPin } from "./pin.ts";
import { planFiles, type Timing } from "./plan.ts";

/** One plan as JSON, for `plan --json`. Names are stable; more may be added. */
export function planJson(plan: Plan, timing: Timing): object {
  const { contract, baseline, class: kind, changes, firstStep, replacements, movers, transport } = plan;
  const { kind: step, added, marked, name, reserve, stillBreaks } = firstStep;
  return {
    contract: contract.id,
    format: contract.format,
    mode: contract.mode,
    baseline,
    version: contract.version ?? null,
    class: kind,
    terms: changeClasses[kind],
    transport,
    firstStep: {
      kind: step,
      added,
      ...(marked !== undefined && { marked }),
      ...(name !== undefined && { name }),
      ...(reserve !== undefined && { reserve }),
      ...(stillBreaks !== undefined && { stillBreaks }),
    },
    replacements: replacements.map(({ old, by }) => ({ old, by: by ?? null })),
    changes: changes.map(({ change, remedy, class: own }) => {
      const { rule, element, breaks, advice } = change;
      return { rule, element, breaks, class: own, remedy, advice };
    }),
    consumers: movers.map(({ consumer, outcome }) => {
      const { name: called, domain, version, evidence } = consumer;
      const pin = step === "beside" ? undefined : movedPin(consumer, contract.version);
      const paste = pin === undefined ? {} : { pin };
      return { name: called, domain, verdict: outcome, version: version ?? null, ...paste, evidence };
    }),
    files: [...planFiles(plan, timing)].map(([path, text]) => ({ path, text })),
  };
}
