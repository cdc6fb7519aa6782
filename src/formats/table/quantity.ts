import { close } from "./number-set.ts";
import type { Relation } from "./relation.ts";

/** What a service level promises, in units that can be compared. */
export type Quantity =
  /** A month is 28 to 31 days: a range, of one length where there are no months in it. */
  | { readonly kind: "seconds"; readonly least: number; readonly most: number }
  | { readonly kind: "share" | "instant" | "time of day"; readonly value: number }
  | { readonly kind: "number"; readonly value: number; readonly unit: string }
  | { readonly kind: "without end" };

/** What a text and the unit beside it come to; undefined where they are words. */
export function quantityOf(text: string, unit: string): Quantity | undefined {
  const value = text.trim();
  if (/^(?:unlimited|forever|infinite)$/i.test(value)) return { kind: "without end" };
  const [, digits, own] = /^([+-]?\d{1,15}(?:[.,]\d{1,15})?)\s*([^\d\s.,:+-][^\d:]{0,30})?$/u.exec(value) ?? [];
  if (digits !== undefined) return measured(Number(digits.replace(",", ".")), own?.trim() ?? unit.trim());
  return isoDuration(value) ?? everyWord(value) ?? timeOfDay(value) ?? instant(value);
}

const second = new Map<string, number>();
for (const [names, seconds] of [
  [["ns", "nanosecond"], 1e-9],
  [["us", "µs", "microsecond"], 1e-6],
  [["ms", "msec", "millisecond"], 1e-3],
  [["s", "sec", "second"], 1],
  [["m", "min", "minute"], 60],
  [["h", "hr", "hour"], 3600],
  [["d", "day"], 86_400],
  [["w", "wk", "week"], 604_800],
] as const)
  for (const name of names) second.set(name, seconds);
const month = new Map([
  ...["mo", "mon", "mth", "month"].map((name) => [name, 1] as const),
  ...["y", "yr", "year", "a"].map((name) => [name, 12] as const),
]);
const shares = new Map([
  ...["%", "percent", "pct", "percentage"].map((name) => [name, 0.01] as const),
  ...["ratio", "fraction", "share"].map((name) => [name, 1] as const),
]);

function measured(value: number, unit: string): Quantity {
  // a capital M may be a month or a minute: it stays a word
  const name = unit === "M" ? unit : unit.toLowerCase();
  const singular = name.length > 2 ? name.replace(/s$/, "") : name;
  const known = <T>(names: ReadonlyMap<string, T>) => names.get(name) ?? names.get(singular);
  const [seconds, months, share] = [known(second), known(month), known(shares)];
  if (seconds !== undefined) return exact(value * seconds);
  if (months !== undefined) return calendar(value * months, 0);
  if (share !== undefined) return { kind: "share", value: value * share };
  return { kind: "number", value, unit: name };
}

const exact = (seconds: number): Quantity => ({ kind: "seconds", least: seconds, most: seconds });

/** Months have no fixed length: what any row of so many of them can last. */
function calendar(months: number, seconds: number): Quantity {
  const day = 86_400;
  const average = months * 30.436875;
  const years = months % 12 === 0;
  const least = years ? (months / 12) * 365 : Math.max(average - 2.5, 0);
  const most = years ? (months / 12) * 365 + Math.ceil(months / 48) : average + 1.2;
  return months === 0 ? exact(seconds) : { kind: "seconds", least: least * day + seconds, most: most * day + seconds };
}

function isoDuration(text: string): Quantity | undefined {
  const number = "(\\d{1,9}(?:[.,]\\d{1,9})?)";
  const part = (letter: string) => `(?:${number}${letter})?`;
  const shape = new RegExp(
    `^P${["Y", "M", "W", "D"].map(part).join("")}(?:T${["H", "M", "S"].map(part).join("")})?$`,
    "i",
  );
  const found = shape.exec(text);
  if (found === null || found.slice(1).every((one) => one === undefined)) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1)
    .map((one) => Number((one ?? "0").replace(",", ".")));
  return calendar(years * 12 + months, weeks * 604_800 + days * 86_400 + hours * 3600 + minutes * 60 + seconds);
}

/** `daily`, `every 5 minutes`. */
function everyWord(text: string): Quantity | undefined {
  const [, number = "1", unit = ""] = /^every\s+(?:(\d{1,9})\s+)?([a-z]+)$/i.exec(text) ?? [];
  const name = { hourly: "h", daily: "d", weekly: "w", monthly: "mo", yearly: "y", annually: "y" }[text.toLowerCase()];
  const quantity = measured(Number(number), name ?? unit);
  return quantity.kind === "seconds" ? quantity : undefined;
}

const zone = "(Z|UTC|GMT|[+-]\\d{2}:?\\d{2})?";

/** Minutes after midnight in UTC; the standard's older example writes the zone right behind, `09:00-08:00`. */
function timeOfDay(text: string): Quantity | undefined {
  const [, hours, minutes, offset] = new RegExp(`^T?(\\d{1,2}):(\\d{2})(?::\\d{2})?\\s?${zone}$`).exec(text) ?? [];
  if (hours === undefined) return undefined;
  return { kind: "time of day", value: Number(hours) * 60 + Number(minutes) - minutesEast(offset) };
}

/** Seconds since 1970; a day alone begins at midnight, UTC. */
function instant(text: string): Quantity | undefined {
  const shape = new RegExp(
    `^(\\d{4})-(\\d{2})-(\\d{2})(?:[T ](\\d{2}):(\\d{2})(?::(\\d{2})(?:\\.\\d+)?)?\\s?${zone})?$`,
  );
  const found = shape.exec(text);
  if (found === null) return undefined;
  const [year = 0, monthOfYear = 1, day = 1, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1, 7)
    .map((one) => Number(one ?? 0));
  const value = daysSince1970(year, monthOfYear, day) * 86_400 + hours * 3600 + minutes * 60 + seconds;
  return { kind: "instant", value: value - minutesEast(found[7]) * 60 };
}

function minutesEast(offset: string | undefined): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset ?? "") ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

/** The civil calendar, counted from a March so that leap days come last. */
function daysSince1970(year: number, monthOfYear: number, day: number): number {
  const shifted = monthOfYear <= 2 ? year - 1 : year;
  const ofYear = Math.floor((153 * ((monthOfYear + 9) % 12) + 2) / 5) + day - 1;
  const before = shifted * 365 + Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400);
  return before + ofYear - 719_468;
}

/** `rising`: head promises more than base. What cannot be put in order is undefined. */
export function order(base: Quantity, head: Quantity): "same" | "rising" | "falling" | undefined {
  if (base.kind === "without end" || head.kind === "without end")
    return base.kind === head.kind ? "same" : base.kind === "without end" ? "falling" : "rising";
  if (base.kind === "seconds" && head.kind === "seconds") {
    if (head.least > base.most && !close(head.least, base.most)) return "rising";
    return head.most < base.least && !close(head.most, base.least) ? "falling" : "same";
  }
  if (base.kind === "seconds" || head.kind === "seconds" || base.kind !== head.kind) return undefined;
  if (base.kind === "number" && head.kind === "number" && base.unit !== head.unit) return undefined;
  return close(base.value, head.value) ? "same" : head.value > base.value ? "rising" : "falling";
}

/** What a person who promises less, or later, would say; undefined where nobody knows which way is better. */
export function relationOf(better: "less" | "more" | undefined, ordered: ReturnType<typeof order>): Relation {
  if (ordered === "same") return "same";
  if (better === undefined || ordered === undefined) return "changed";
  return (ordered === "rising") === (better === "more") ? "tightened" : "loosened";
}
