import { changeOf } from "../formats/change.ts";
import type { Change, Comparison, Wording } from "../model.ts";
import { classes } from "./classes.ts";
import { rewordedId, ruleId, said, semanticRules } from "./rules.ts";
import type { Signal } from "./signal.ts";
import { saysOtherwise, suspicions } from "./suspicion.ts";

/** The comparison with what its differing texts make one suspect, in the place of the texts. */
export function withSuspicions(contract: string, { wordings = [], ...comparison }: Comparison): Comparison {
  const found = new Map<string, Change>();
  for (const wording of wordings) {
    const signals = suspicions(wording);
    for (const signal of signals) {
      const change = suspected(contract, wording, signal);
      const known = found.get(change.fingerprint);
      if (known?.meaning?.known !== "strong") found.set(change.fingerprint, change);
    }
    if (signals.length > 0 || wording.called === undefined || !saysOtherwise(wording)) continue;
    const change = reworded(contract, wording, wording.called);
    found.set(change.fingerprint, change);
  }
  return { ...comparison, changes: [...comparison.changes, ...found.values()] };
}

/** More of a text is not kept: it is shown beside the other. */
const shown = 600;

function suspected(contract: string, wording: Wording, signal: Signal): Change {
  const { element, kind, location } = wording;
  const rule = ruleId(signal.class, "suspected");
  const { disposition, breaksFor, concerns } = classes[signal.class];
  const cut = (text: string | null) => (text === null ? null : shorten(text));
  return changeOf(contract, rule, {
    element,
    before: signal.before,
    after: signal.after,
    breaks: [],
    basis: "suspected",
    message: `${words(element, wording, signal)}: perhaps another ${said(signal.class)}`,
    advice: semanticRules.get(rule)?.advice ?? "",
    location,
    meaning: {
      class: signal.class,
      known: signal.strength,
      concerns,
      disposition,
      breaksFor,
      wording: { kind, before: cut(wording.before), after: cut(wording.after) },
    },
  });
}

/** A text in which nothing makes one suspect another meaning. */
function reworded(contract: string, { element, before, after, location }: Wording, called: string): Change {
  const verb = before === null ? "was added" : after === null ? "was removed" : "was worded otherwise";
  const cut = (text: string | null) => (text === null ? null : { [called]: shorten(text) });
  return changeOf(contract, rewordedId, {
    ...{ element, before: cut(before), after: cut(after), breaks: [], location },
    message: called.startsWith("contract's ")
      ? `the ${called} ${verb}`
      : `${called} of ${element === "" ? "the whole contract" : element} ${verb}`,
    advice: semanticRules.get(rewordedId)?.advice ?? "",
  });
}

function shorten(text: string): string {
  return text.length <= shown ? text : `${text.slice(0, shown)}…`;
}

/** Parts of a query, and what columns mark. */
const parts: Readonly<Partial<Record<Wording["kind"], string>>> = {
  rows: "which rows the query takes",
  grouping: "by what the query groups rows",
  expression: "what a query works out",
  deletion: "the mark of deleted rows",
};

const kinds: Readonly<Partial<Record<Wording["kind"], string>>> = {
  text: "what is written",
  unit: "the unit written",
  grain: "the grain written",
  "null meaning": "the meaning of null written",
  "time zone": "the time zone written",
  definition: "the definition named",
  logic: "the transformation written",
};

function words(element: string, { kind }: Wording, { before, after }: Signal): string {
  const of = element === "" ? "the whole contract" : element;
  const part = parts[kind];
  if (part !== undefined) {
    if (before === null) return `${part} of ${of} is now ${quoted(after)}, where there was nothing of it`;
    return `${part} of ${of} is ${after === null ? "nothing" : quoted(after)} where it was ${quoted(before)}`;
  }
  const what = `${kinds[kind] ?? "what is written"} of ${of}`;
  if (before === null) return `${what} now speaks of ${quoted(after)}, and did not before`;
  if (after === null) return `${what} no longer speaks of ${quoted(before)}`;
  return `${what} speaks of ${quoted(after)} where it spoke of ${quoted(before)}`;
}

function quoted(text: string | null): string {
  const line = (text ?? "").replace(/\s+/g, " ");
  return `"${line.length > 120 ? `${line.slice(0, 119)}…` : line}"`;
}
