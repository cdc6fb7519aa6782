import { type Detector, type Reading, replaced, type Signal } from "../signal.ts";
import { finder, type Terms } from "../terms.ts";
import { type Tokens, tokensOf } from "../tokens.ts";

const currencies: Terms = {
  EUR: "eur|euro|euros|€|eurocent|eurocents",
  USD: "usd|us dollar|us dollars|dollar|dollars|$|us$",
  GBP: "gbp|pound sterling|pounds sterling|sterling|£|pence",
  CHF: "chf|swiss franc|swiss francs",
  JPY: "jpy|yen|¥",
  CAD: "cad|canadian dollar|canadian dollars",
  AUD: "aud|australian dollar|australian dollars",
  CNY: "cny|rmb|renminbi|yuan",
  INR: "inr|rupee|rupees",
  SEK: "sek|swedish krona|swedish kronor",
  NOK: "nok|norwegian krone|norwegian kroner",
  DKK: "dkk|danish krone|danish kroner",
  PLN: "pln|zloty",
  CZK: "czk",
  BRL: "brl|reais",
  MXN: "mxn|mexican peso|mexican pesos",
  "local currency": "local currency|the local currency|original currency|transaction currency|order currency",
};

const scales: Terms = {
  "cents (minor units)":
    "cents|cent|eurocent|eurocents|pence|penny|pennies|minor units|minor unit|minor currency units|minor currency unit|smallest currency unit|smallest unit|hundredths",
  "whole units":
    "major units|major unit|major currency units|whole units|full units|full currency units|whole currency units|whole euros|whole dollars|whole eur|whole usd",
  thousands: "thousands|thousand|in k|k eur|k usd|keur|kusd",
  millions: "millions|million|mio|meur|musd",
};

/** One dimension a line: what is measured by one of these is not measured by another. */
const dimensions: readonly Terms[] = [
  {
    nanoseconds: "nanoseconds|nanosecond|nanos|ns",
    microseconds: "microseconds|microsecond|micros|usec|µs",
    milliseconds: "milliseconds|millisecond|millis|ms|msec",
    seconds: "seconds|secs|sec|per second|in second|( s )|in s",
    minutes: "minutes|mins|per minute|in minute|( min )|in min",
    hours: "hours|hrs|hr|per hour|in hour|( h )|in h",
    days: "days|per day|in day|( d )",
    weeks: "weeks|per week",
    months: "months|per month",
    years: "years|per year",
  },
  {
    percent: "%|percent|percentage|percentages|pct|percentage points|per cent",
    "basis points": "basis points|basis point|bps|bp",
    fraction: "fraction|fractions|ratio|ratios|proportion|between 0 and 1|from 0 to 1|0 to 1",
    "per mille": "‰|permille|per mille",
  },
  {
    kilometres: "kilometres|kilometers|kilometre|kilometer|km|kms",
    miles: "miles|mile|( mi )|in mi",
    metres: "metres|meters|metre|meter|( m )|in m",
    centimetres: "centimetres|centimeters|centimetre|centimeter|cm",
    millimetres: "millimetres|millimeters|millimetre|millimeter|mm",
    feet: "feet|foot|ft",
    inches: "inches|inch",
    yards: "yards|yard|yd",
  },
  {
    kilograms: "kilograms|kilogram|kilogrammes|kilos|kg|kgs",
    grams: "grams|gram|grammes|( g )|in g",
    milligrams: "milligrams|milligram|mg",
    pounds: "pounds|lbs|lb",
    ounces: "ounces|ounce|oz",
    tonnes: "tonnes|tonne|tons|ton|( t )",
    "": "pounds sterling|pound sterling",
  },
  {
    bits: "bits",
    bytes: "bytes|byte",
    kilobytes: "kilobytes|kilobyte|kb",
    kibibytes: "kibibytes|kibibyte|kib",
    megabytes: "megabytes|megabyte|mb",
    mebibytes: "mebibytes|mebibyte|mib",
    gigabytes: "gigabytes|gigabyte|gb",
    gibibytes: "gibibytes|gibibyte|gib",
    terabytes: "terabytes|terabyte|tb",
  },
  { Celsius: "celsius|centigrade|° c", Fahrenheit: "fahrenheit|° f", kelvin: "kelvin|kelvins" },
  { litres: "litres|liters|litre|liter", millilitres: "millilitres|milliliters|ml", gallons: "gallons|gallon|gal" },
  {
    "kilowatt hours": "kwh|kilowatt hours|kilowatt hour",
    "watt hours": "wh|watt hours|watt hour",
    "megawatt hours": "mwh|megawatt hours",
    joules: "joules|joule",
    kilojoules: "kilojoules|kilojoule|kj",
    kilocalories: "kilocalories|kcal",
  },
  { "km/h": "km / h|kmh|kph|kilometres per hour|kilometers per hour", mph: "mph|miles per hour", knots: "knots|knot" },
  { degrees: "degrees", radians: "radians|radian", "": "degrees celsius|degrees fahrenheit|degree celsius" },
];

const currencyIn = finder(currencies);
const scaleIn = finder(scales);
const findersOf = dimensions.map((terms) => finder(terms, { counted: false }));

/** What a field's name ends in says its unit too: `amount_cents` in EUR is a contradiction, in cents it is none. */
const suffixes: ReadonlyMap<string, string> = new Map(
  "cents eur usd gbp chf jpy ms ns sec secs seconds minutes mins hours hrs days pct percent bps ratio km kg lb lbs kb mb gb bytes celsius fahrenheit"
    .split(" ")
    .map((suffix) => [suffix, suffix]),
);

/** Units of money, time, size and share: another one in the place of the first is strong, and so is cents in the place of euros. */
export const unit: Detector = (reading) => {
  const { before, after } = sidesOf(reading);
  if (reading.kind !== "text" && reading.kind !== "unit") return [];
  const signals = [
    ...replaced("unit", currencyIn(before), currencyIn(after)),
    ...replaced("unit", scaleOf(before, after), scaleOf(after, before)),
    ...findersOf.flatMap((find) => replaced("unit", find(before), find(after))),
  ];
  const merged = together(signals);
  // a member that says the unit and nothing else: whatever it says now is another one
  if (merged === undefined && reading.kind === "unit")
    return replaced(
      "unit",
      new Set([reading.before.text].filter(Boolean)),
      new Set([reading.after.text].filter(Boolean)),
    );
  return merged === undefined ? [] : [merged];
};

/** The unit in the name counts where the text is silent on that side and the other speaks. */
function sidesOf({ name, before, after }: Reading): { readonly before: Tokens; readonly after: Tokens } {
  const suffix = suffixes.get(name.toLowerCase().split("_").at(-1) ?? "");
  if (suffix === undefined || !name.includes("_")) return { before: before.tokens, after: after.tokens };
  const own = tokensOf(suffix);
  const spoken = (tokens: Tokens) =>
    [currencyIn, scaleIn, ...findersOf].some((find) => find(own).size > 0 && find(tokens).size > 0);
  const filled = ({ tokens }: { readonly tokens: Tokens }) =>
    tokens.length === 0 || spoken(tokens) ? tokens : [...tokens, ".", ...own];
  return { before: filled(before), after: filled(after) };
}

/** An amount of a currency that nothing more is said of is in whole units, where the other side says what it is in. */
function scaleOf(tokens: Tokens, other: Tokens): ReadonlySet<string> {
  const found = scaleIn(tokens);
  if (found.size > 0 || currencyIn(tokens).size === 0 || scaleIn(other).size === 0) return found;
  return new Set(["whole units"]);
}

/** What several dimensions say, as one signal. A unit of one dimension in the place of another's is a replacement too. */
function together(signals: readonly Signal[]): Signal | undefined {
  if (signals.length === 0) return undefined;
  const side = (which: "before" | "after") =>
    signals.flatMap((signal) => (signal[which] === null ? [] : [signal[which]])).join(", ") || null;
  const strong = signals.some(({ strength }) => strength === "strong");
  return { class: "unit", strength: strong ? "strong" : "notice", before: side("before"), after: side("after") };
}
