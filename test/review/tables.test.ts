import { describe, expect, it } from "vitest";
import { checkRun } from "../../src/report/check-run.ts";
import { reviewOf, short, type Texts, type World } from "./world.ts";

/** What a person reads on the pull request. */
function markdown(review: Awaited<ReturnType<typeof reviewOf>>): string {
  const { conclusion, title, summary, text } = checkRun(review);
  return `${conclusion}: ${title}\n\n${summary}\n\n${text}\n`;
}

interface Orders {
  readonly status?: string;
  readonly version?: string;
  readonly columns?: readonly string[];
  readonly end?: string;
}

const columns = [
  "{name: order_id, logicalType: string, required: true, primaryKey: true, primaryKeyPosition: 1}",
  "{name: cust_id, logicalType: string, required: true}",
  "{name: amount, logicalType: number, quality: [{metric: nullValues, mustBe: 0}]}",
] as const;

function orders({ status = "active", version = "2.0.0", columns: own = columns, end }: Orders = {}): string {
  const ends = end === undefined ? "" : `\n  - {property: endOfLife, value: "${end}"}`;
  return `apiVersion: v3.1.0
kind: DataContract
id: urn:shop:orders
version: ${version}
status: ${status}
team: {name: "@shop/checkout"}
slaProperties:
  - {property: latency, value: 4, unit: h}${ends}
schema:
  - name: orders
    properties:
${own.map((column) => `      - ${column}\n`).join("")}`;
}

const config = `version: 1
contracts:
  - {path: "*.odcs.yaml", mode: FORWARD, owners: ["@shop/checkout"]}
`;

const finance: Texts = {
  "consumers.yml": `apiVersion: contract-consumer/v1
consumer: revenue-daily
domain: finance
owner: {github: "@shop/finance-data"}
reads:
  - {contract: "urn:shop:orders", fields: [cust_id, amount]}
`,
};

const story = (base: string | undefined, head: string | undefined, domain: Texts = finance) =>
  reviewOf({
    base: base === undefined ? {} : { "orders.odcs.yaml": base },
    head: head === undefined ? {} : { "orders.odcs.yaml": head },
    domains: { "shop/finance": domain },
    config,
  });

const replace = (from: string, to: string) => columns.map((column) => column.replace(from, to));

describe("a pull request on a contract document", () => {
  it("that renames a column asks who reads it by the old name", async () => {
    expect(
      markdown(await story(orders(), orders({ columns: replace("cust_id", "customer_id") }))),
    ).toMatchInlineSnapshot(`
      "action_required: 1 consumer breaks: cust_id removed

      ### What to do now

      - \`@shop/finance-data\` answers for **revenue-daily**: approve this pull request or comment \`/contract ack\`, or \`/contract reject reason="..."\`.
      - Rather make it safe? Keep cust_id beside customer_id until no consumer reads it; announce the date, then remove it. (\`/contract plan\`)
      - Nobody else needs to act.

      ### Who is affected

      | | contract | change | consumer | reads | verdict | owner |
      | - | - | - | - | - | - | - |
      | ✖ | urn:shop:orders | \`cust_id\` removed | revenue-daily (finance) | current, 2 fields, contract-consumer/v1 | **breaks** | \`@shop/finance-data\`, to be asked |

      Scanned 2 of 2 domain repositories (shop/checkout@head, shop/finance@main).

      Compared \`base\` (the merge base with \`main\`) with \`head\`: 3 changes, 2 breaking; what changed on \`main\` since then is not yours.

      #### ✖ \`cust_id\` removed: breaks forward

      | | before (v2.0.0) | after (v2.0.0) |
      |---|---|---|
      | urn:shop:orders.cust_id | \`string, not null\` | absent |

      column cust_id (string, not null) was removed; looks like a rename to customer_id (same type, same position), which is a removal for everybody who reads by name (rule \`table/column-removed\`).

      Written by head, and a reader of base cannot take it:

      \`\`\`json
      {"order_id":"text","customer_id":"text","amount":null}
      \`\`\`

      Safe way: Keep cust_id beside customer_id until no consumer reads it; announce the date, then remove it.

      #### ✖ \`customer_id\` added not null: breaks backward

      | | before (v2.0.0) | after (v2.0.0) |
      |---|---|---|
      | urn:shop:orders.customer_id | absent | \`string, not null\` |

      column customer_id (string, not null) was added without a default (rule \`table/column-added-not-null\`).

      Written by base, and a reader of head cannot take it:

      \`\`\`json
      {"order_id":"text","cust_id":"text","amount":null}
      \`\`\`

      Safe way: Add the column nullable or with a default, fill it for old rows, then make it not null.

      Also changed, breaking nobody:

      - urn:shop:orders: version v2.0.0 was rewritten in place: it is called so before and after the change (\`contract/version-rewritten\`)

      #### How this was judged

      - urn:shop:orders: odcs, mode FORWARD, compared with v2.0.0
      - urn:shop:orders is a **breaking structure**: no ordinary merge. Evidence to ask for: a migration and a way back. Usual way out: a version beside the old one, or expand and contract.

      Each consumer is compared with the version it pins and looked at only for what it reads. Configuration from \`main\`.
      "
    `);
  });

  it("that changes the key asks everybody who reads the table", async () => {
    const head = orders({
      columns: [
        columns[0].replace("primaryKeyPosition: 1", "primaryKeyPosition: 1"),
        columns[1].replace("required: true", "required: true, primaryKey: true, primaryKeyPosition: 2"),
        columns[2],
      ],
    });
    expect(markdown(await story(orders(), head))).toMatchInlineSnapshot(`
      "action_required: 1 consumer breaks: urn:shop:orders key changed

      ### What to do now

      - \`@shop/finance-data\` answers for **revenue-daily**: approve this pull request or comment \`/contract ack\`, or \`/contract reject reason="..."\`.
      - Rather make it safe? Publish the table with the new key under a new name and move readers to it. (\`/contract plan\`)
      - Nobody else needs to act.

      ### Who is affected

      | | contract | change | consumer | reads | verdict | owner |
      | - | - | - | - | - | - | - |
      | ✖ | urn:shop:orders | the whole contract key changed | revenue-daily (finance) | current, 2 fields, contract-consumer/v1 | **breaks** | \`@shop/finance-data\`, to be asked |

      Scanned 2 of 2 domain repositories (shop/checkout@head, shop/finance@main).

      Compared \`base\` (the merge base with \`main\`) with \`head\`: 2 changes, 1 breaking; what changed on \`main\` since then is not yours.

      #### ✖ urn:shop:orders key changed: breaks backward and forward

      | | before (v2.0.0) | after (v2.0.0) |
      |---|---|---|
      | urn:shop:orders | <code>&#91;"order&#95;id"&#93;</code> | <code>&#91;"order&#95;id","cust&#95;id"&#93;</code> |

      the primary key changed from order_id to order_id, cust_id (rule \`table/key-changed\`).

      Safe way: Publish the table with the new key under a new name and move readers to it.

      Also changed, breaking nobody:

      - urn:shop:orders: version v2.0.0 was rewritten in place: it is called so before and after the change (\`contract/version-rewritten\`)

      #### How this was judged

      - urn:shop:orders: odcs, mode FORWARD, compared with v2.0.0
      - urn:shop:orders is a **breaking structure**: no ordinary merge. Evidence to ask for: a migration and a way back. Usual way out: a version beside the old one, or expand and contract.

      Each consumer is compared with the version it pins and looked at only for what it reads. Configuration from \`main\`.
      "
    `);
  });

  it("that deprecates the contract needs nobody, and says so", async () => {
    const head = orders({ status: "deprecated", end: "2027-03-31" });
    expect(markdown(await story(orders(), head))).toMatchInlineSnapshot(`
      "success: 1 contract changes, nobody breaks

      ### What to do now

      Nothing. Nobody needs to act.

      ### Who is affected

      | | contract | change | consumer | reads | verdict | owner |
      | - | - | - | - | - | - | - |
      | ✔ | urn:shop:orders | nothing it reads | revenue-daily (finance) | current, 2 fields, contract-consumer/v1 | unaffected | \`@shop/finance-data\` |

      Scanned 2 of 2 domain repositories (shop/checkout@head, shop/finance@main).

      Compared \`base\` (the merge base with \`main\`) with \`head\`: 2 changes, 0 breaking; what changed on \`main\` since then is not yours.

      Also changed, breaking nobody:

      - urn:shop:orders: status of the table changed from active to deprecated (\`table/lifecycle-changed\`)
      - urn:shop:orders: service level endOfLife was added (2027-03-31) (\`table/sla-loosened\`)

      #### How this was judged

      - urn:shop:orders: odcs, mode FORWARD, compared with v2.0.0

      Each consumer is compared with the version it pins and looked at only for what it reads. Configuration from \`main\`.
      "
    `);
  });

  it("that removes it before the announced day asks who reads it", async () => {
    const base = orders({ status: "deprecated", end: "2027-03-31" });
    expect(markdown(await story(base, undefined))).toMatchInlineSnapshot(`
      "action_required: 1 consumer breaks: urn:shop:orders removed

      ### What to do now

      - \`@shop/finance-data\` answers for **revenue-daily**: approve this pull request or comment \`/contract ack\`, or \`/contract reject reason="..."\`.
      - Rather make it safe? Keep the contract until no consumer pins or reads it; announce the date, then remove it. (\`/contract plan\`)
      - Nobody else needs to act.

      ### Who is affected

      | | contract | change | consumer | reads | verdict | owner |
      | - | - | - | - | - | - | - |
      | ✖ | urn:shop:orders | the whole contract removed | revenue-daily (finance) | current, 2 fields, contract-consumer/v1 | **breaks** | \`@shop/finance-data\`, to be asked |

      Scanned 2 of 2 domain repositories (shop/checkout@head, shop/finance@main).

      Compared \`base\` (the merge base with \`main\`) with \`head\`: 1 change, 1 breaking; what changed on \`main\` since then is not yours.

      #### ✖ urn:shop:orders removed: breaks backward and forward

      | | before (v2.0.0) | after (v2.0.0) |
      |---|---|---|
      | urn:shop:orders | \`orders.odcs.yaml\` | absent |

      the whole contract was removed (orders.odcs.yaml); its end is announced for 2027-03-31 (rule \`contract/removed\`).

      Safe way: Keep the contract until no consumer pins or reads it; announce the date, then remove it.

      #### How this was judged

      - urn:shop:orders: odcs, mode FORWARD, compared with v2.0.0
      - urn:shop:orders is a **breaking structure**: no ordinary merge. Evidence to ask for: a migration and a way back. Usual way out: a version beside the old one, or expand and contract.

      Each consumer is compared with the version it pins and looked at only for what it reads. Configuration from \`main\`.
      "
    `);
  });
});

describe("the end of a contract", () => {
  const conclude = async (...args: Parameters<typeof story>) => {
    const { conclusion, reasons } = await story(...args);
    return [conclusion, ...reasons];
  };

  it("passes after the announced day where nobody reads it, and not before, on the day, or while somebody does", async () => {
    const removal = (end: string | undefined, domain: Texts = {}) =>
      conclude(orders({ status: "deprecated", ...(end !== undefined && { end }) }), undefined, domain);
    expect(await removal("2026-11-29")).toMatchInlineSnapshot(`
      [
        "success",
        "urn:shop:orders goes as announced for 2026-11-29; no known consumer reads it",
      ]
    `);
    expect(await removal("2026-11-30")).toMatchInlineSnapshot(`
      [
        "action_required",
        "urn:shop:orders does not keep its mode FORWARD (the whole contract was removed (orders.odcs.yaml); its end is announced for 2026-11-30); no known consumer is affected, its owner's approval is needed (policy.no-consumers)",
      ]
    `);
    expect(await removal(undefined)).toMatchInlineSnapshot(`
      [
        "action_required",
        "urn:shop:orders does not keep its mode FORWARD (the whole contract was removed (orders.odcs.yaml)); no known consumer is affected, its owner's approval is needed (policy.no-consumers)",
      ]
    `);
    expect(await removal("2026-11-29", finance)).toMatchInlineSnapshot(`
      [
        "action_required",
        "1 consumer breaks",
      ]
    `);
    expect(await removal("soon")).toMatchInlineSnapshot(`
      [
        "action_required",
        "urn:shop:orders does not keep its mode FORWARD (the whole contract was removed (orders.odcs.yaml)); no known consumer is affected, its owner's approval is needed (policy.no-consumers)",
      ]
    `);
  });

  it("is not what a pull request announces itself", async () => {
    expect(await conclude(orders(), orders({ status: "retired", end: "2026-01-01" }), {})).toMatchInlineSnapshot(`
      [
        "action_required",
        "urn:shop:orders does not keep its mode FORWARD (status of the table changed from active to retired); no known consumer is affected, its owner's approval is needed (policy.no-consumers)",
      ]
    `);
    const announced = orders({ status: "deprecated", end: "2026-01-01" });
    expect(await conclude(announced, orders({ status: "retired", end: "2026-01-01" }), {})).toMatchInlineSnapshot(`
      [
        "success",
        "urn:shop:orders goes as announced for 2026-01-01; no known consumer reads it",
      ]
    `);
  });
});

describe("a dbt model", () => {
  const trips = (versions: string, latest: string) => `version: 2
models:
  - name: trips
    latest_version: ${latest}
    config: {materialized: table, contract: {enforced: true}}
    columns: [{name: trip_id, data_type: bigint}, {name: fare, data_type: numeric}]
    versions:
${versions}`;
  const one = (date: string) => `      - {v: 1, deprecation_date: ${date}}\n`;
  const two = "      - {v: 2, columns: [{include: all, exclude: [fare]}]}\n";
  const reading = (call: string): Texts => ({ "models/board.sql": `select * from {{ ${call} }}` });
  const world = (base: string, head: string, domain: Texts) =>
    reviewOf({
      base: { "models/trips.yml": base },
      head: { "models/trips.yml": head },
      domains: { "shop/bi": domain },
    });

  it("of which a version goes after its day breaks nobody but who still reads that version", async () => {
    const gone = (date: string, call: string) => world(trips(one(date) + two, "2"), trips(two, "2"), reading(call));
    const late = await gone("2026-10-01", "ref('trips')");
    expect([late.conclusion, late.reasons, short(late)]).toEqual([
      "success",
      ["trips.v1 goes as announced for 2026-10-01; no known consumer reads it"],
      [["board", "unaffected", "v2", []]],
    ]);
    const early = await gone("2027-01-01", "ref('trips')");
    expect([early.conclusion, short(early)]).toEqual(["action_required", [["board", "unaffected", "v2", []]]]);
    const pinned = await gone("2026-10-01", "ref('trips', v=1)");
    expect([pinned.conclusion, short(pinned)]).toEqual(["action_required", [["board", "breaks", "v1", [""]]]]);
  });

  it("whose latest version moves breaks who refers to it without a version, and nobody who pins one", async () => {
    const [before, after] = ["1", "2"].map((latest) => trips(one("2027-01-01") + two, latest)) as [string, string];
    expect(short(await world(before, after, reading("ref('trips')")))).toEqual([["board", "breaks", "v1", ["fare"]]]);
    expect(short(await world(before, after, reading("ref('trips', v=1)")))).toEqual([
      ["board", "unaffected", "v1", []],
    ]);
  });
});

describe("a draft", () => {
  const without = columns.slice(0, 2);
  const conclude = async (before: Orders, after: Orders) => {
    const review = await story(orders(before), orders({ ...after, columns: without }));
    return [review.conclusion, review.ask.map(({ owner }) => owner), ...review.reasons];
  };

  it("never blocks, and says what it would break", async () => {
    expect(await conclude({ status: "draft" }, { status: "draft" })).toMatchInlineSnapshot(`
      [
        "success",
        [],
        "urn:shop:orders has the status draft, which promises nothing yet: what breaks is told; 1 consumer breaks, and no answer is needed",
      ]
    `);
    expect(await conclude({ status: "Proposed" }, { status: "active" })).toMatchInlineSnapshot(`
      [
        "success",
        [],
        "urn:shop:orders has the status proposed, which promises nothing yet: what breaks is told; 1 consumer breaks, and no answer is needed",
      ]
    `);
  });

  it("is told as one on the pull request", async () => {
    const review = await story(orders({ status: "draft" }), orders({ status: "draft", columns: without }));
    expect(markdown(review)).toMatchInlineSnapshot(`
      "success: 1 contract changes, only 1 draft breaks

      ### What to do now

      - urn:shop:orders has the status draft, which promises nothing yet: what breaks is told; 1 consumer breaks, and no answer is needed

      ### Who is affected

      | | contract | change | consumer | reads | verdict | owner |
      | - | - | - | - | - | - | - |
      | ✔ | urn:shop:orders | \`amount\` removed | revenue-daily (finance) | current, 2 fields, contract-consumer/v1 | breaks, only draft | \`@shop/finance-data\` |

      Scanned 2 of 2 domain repositories (shop/checkout@head, shop/finance@main).

      Compared \`base\` (the merge base with \`main\`) with \`head\`: 2 changes, 1 breaking; what changed on \`main\` since then is not yours.

      #### ✖ \`amount\` removed: breaks forward

      | | before (v2.0.0) | after (v2.0.0) |
      |---|---|---|
      | urn:shop:orders.amount | \`number, nullable\` | absent |

      column amount (number, nullable) was removed (rule \`table/column-removed\`).

      Written by head, and a reader of base cannot take it:

      \`\`\`json
      {"order_id":"text","cust_id":"text"}
      \`\`\`

      Safe way: Keep the column until no consumer reads it; announce the date, then remove it.

      Also changed, breaking nobody:

      - urn:shop:orders: version v2.0.0 was rewritten in place: it is called so before and after the change (\`contract/version-rewritten\`)

      #### How this was judged

      - urn:shop:orders: odcs, mode FORWARD, compared with v2.0.0

      Each consumer is compared with the version it pins and looked at only for what it reads. Configuration from \`main\`.
      "
    `);
  });

  it("is what stood before, never what a pull request turns a contract into", async () => {
    expect(await conclude({ status: "active" }, { status: "draft" })).toMatchInlineSnapshot(`
      [
        "action_required",
        [
          "@shop/finance-data",
        ],
        "1 consumer breaks",
      ]
    `);
  });
});

describe("what the linter says", () => {
  const bad = orders().replace("name: orders\n", "name: orders\n    phisicalName: o\n").replace("latency", "retention");
  const told = async (policy: string) => {
    const { conclusion, problems } = await reviewOf({
      base: { "orders.odcs.yaml": orders() },
      head: { "orders.odcs.yaml": bad },
      config: policy,
    });
    return [
      conclusion,
      ...problems.map(({ at, message, severity }) => `${severity} ${at.path}:${at.line}: ${message}`),
    ];
  };

  it("stands as a warning on the line, and the checklist in one line of its own", async () => {
    expect(await told(`${config}policy: {adoption: warn}\n`)).toMatchInlineSnapshot(`
      [
        "action_required",
        "warning orders.odcs.yaml:11: \`schema[0].phisicalName\` is not a known key here (did you mean \`physicalName\`?)",
        "warning orders.odcs.yaml:8: the checklist of adoption is not met: no freshness target (policy.adoption)",
      ]
    `);
  });

  it("fails the check where the policy asks for the checklist, and is silent about it where it is off, as it is unless somebody asks", async () => {
    expect(await told("version: 1\npolicy: {adoption: error}\n")).toMatchInlineSnapshot(`
      [
        "failure",
        "warning orders.odcs.yaml:11: \`schema[0].phisicalName\` is not a known key here (did you mean \`physicalName\`?)",
        "failure orders.odcs.yaml:8: the checklist of adoption is not met: no freshness target, no explicit mode (policy.adoption)",
      ]
    `);
    expect(await told("version: 1\n")).toEqual(await told('version: 1\npolicy: {adoption: "off"}\n'));
    expect(await told("version: 1\n")).toMatchInlineSnapshot(`
      [
        "action_required",
        "warning orders.odcs.yaml:11: \`schema[0].phisicalName\` is not a known key here (did you mean \`physicalName\`?)",
      ]
    `);
  });

  it("says nothing of a document that this change does not touch", async () => {
    const { problems } = await reviewOf({
      base: { "orders.odcs.yaml": bad, "x.txt": "a" },
      head: { "orders.odcs.yaml": bad, "x.txt": "b" },
      config,
    });
    expect(problems).toEqual([]);
  });
});

describe("versions side by side", () => {
  it("a consumer of a version that is still served is not affected by the next", async () => {
    const pinned = (version: string): Texts => ({
      "consumers.yml": (finance["consumers.yml"] as string).replace("fields:", `version: "${version}", fields:`),
    });
    const next = orders({ version: "3.0.0", columns: replace("cust_id", "customer_id") });
    const world = (domain: Texts, head: Texts) =>
      reviewOf({ base: { "v2.odcs.yaml": orders() }, head, domains: { "shop/finance": domain } });
    const beside = { "v2.odcs.yaml": orders(), "v3.odcs.yaml": next };
    expect(short(await world(pinned("2.0.0"), beside))).toEqual([["revenue-daily", "unaffected", "v2.0.0", []]]);
    expect(short(await world(finance, beside))).toEqual([["revenue-daily", "breaks", "v2.0.0", ["cust_id"]]]);
    expect(short(await world(pinned("2.0.0"), { "v3.odcs.yaml": next }))).toEqual([
      ["revenue-daily", "breaks", "v2.0.0", ["cust_id"]],
    ]);
  });
});

describe("states of an Iceberg table", () => {
  const state = (schema: number, ...columns: readonly string[]) =>
    JSON.stringify({
      "format-version": 2,
      "table-uuid": "9c12d441-03fe-4693-9a96-a0705ddf69c1",
      location: "s3://lake/shop.db/orders",
      "last-column-id": columns.length,
      "current-schema-id": schema,
      schemas: [
        {
          type: "struct",
          "schema-id": schema,
          fields: columns.map((name, index) => ({ id: index + 1, name, required: true, type: "string" })),
        },
      ],
    });
  const told = async (base: Texts, head: Texts, renamed: World["renamed"] = []) => {
    const review = await reviewOf({ base, head, ...(renamed && { renamed }) });
    return [
      review.conclusion,
      review.diffs.flatMap(({ baseline, changes }) => changes.map(({ rule }) => [rule, baseline])),
    ];
  };

  it.each([
    ["orders/metadata/v1.metadata.json", "orders/metadata/v2.metadata.json", "orders/metadata/v3.metadata.json"],
    [
      "orders/metadata/00001-3f.metadata.json",
      "orders/metadata/00002-0a.metadata.json",
      "orders/metadata/00003-9b.metadata.json",
    ],
  ] as const)(
    "%s is cleared away in silence while a later one stands, and never the last",
    async (first, second, third) => {
      const both = { [first]: state(0, "id"), [second]: state(1, "id", "city") };
      expect(await told(both, { [second]: state(1, "id", "city") })).toEqual(["success", []]);
      expect(await told(both, { [first]: state(0, "id") })).toEqual(["action_required", [["contract/removed", "v1"]]]);
      expect(await told({ [first]: state(0, "id") }, {})).toEqual(["action_required", [["contract/removed", "v0"]]]);
      // the next one is compared with the last before it, whatever git pairs it with and whichever schema it names
      const next = { [second]: both[second] ?? "", [third]: state(0, "id") };
      for (const renamed of [[], [[first, third] as const]])
        expect(await told(both, next, renamed)).toEqual(["action_required", [["table/column-removed", "v1"]]]);
    },
  );
});
