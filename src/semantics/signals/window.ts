import { type Detector, replaced } from "../signal.ts";
import { countOf, singular, type Tokens } from "../tokens.ts";

const days: Readonly<Record<string, number>> = {
  minute: 1 / 1440,
  hour: 1 / 24,
  day: 1,
  week: 7,
  fortnight: 14,
  month: 30,
  quarter: 90,
  year: 365,
};
const leads = new Set("last past previous prior trailing rolling preceding recent within".split(" "));
const frames = new Set("window rolling trailing moving lookback".split(" "));

/** The stretch of time that is looked back upon: `orders of the last 7 days`, `28-day rolling average`. */
export const window: Detector = ({ kind, before, after }) =>
  kind === "text" ? replaced("calculation", windowsIn(before.tokens), windowsIn(after.tokens)) : [];

function windowsIn(tokens: Tokens): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [at, word] of tokens.entries()) {
    const unit = Object.hasOwn(days, singular(word)) ? days[singular(word)] : undefined;
    if (word === "yesterday") found.add("the last 1 day");
    if (unit === undefined) continue;
    const counted = tokens[at - 1] ?? "";
    const count = counted === "a" || counted === "an" ? 1 : countOf(counted);
    const led = leads.has(tokens[at - (count === undefined ? 1 : 2)] ?? "");
    if (!led && !(count !== undefined && frames.has(tokens[at + 1] ?? ""))) continue;
    const length = Math.round((count ?? 1) * unit * 1440) / 1440;
    found.add(
      length < 1 ? `the last ${Math.round(length * 1440)} minutes` : `the last ${length} day${length === 1 ? "" : "s"}`,
    );
  }
  return found;
}
