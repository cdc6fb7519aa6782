import { fingerprint } from "../formats/fingerprint.ts";
import type { Change, Direction, Meaning } from "../model.ts";
import { isoMinutes } from "../text/duration.ts";
import { classes } from "./classes.ts";
import type { DeclaredChange } from "./declaration.ts";
import { ruleId, said, semanticRules } from "./rules.ts";

/** A declared change as a Change per field. It is known by what was declared, not by the words of its reason. */
export function declaredChanges(contract: string, declared: DeclaredChange): readonly Change[] {
  const { class: name, fields, from, to, way, effective, history, at } = declared;
  const rule = ruleId(name, "declared");
  const meaning = meaningOf(declared);
  return fields.map(({ name: element }) => ({
    contract,
    rule,
    element,
    before: from,
    after: to,
    breaks: breaksOf(declared, meaning),
    basis: "declared",
    witnesses: {},
    corrupts: false,
    message: `declared: the ${said(name)} of ${element === "" ? "the whole contract" : element} changes from "${from}" to "${to}"`,
    advice: semanticRules.get(rule)?.advice ?? "",
    location: at,
    fingerprint: fingerprint(contract, rule, element, from, { to, effective, history, way }),
    meaning,
  }));
}

function meaningOf(declared: DeclaredChange): Meaning {
  const { class: name, way, effective, history, reason, migration, evidence, to } = declared;
  const { disposition, breaksFor, concerns, ways } = classes[name];
  const milder = ways !== undefined && way === ways[1];
  const minutes = name === "lateness" && !milder ? minutesIn(to) : undefined;
  return {
    class: name,
    known: "declared",
    concerns,
    disposition: milder ? "review" : disposition,
    breaksFor,
    ...(minutes !== undefined && { arrivesWithin: minutes }),
    declared: { effective, history, reason, migration, evidence },
  };
}

/** Who reads on misreads what is new; who reads old data by the new meaning misreads it unless it was restated. */
function breaksOf({ history }: DeclaredChange, { disposition }: Meaning): readonly Direction[] {
  if (disposition === "review") return [];
  return history === "restated" || history === "not_applicable" ? ["forward"] : ["backward", "forward"];
}

const each: Readonly<Record<string, number>> = { s: 1 / 60, m: 1, h: 60, d: 1440, w: 10_080 };

/** The minutes in `30 m`, `2 hours`, `within 90 minutes`, `PT6H`; undefined where the text says no single one. */
function minutesIn(text: string): number | undefined {
  const iso = isoMinutes(text.trim());
  if (iso !== undefined) return iso;
  const found = [
    ...text.matchAll(
      /(?<![\d.])(\d{1,6}(?:\.\d{1,3})?) ?(s|m|h|d|w)(?:ec(?:ond)?s?|in(?:ute)?s?|(?:ou)?rs?|ays?|eeks?)?(?!\p{L})/giu,
    ),
  ];
  const [only] = found;
  if (only === undefined || found.length > 1) return undefined;
  return Number(only[1]) * (each[(only[2] ?? "").toLowerCase()] ?? 0);
}
