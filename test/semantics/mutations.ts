/**
 * Descriptions as people write them, and the same ones after a change that leaves the type alone. Written from contracts and
 * from memory, in whole sentences, without a look at the lists by which suspicions are found.
 */
export interface Mutation {
  readonly family: "unit" | "zone" | "tax" | "negation" | "grain" | "codes";
  readonly before: string;
  readonly after: string;
}

type Family = readonly { readonly says: readonly string[]; readonly pairs: readonly (readonly [string, string])[] }[];

/** `…` is where a pair's words go; a pair may be taken either way round. */
const families: Readonly<Record<Mutation["family"], Family>> = {
  unit: [
    {
      says: [
        "Total value of the basket in ….",
        "How much the customer paid (…), rounded half up.",
        "Monthly recurring revenue, expressed in …, at the end of the period.",
        "Refunded amount. Currency: …",
      ],
      pairs: [
        ["EUR", "USD"],
        ["euros", "euro cents"],
        ["Swiss francs", "British pence"],
        ["US dollars", "cents"],
        ["GBP", "thousands of GBP"],
        ["JPY", "CHF"],
      ],
    },
    {
      says: [
        "Elapsed time between request and response, in ….",
        "Session length (…)",
        "Time spent on the page measured in …, zero when unknown.",
      ],
      pairs: [
        ["milliseconds", "seconds"],
        ["ms", "microseconds"],
        ["seconds", "minutes"],
        ["hours", "days"],
      ],
    },
    {
      says: ["Weight of the parcel in … as reported by the scale.", "Gross vehicle mass, …"],
      pairs: [
        ["kg", "lbs"],
        ["grams", "kilograms"],
        ["pounds", "kilograms"],
      ],
    },
    {
      says: ["Distance driven since the last service, in …", "Length of the route (…)"],
      pairs: [
        ["kilometres", "miles"],
        ["meters", "feet"],
        ["km", "m"],
      ],
    },
    {
      says: ["Share of visits that end in an order, as a ….", "Interest rate given as a … of the principal"],
      pairs: [
        ["percentage", "fraction"],
        ["percentage", "number of basis points"],
        ["ratio", "percentage"],
      ],
    },
    {
      says: ["Size of the uploaded object in …", "Memory used at the peak, …"],
      pairs: [
        ["bytes", "kilobytes"],
        ["MB", "MiB"],
        ["KB", "bytes"],
      ],
    },
    { says: ["Outside temperature in degrees …"], pairs: [["Celsius", "Fahrenheit"]] },
  ],
  zone: [
    {
      says: [
        "When the order was booked, in ….",
        "Departure of the train (…)",
        "Calendar day of the sale; the day ends at midnight ….",
        "Timestamp without offset. All values are …",
      ],
      pairs: [
        ["UTC", "local time"],
        ["UTC", "Europe/Berlin"],
        ["America/New_York", "America/Los_Angeles"],
        ["GMT", "CET"],
        ["the local time of the store", "UTC"],
        ["Pacific time", "UTC"],
        ["PST", "EST"],
      ],
    },
  ],
  tax: [
    {
      says: [
        "Price of the article, ….",
        "Order total (…)",
        "What the merchant receives per month, …. Rounded to two digits.",
      ],
      pairs: [
        ["VAT included", "VAT excluded"],
        ["including sales tax", "excluding sales tax"],
        ["tax inclusive", "tax exclusive"],
        ["incl. VAT", "excl. VAT"],
        ["with tax", "without tax"],
        ["before discounts", "after discounts"],
        ["including shipping", "not including shipping"],
        ["net of refunds", "including refunds"],
        ["before tax", "after tax"],
      ],
    },
    { says: ["… revenue of the shop.", "The … amount booked on that day."], pairs: [["Gross", "Net"]] },
  ],
  negation: [
    {
      says: ["…"],
      pairs: [
        ["Number of orders that were paid on time.", "Number of orders that were not paid on time."],
        ["Customers, including test accounts.", "Customers, excluding test accounts."],
        ["Sessions of all visitors with bots.", "Sessions of all visitors without bots."],
        ["True when the user has agreed to be contacted.", "True when the user has not agreed to be contacted."],
        ["Count of tickets closed this week.", "Count of tickets closed this week, except duplicates."],
        ["Active subscriptions at month end.", "Only active subscriptions at month end."],
        ["Items in stock which can be sold.", "Items in stock which cannot be sold."],
        ["Balance with pending transfers counted.", "Balance with pending transfers not counted."],
        ["Employees of the company, contractors included.", "Employees of the company, contractors excluded."],
        ["Visits where the page was shown at least once.", "Visits where the page was never shown."],
      ],
    },
  ],
  grain: [
    {
      says: [
        "One row per ….",
        "Each record represents one …, newest first.",
        "The table has exactly one row for each …. Loaded nightly.",
        "Grain: …",
      ],
      pairs: [
        ["order", "order line"],
        ["customer", "customer and day"],
        ["session", "page view"],
        ["shipment", "parcel"],
        ["invoice", "payment attempt"],
        ["store and week", "store and day"],
      ],
    },
  ],
  codes: [
    {
      says: ["…"],
      pairs: [
        ["1=open, 2=paid, 3=cancelled", "1=open, 2=cancelled, 3=paid"],
        ["State of the case. 0 = new, 1 = assigned, 2 = solved", "State of the case. 0 = new, 1 = waiting, 2 = solved"],
        ["A: active; S: suspended; C: closed", "A: archived; S: suspended; C: closed"],
        ["Channel code (1 - web, 2 - shop, 3 - phone)", "Channel code (1 - web, 2 - app, 3 - phone)"],
        ["Risk class, 1: low 2: medium 3: high", "Risk class, 1: high 2: medium 3: low"],
        ["Possible values:\n0 => failed\n1 => succeeded", "Possible values:\n0 => succeeded\n1 => failed"],
        ["Gender as coded by the source, 1 (male), 2 (female)", "Gender as coded by the source, 1 (female), 2 (male)"],
        ["Kind of movement: 'I' = inbound, 'O' = outbound", "Kind of movement: 'I' = internal, 'O' = outbound"],
      ],
    },
  ],
};

/** As many mutations as asked for, the families in turn; the same ones for the same seed. */
export function mutations(count: number, seed: number): readonly Mutation[] {
  const random = generator(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const names = Object.keys(families) as (keyof typeof families)[];
  const found = new Map<string, Mutation>();
  for (let turn = 0; found.size < count && turn < count * 50; turn++) {
    const family = names[turn % names.length] as Mutation["family"];
    const { says, pairs } = pick(families[family]);
    const [one, other] = pick(pairs);
    const [from, to] = random() < 0.5 ? [one, other] : [other, one];
    const sentence = pick(says);
    const [before, after] = [from, to].map((words) => sentence.replace("…", words)) as [string, string];
    found.set(`${before} ${after}`, { family, before, after });
  }
  return [...found.values()];
}

/** A small linear congruential generator: the same numbers everywhere. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
