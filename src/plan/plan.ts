import type { Change, Contract, Diff, FirstStep, Review, Verdict } from "../model.ts";
import { type ChangeClass, classOf, heaviest, isExcepted } from "./classes.ts";
import { type Remedy, remedyOf } from "./remedies.ts";

/** A change that breaks somebody, and how it is made so that it breaks nobody. */
export interface Remedied {
  readonly change: Change;
  readonly remedy: Remedy;
  readonly class: ChangeClass;
}

/** An element that goes, and what is there in its place. */
interface Replacement {
  readonly old: string;
  /** Undefined where nothing is known to take its place. */
  readonly by: string | undefined;
  /** Only because nothing else goes and nothing else comes there. */
  readonly likely?: true;
}

/** The migration of one contract's breaking changes; facts only, the words are the report's. */
export interface Plan {
  readonly contract: Contract;
  readonly baseline: string;
  readonly isNew: boolean;
  readonly class: ChangeClass;
  readonly changes: readonly Remedied[];
  readonly firstStep: FirstStep;
  /** Whether records are sent one by one, or stand in a table for everybody at once. */
  readonly transport: "events" | "table";
  readonly replacements: readonly Replacement[];
  /** Readers that these changes break, or that pin a version, or all of them where the contract moves; in the order in which they should. */
  readonly movers: readonly Verdict[];
}

const events = new Set(["avro", "protobuf", "json-schema"]);

/** The plan for one contract; undefined where nothing in it breaks. */
export function planOf(
  diff: Pick<Diff, "contract" | "baseline" | "isNew" | "firstStep">,
  changes: readonly Change[],
  { verdicts, answers }: Pick<Review, "verdicts"> & { readonly answers: Pick<Review["answers"], "questions"> },
): Plan | undefined {
  const breaking = changes.filter(({ breaks }) => breaks.length > 0);
  if (breaking.length === 0) return undefined;
  const { contract, baseline, isNew, firstStep = { kind: "keep", files: new Map(), added: [] } } = diff;
  const remedied = breaking.map(
    (change): Remedied => ({
      change,
      remedy: remedyOf(change),
      class: classOf(change, isExcepted(change, answers.questions)),
    }),
  );
  return {
    contract,
    baseline,
    isNew,
    class: heaviest(remedied.map((one) => one.class)),
    changes: remedied,
    firstStep,
    transport: events.has(contract.format) ? "events" : "table",
    replacements: replacementsOf(remedied, firstStep),
    movers: verdicts
      .filter((verdict) => verdict.contract.id === contract.id && (firstStep.kind === "beside" || moves(verdict)))
      .sort(byCriticality),
  };
}

function moves(verdict: Verdict): boolean {
  return "changes" in verdict || verdict.outcome === "move-pin";
}

const gravity = ["low", "medium", "high", "regulatory"];

/** What matters least moves first and shows whether it works. */
function byCriticality({ consumer: a }: Verdict, { consumer: b }: Verdict): number {
  const order = gravity.indexOf(a.criticality) - gravity.indexOf(b.criticality);
  return order || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);
}

/** Old elements and what takes their place: what was added beside them, by the rename itself, or the only one that is new there. */
function replacementsOf(changes: readonly Remedied[], { added }: FirstStep): readonly Replacement[] {
  const pairs: Replacement[] = added.flatMap(({ element, beside }) =>
    beside === undefined ? [] : [{ old: beside, by: element }],
  );
  const gone = new Set(
    changes
      .filter(({ remedy }) => remedy === "keep-beside" || remedy === "restore")
      .map(({ change }) => change.element),
  );
  for (const old of gone) {
    if (old === "" || pairs.some((pair) => pair.old === old)) continue;
    const siblings = [...gone].filter((other) => parentOf(other) === parentOf(old));
    const fresh = added.filter(({ element, beside }) => beside === undefined && parentOf(element) === parentOf(old));
    const renamed = changes.find(({ change }) => change.element === old && change.rule.endsWith("-renamed"));
    const keeps = changes.some(({ change, remedy }) => change.element === old && remedy === "keep-beside");
    const only = keeps && siblings.length === 1 && fresh.length === 1 ? fresh[0]?.element : undefined;
    pairs.push({ old, by: only, ...(only !== undefined && renamed === undefined && { likely: true as const }) });
  }
  return pairs;
}

function parentOf(element: string): string {
  return element.replaceAll(/\[\]|\{\}/g, "").slice(0, Math.max(0, element.lastIndexOf(".")));
}
