/**
 * Descriptions that mean something else after an edit, drawn from the definitions of what an undeclared change of meaning is.
 * Written without sight of the detectors' word lists and of the other generator, so that what both miss shows.
 */
export interface Edited {
  readonly kind: string;
  readonly before: string;
  readonly after: string;
}

/** Things that are said in several ways; two sayings of different things differ in meaning. */
type Things = Readonly<Record<string, readonly string[]>>;

interface Kind {
  readonly things: Things;
  /** Sentences about it; `#` is where it is said. */
  readonly sentences: readonly string[];
}

const money = [
  "Order total in #.",
  "Amount charged to the card, expressed in #",
  "The invoice amount (#).",
  "Refunded sum, stored in #; never negative.",
  "Cost of goods, in #, per line item",
];

const kinds: Readonly<Record<string, Kind>> = {
  currency: {
    things: {
      eur: ["EUR", "euro", "euros"],
      usd: ["USD", "US dollars", "dollars"],
      gbp: ["GBP", "pounds sterling", "British pounds"],
      jpy: ["JPY", "yen"],
      chf: ["CHF", "Swiss francs"],
      sek: ["SEK", "Swedish kronor"],
    },
    sentences: money,
  },
  "minor units": {
    things: {
      major: ["major units", "whole euros", "EUR", "dollars", "full currency units"],
      minor: ["minor units", "cents", "EUR cents", "the smallest currency unit", "pennies"],
    },
    sentences: money,
  },
  share: {
    things: {
      percent: ["percent", "per cent", "a percentage", "%", "percentage points"],
      ratio: ["a ratio", "a fraction between 0 and 1", "a ratio from 0 to 1", "a decimal fraction"],
      bps: ["basis points", "bps"],
      permille: ["per mille", "permille"],
    },
    sentences: ["Discount rate as #.", "Conversion rate, given as #", "Margin, expressed as #."],
  },
  duration: {
    things: {
      ms: ["milliseconds", "ms", "millis"],
      s: ["seconds", "s", "sec"],
      us: ["microseconds", "us"],
      ns: ["nanoseconds", "ns"],
      min: ["minutes", "min"],
      h: ["hours", "hrs"],
      d: ["days"],
    },
    sentences: [
      "Time to first byte in #.",
      "Session length (#)",
      "How long the job ran, in #.",
      "Duration of the call, measured in #",
    ],
  },
  epoch: {
    things: {
      ms: ["milliseconds since epoch", "epoch milliseconds", "Unix time in ms", "epoch millis"],
      s: ["seconds since epoch", "epoch seconds", "Unix time in seconds", "seconds since 1970-01-01"],
      us: ["microseconds since the epoch", "epoch micros"],
    },
    sentences: ["When the event happened, as #.", "Creation time (#)", "Timestamp: #"],
  },
  distance: {
    things: {
      km: ["km", "kilometres", "kilometers"],
      mi: ["miles", "mi"],
      m: ["metres", "meters"],
      ft: ["feet", "ft"],
    },
    sentences: ["Distance driven in #.", "Trip length (#)", "Distance to the nearest store, in #"],
  },
  weight: {
    things: {
      kg: ["kg", "kilograms", "kilos"],
      lb: ["lb", "pounds", "lbs"],
      g: ["grams", "g"],
      oz: ["ounces", "oz"],
      t: ["tonnes", "metric tons"],
    },
    sentences: ["Parcel weight in #.", "Gross vehicle weight (#)", "Net weight of the article, in #"],
  },
  size: {
    things: {
      b: ["bytes"],
      kb: ["KB", "kilobytes"],
      kib: ["KiB", "kibibytes"],
      mb: ["MB", "megabytes"],
      gb: ["GB", "gigabytes"],
      bit: ["bits"],
    },
    sentences: ["Size of the payload in #.", "File size (#)", "Memory used, in #"],
  },
  temperature: {
    things: {
      c: ["degrees Celsius", "Celsius", "°C"],
      f: ["degrees Fahrenheit", "Fahrenheit", "°F"],
      k: ["kelvin", "Kelvin"],
    },
    sentences: ["Sensor temperature in #.", "Temperature of the cold chain (#)"],
  },
  tax: {
    things: {
      included: [
        "including VAT",
        "incl. tax",
        "tax included",
        "VAT inclusive",
        "gross",
        "with sales tax",
        "inclusive of tax",
        "gross of tax",
      ],
      excluded: [
        "excluding VAT",
        "excl. tax",
        "tax excluded",
        "VAT exclusive",
        "net",
        "without sales tax",
        "before tax",
        "net of tax",
        "exclusive of tax",
      ],
    },
    sentences: ["Order amount, #.", "Price of the article (#)", "Line total #, rounded to two places."],
  },
  discount: {
    things: {
      before: ["before discounts", "before any discount", "pre-discount", "excluding discounts"],
      after: ["after discounts", "after discount", "net of discounts", "with discounts applied"],
    },
    sentences: ["Basket value #.", "Revenue per order, #", "List price (#)"],
  },
  refunds: {
    things: {
      included: ["incl. refunds", "including refunds", "with refunds", "refunds included"],
      excluded: ["excl. refunds", "excluding refunds", "without refunds", "net of refunds", "refunds excluded"],
    },
    sentences: ["Monthly revenue, #.", "Number of payments (#)"],
  },
  "time zone": {
    things: {
      utc: ["UTC", "GMT", "Etc/UTC", "Zulu time"],
      local: ["local time", "the store's local time", "the customer's local time zone"],
      berlin: ["Europe/Berlin", "CET", "Berlin time"],
      ny: ["America/New_York", "US/Eastern", "Eastern Time", "EST"],
      la: ["America/Los_Angeles", "Pacific Time", "PST"],
      offset: ["UTC+2", "+02:00"],
      tokyo: ["Asia/Tokyo", "JST"],
    },
    sentences: [
      "Time of the booking (#).",
      "When the order was placed, in #.",
      "Start of the shift, #",
      "Timestamps are in #.",
    ],
  },
  clock: {
    things: {
      event: [
        "event time",
        "client time",
        "the time on the device",
        "the time the event happened",
        "when the event occurred",
      ],
      processing: [
        "processing time",
        "server time",
        "ingestion time",
        "the time the event was ingested",
        "when the event was received by the server",
      ],
    },
    sentences: ["Timestamp of the record: #.", "Partitioned by #.", "Hour bucket by #"],
  },
  moment: {
    things: {
      created: ["was created", "was first created", "was inserted"],
      updated: ["was last updated", "was updated", "was last modified"],
    },
    sentences: ["Time at which the order #.", "Date the ticket #", "When the row #."],
  },
  negation: {
    things: {
      in: [
        "Includes cancelled orders",
        "All orders, cancelled ones included",
        "Counts all orders including cancelled ones",
      ],
      out: [
        "Excludes cancelled orders",
        "All orders except cancelled ones",
        "Counts orders but not cancelled ones",
        "All orders, cancelled ones not included",
      ],
    },
    sentences: ["Number of orders. #.", "#."],
  },
  grain: {
    things: {
      order: ["order", "completed order"],
      line: ["order line", "line item"],
      customer: ["customer", "account"],
      day: ["customer per day", "store and day", "day"],
      session: ["session", "visit"],
    },
    sentences: [
      "One row per #.",
      "Each row is one #.",
      "A record for every #.",
      "Grain: one record per #",
      "This table has one row for each #.",
      "Rows are unique per #",
    ],
  },
  "null meaning": {
    things: {
      unknown: ["unknown", "that it is not known", "not yet known"],
      none: ["none", "no discount", "zero"],
      all: ["all countries", "that it applies everywhere"],
      cancelled: ["cancelled", "that the order was cancelled"],
    },
    sentences: ["Discount code. NULL means #.", "Null means #.", "Is null when #", "Empty means #.", "If absent: #."],
  },
  deletion: {
    things: {
      soft: ["soft deleted", "marked with is_deleted", "flagged as deleted and kept"],
      hard: ["hard deleted", "physically removed", "removed from the table"],
      tombstone: ["deleted by a tombstone", "published as tombstones"],
    },
    sentences: ["Deleted orders are #.", "Rows that go are #.", "On deletion, records are #"],
  },
  window: {
    things: {
      week: ["the last 7 days", "the past week", "the trailing 7 days", "the previous 7 days"],
      month: ["the last 28 days", "the past 30 days", "the last month", "the trailing 28 days"],
      quarter: ["the last 90 days", "the past three months", "the last quarter"],
      day: ["the last 24 hours", "the past day", "yesterday"],
    },
    sentences: [
      "Orders of #.",
      "Number of active users over #.",
      "Average basket in #",
      "Customers who bought within #.",
    ],
  },
};

/** Edits of one word or two, either way round. */
const negations: readonly (readonly [string, string])[] = [
  ["Users who have logged in", "Users who have never logged in"],
  ["Customers that opted in to mail", "Customers that have not opted in to mail"],
  ["Accounts with a verified address", "Accounts without a verified address"],
  ["Accounts with a verified address", "Only accounts with a verified address"],
  ["Devices that can be updated", "Devices that cannot be updated"],
  ["Sessions of guests", "Sessions of everybody but guests"],
  ["Invoices that are due", "Invoices that aren't due"],
  ["Orders that were paid", "Orders that were paid and no others"],
];

const about = [
  "",
  "",
  "Set by the checkout. ",
  "See the wiki. ",
  "Owned by the payments team. ",
  "Copied from the source system. ",
];
const behind = ["", "", " Never null.", " Used in the monthly report.", " See also `status`.", " Added in 2024."];

/** Numbers from 0 up to 1, the same for the same seed. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const words = ["settled", "pending", "reversed", "open", "closed", "shipped", "returned", "active", "blocked"] as const;

type Codes = readonly (readonly [code: string, meaning: string])[];
const writings: readonly ((codes: Codes) => string)[] = [
  (codes) => codes.map(([code, meaning]) => `${code}=${meaning}`).join(", "),
  (codes) => `Status: ${codes.map(([code, meaning]) => `${code} = ${meaning}`).join("; ")}.`,
  (codes) => codes.map(([code, meaning]) => `${code}: ${meaning}`).join(", "),
  (codes) => `Codes are ${codes.map(([code, meaning]) => `${code} (${meaning})`).join(", ")}`,
  (codes) => codes.map(([code, meaning]) => `${code} means ${meaning}`).join(", "),
  (codes) => codes.map(([code, meaning]) => `${code} - ${meaning}`).join("\n"),
];

/** `count` edits, in turn of every kind; every third also words the sentence anew. */
export function edits(count: number, seed: number): readonly Edited[] {
  const next = random(seed);
  const one = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const draw: Readonly<Record<string, (anew: boolean) => readonly [string, string]>> = {
    codes: (anew) => {
      const write = one(writings);
      const shuffled = words.map((word) => [next(), word] as const).sort(([a], [b]) => a - b);
      const [a = "", b = "", c = "", d = ""] = shuffled.map(([, word]) => word);
      const codes = one(["012", "123", "ABC"]);
      const coded = (meanings: readonly string[]): Codes => meanings.map((word, at) => [codes[at] ?? "", word]);
      return [
        write(coded([a, b, c])),
        (anew ? one(writings) : write)(
          coded(
            one([
              [b, a, c],
              [a, d, c],
            ]),
          ),
        ),
      ];
    },
    "a word of negation": () => {
      const [yes, no] = one(negations);
      const put = one([
        (text: string) => `${text}.`,
        (text: string) => `${text}, per day`,
        (text: string) => `Count. ${text}`,
      ]);
      return one([
        [put(yes), put(no)],
        [put(no), put(yes)],
      ] as const);
    },
  };
  const between = ({ things, sentences }: Kind, anew: boolean): readonly [string, string] => {
    const from = one(Object.keys(things));
    const to = one(Object.keys(things).filter((thing) => thing !== from));
    const sentence = one(sentences);
    const put = (text: string, thing: string) => text.replace("#", () => one(things[thing] ?? []));
    return [put(sentence, from), put(anew ? one(sentences) : sentence, to)];
  };
  const names = [...Object.keys(kinds), ...Object.keys(draw)];
  return Array.from({ length: count }, (_, turn) => {
    const kind = names[turn % names.length] ?? "";
    const [lead, tail] = [one(about), one(behind)];
    const anew = next() < 1 / 3;
    const listed = kinds[kind];
    const pair = listed === undefined ? draw[kind]?.(anew) : between(listed, anew);
    const [before = "", after = ""] = (pair ?? []).map((text) => `${lead}${text}${tail}`);
    return { kind, before, after };
  });
}
