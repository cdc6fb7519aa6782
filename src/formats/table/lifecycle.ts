import { get, itemsOf, type Tree, textOf } from "../../text/tree.ts";
import type { Life } from "../format.ts";
import type { TableRules } from "./rules.ts";
import type { TableContract } from "./table.ts";

/** Statuses under which nothing is promised yet. Open Data Contract Standard, status; Data Contract Specification, info.status. */
const beforePromise = new Set(["draft", "proposed", "in development", "development"]);

/** What a contract says of its life; of several tables, what all of them say. */
export function lifeOf({ tables }: TableContract): Life {
  const lives = tables.map(({ life = {} }) => life);
  const shared = (key: keyof Life) => {
    const values = new Set(lives.map((life) => life[key]));
    return values.size === 1 ? lives[0]?.[key] : undefined;
  };
  const [advisory, ends] = [shared("advisory"), shared("ends")];
  return { ...(advisory !== undefined && { advisory }), ...(ends !== undefined && { ends }) };
}

/** The life that a status and a date of the end tell. */
export function lifeFrom(status: string | undefined, end: string | undefined): { readonly life?: Life } {
  const word = folded(status);
  const ends = dayOf(end);
  if (!beforePromise.has(word) && ends === undefined) return {};
  return { life: { ...(beforePromise.has(word) && { advisory: word }), ...(ends !== undefined && { ends }) } };
}

/** Open Data Contract Standard, slaProperties: the end of life of a whole contract, or of one of its tables. */
export function endOfLife(document: Tree, table: string): string | undefined {
  const ends = itemsOf(get(document, "slaProperties")).filter((item) => {
    const element = textOf(get(item, "element")) ?? "";
    return folded(textOf(get(item, "property"))) === "endoflife" && (element === "" || element === table);
  });
  // of several, the last day that anybody was promised
  return ends
    .map((item) => dayOf(textOf(get(item, "value"))))
    .filter((day) => day !== undefined)
    .sort()
    .at(-1);
}

/** The day of a date, or of a date and time. */
function dayOf(text: string | undefined): string | undefined {
  return /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?=$|[T ])/.exec(text?.trim() ?? "")?.[0];
}

/** Which rule a change of a status or a date of the end falls under. */
export function lifecycleRule(name: string, before: string, after: string): keyof TableRules {
  if (name === "status") {
    if (folded(after) === "retired") return folded(before) === "retired" ? "lifecycle-changed" : "retired";
    const promised = !beforePromise.has(folded(before)) && folded(before) !== "retired";
    return promised && beforePromise.has(folded(after)) ? "promise-withdrawn" : "lifecycle-changed";
  }
  const [from, to] = [dayOf(before), dayOf(after)];
  return from !== undefined && to !== undefined && to < from ? "end-moved-earlier" : "lifecycle-changed";
}

const folded = (text: string | undefined) => text?.trim().toLowerCase() ?? "";
